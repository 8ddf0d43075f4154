// The engine of the page, and what the server knows exactly of the position on the board.
import { Engine, type Info } from "../engine/engine";
import type { Table, View } from "../rules/view";
import type { Exact } from "./engine_panel";

/** How long a position must stay on the board before the server is asked, in milliseconds. */
const PATIENT = 250;
/** After so many nodes the engine rests: about a minute. */
const NODES = 50_000_000;

export class Advisor {
  on = false;
  lines = 3;
  info: Info | null = null;
  exact: Exact | null = null;
  private engine: Engine | undefined;
  private stop: (() => void) | undefined;
  private asked = "";
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly addresses: { worker: string; wasm: string },
    private readonly changed: () => void,
  ) {}

  /** The engine; it is loaded with the first question. */
  need(): Engine {
    this.engine ??= new Engine(this.addresses);
    return this.engine;
  }

  /** Stops, and forgets what was found. */
  rest(): void {
    this.stop?.();
    this.stop = undefined;
    this.asked = "";
    clearTimeout(this.asking);
  }

  turnOff(): void {
    this.rest();
    this.on = false;
    this.info = null;
    this.exact = null;
  }

  /** Asks about the position after the course of a table, once; the view is of that position. */
  consider(table: Table, view: View): void {
    if (!this.on) return;
    const key = `${this.lines}|${JSON.stringify(table)}`;
    if (key === this.asked) return;
    this.rest();
    this.asked = key;
    this.info = null;
    this.exact = null;
    if (view.over) return;
    this.stop = this.need().analyse(table, { lines: this.lines, nodes: NODES }, info => {
      if (this.asked !== key) return;
      // Before the first depth is done there is nothing to show.
      if (info.lines.length > 0 || info.done) this.info = info;
      this.changed();
    });
    // The server knows boards by name only.
    if (!table.values) this.asking = setTimeout(() => void this.askExact(key, view), PATIENT);
  }

  /** A server that is busy or cannot be reached is not missed: the lines of the engine are there. */
  private async askExact(key: string, { game, rules, board, position }: View): Promise<void> {
    const answer = await fetch(`/exact?${new URLSearchParams({ game, rules, board, position })}`).catch(
      () => null,
    );
    const exact: Exact = answer?.ok ? await answer.json().catch(() => UNKNOWN) : UNKNOWN;
    if (this.asked !== key) return;
    this.exact = exact;
    this.changed();
  }

  dispose(): void {
    this.rest();
    this.engine?.dispose();
  }
}

const UNKNOWN: Exact = { known: false };
