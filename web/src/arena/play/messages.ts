/** What the server and a page say to each other; docs/arena.md is the contract. */

import type { Ending, FullTable, Seat } from "../../rules/view";

export interface SeatInfo {
  kind: "person" | "computer" | "open";
  /** What a person is called; empty if nothing was said. */
  name: string;
  /** Of a computer. */
  level?: number | null;
  /** Somebody is connected there. */
  here: boolean;
}

export interface ClockInfo {
  start: number;
  increment: number;
  /** Milliseconds at the moment of sending. */
  left: [number, number];
  running: Seat | null;
}

/** Everything that is known of a game. */
export interface GameInfo extends FullTable {
  id: string;
  version: number;
  opponent: "computer" | "screen" | "friend";
  level?: number | null;
  seats: [SeatInfo, SeatInfo];
  /** The seats of the receiver. */
  you: Seat[];
  watching: number;
  clock: ClockInfo | null;
  ending: Ending | null;
  /** The rematch that a seat has offered to the other. */
  rematch_offer: { by: Seat; declined: boolean } | null;
  rematch: string | null;
  /** The seat of the computer that could not act, until something else happens. */
  fault: Seat | null;
  /** Whether the game is as long as a game may be: it can be aborted then. */
  full: boolean;
  /** Whether the reader may take the seat that is open. */
  invited: boolean;
}

export type RefusedWhy =
  | "illegal"
  | "turn"
  | "stale"
  | "over"
  | "seat"
  | "long"
  | "flood"
  | "malformed"
  | "trouble";

export type FromServer =
  | ({ t: "game" } & GameInfo)
  | {
      t: "acted";
      version: number;
      seat: Seat;
      action: string;
      clock: ClockInfo | null;
      ending: Ending | null;
    }
  | { t: "seats"; seats: [SeatInfo, SeatInfo]; watching: number }
  | { t: "refused"; why: RefusedWhy; text: string; version: number }
  | { t: "hint"; version: number; move: string; value: number }
  | { t: "rematch"; id: string }
  | { t: "pong"; n: number };

/** What a person asks for and gets an answer to. */
export type Request =
  | { t: "act"; version: number; action: string }
  | { t: "undo"; version: number }
  | { t: "resign" }
  | { t: "join" }
  | { t: "give-up" }
  | { t: "retry" }
  | { t: "rematch" }
  | { t: "decline-rematch" };

export type FromBrowser = Request | { t: "hint"; version: number } | { t: "ping"; n: number };

/** Reads a frame. What is not understood is passed over: a newer server may say more. */
export function readMessage(text: string): FromServer | undefined {
  try {
    const message = JSON.parse(text) as unknown;
    if (typeof message !== "object" || message === null || !("t" in message)) return undefined;
    return KNOWN.has(String(message.t)) ? (message as FromServer) : undefined;
  } catch {
    return undefined;
  }
}

const KNOWN: ReadonlySet<string> = new Set<FromServer["t"]>([
  "game",
  "acted",
  "seats",
  "refused",
  "hint",
  "rematch",
  "pong",
]);
