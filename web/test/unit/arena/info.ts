import type { GameInfo } from "../../../src/arena/play/messages";

/** A game of MAD against the computer, two actions old. */
export const info = (own: Partial<GameInfo> = {}): GameInfo => ({
  id: "7k3m",
  version: 3,
  game: "mad",
  rules: "current",
  board: "6x4",
  values: null,
  start: "",
  opponent: "computer",
  level: 3,
  seats: [
    { kind: "person", name: "Ada", here: true },
    { kind: "computer", name: "", level: 3, here: true },
  ],
  you: [0],
  watching: 0,
  course: ["pass", "112<>221"],
  clock: null,
  ending: null,
  rematch_offer: null,
  rematch: null,
  fault: null,
  full: false,
  invited: false,
  ...own,
});
