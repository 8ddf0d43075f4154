// Recorded games: `> ` stands before messages of the referee, `< ` before the answers of the bot.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const GAMES = ["mad", "wargame", "madmax"];

/**
 * The file of a recorded game.
 * @param {string} game
 */
export function path(game) {
  return fileURLToPath(new URL(`./${game}.txt`, import.meta.url));
}

/**
 * The messages of the referee.
 * @param {string} game
 */
export function messages(game) {
  return lines(game, "> ");
}

/**
 * The answers of the greedy bot.
 * @param {string} game
 */
export function answers(game) {
  return lines(game, "< ");
}

/**
 * @param {string} game
 * @param {string} mark
 */
function lines(game, mark) {
  const all = readFileSync(path(game), "utf8").split("\n");
  return all.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
}
