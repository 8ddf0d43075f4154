/** What is known of a game before its first state, in the words of docs/view.md. */
export interface Head {
  /** `Game`, or `SecGame` from the judge. */
  origin: string;
  seed: number;
  names: string[];
  rows: number;
  columns: number;
  /** How many units there are. */
  unitCount: number;
  settings: Record<string, number>;
  /** The cells of each city, counted row by row. */
  cityCells: number[][];
  /** Whether orders and draws are known, as they are in a compact record. */
  exact: boolean;
}

/** What is wrong with a file, in parts, so that it can be said in any language. */
export type Trouble = { message?: string; line?: number; column?: number } & (
  | { kind: "unexpected"; expected: string; found: string }
  | { kind: "setting"; key: string; help: string }
  | { kind: "row"; row: number; found: number; expected: number }
  | { kind: "ends"; missing: string }
  | { kind: "goesOn"; found: string }
  | { kind: "record" }
  | { kind: "gzip" }
  | { kind: "empty" }
  | { kind: "tooLong" }
  | { kind: "rules" }
);

export const TEAMS = 4;
export const WARRIOR = 0;
export const CAR = 1;
