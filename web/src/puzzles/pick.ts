// Which puzzle comes next.
import type { Puzzle } from "./data";
import type { Progress } from "./progress";

/** What a visitor wants to be asked. */
export interface Filter {
  /** `all`, `wargame`, or a board of MAD. */
  kind: string;
  /** `fit`, `easy`, `medium` or `hard`. */
  level: string;
  /** `all`, a theme, or a number of moves. */
  theme: string;
}

export const EVERYTHING: Filter = { kind: "all", level: "fit", theme: "all" };

/** The ratings at which puzzles are called medium and hard. */
const MEDIUM = 1050;
const HARD = 1450;

export const levelOf = ({ rating }: Puzzle): "easy" | "medium" | "hard" =>
  rating < MEDIUM ? "easy" : rating < HARD ? "medium" : "hard";

/** The kind of a puzzle: its board, or its game. */
export const kindOf = ({ game, board }: Puzzle): string => (game === "mad" ? board : game);

export function fits(puzzle: Puzzle, { kind, level, theme }: Filter): boolean {
  return (
    (kind === "all" || kindOf(puzzle) === kind) &&
    (level === "fit" || levelOf(puzzle) === level) &&
    (theme === "all" || puzzle.themes.includes(theme) || String(puzzle.moves) === theme)
  );
}

/** Among how many of the nearest ratings chance decides. */
const NEAR = 12;

/**
 * The next puzzle: one that was not done yet, near the visitor's rating; once all are done, one that was
 * done long ago, first those that were not solved. `chance` is from 0 to 1.
 */
export function next(
  puzzles: readonly Puzzle[],
  filter: Filter,
  progress: Progress,
  now: string | null,
  chance: number,
): Puzzle | null {
  const wanted = puzzles.filter(puzzle => puzzle.id !== now && fits(puzzle, filter));
  const done = new Map(progress.done.map(({ id, score }, i) => [id, { score, i }]));
  const fresh = wanted.filter(({ id }) => !done.has(id));
  if (fresh.length > 0) {
    const far = ({ rating }: Puzzle) => Math.abs(rating - progress.rating.value);
    const near = fresh.sort((one, other) => far(one) - far(other)).slice(0, NEAR);
    return near[Math.min(near.length - 1, Math.floor(chance * near.length))];
  }
  const age = ({ id }: Puzzle) => {
    const { score, i } = done.get(id) ?? { score: 0, i: 0 };
    return score === 1 ? i + done.size : i;
  };
  return wanted.sort((one, other) => age(one) - age(other))[0] ?? null;
}

const DAY = 24 * 60 * 60 * 1000;
/** No number of puzzles is a multiple of it, so that every puzzle has its day before one comes again. */
const STRIDE = 7919;

/** The puzzle of a day, the same for everybody. */
export function daily(puzzles: readonly Puzzle[], today: Date): Puzzle | null {
  if (puzzles.length === 0) return null;
  const byId = [...puzzles].sort((one, other) => (one.id < other.id ? -1 : 1));
  const day = Math.floor(today.getTime() / DAY);
  return byId[(day * STRIDE) % byId.length];
}
