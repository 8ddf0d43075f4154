// All pages of the arena, for tests that look at each of them. A new page gets a line here.

/** A page, and what must be there before it is looked at. */
export interface Listed {
  path: string;
  /** A selector; without one the page is ready when it is loaded. */
  ready?: string;
}

export const EVERY_PAGE: readonly Listed[] = [
  { path: "/", ready: "joust-local mad-board" },
  { path: "/new" },
  { path: "/new?game=wargame&board=Narvik&position=b.g...%20b" },
  { path: "/games" },
  { path: "/program" },
  { path: "/offline", ready: "joust-offline mad-board" },
  { path: "/rules/mad" },
  { path: "/rules/wargame" },
  { path: "/learn" },
  { path: "/puzzles" },
  { path: "/analyse" },
  { path: "/watch" },
  { path: "/nothing-here" },
];

/** Games that are made and looked at, by what their form sends. */
export const EVERY_GAME: readonly Record<string, string>[] = [
  { game: "mad", opponent: "computer", level: "0", rules: "app", name: "Wolfeschlegelsteinhausen" },
  { game: "wargame", opponent: "friend" },
];
