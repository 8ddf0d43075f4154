import { Desk } from "./desk";
import type { MadView, Refusal, Seat, Table, View, WarView } from "./view";

export { Refused } from "./desk";

/** The rules of the duels: a function from questions to answers that remembers nothing. */
export class Rules {
  readonly #desk: Desk;

  constructor(module: WebAssembly.Module) {
    this.#desk = new Desk(module);
  }

  /** Fetches and compiles the rules. */
  static async load(address: string | URL): Promise<Rules> {
    return new Rules(await WebAssembly.compileStreaming(fetch(address)));
  }

  /** How a game stands after its first `at` actions, or after all of them. Throws {@link Refused}. */
  view(table: Table & { game: "mad" }, at?: number | null): MadView;
  view(table: Table & { game: "wargame" }, at?: number | null): WarView;
  view(table: Table, at?: number | null): View;
  view(table: Table, at: number | null = null): View {
    const view = this.#desk.ask({ ...terms(table), at }) as View;
    return { ...view, last: view.plies[view.at - 1] ?? null } as View;
  }

  /** Why a seat may not do this at the end of a course; `null` where it may. Throws {@link Refused}. */
  why(table: Table, seat: Seat, text: string, language: string): Refusal | null {
    return (this.#desk.ask({ ...terms(table), why: text, seat, language }) as { why: Refusal | null }).why;
  }

  /** Asks what only a larger module than rules.wasm knows. Throws {@link Refused}. */
  ask(question: object): unknown {
    return this.#desk.ask(question);
  }
}

/** The fields of a question, whatever else the table carries. */
export function terms({ game, rules, board, values, start, course }: Table): Table {
  return { game, rules, board, values, start, course };
}
