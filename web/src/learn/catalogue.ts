// All lessons by game: their titles, in the file that the server reads, too.
import data from "./catalogue.json";
import type { GameName } from "./steps";

export interface Listed {
  id: string;
  en: readonly [string, string];
  fr: readonly [string, string];
}

export const GAMES: readonly GameName[] = ["mad", "wargame", "madmax"];
export const CATALOGUE = data as unknown as Record<GameName, readonly Listed[]>;

export const addressOf = (game: GameName, lesson: string, step = 1): string =>
  step > 1 ? `/learn/${game}/${lesson}/${step}` : `/learn/${game}/${lesson}`;

/** The page of a clause, by its id. */
export function lawOf(clause: string): string {
  const game = clause.startsWith("MAD") ? "mad" : clause.startsWith("WAR") ? "wargame" : "madmax";
  return `/rules/${game}#${clause}`;
}

/** The lesson after this one; at the end of a game there is none. */
export function after(game: GameName, lesson: string): Listed | undefined {
  const at = CATALOGUE[game].findIndex(listed => listed.id === lesson);
  return CATALOGUE[game][at + 1];
}
