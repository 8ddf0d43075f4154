// The puzzles as their file has them; docs/puzzles.md describes the fields.

/** How the other side answers moves that do not solve the puzzle. */
export interface Answer {
  /** The moves that are answered so; none for all that no other answer names. */
  wrong: readonly string[];
  reply: string;
  /** In the War Game: by how much the solver then loses, or 0. */
  margin: number | null;
}

export interface Puzzle {
  id: string;
  game: "mad" | "wargame";
  board: string;
  rules: string;
  position: string;
  /** The moves of both sides with the best defence, the solver's first, to the end of the game. */
  line: readonly string[];
  /** How many moves the solver must find. */
  moves: number;
  rating: number;
  themes: readonly string[];
  /** For each move to find, the answers to the others. */
  answers: readonly (readonly Answer[])[];
}

const words = (text: string, sign: string): string[] => text.split(sign).filter(word => word !== "");

function readAnswer(text: string): Answer {
  const [wrong, reply = "", margin] = text.split(":");
  return { wrong: wrong === "*" ? [] : wrong.split(","), reply, margin: margin ? Number(margin) : null };
}

/** Reads a line; null if it is none. */
function readPuzzle(text: string): Puzzle | null {
  const fields = text.split("\t");
  const [id, game, board, rules, position, line, moves, , rating, themes, answers] = fields;
  if (fields.length !== 11 || (game !== "mad" && game !== "wargame")) return null;
  return {
    id,
    game,
    board,
    rules,
    position,
    line: words(line, " "),
    moves: Number(moves),
    rating: Number(rating),
    themes: words(themes, ","),
    answers: answers.split("|").map(some => words(some, " ").map(readAnswer)),
  };
}

/** All puzzles of a file. */
export function readPuzzles(text: string): Puzzle[] {
  return words(text, "\n")
    .map(readPuzzle)
    .filter(puzzle => puzzle !== null);
}

/** The answer to a move that does not solve the puzzle. */
export function answerTo(puzzle: Puzzle, found: number, move: string): Answer | null {
  const answers = puzzle.answers[found] ?? [];
  const named = answers.find(({ wrong }) => wrong.includes(move));
  return named ?? answers.find(({ wrong }) => wrong.length === 0) ?? null;
}
