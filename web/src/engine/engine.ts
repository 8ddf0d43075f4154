// The engine for pages: analysis of a position in lines, the report of a game, and the moves of a level.
// All of it is computed in a worker, by the same code as natively. The worker and its WebAssembly are
// loaded with the first question.

import type { Seat, Table } from "../rules/view";

/** What a position is worth, seen from the first seat: Red in MAD, Blue in the War Game. */
export interface Value {
  /**
   * `score` is an estimate. The others are proven: the first seat wins, loses or, in the War Game, draws
   * with best play of both sides.
   */
  kind: "win" | "loss" | "draw" | "score";
  /** The value is proven by the rules: `kind` is not `score`. */
  proven: boolean;
  /** In MAD the expected result from −1 to 1, ½ being the tie-break; in the War Game the final difference. */
  score: number;
  /** The expected result from −1 (the first seat loses) to 1 in both games, for a bar or a graph. */
  chance: number;
  /** Turns until the end of the game, where that is known. */
  turns: number | null;
  /** The game ends within `turns` turns, and perhaps sooner. */
  atMost: boolean;
  /** How a proven game is decided, in the words of `Ending.why`. */
  why: "exile" | "tie-break" | "full" | null;
}

/** A line of play with its value. */
export interface Line {
  value: Value;
  /** In the notation of records, beginning with the side to move; never empty. */
  moves: readonly string[];
}

/** What an analysis has found so far. */
export interface Info {
  depth: number;
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** The lines, the best for the side to move first; none before the first depth, and when the game is over. */
  lines: readonly Line[];
  /** Nothing more will come: the position is solved, the limit is reached, or the analysis has failed. */
  done: boolean;
  /** Why the analysis has failed, in English. */
  failed: string | null;
}

export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What a bad move did, for a sentence such as "gives up the destroyer". */
export interface Slip {
  /**
   * `loses`: the opponent now wins by force. `misses-win`: a forced win is gone. `gives-up`: the opponent
   * expels `ship`. `spares`: the best move would have expelled `ship`. `costs`: it costs `points` points of
   * the final score. `drifts`: nothing that can be named so shortly.
   */
  kind: "loses" | "misses-win" | "gives-up" | "spares" | "costs" | "drifts";
  /** The three digits of a ship. */
  ship: string | null;
  points: number | null;
}

/** An action of a game in its report. */
export interface ReportPly {
  text: string;
  /** The seat that acted. */
  seat: Seat;
  /** The value after it. */
  value: Value;
  /** The best move instead; null when it was played, and for words such as `offer`. */
  best: string | null;
  /** The best line from the position before, beginning with the best move; empty for words. */
  line: readonly string[];
  /** The line that is expected after the action. */
  reply: readonly string[];
  /** How much of the expected result was lost: from 0 to 2, the whole game. */
  lost: number;
  /** Null for words. */
  grade: Grade | null;
  /** Only of moves that are worse than `good`. */
  slip: Slip | null;
}

/** The report of a game. */
export interface Report {
  /** The value before the first action. */
  start: Value;
  plies: readonly ReportPly[];
  /** The accuracy of both seats in percent; null for a seat that has not moved. */
  accuracy: readonly [number | null, number | null];
  /** The turning points: indexes of plies, in order. */
  turning: readonly number[];
}

/** The address of the script `engine.js` and of `analysis.wasm`. */
export interface Addresses {
  worker: string;
  wasm: string;
}

/** A question to the worker, and its answers. */
export type Question =
  | { id: number; do: "analyse"; table: Table; lines: number; nodes: number | null }
  | { id: number; do: "report"; table: Table; nodes: number | null }
  | { id: number; do: "move"; table: Table; level: number; seed: number }
  | { id: number; do: "stop" };

export type Answer =
  | { id: number; info: Info }
  | { id: number; done: number; of: number }
  | { id: number; report: Report }
  | { id: number; move: string }
  | { id: number; failed: string; stopped?: boolean };

/** A question was stopped before its answer came. */
export class Stopped extends Error {
  constructor() {
    super("the engine was stopped");
    this.name = "Stopped";
  }
}

/** Why there is no answer. */
function reason(answer: Answer): Error {
  if (!("failed" in answer)) return new Error("the engine gave another answer");
  return answer.stopped ? new Stopped() : new Error(answer.failed);
}

/** One worker with the engine. It may be asked several things at once; moves come first. */
export class Engine {
  readonly #addresses: Addresses;
  /** The number of the last analysis. */
  #analysis = 0;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #worker: Worker | null = null;
  #last = 0;

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  /**
   * Analyses the position after the course of a table, deeper and deeper, until it is solved, `nodes` nodes
   * were visited, or the answer is called, which stops it. There is one analysis at a time: another one
   * stops it, too.
   */
  analyse(
    table: Table,
    options: { lines?: number; nodes?: number },
    onInfo: (info: Info) => void,
  ): () => void {
    const { lines = 1, nodes = null } = options;
    this.#stop(this.#analysis);
    const id = this.#ask({ do: "analyse", table, lines, nodes }, answer => {
      if ("failed" in answer) {
        this.#open.delete(id);
        if (answer.stopped) return;
        onInfo({ depth: 0, nodes: 0, nps: 0, lines: [], done: true, failed: answer.failed });
      } else if ("info" in answer) {
        if (answer.info.done) this.#open.delete(id);
        onInfo(answer.info);
      }
    });
    this.#analysis = id;
    return () => {
      this.#stop(id);
    };
  }

  /** The report of a game. `result` fails with {@link Stopped} after `stop`. */
  report(
    table: Table,
    onProgress: (done: number, of: number) => void = () => {},
    options: { nodes?: number } = {},
  ): { result: Promise<Report>; stop(): void } {
    let stop = () => {};
    const result = new Promise<Report>((resolve, reject) => {
      const id = this.#ask({ do: "report", table, nodes: options.nodes ?? null }, answer => {
        if ("of" in answer) return onProgress(answer.done, answer.of);
        this.#open.delete(id);
        if ("report" in answer) resolve(answer.report);
        else reject(reason(answer));
      });
      stop = () => {
        if (this.#stop(id)) reject(new Stopped());
      };
    });
    return { result, stop: () => stop() };
  }

  /** The move of a level after the course of a table. Equal seeds give equal moves on all machines. */
  move(table: Table, level: number, seed = Math.floor(Math.random() * 2 ** 32)): Promise<string> {
    return new Promise((resolve, reject) => {
      const id = this.#ask({ do: "move", table, level, seed }, answer => {
        this.#open.delete(id);
        if ("move" in answer) resolve(answer.move);
        else reject(reason(answer));
      });
    });
  }

  /** Ends the worker and all that it does. The next question starts another. */
  dispose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail("stopped", true);
  }

  #ask(question: Unnumbered<Question>, hear: (answer: Answer) => void): number {
    const id = ++this.#last;
    this.#open.set(id, hear);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ ...question, id });
    return id;
  }

  /** Whether there was anything to stop. */
  #stop(id: number): boolean {
    if (!this.#open.delete(id)) return false;
    this.#worker?.postMessage({ id, do: "stop" } satisfies Question);
    return true;
  }

  #start(): Worker {
    const worker = new Worker(this.#addresses.worker, { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.#open.get(data.id)?.(data));
    worker.addEventListener("error", event => {
      event.preventDefault();
      if (this.#worker === worker) this.#worker = null;
      worker.terminate();
      this.#fail(event.message || "the engine could not be loaded");
    });
    worker.postMessage({ wasm: new URL(this.#addresses.wasm, location.href).href });
    return worker;
  }

  #fail(failed: string, stopped = false): void {
    const hearing = [...this.#open];
    this.#open.clear();
    for (const [id, hear] of hearing) hear({ id, failed, stopped });
  }
}

/** A question without its number. */
type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;
