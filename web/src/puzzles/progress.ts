// What a visitor has solved, kept in the browser.
import type { Puzzle } from "./data";
import { BEGINNER, type Rating, rated } from "./rating";

/** A puzzle that was solved or not: the first score counts. */
export interface Done {
  id: string;
  score: number;
}

export interface Progress {
  rating: Rating;
  /** Puzzles solved in a row without help, now and at best. */
  streak: number;
  best: number;
  /** The last one last. */
  done: readonly Done[];
}

export const NOTHING_DONE: Progress = { rating: BEGINNER, streak: 0, best: 0, done: [] };

/** More results than there are puzzles are not kept. */
const MOST = 2000;

/** The progress after a puzzle. A puzzle counts once; again it changes nothing. */
export function after(progress: Progress, puzzle: Puzzle, score: number): Progress {
  const { rating, done } = progress;
  if (done.some(({ id }) => id === puzzle.id)) return progress;
  // A hint neither adds to a streak nor ends it.
  const streak = score === 1 ? progress.streak + 1 : score === 0 ? 0 : progress.streak;
  return {
    rating: rated(rating, puzzle.rating, score),
    streak,
    best: Math.max(progress.best, streak),
    done: [...done, { id: puzzle.id, score }].slice(-MOST),
  };
}

const number = (value: unknown, least: number, most: number, otherwise: number): number =>
  typeof value === "number" && value >= least && value <= most ? value : otherwise;

/** Reads what was kept; whatever cannot be read is as if nothing was done. */
export function readProgress(text: string | null): Progress {
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    const pairs = Array.isArray(kept.done) ? (kept.done as unknown[]) : [];
    const done = pairs.flatMap(pair => {
      const [id, score] = Array.isArray(pair) ? pair : [];
      return typeof id === "string" && id.length < 20 ? [{ id, score: number(score, 0, 1, 0) }] : [];
    });
    const streak = number(kept.streak, 0, MOST, 0);
    return {
      rating: {
        value: number(kept.rating, 100, 4000, BEGINNER.value),
        deviation: number(kept.deviation, 1, BEGINNER.deviation, BEGINNER.deviation),
      },
      streak,
      best: number(kept.best, streak, MOST, streak),
      done: done.slice(-MOST),
    };
  } catch {
    return NOTHING_DONE;
  }
}

export function writeProgress({ rating, streak, best, done }: Progress): string {
  const { value, deviation } = rating;
  return JSON.stringify({
    rating: Math.round(value * 10) / 10,
    deviation: Math.round(deviation * 10) / 10,
    streak,
    best,
    done: done.map(({ id, score }) => [id, score]),
  });
}
