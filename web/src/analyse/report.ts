// The report of a game in words.
import { shipClass } from "../duel/words/say";
import { wordsOf } from "../duel/words/words";
import type { Report } from "../engine/engine";
import type { Language, Words } from "./words/words";

/** The ship of a slip: in French with its article. */
function shipOf(digits: string, language: Language): string {
  const words = wordsOf(language);
  const kind = shipClass(digits);
  return `${words.articles[words.genders[kind]]}${words.classes[kind]}`;
}

/** What went wrong in a turning point, and what was better: `gives up the destroyer; 211-c2xc4 wins`. */
export function turningText(report: Report, index: number, words: Words, language: Language): string {
  const ply = report.plies[index];
  const before = index === 0 ? report.start : report.plies[index - 1].value;
  const won = before.kind === (ply.seat === 0 ? "win" : "loss");
  const { slips } = words;
  const slip = ply.slip;
  const kind = slip?.kind ?? "drifts";
  const what =
    (kind === "gives-up" || kind === "spares") && slip?.ship
      ? slips[kind](shipOf(slip.ship, language))
      : kind === "costs" && slip?.points
        ? slips.costs(slip.points)
        : kind === "loses" || kind === "misses-win"
          ? slips[kind]
          : slips.drifts;
  if (!ply.best) return what;
  return `${what}${language === "fr" ? "\u202f" : ""}; ${won ? words.bestWins(ply.best) : words.bestHolds(ply.best)}`;
}
