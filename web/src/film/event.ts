/** What can happen, in the order of the numbers in a chunk. */
export const KINDS = [
  "refused",
  "attack",
  "thunderdome",
  "runOver",
  "runInto",
  "collision",
  "starved",
  "captured",
  "respawned",
  "city",
] as const;
export type Kind = (typeof KINDS)[number];

/** Something that happened in a round. */
export interface GameEvent {
  /** Its place among all events of the game. */
  index: number;
  round: number;
  kind: Kind;
  /** The unit that did it, or to which it happened; −1 where there is none. */
  by: number;
  /** The other unit; −1 where there is none. */
  on: number;
  /** The teams concerned: of `by` and of `on` before; for a capture and a city from whom and to whom. */
  teams: [number, number];
  /** Where it happened. */
  row: number;
  col: number;
  /** Where the unit `by` stood. */
  fromRow: number;
  fromCol: number;
  /** The other numbers, as the rules tell them. */
  numbers: [number, number, number];
  /** For a capture: what led to it. */
  cause?: GameEvent;
  /** For a cause: the captures that followed from it. */
  captures: GameEvent[];
  city: number;
}

/** Rows down and columns to the right of the directions 0 to 8. */
export const STEPS = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [0, 0],
] as const;

/** Whether a unit takes part in an event. */
export function concerns(event: GameEvent, unit: number): boolean {
  return event.by === unit || event.on === unit;
}
