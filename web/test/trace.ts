// The traced agents as the laboratory has them, for unit tests.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Question, Searcher, type Trace } from "../src/learn/laboratory/searcher";

const target = process.env.CARGO_TARGET_DIR ?? join(resolve(import.meta.dirname, "../.."), "target");
const wasm = join(target, "wasm32-unknown-unknown/page/joust_trace.wasm");
const searcher = new Searcher(new WebAssembly.Module(readFileSync(wasm)));

export const trace = (question: Question): Trace => searcher.trace(question);
