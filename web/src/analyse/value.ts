// Values of the engine in words and signs.
import { sideName, wordsOf } from "../duel/words/words";
import type { Value } from "../engine/engine";
import type { View } from "../rules/view";
import type { Language, Words } from "./words/words";

/** The seat for which a value speaks; none when the sides are equal. */
export function favours(value: Value): 0 | 1 | null {
  if (value.kind === "win") return 0;
  if (value.kind === "loss") return 1;
  if (value.kind === "draw") return null;
  const worth = shown(value);
  return worth > 0 ? 0 : worth < 0 ? 1 : null;
}

/** A score as it is shown: hundredths of a game in MAD, points in the War Game. */
function shown({ score }: Value): number {
  return Math.round(score * 100) / 100;
}

const number = (n: number, language: Language, digits: number) =>
  n.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The value as short as it can be: `+0.31`, `−12`, and the distance of a win, `#7`. */
export function sign(value: Value, view: Pick<View, "game">, language: Language): string {
  if (value.kind === "draw") return "=";
  if (value.kind !== "score" && view.game === "mad") return value.turns === null ? "#" : `#${value.turns}`;
  const digits = view.game === "mad" ? 2 : 0;
  const worth = view.game === "mad" ? shown(value) : Math.round(value.score);
  const text = number(Math.abs(worth), language, digits);
  return worth > 0 ? `+${text}` : worth < 0 ? `−${text}` : text;
}

/** The value as a sentence without its full stop. */
export function told(
  value: Value,
  view: Pick<View, "game" | "sides">,
  words: Words,
  language: Language,
): string {
  const of = words.value;
  const seat = favours(value);
  const side = seat === null ? "" : sideName(view, seat, wordsOf(language));
  const points = Math.round(Math.abs(value.score));
  const proven = (text: string) => `${text} (${of.proven})`;
  if (value.kind === "draw") return proven(of.tie);
  if (value.kind === "score") {
    if (view.game === "mad") {
      return seat === null ? of.equal : of.better(side, number(Math.abs(shown(value)), language, 2));
    }
    return seat === null || points === 0 ? of.equal : of.points(side, number(points, language, 0));
  }
  if (view.game === "wargame") return proven(points > 0 ? of.winsBy(side, points) : of.wins(side));
  if (value.why === "tie-break") return proven(of.winsTie(side, value.turns));
  if (value.turns === null) return proven(of.wins(side));
  return proven(value.atMost ? of.winsWithin(side, value.turns) : of.winsIn(side, value.turns));
}
