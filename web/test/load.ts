import { readFileSync } from "node:fs";
import { Film } from "../src/film/film";
import type { Trouble } from "../src/film/head";
import { readGame } from "../src/load/rules";
import { RULES } from "./games";

const module = new WebAssembly.Module(readFileSync(RULES));

/** Reads a file as the worker does. */
export function load(
  file: Uint8Array,
  states = 64,
): { film: Film | undefined; trouble: Trouble | undefined } {
  let film: Film | undefined;
  let trouble: Trouble | undefined;
  for (const piece of readGame(module, file, states)) {
    if (piece.kind === "head") film = new Film(piece.head, "test");
    if (piece.kind === "chunk") film?.append(piece.chunk);
    if (piece.kind === "trouble") trouble = piece.trouble;
    if (piece.kind === "end" && film) film.ended = true;
  }
  return { film, trouble };
}
