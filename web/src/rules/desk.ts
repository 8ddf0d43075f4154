// The conversation with a WebAssembly module that answers questions in JSON.

/** What the module offers. */
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

/** A module that answers. */
export class Desk {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
  }

  /** Asks a question. Throws {@link Refused}. */
  ask<T = unknown>(question: object): T {
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
