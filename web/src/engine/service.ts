// The analysis in WebAssembly (`joust-analysis`): questions and answers in JSON, over its memory.

/** What the compiled analysis offers. */
interface Exports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  ask(): number;
  output(): number;
}

/** Why a question has no answer: at least one reason, in English. */
export class Refused extends Error {
  constructor(readonly reasons: readonly string[]) {
    super(reasons[0]);
    this.name = "Refused";
  }
}

/** One analysis and one report in progress; see `Service` of `joust-analysis` for what can be asked. */
export class Service {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  /** Throws {@link Refused}. */
  ask<T>(question: object): T {
    const { memory, input, ask, output } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const place = input(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = ask();
    // The memory may have grown.
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)));
    if (Array.isArray(answer.error)) throw new Refused(answer.error);
    return answer as T;
  }
}
