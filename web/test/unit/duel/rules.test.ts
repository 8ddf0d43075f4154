import { expect, test } from "vitest";
import { Refused } from "../../../src/rules/rules";
import { isSaid } from "../../../src/rules/view";
import { rules } from "../../rules";

test("a view says whose turn it is, what is allowed and what happened", () => {
  const view = rules.view({ game: "mad", course: ["pass", "pass", "211-c2-c4", "offer"] });
  expect(view.side).toBe(1);
  expect(view.awaits).toEqual([0]);
  expect(view.words).toEqual(["accept", "decline", "resign"]);
  expect(view.last?.text).toBe("offer");
  expect(view.plies.map(isSaid)).toEqual([false, false, false, true]);
  const earlier = rules.view({ game: "mad", course: view.plies.map(ply => ply.text) }, 3);
  expect(earlier.last).toMatchObject({ text: "211-c2-c4", turn: 3, from: "c2", to: "c4" });
  expect(earlier.moves.find(move => move.text === "122-b5-b4")?.then).toEqual([
    { side: 1, ship: "122", from: "b5", to: "b4" },
  ]);
});

test("texts beyond the first plane and large questions come through", () => {
  const why = rules.why({ game: "wargame", board: "tiny", course: [] }, 0, "A1 🚀", "en");
  expect(why?.text).toContain("🚀");
  const course = Array.from({ length: 30 }, () => ["112<>221", "112<>221"]).flat();
  const long = rules.view({ game: "mad", rules: "limit=10000,positioning=off", course });
  expect(long.plies.length).toBe(60);
});

test("refusals have reasons", () => {
  expect(() => rules.view({ game: "mad", course: ["c2c4"] })).toThrow(Refused);
  expect(() => rules.view({ game: "mad", start: "x/y z", course: [] })).toThrow(/a2: `x` is not a ship/);
});
