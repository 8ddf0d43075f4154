import { expect, test } from "vitest";
import { greedy } from "../../../src/local/greedy";
import type { MadView } from "../../../src/rules/view";
import { rules } from "../../rules";

const after = (...course: string[]) => rules.view({ game: "mad", rules: "app", course }) as MadView;

test("it takes what it can get, and moves a ship where there is nothing to take", () => {
  for (const chance of [0, 0.3, 0.7, 1]) {
    expect(greedy(after(), chance)).toMatch(/^\d{3}-\w\d-\w\d$/);
    const view = after("211-c2-c4");
    const text = greedy(view, chance);
    const { expels, fatal } = view.moves.find(move => move.text === text) ?? {};
    expect({ text, expels, fatal }).toEqual({ text, expels: "211", fatal: false });
  }
});

test("in the War Game it takes the square that brings the most", () => {
  const view = rules.view({ game: "wargame", course: [] });
  expect(greedy(view, 0.5)).toBe("drop-A5");
});

test("a game between two of it comes to an end or goes on by the rules", () => {
  let view = after();
  for (let turn = 0; turn < 200 && !view.over; turn += 1) {
    const text = greedy(view, (turn * 0.37) % 1);
    expect(view.moves.map(move => move.text)).toContain(text);
    view = after(...view.plies.map(ply => ply.text), text);
  }
  expect(view.over).not.toBeNull();
});
