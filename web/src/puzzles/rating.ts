// The rating of a visitor: Glicko, one puzzle at a time, against the fixed rating of the puzzle.

export interface Rating {
  /** The estimate. */
  value: number;
  /** How uncertain it is: the deviation of Glicko. */
  deviation: number;
}

/** Where everybody begins. */
export const BEGINNER: Rating = { value: 1000, deviation: 350 };
/** A rating never becomes surer than this, so that it can follow a visitor who learns. */
const SUREST = 60;
/** The rating of a puzzle is a formula: it may be wrong by this much. */
const OF_PUZZLES = 100;
const LEAST = 100;

const Q = Math.log(10) / 400;
/** How much a game counts against an opponent whose rating is this uncertain. */
const weight = (deviation: number) => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** The share of such puzzles that a visitor is expected to solve. */
export function expected({ value }: Rating, puzzle: number): number {
  return 1 / (1 + 10 ** ((-weight(OF_PUZZLES) * (value - puzzle)) / 400));
}

/** The rating after a puzzle with this score: 1 solved, a half with a hint, 0 not solved. */
export function rated(rating: Rating, puzzle: number, score: number): Rating {
  const g = weight(OF_PUZZLES);
  const e = expected(rating, puzzle);
  const known = 1 / rating.deviation ** 2 + Q ** 2 * g ** 2 * e * (1 - e);
  const value = rating.value + (Q / known) * g * (score - e);
  return { value: Math.max(LEAST, value), deviation: Math.max(SUREST, Math.sqrt(1 / known)) };
}
