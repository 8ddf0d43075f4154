// Which bot plays which game.

import { MadBot } from "./mad_bot.js";
import { MadMaxBot } from "./madmax_bot.js";
import { WarBot } from "./war_bot.js";

/**
 * A bot for a game; null for a game that it does not play.
 * @param {string} game
 */
export function make(game) {
  if (game === "mad") return new MadBot();
  if (game === "wargame") return new WarBot();
  if (game === "madmax") return new MadMaxBot();
  return null;
}
