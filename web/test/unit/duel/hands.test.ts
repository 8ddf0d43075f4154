import { beforeEach, expect, test } from "vitest";
import { Frame } from "../../../src/duel/mad/frame";
import { Hands } from "../../../src/duel/mad/hands";
import { wordsOf } from "../../../src/duel/words/words";
import type { MadView } from "../../../src/rules/view";
import { rules } from "../../rules";

const start = rules.view({ game: "mad", course: ["pass", "pass"] });
const near = rules.view({
  game: "mad",
  start: ",b111,b222,/r221,b122,,b112/,,r112,/,b211,r212,/,,r211,/r111,,r222, r 31 4 b",
  course: [],
});

let view: MadView | null;
let sent: string[];
let said: string[];
let focused: string[];
let hands: Hands;

beforeEach(() => {
  view = start;
  [sent, said, focused] = [[], [], []];
  hands = new Hands({
    open: () => view,
    view: () => view ?? start,
    why: text => rules.why({ game: "mad", course: ["pass", "pass"] }, 0, text, "en"),
    frame: () => Frame.of(start, false),
    words: () => wordsOf("en"),
    changed: () => {},
    send: text => sent.push(text),
    say: text => said.push(text),
    focus: selector => focused.push(selector),
  });
});

test("what is chosen is said with all that it can do", () => {
  hands.press("c2", "pointer");
  expect(said).toEqual([
    "Red frigate 211 selected. Squares: b3 c3 d3 c4. Permutations and rotations: 122<>211, 112>211>121, 112>121>211.",
  ]);
  hands.press("c4", "pointer");
  expect(sent).toEqual(["211-c2-c4"]);
  expect(said.length).toBe(1);
});

test("a key that sends a move does not say that nothing is chosen", () => {
  hands.press("c2", "key");
  hands.press("c4", "key");
  expect(sent).toEqual(["211-c2-c4"]);
  expect(said.length).toBe(1);
  hands.press("c2", "key");
  hands.press("c2", "key");
  expect(said.at(-1)).toBe(wordsOf("en").unchosen);
});

test("out of turn a ship shows its card and nothing is chosen", () => {
  view = null;
  hands.press("c2", "key");
  expect([hands.choice.chosen, hands.looked?.ship, sent]).toEqual([null, "211", []]);
  expect(said.at(-1)).toBe(
    "Red frigate 211. Two sails: moves one or two squares. One cannon: expels ships with one shield. One shield: any ship can expel it.",
  );
  expect(hands.lift("c2")).toBe(false);
});

test("what is refused is said with its clause, and a second press lets go", () => {
  hands.press("c2", "pointer");
  hands.press("c5", "pointer");
  expect(hands.refused).toEqual({
    clause: "MAD-3.1",
    text: "211 moves one or two squares, and c5 is 3 away from c2",
    square: "c5",
  });
  expect(said.at(-1)).toBe("211 moves one or two squares, and c5 is 3 away from c2.");
  expect([hands.choice.chosen, hands.looked]).toEqual(["211", expect.objectContaining({ side: 1 })]);
  hands.press("c5", "pointer");
  expect([hands.refused, hands.choice.chosen, sent]).toEqual([null, null, []]);
  // A ship of the other side cannot be dragged, and a shift that is not allowed has its reason, too.
  expect(hands.lift("b5")).toBe(false);
  expect((hands.refused as { clause: string } | null)?.clause).toBe("MAD-2.2");
  hands.refuse("112<>211", null);
  expect(hands.refused).toMatchObject({ clause: "MAD-4.1", square: null });
});

test("a key is led to the bonus and back to the square", () => {
  view = near;
  hands.press("a5", "key");
  hands.press("a6", "key");
  expect(said.at(-1)).toMatch(/^Bonus move\. One step to the last row: 221/);
  expect(focused).toEqual(["[data-bonus]:not([data-bonus=none], [aria-disabled])"]);
  hands.back();
  expect(hands.choice.chosen).toBe("221");
  expect(focused.at(-1)).toBe('[data-square="a5"]');
  hands.press("a6", "pointer");
  expect(focused.length).toBe(2);
  hands.decline();
  expect(sent).toEqual(["221-a5-a6"]);
});

test("a ship is carried over what it would do", () => {
  expect(hands.lift("a4")).toBe(false);
  expect(hands.lift("d2")).toBe(true);
  const at = { x: 1, y: 2 };
  hands.carry(at, "a1");
  expect(hands.preview?.text).toBe("112<>221");
  hands.carry(at, "b1");
  expect(hands.preview).toBeNull();
  hands.carry(at, "d3");
  expect(hands.preview?.text).toBe("112-d2-d3");
  expect(hands.drop("d3")?.at).toBe(at);
  expect(sent).toEqual(["112-d2-d3"]);
  expect(hands.carried).toBeNull();
});

test("let go elsewhere, it goes back and stays chosen", () => {
  hands.lift("d2");
  hands.drop("b4");
  expect([sent, hands.choice.chosen]).toEqual([[], "112"]);
  hands.lift("d2");
  hands.drop(null);
  expect(sent).toEqual([]);
});

test("a turn that ends takes the ship out of the hand", () => {
  hands.lift("d2");
  view = null;
  hands.renew(rules.view({ game: "mad", course: ["pass", "pass", "211-c2-c4"] }), [0], false);
  hands.drop("d3");
  expect([sent, hands.choice.chosen]).toEqual([[], null]);
});
