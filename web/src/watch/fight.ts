import type { Head, Trouble } from "../film/head";

/** What a battle tells while it is fought. */
export interface Fight {
  /** The place in the queue. */
  place(place: number): void;
  head(head: Head): void;
  rounds(chunk: ArrayBuffer): void;
  end(trouble?: Trouble): void;
}

/** Why a battle is not told to its end. */
export class NoFight extends Error {
  constructor(readonly status: number) {
    super(`the battle ended early (${status})`);
  }
}

const PLACE = 0;
const HEAD = 1;
const ROUNDS = 2;
const END = 3;
const TROUBLE = 4;
/** The kind and the length of a frame, in four bytes each. */
const PREFIX = 8;

/** Reads a battle frame by frame while the server simulates it. */
export async function readFight(address: string, to: Fight, signal: AbortSignal): Promise<void> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new NoFight(answer.status);
  const reader = answer.body.getReader();
  let held = new Uint8Array();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const joined = new Uint8Array(held.length + part.value.length);
    joined.set(held);
    joined.set(part.value, held.length);
    const { used, ended } = takeFrames(joined, to);
    if (ended) return;
    held = joined.slice(used);
  }
  throw new NoFight(0);
}

/** Hands over all frames that are complete; gives how many bytes they have, and whether the battle is over. */
export function takeFrames(bytes: Uint8Array, to: Fight): { used: number; ended: boolean } {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + PREFIX <= bytes.length) {
    const kind = numbers.getUint32(at, true);
    const end = at + PREFIX + numbers.getUint32(at + 4, true);
    if (end > bytes.length) break;
    const content = bytes.slice(at + PREFIX, end);
    at = end;
    const told = () => JSON.parse(new TextDecoder().decode(content));
    if (kind === PLACE) to.place(told().place);
    else if (kind === HEAD) to.head(told());
    else if (kind === ROUNDS) to.rounds(content.buffer);
    else if (kind === END || kind === TROUBLE) {
      to.end(kind === TROUBLE ? told() : undefined);
      return { used: at, ended: true };
    }
  }
  return { used: at, ended: false };
}
