// The rules as the page has them, for unit tests.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Rules } from "../src/rules/rules";

const target = process.env.CARGO_TARGET_DIR ?? join(resolve(import.meta.dirname, "../.."), "target");
const wasm = join(target, "wasm32-unknown-unknown/page/joust_view.wasm");

export const rules = new Rules(new WebAssembly.Module(readFileSync(wasm)));
