import type { Head, Trouble } from "../film/head";

/** What the compiled rules offer. */
interface Exports {
  memory: WebAssembly.Memory;
  input(bytes: number): number;
  open(): number;
  more(states: number): number;
  trouble(): void;
  output(): number;
  output_bytes(): number;
}

const END = 1;
const BROKEN = 2;

/** What comes out of a file, piece by piece. */
export type Piece =
  | { kind: "head"; head: Head }
  | { kind: "chunk"; chunk: ArrayBuffer }
  | { kind: "end" }
  | { kind: "trouble"; trouble: Trouble };

/** Reads a result or a compact record with the rules: first its head, then its states in chunks. */
export function* readGame(module: WebAssembly.Module, file: Uint8Array, states: number): Generator<Piece> {
  const rules = new WebAssembly.Instance(module).exports as unknown as Exports;
  const output = () => new Uint8Array(rules.memory.buffer, rules.output(), rules.output_bytes());
  const told = () => JSON.parse(new TextDecoder().decode(output()));
  const input = rules.input(file.length);
  new Uint8Array(rules.memory.buffer, input, file.length).set(file);
  if (rules.open() === BROKEN) {
    yield { kind: "trouble", trouble: told() };
    return;
  }
  yield { kind: "head", head: told() };
  // The first state alone, so that something is seen at once.
  for (let ask = 1; ; ask = states) {
    const answer = rules.more(ask);
    const chunk = output().slice().buffer;
    if (chunk.byteLength > 0) yield { kind: "chunk", chunk };
    if (answer === END) {
      yield { kind: "end" };
      return;
    }
    if (answer === BROKEN) {
      rules.trouble();
      yield { kind: "trouble", trouble: told() };
      return;
    }
  }
}
