// What the lessons of MAD have in common.
import type { DuelStep, Lesson } from "../steps";

/** How a game begins, without the side to move. */
export const START =
  "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212";

export const lesson = (id: string, steps: readonly DuelStep[]): Lesson => ({ game: "mad", id, steps });
