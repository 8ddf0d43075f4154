// The rules as the page has them, for unit tests.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Rules } from "../src/rules/rules";
import { Study } from "../src/rules/study";

const target = process.env.CARGO_TARGET_DIR ?? join(resolve(import.meta.dirname, "../.."), "target");
const built = (name: string) =>
  new Rules(
    new WebAssembly.Module(readFileSync(join(target, `wasm32-unknown-unknown/page/joust_${name}.wasm`))),
  );

export const rules = built("view");

/** What reads and writes records, with reasons in a language. */
export const study = (language: "en" | "fr" = "en") => new Study(built("study"), language);
