import type { Found, MadView, Refusal, Seat, Table, View, WarView } from "./view";

/** What the compiled rules offer. */
interface Exports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  ask(): number;
  output(): number;
}

/** Why a question has no answer: at least one reason, in English. */
export class Refused extends Error {
  constructor(readonly reasons: readonly string[]) {
    // One mistake may cause a hundred errors; the first ones are enough.
    super(reasons.slice(0, 2).join("\n"));
    this.name = "Refused";
  }
}

/** The rules of the duels: a function from questions to answers that remembers nothing. */
export class Rules {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
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
    const view = this.#ask({ ...terms(table), at }) as View;
    return { ...view, last: view.plies[view.at - 1] ?? null } as View;
  }

  /**
   * The game in a record, a list of moves or a position text. What is on the page settles what the
   * text leaves open. Throws {@link Refused}.
   */
  read(text: string, page?: Table): Found {
    return this.#ask({ ...(page && terms({ ...page, course: [] })), read: text }) as Found;
  }

  /** The record of a game, with these headers before its own. Throws {@link Refused}. */
  write(table: Table, headers: Readonly<Record<string, string>> = {}): string {
    return (this.#ask({ ...terms(table), write: headers }) as { record: string }).record;
  }

  /** Why a seat may not do this at the end of a course; `null` where it may. Throws {@link Refused}. */
  why(table: Table, seat: Seat, text: string, language: string): Refusal | null {
    return (this.#ask({ ...terms(table), why: text, seat, language }) as { why: Refusal | null }).why;
  }

  #ask(question: object): unknown {
    const { memory, input, ask, output } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const place = input(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = ask();
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
    if (Array.isArray(answer.error)) throw new Refused(answer.error);
    return answer;
  }
}

/** The fields of a question, whatever else the table carries. */
function terms({ game, rules, board, values, start, course }: Table): Table {
  return { game, rules, board, values, start, course };
}
