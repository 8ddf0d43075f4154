// The textbook agents in WebAssembly, and the types of what they tell (crates/joust-trace).
import { Desk } from "../../rules/desk";

export interface Question {
  values: string;
  start: string;
  depth: number;
  order?: "row" | "gain";
  eval?: "difference" | "own" | "ratio";
}

/** A node of the tree; nodes are numbered in the order in which minimax enters them. */
export interface Node {
  parent: number | null;
  move: string;
  position: string;
  seat: 0 | 1;
  children: number[];
}

/** Bounds that limit nothing are null. */
export type Step =
  | { do: "enter"; node: number; alpha: number | null; beta: number | null }
  | { do: "leave"; node: number; value: number; cut: number };

export interface Search {
  steps: Step[];
  nodes: number;
  move: string;
  value: number;
}

export interface Trace {
  tree: Node[];
  minimax: Search;
  alphabeta: Search;
}

export class Searcher {
  readonly #desk: Desk;

  constructor(module: WebAssembly.Module) {
    this.#desk = new Desk(module);
  }

  static async load(address: string): Promise<Searcher> {
    return new Searcher(await WebAssembly.compileStreaming(fetch(address)));
  }

  /** Both searches from a position. Throws {@link Refused}. */
  trace(question: Question): Trace {
    return this.#desk.ask(question) as Trace;
  }
}
