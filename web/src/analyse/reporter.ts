// The making of a report on the main line, and the report until another study is opened.
import { type Engine, type Grade, type Report, Stopped } from "../engine/engine";
import type { Book } from "./book";
import type { Node } from "./tree";

/** The most moves of a better line. */
const BETTER = 6;

/** How far a report is that is being made. */
export interface Progress {
  done: number;
  of: number;
  stop(): void;
}

/** How the making of a report ended; `dropped` if it was stopped or another study was opened. */
export type Outcome = "made" | "failed" | "dropped";

export class Reporter {
  report: Report | null = null;
  /** The nodes of the report, in order. */
  nodes: readonly Node[] = [];
  progress: Progress | null = null;
  private grades = new Map<Node, Grade>();
  /** Counts the studies: a report on an earlier one is dropped. */
  private study = 0;

  constructor(private readonly changed: () => void) {}

  /** What the report says of a move. */
  grade(node: Node): Grade | undefined {
    return this.grades.get(node);
  }

  /** Another study is on the board. */
  forget(): void {
    this.study += 1;
    this.progress?.stop();
    this.progress = null;
    this.report = null;
    this.nodes = [];
    this.grades.clear();
  }

  async make(engine: Engine, { tree, terms }: Book): Promise<Outcome> {
    const { study } = this;
    const nodes = tree.main();
    const course = nodes.map(({ text }) => text);
    const work = engine.report({ ...terms, course }, (done, of) => {
      if (study !== this.study || !this.progress) return;
      this.progress = { ...this.progress, done, of };
      this.changed();
    });
    this.progress = { done: 0, of: nodes.length, stop: work.stop };
    this.changed();
    try {
      const report = await work.result;
      if (study !== this.study) return "dropped";
      this.report = report;
      this.nodes = nodes;
      this.grades = new Map(report.plies.flatMap(({ grade }, i) => (grade ? [[nodes[i], grade]] : [])));
      return "made";
    } catch (why) {
      return why instanceof Stopped ? "dropped" : "failed";
    } finally {
      if (study === this.study) this.progress = null;
      this.changed();
    }
  }

  /** The best line in place of a move, and the node from which it goes on. */
  better(index: number): { parent: Node | null; line: readonly string[] } {
    return { parent: this.nodes[index].parent, line: this.report?.plies[index].line.slice(0, BETTER) ?? [] };
  }
}
