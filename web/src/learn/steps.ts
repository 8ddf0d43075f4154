// What a lesson consists of. Lessons are data: positions, what the learner must do, and texts.
import type { Task } from "./tasks";

/** A text in both languages. `**strong**` and `` `code` `` are the only marks. */
export interface Text {
  en: string;
  fr: string;
}

export type GameName = "mad" | "wargame" | "madmax";

interface Common {
  /** What is explained, and what is to be done. */
  text: Text;
  task: Text;
  /** The clauses of the law that it is about. */
  clauses: readonly string[];
  /** What is said when it is done. */
  done: Text;
}

/** A step on a board of a duel. */
interface OnBoard extends Common {
  start: string;
  course?: readonly string[];
  /** The values of a War Game, or the name of its city. */
  values?: string;
  board?: string;
  rules?: string;
  /** Squares with a star: where to go, or where to look. */
  stars?: readonly string[];
  /** Whether the shifts and the tie-break are shown beside the board. */
  panel?: boolean;
}

/** What must hold after a move; the test proves that every accepted move achieves it. */
export interface Goal {
  /** It expels, conquers or recalls these. */
  expels?: string;
  conquers?: readonly string[];
  recalls?: string;
  /** It ends the game, and the mover wins. */
  wins?: "exile" | "tie-break" | "full";
  /** Ships of the mover that no answer can expel. */
  keeps?: readonly string[];
  /** Ships of the mover, and where they stand. */
  at?: Readonly<Record<string, string>>;
  /** The kind of the move. */
  kind?: "move" | "permute" | "rotate" | "pass" | "drop" | "blitz";
  /** It has a bonus. */
  bonus?: boolean;
  /** It makes the largest difference of all moves at once. */
  most?: boolean;
  /** The opponent can recall no ship afterwards. */
  stuck?: boolean;
}

/** A wrong move that deserves an answer of its own. */
export interface Wrong {
  moves: readonly string[];
  say: Text;
  /** What the opponent answers, for all to see. */
  reply?: string;
}

/** The learner makes a move. */
export interface MoveStep extends OnBoard {
  do: "move";
  /** Accepted moves; the first is shown on request. Without it, every move that achieves the goal. */
  moves?: readonly string[];
  goal: Goal;
  /** The accepted moves are exactly those that win with best play; the test proves it by exact search. */
  proven?: boolean;
  wrong?: readonly Wrong[];
  otherwise: Text;
}

/** The learner points at a square. */
export interface PointStep extends OnBoard {
  do: "point";
  squares: readonly string[];
  /** What is said about other squares. */
  wrong?: Readonly<Record<string, Text>>;
  otherwise: Text;
}

/** The learner chooses an answer; each has its own word. */
export interface ChooseStep extends OnBoard {
  do: "choose";
  options: readonly { label: Text; say: Text }[];
  answer: number;
}

/** The learner plays on until the game is won; the opponent keeps away as far as it can. */
export interface HuntStep extends OnBoard {
  do: "hunt";
  /** Turns of the learner. */
  within: number;
  otherwise: Text;
}

export type DuelStep = MoveStep | PointStep | ChooseStep | HuntStep;

/** A step at a battle of Mad Max. */
export interface BattleStep extends Common {
  do: "battle";
  battle: string;
  /** The state at which the step begins. */
  at: number;
  find: Task;
  otherwise: Text;
}

/** A step with code to read, and a question about it. */
export interface CodeStep extends Common {
  do: "code";
  /** A file of the lesson, and the lines of it that are shown. */
  code: string;
  options: readonly { label: Text; say: Text }[];
  answer: number;
}

export type MaxStep = BattleStep | CodeStep;
export type Step = DuelStep | MaxStep;

export interface Lesson {
  game: GameName;
  id: string;
  steps: readonly Step[];
}
