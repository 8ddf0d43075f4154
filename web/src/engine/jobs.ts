// What the worker does with questions: small parts of work, one after the other, so that it hears in between
// when a page wants something else.

import type { Desk } from "../rules/desk";
import { terms } from "../rules/rules";
import type { Answer, Info, Question, Report } from "./engine";

/** Milliseconds that a part of an analysis should take: a question waits no longer. */
const PART = 60;
/** Nodes of the first part: lines appear at once, on any device. */
const FIRST = 2_000;
/** The most nodes of a part. */
const MOST = 500_000;

type Asked<What> = Extract<Question, { do: What }>;

/** Answers questions. `work` does one part of what is to be done; the caller calls it while `busy`. */
export class Jobs {
  /** See `Service` of `joust-analysis` for what can be asked. */
  readonly #service: Desk;
  readonly #tell: (answer: Answer) => void;
  readonly #now: () => number;
  readonly #moves: Asked<"move">[] = [];
  readonly #reports: Asked<"report">[] = [];
  /** The first of the reports was begun. */
  #reporting = false;
  #analysis: Analysis | null = null;
  /** Reports and analyses take turns. */
  #analyses = false;

  constructor(service: Desk, tell: (answer: Answer) => void, now: () => number) {
    this.#service = service;
    this.#tell = tell;
    this.#now = now;
  }

  get busy(): boolean {
    return this.#moves.length > 0 || this.#reports.length > 0 || this.#analysis !== null;
  }

  take(question: Question): void {
    switch (question.do) {
      case "move":
        this.#moves.push(question);
        break;
      case "report":
        this.#reports.push(question);
        break;
      case "analyse":
        // There is one analysis: a new one replaces it.
        this.#analysis = new Analysis(question);
        break;
      case "stop":
        this.#stop(question.id);
    }
  }

  /** One part of the work: moves first, then a report and an analysis in turn. */
  work(): void {
    const move = this.#moves.shift();
    const report = this.#reports[0];
    const analysis = this.#analysis;
    if (move) {
      this.#guarded(
        move.id,
        () => this.#move(move),
        () => {},
      );
    } else if (report && !(analysis && this.#analyses)) {
      this.#analyses = true;
      this.#guarded(
        report.id,
        () => this.#step(report),
        () => this.#endReport(),
      );
    } else if (analysis) {
      this.#analyses = false;
      this.#guarded(
        analysis.question.id,
        () => this.#think(analysis),
        () => this.#endAnalysis(analysis),
      );
    }
  }

  #stop(id: number): void {
    if (this.#analysis?.question.id === id) this.#analysis = null;
    if (this.#reporting && this.#reports[0]?.id === id) {
      this.#service.ask({ do: "forget" });
      this.#endReport();
    }
    for (const queue of [this.#moves, this.#reports]) {
      const at = queue.findIndex(question => question.id === id);
      if (at >= 0) queue.splice(at, 1);
    }
  }

  /** Does a part of the work; if it fails, `end` gives the question up. */
  #guarded(id: number, work: () => void, end: () => void): void {
    try {
      work();
    } catch (error) {
      end();
      this.#tell({ id, failed: error instanceof Error ? error.message : String(error) });
      // A module that has trapped is of no use any more.
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  }

  #move({ id, table, level, seed }: Asked<"move">): void {
    const { move } = this.#service.ask<{ move: string }>({ ...terms(table), do: "move", level, seed });
    this.#tell({ id, move });
  }

  #step({ id, table, nodes }: Asked<"report">): void {
    if (!this.#reporting) {
      this.#reporting = true;
      const begun = this.#service.ask<{ done: number; of: number }>({ ...terms(table), do: "report", nodes });
      this.#tell({ id, ...begun });
      return;
    }
    const answer = this.#service.ask<{ report: Report } | { done: number; of: number }>({ do: "step" });
    if ("report" in answer) this.#endReport();
    this.#tell({ id, ...answer });
  }

  #endReport(): void {
    this.#reporting = false;
    this.#reports.shift();
  }

  #endAnalysis(analysis: Analysis): void {
    if (this.#analysis === analysis) this.#analysis = null;
  }

  #think(analysis: Analysis): void {
    const { id, table, lines, nodes } = analysis.question;
    if (!analysis.begun) {
      this.#service.ask({ ...terms(table), do: "lines", lines });
      analysis.begun = true;
    }
    const left = nodes === null ? MOST : nodes - analysis.nodes;
    const begin = this.#now();
    const found = this.#service.ask<Omit<Info, "nps" | "failed">>({
      do: "think",
      nodes: Math.max(1, Math.min(analysis.part, left)),
    });
    const time = this.#now() - begin;
    const visited = found.nodes - analysis.nodes;
    analysis.nodes = found.nodes;
    analysis.time += time;
    analysis.aim(visited, time);
    const done = found.done || (nodes !== null && found.nodes >= nodes);
    if (done) this.#endAnalysis(analysis);
    const nps = analysis.time > 0 ? Math.round((analysis.nodes / analysis.time) * 1000) : 0;
    this.#tell({ id, info: { ...found, done, nps, failed: null } });
  }
}

/** An analysis in progress. */
class Analysis {
  begun = false;
  /** Nodes of the next part. */
  part = FIRST;
  nodes = 0;
  /** Milliseconds of all parts. */
  time = 0;

  constructor(readonly question: Asked<"analyse">) {}

  /** Chooses the size of the next part by what the last one took: at most four times as much. */
  aim(visited: number, time: number): void {
    const ideal = time > 0 ? (visited / time) * PART : MOST;
    this.part = Math.round(Math.min(MOST, Math.max(FIRST, Math.min(ideal, 4 * this.part))));
  }
}
