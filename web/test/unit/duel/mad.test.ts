import { describe, expect, test } from "vitest";
import { arcsOf } from "../../../src/duel/mad/arcs";
import { Frame } from "../../../src/duel/mad/frame";
import { keyLeads } from "../../../src/duel/mad/input";
import {
  back,
  bonusesOf,
  type Choice,
  choose,
  decline,
  drop,
  lastMove,
  mayMove,
  NOTHING,
  offered,
  press,
  renew,
  settle,
  shiftsOf,
  shown,
  stepsOf,
  take,
} from "../../../src/duel/mad/state";
import type { MadView } from "../../../src/rules/view";
import { rules } from "../../rules";

const start = rules.view({ game: "mad", course: ["pass", "pass"] });
/** Red's 221 stands one step before its last row; the partner 112 is on the board, 122 in exile. */
const near = rules.view({
  game: "mad",
  start: ",b111,b222,/r221,b122,,b112/,,r112,/,b211,r212,/,,r211,/r111,,r222, r 31 4 b",
  course: [],
});
const chosen = (ship: string): Choice => ({ ...NOTHING, chosen: ship });

describe("what is pressed", () => {
  test("a ship is chosen, chosen anew and let go", () => {
    const one = press(start, NOTHING, "c2");
    expect(one).toEqual({ choice: chosen("211"), send: null });
    expect(press(start, one.choice, "d2").choice).toEqual(chosen("112"));
    expect(press(start, one.choice, "c2").choice).toBe(NOTHING);
    // What it cannot do is asked about, and it stays chosen.
    expect(press(start, one.choice, "a4")).toEqual({ ...one, wish: "c2a4" });
    // Ships of the other side are not chosen.
    expect(press(start, NOTHING, "c5").choice).toBe(NOTHING);
  });

  test("a target sends the movement", () => {
    expect(press(start, chosen("211"), "c4")).toEqual({ choice: NOTHING, send: "211-c2-c4" });
  });

  test("a step with a bonus waits for the answer", () => {
    const step = press(near, chosen("221"), "a6");
    expect(step.send).toBeNull();
    expect(step.choice.step?.text).toBe("221-a5-a6");
    const bonuses = offered(near, step.choice).map(move => move.bonus);
    expect(bonuses).toEqual(["112<>221", "122>212>221", "122>221>212"]);
    expect(shown(near, step.choice, null).get("0221")).toBe("a6");
    expect(decline(step.choice)).toEqual({ choice: NOTHING, send: "221-a5-a6" });
    const permutation = bonusesOf(near, step.choice.step!)[0];
    expect(take(near, step.choice, permutation).send).toBe("221-a5-a6+112<>221");
    // Pressing it again changes nothing, the square of departure takes it back, elsewhere is another step.
    expect(press(near, step.choice, "a6").choice).toBe(step.choice);
    expect(press(near, step.choice, "a5").choice).toEqual(chosen("221"));
    expect(press(near, step.choice, "a4")).toEqual({ choice: NOTHING, send: "221-a5-a4" });
    expect(back(step.choice)).toEqual(chosen("221"));
    expect(back(back(step.choice))).toBe(NOTHING);
  });

  test("a two-square movement to the last row has no bonus to wait for", () => {
    const view = rules.view({
      game: "mad",
      start: ",,,/,b111,,/r221,,,/,,,/r112,r111,,/,,, r 9 0 -",
      course: [],
    });
    expect(press(view, chosen("221"), "a6")).toEqual({ choice: NOTHING, send: "221-a4-a6" });
  });

  test("exiling the own corvette is asked about", () => {
    const view = rules.view({
      game: "mad",
      start: "b111,,,/,,,/,,,/,b121,,/r211,r111,,/,,, r 9 3 b",
      course: [],
    });
    const fatal = shiftsOf(view, "111")[0];
    const asked = take(view, chosen("111"), fatal);
    expect(asked.send).toBeNull();
    expect(asked.choice.doubt?.text).toBe("111<>222");
    expect(settle(asked.choice, false)).toEqual({ choice: chosen("111"), send: null });
    expect(settle(asked.choice, true).send).toBe("111<>222");
  });

  test("in a positioning turn ships have shifts only", () => {
    const view = rules.view({ game: "mad", course: [] });
    expect(stepsOf(view, "211")).toEqual([]);
    expect(choose(view, NOTHING, "211").choice).toEqual(chosen("211"));
    expect(offered(view, chosen("211")).length).toBe(3);
  });
});

describe("what is dragged", () => {
  test("onto a target it moves, onto an own ship it takes its place", () => {
    expect(drop(start, NOTHING, "211", "c4")?.send).toBe("211-c2-c4");
    expect(drop(start, NOTHING, "112", "a1")?.send).toBe("112<>221");
    expect(drop(start, NOTHING, "112", "c2")?.send).toBe("112>211>121");
    expect(drop(start, NOTHING, "112", "a2")?.send).toBe("112>121>211");
    expect(drop(start, NOTHING, "112", "b1")).toEqual({ choice: NOTHING, send: null, wish: "d2b1" });
    expect(drop(start, NOTHING, "112", "d2")).toBeNull();
  });
});

describe("who may move", () => {
  test("only the seat that is asked, and nobody while an offer waits", () => {
    expect(mayMove(start, [0])).toBe(true);
    expect(mayMove(start, [1])).toBe(false);
    const offer = rules.view({ game: "mad", course: ["pass", "pass", "offer"] });
    expect(mayMove(offer, [0, 1])).toBe(false);
  });

  test("a choice does not outlive its turn", () => {
    const choice = chosen("211");
    expect(renew(start, [0], choice)).toBe(choice);
    expect(renew(start, [1], choice)).toBe(NOTHING);
    const later = rules.view({ game: "mad", course: ["pass", "pass", "211-c2-c4"] });
    expect(renew(later, [0], { ...choice, step: stepsOf(start, "211")[0] })).toBe(NOTHING);
  });
});

describe("what is shown", () => {
  test("a move that was sent is on the board, an unknown one is not", () => {
    expect(shown(start, NOTHING, "211-c2-c4").get("0211")).toBe("c4");
    expect(shown(start, NOTHING, "nonsense").get("0211")).toBe("c2");
    const recall = rules.view({
      game: "mad",
      start: "b111,,,/,,,/,,,/,b121,,/r211,r111,,/,,, r 9 3 b",
      course: [],
    });
    const places = shown(recall, NOTHING, "122<>211");
    expect([places.get("0122"), places.get("0211")]).toEqual(["a2", null]);
  });

  test("words do not hide the last move", () => {
    const view = rules.view({ game: "mad", course: ["pass", "pass", "211-c2-c4", "offer", "decline"] });
    expect(lastMove(view)?.text).toBe("211-c2-c4");
    expect(lastMove(rules.view({ game: "mad", course: [] }))).toBeNull();
  });
});

describe("where things are", () => {
  const frames = [false, true].map(flipped => Frame.of(start, flipped));

  test("a square is found where it is drawn, also when the board is turned", () => {
    for (const frame of frames) {
      for (const square of start.squares) expect(frame.squareAt(frame.centre(square))).toBe(square);
    }
    expect(frames[0].centre("a1").y).toBeGreaterThan(frames[0].centre("a6").y);
    expect(frames[1].centre("a1").y).toBeLessThan(frames[1].centre("a6").y);
    expect(frames[0].squareAt({ x: 0, y: 0 })).toBeNull();
  });

  test("arrow keys go as they look, and over missing squares", () => {
    const aztec = rules.view({ game: "mad", board: "aztec", course: [] });
    const exists = (square: string) => aztec.squares.includes(square);
    const [plain, turned] = [false, true].map(flipped => Frame.of(aztec, flipped));
    expect(keyLeads("ArrowUp", "d4", plain, exists)).toBe("d5");
    expect(keyLeads("ArrowUp", "d4", turned, exists)).toBe("d3");
    expect(keyLeads("ArrowLeft", "d4", turned, exists)).toBe("e4");
    expect(keyLeads("ArrowLeft", "c1", plain, exists)).toBeNull();
    expect(keyLeads("Home", "d2", plain, exists)).toBe("b2");
    expect(keyLeads("End", "d2", turned, exists)).toBe("b2");
    expect(keyLeads("x", "d2", plain, exists)).toBeNull();
  });
});

describe("arcs", () => {
  const arcs = (view: MadView, ship: string) =>
    arcsOf(Frame.of(view, false), shiftsOf(view, ship), shown(view, NOTHING, null), ship);

  test("handles stand apart, away from the middle of every square", () => {
    for (const board of ["6x4", "5x5", "4x6", "aztec"]) {
      const view = rules.view({ game: "mad", board, course: ["pass", "pass"] });
      for (const ship of ["111", "112", "121", "122", "211", "212", "221", "222"]) {
        const handles = arcs(view, ship).map(({ handle }) => handle!);
        const far = (a: { x: number; y: number }, b: { x: number; y: number }) =>
          Math.hypot(a.x - b.x, a.y - b.y);
        handles.forEach((one, i) => {
          for (const other of handles.slice(i + 1)) expect(far(one, other)).toBeGreaterThan(60);
          const frame = Frame.of(view, false);
          for (const square of view.squares) expect(far(one, frame.centre(square))).toBeGreaterThan(55);
        });
      }
    }
  });

  test("a permutation is one arc with two points, a rotation has an arc for each ship", () => {
    const [permutation, ...turns] = arcs(start, "211");
    expect([permutation.arcs.length, permutation.arcs[0].heads.length]).toEqual([1, 2]);
    for (const turn of turns) {
      expect(turn.arcs.length).toBe(3);
      expect(turn.arcs.filter(arc => arc.main).length).toBe(1);
    }
    // The two ways round look different.
    expect(new Set(turns.map(turn => turn.turn)).size).toBe(2);
  });

  test("without a chosen ship there is nothing to press", () => {
    const all = arcsOf(Frame.of(start, false), shiftsOf(start, "211"), shown(start, NOTHING, null), null);
    expect(all.every(({ handle }) => handle === null)).toBe(true);
  });
});
