import { expect, test } from "vitest";
import { nameOf } from "../../../src/duel/war/render";
import {
  keyLeads,
  lastMove,
  mayMove,
  NOTHING,
  press,
  renew,
  scoresAfter,
  shown,
  waysTo,
} from "../../../src/duel/war/state";
import { wordsOf } from "../../../src/duel/words/words";
import { rules } from "../../rules";

const course = ["C3", "E5", "C4", "D5", "D4", "C5"];
const view = rules.view({ game: "wargame", board: "Smolensk", course });
const optional = rules.view({ game: "wargame", board: "Smolensk", rules: "optional-blitz", course });

test("a mouse takes at once, a finger looks first", () => {
  expect(press(view, NOTHING, "E4", "mouse").send).toBe("blitz-E4");
  expect(press(view, NOTHING, "E4", "key").send).toBe("blitz-E4");
  const touched = press(view, NOTHING, "E4", "touch");
  expect(touched).toEqual({ choice: { square: "E4", asks: false }, send: null });
  expect(press(view, touched.choice, "F6", "touch").choice.square).toBe("F6");
  expect(press(view, touched.choice, "E4", "touch").send).toBe("blitz-E4");
  expect(press(view, touched.choice, "C3", "touch")).toEqual({ choice: NOTHING, send: null });
});

test("where there are two ways, it is asked", () => {
  expect(waysTo(optional, "E4").map(way => way.text)).toEqual(["blitz-E4", "drop-E4"]);
  expect(press(optional, NOTHING, "E4", "mouse")).toEqual({
    choice: { square: "E4", asks: true },
    send: null,
  });
  expect(press(optional, NOTHING, "A1", "mouse").send).toBe("drop-A1");
});

test("a move that was sent is shown with its conquests and scores", () => {
  const owners = shown(view, "blitz-E4");
  const owner = (square: string) => owners[view.squares.indexOf(square)];
  expect([owner("E4"), owner("E5"), owner("C5"), owner("A1")]).toEqual([0, 0, 1, null]);
  expect(scoresAfter(view, waysTo(view, "E4")[0])).toEqual([172 + 62, 121 - 49]);
  expect(view.scores).toEqual([172, 121]);
});

test("squares have names that say what would happen", () => {
  const scene = { view, owners: view.owners, preview: null, hint: null, waiting: false, active: true };
  const [en, fr] = [nameOf(scene, wordsOf("en")), nameOf(scene, wordsOf("fr"))];
  expect(en("E4")).toBe("E4, value 13, vacant: blitz would conquer E5 for 49");
  expect(en("A1")).toBe("A1, value 66, vacant: drop takes it");
  expect(en("C5")).toBe("C5, value 72, Green, last move");
  expect(fr("E4")).toBe("E4, valeur 13, libre\u00a0: un assaut conquerrait E5 pour 49");
  expect(nameOf({ ...scene, view: optional }, wordsOf("en"))("E4")).toMatch(/for 49, or drop$/);
  expect(nameOf({ ...scene, active: false }, wordsOf("en"))("E4")).toBe("E4, value 13, vacant");
});

test("keys stay on the board", () => {
  expect(keyLeads(view, "ArrowRight", "C3")).toBe("D3");
  expect(keyLeads(view, "ArrowDown", "C3")).toBe("C4");
  expect(keyLeads(view, "ArrowUp", "C1")).toBeNull();
  expect(keyLeads(view, "ArrowRight", "F2")).toBeNull();
  expect(keyLeads(view, "End", "C3")).toBe("F3");
  expect(keyLeads(view, "Tab", "C3")).toBeNull();
});

test("a choice ends with the turn", () => {
  const choice = { square: "E4", asks: false };
  expect(renew(view, [0], choice)).toBe(choice);
  expect(renew(view, [1], choice)).toBe(NOTHING);
  const taken = rules.view({ game: "wargame", board: "Smolensk", course: [...course, "E4"] });
  expect(renew(taken, [0, 1], choice)).toBe(NOTHING);
  expect(lastMove(taken)?.conquers).toEqual(["E5"]);
  expect(mayMove(rules.view({ game: "wargame", board: "Smolensk", course: ["resign"] }), [0, 1])).toBe(false);
});
