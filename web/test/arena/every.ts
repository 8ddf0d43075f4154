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
  { path: "/contests" },
  { path: "/account" },
  { path: "/account/new" },
  { path: "/account/recover" },
  { path: "/offline", ready: "joust-offline mad-board" },
  { path: "/rules/mad" },
  { path: "/rules/wargame" },
  { path: "/rules/madmax" },
  { path: "/learn" },
  { path: "/learn/mad/ships", ready: "joust-learn mad-board" },
  { path: "/learn/mad/rotate", ready: "joust-learn mad-board" },
  { path: "/learn/mad/corvette/2", ready: "joust-learn mad-board" },
  { path: "/learn/mad/parity/3", ready: "joust-learn mad-board" },
  { path: "/learn/wargame/minimax", ready: "joust-learn war-board" },
  { path: "/learn/wargame/conquest/3", ready: "joust-learn war-board" },
  { path: "/learn/madmax/map", ready: "learn-battle .transport" },
  { path: "/learn/madmax/thunderdome/2", ready: "learn-battle .transport" },
  { path: "/learn/madmax/player", ready: "figure.code" },
  { path: "/learn/search", ready: ".tree" },
  { path: "/puzzles/wnsdv3", ready: "joust-puzzles war-board" },
  { path: "/puzzles/hjtna1", ready: "joust-puzzles mad-board" },
  { path: "/puzzles/daily", ready: ".tag" },
  { path: "/analyse", ready: "joust-analyse[data-ready=yes]" },
  { path: "/analyse?game=wargame&board=small", ready: "joust-analyse[data-ready=yes]" },
  { path: "/watch", ready: "joust-watch .gallery" },
  {
    path: "/watch/battle?players=Dummy,Null,Null,Dummy&map=oasis&seed=1#round=90&unit=4",
    ready: "madmax-viewer .levels",
  },
  // A battle that nobody has shared, or that has expired.
  { path: "/watch/0123456789abc", ready: ".notice" },
  { path: "/nothing-here" },
];

/** Games that are made and looked at, by what their form sends. */
export const EVERY_GAME: readonly Record<string, string>[] = [
  { game: "mad", opponent: "computer", level: "0", rules: "app", name: "Wolfeschlegelsteinhausen" },
  { game: "wargame", opponent: "friend" },
];
