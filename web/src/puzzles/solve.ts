// How far a visitor is in a puzzle: a function of the puzzle and of what the visitor did.
import { type Answer, answerTo, type Puzzle } from "./data";

/**
 * - `find`: the visitor must find a move;
 * - `right`: it was found, and the other side answers next;
 * - `wrong`: another move stands on the board; `refuted`: the answer to it, too;
 * - `solved`: all moves were found; `shown`: the solution was asked for.
 */
export type Phase = "find" | "right" | "wrong" | "refuted" | "solved" | "shown";

export interface Solving {
  puzzle: Puzzle;
  phase: Phase;
  /** The moves on the board. */
  course: readonly string[];
  /** How many moves were found. */
  found: number;
  /** How much was said: nothing, which ship, which move. */
  hint: 0 | 1 | 2;
  /** Whether there was a wrong move. */
  missed: boolean;
  /** Whether a hint was taken. */
  helped: boolean;
  /** The answer to the wrong move on the board. */
  answer: Answer | null;
}

export const begin = (puzzle: Puzzle): Solving => ({
  puzzle,
  phase: "find",
  course: [],
  found: 0,
  hint: 0,
  missed: false,
  helped: false,
  answer: null,
});

/** The move that must be found next. */
export const key = ({ puzzle, found }: Solving): string => puzzle.line[2 * found];

/** Whether the move to find is the last one. */
export const isLast = ({ puzzle, found }: Solving): boolean => found === puzzle.moves - 1;

/**
 * The visitor moves. Where the last move of the puzzle ends the game, every move that wins it will do:
 * `wins` says whether this one does.
 */
export function move(now: Solving, text: string, wins: boolean): Solving {
  if (now.phase !== "find") return now;
  const course = [...now.course, text];
  const right = text === key(now) || (isLast(now) && wins);
  if (!right) {
    return { ...now, course, phase: "wrong", missed: true, answer: answerTo(now.puzzle, now.found, text) };
  }
  const found = now.found + 1;
  return { ...now, course, found, phase: found === now.puzzle.moves ? "solved" : "right", hint: 0 };
}

/** The other side answers: the defence of the solution, or what refutes a wrong move. */
export function reply(now: Solving): Solving {
  if (now.phase === "right") {
    const next = now.puzzle.line[now.course.length];
    return { ...now, course: [...now.course, next], phase: "find" };
  }
  if (now.phase === "wrong" && now.answer) {
    return { ...now, course: [...now.course, now.answer.reply], phase: "refuted" };
  }
  return now;
}

/** The wrong move is taken back. */
export function retry(now: Solving): Solving {
  if (now.phase !== "wrong" && now.phase !== "refuted") return now;
  return { ...now, course: now.puzzle.line.slice(0, 2 * now.found), phase: "find", answer: null };
}

/** First the ship, then the move. */
export function hint(now: Solving): Solving {
  if (now.phase !== "find") return now;
  return { ...now, hint: now.hint === 0 ? 1 : 2, helped: true };
}

/** The solution is shown. */
export function show(now: Solving): Solving {
  if (now.phase === "solved" || now.phase === "shown") return now;
  return { ...now, course: now.puzzle.line.slice(0, 2 * now.found), phase: "shown", answer: null, hint: 0 };
}

/** What it was worth: 1 without help, a half with a hint, 0 with a wrong move or when the solution was shown. */
export function score(now: Solving): number | null {
  if (now.phase === "shown" || now.missed) return 0;
  if (now.phase !== "solved") return null;
  return now.helped ? 0.5 : 1;
}
