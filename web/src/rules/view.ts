// What the rules answer, in the form of docs/view.md. A board shows a view and nothing else.

/** A seat of a duel, in the order of play. */
export type Seat = 0 | 1;

/** A game as it is asked for: its terms, and its actions in the notation of records. */
export interface Table {
  game: "mad" | "wargame";
  rules?: string | null;
  board?: string | null;
  /** The text of a board that has no name of its own. */
  values?: string | null;
  /** The position in which it began; the usual one if there is none. */
  start?: string | null;
  course: readonly string[];
}

/** The same with all that is known of how it begins. */
export interface FullTable extends Table {
  rules: string;
  board: string;
  values: string | null;
  start: string;
}

/** What may be said in place of a move. */
export type Word = "offer" | "accept" | "decline" | "resign";

/** How a game ended, on the board or beside it. */
export interface Ending {
  why: "exile" | "tie-break" | "agreed" | "full" | "resigned" | "time" | "given-up";
  /** Null if the scores of a War Game are equal or the game was aborted. */
  winner: Seat | null;
  loser: Seat | null;
  /** As in records: `1-0`, `0-1/2`. Null if the game has no result. */
  points: string | null;
  /** It was worth a whole point. */
  full: boolean;
  /** Of a War Game whose city is taken. */
  scores?: readonly [number, number];
}

/** A word in the course of a game. */
export interface Said {
  turn: number;
  text: Word;
  kind: Word;
  seat: Seat;
}

interface Common<Move> {
  rules: string;
  board: string;
  /** The position text, with all fields. */
  position: string;
  /** How many actions of the course have been done. */
  at: number;
  /** The side to move. */
  side: Seat;
  /** Their names in English and lower case, such as `red`. */
  sides: readonly [string, string];
  /** The seats that are asked: one in a duel, the other one while an offer waits; none at the end. */
  awaits: readonly Seat[];
  /** What the seat that is asked may say instead of moving. */
  words: readonly Word[];
  over: Ending | null;
  columns: number;
  rows: number;
  /** Every action of the course, also those after `at`. */
  plies: readonly Ply<Move>[];
  /** The last of those that have been done. */
  last: Ply<Move> | null;
  /** All that is allowed now. */
  moves: readonly Move[];
}

/** An action of the course. */
export type Ply<Move> = (Move & { turn: number }) | Said;

/** Whether an action is a word rather than a move. */
export function isSaid<Move extends { kind: string }>(ply: Ply<Move>): ply is Said {
  return ply.kind === "offer" || ply.kind === "accept" || ply.kind === "decline" || ply.kind === "resign";
}

/** A ship that changes its place; no place is exile. */
export interface Change {
  side: Seat;
  /** Its three digits. */
  ship: string;
  from: string | null;
  to: string | null;
}

export interface MadMove {
  /** As in records: `211-c2xc4`, `112<>221`, `pass`. */
  text: string;
  kind: "move" | "permute" | "rotate" | "pass";
  seat: Seat;
  /** The ship that moves, from where to where; only for kind `move`. */
  ship: string | null;
  from: string | null;
  to: string | null;
  /** The ship of the opponent that it expels. */
  expels: string | null;
  /** The ships of the permutation or rotation, in the order of its notation, also of a bonus. */
  ships: readonly string[];
  /** The permutation or rotation that follows a step to the last row. */
  bonus: string | null;
  /** It exiles the own corvette and loses. */
  fatal: boolean;
  /** Every ship whose place it changes. */
  then: readonly Change[];
  /** The text of the position after it. */
  position: string;
}

/** A ship of a fleet; no place is exile. */
export interface Ship {
  side: Seat;
  ship: string;
  at: string | null;
}

export interface MadView extends Common<MadMove> {
  game: "mad";
  /** The squares that exist, row by row from Red's home. */
  squares: readonly string[];
  /** The last row of each side: where its ships earn a bonus. */
  lastRows: readonly [readonly string[], readonly string[]];
  /** All sixteen ships, in a fixed order. */
  ships: readonly Ship[];
  /** The names of all permutations and rotations, allowed or not: `112<>221`, `112>211>121`. */
  shifts: readonly string[];
  turn: number;
  /** Turns since the last expulsion, and with how many of them the tie-break decides. */
  counter: number;
  limit: number;
  /** Who would win the tie-break now. */
  tiebreak: Seat;
  /** Who expelled last. */
  expeller: Seat | null;
  /** In this turn no ship moves. */
  positioning: boolean;
}

export interface WarMove {
  /** As in records: `blitz-C3`. */
  text: string;
  kind: "drop" | "blitz";
  seat: Seat;
  square: string;
  /** The squares of the enemy that change sides. */
  conquers: readonly string[];
  /** What the mover's score grows by, and what the enemy's shrinks by. */
  gain: number;
  loot: number;
  /** The text of the position after it. */
  position: string;
}

export interface WarView extends Common<WarMove> {
  game: "wargame";
  /** All squares, row by row from the top; `values` and `owners` have this order, too. */
  squares: readonly string[];
  values: readonly number[];
  owners: readonly (Seat | null)[];
  scores: readonly [number, number];
  /** What all squares together are worth. */
  total: number;
}

export type View = MadView | WarView;

/** Why something is not allowed: the clause of the law, and a sentence without capital and full stop. */
export interface Refusal {
  /** Such as `MAD-3.2`; empty where it is not the law that forbids it. */
  clause: string;
  text: string;
}
