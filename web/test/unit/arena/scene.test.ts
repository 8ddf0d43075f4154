import { describe, expect, it } from "vitest";
import { giveUpText } from "../../../src/arena/play/dialogs";
import type { GameInfo } from "../../../src/arena/play/messages";
import { bothMoved, isStuck, scene } from "../../../src/arena/play/scene";
import { begin, reduce } from "../../../src/arena/play/state";
import { standing } from "../../../src/arena/play/status";
import { Views } from "../../../src/arena/play/views";
import { words } from "../../../src/arena/words/words";
import type { Ending } from "../../../src/rules/view";
import { rules } from "../../rules";
import { info } from "./info";

const views = () => new Views(rules);
const of = (own: Partial<GameInfo>, language: "en" | "fr" = "en") =>
  scene(begin(game(own), 0), {
    views: views(),
    at: undefined,
    words: words(language),
    say: move => move.text,
  });
const game = (own: Partial<GameInfo>) => info({ start: START, ...own });
const START =
  "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 r 1 0 -";

describe("whose turn it is", () => {
  it("is said to a player, about the computer, about a friend and to a spectator", () => {
    expect(standing(of({})).title).toBe("Your turn");
    expect(standing(of({ course: ["pass"] })).title).toBe("The computer is thinking…");
    const seats = info().seats;
    seats[1] = { kind: "person", name: "Grace", here: true };
    expect(standing(of({ course: ["pass"], opponent: "friend", seats })).title).toBe("Waiting for Grace");
    expect(standing(of({ course: ["pass"], you: [] })).title).toBe("The computer is thinking…");
    expect(standing(of({ you: [] })).title).toBe("Red to move");
    expect(standing(of({ course: ["pass"], fault: 1 })).title).toBe("The computer has stopped");
    expect(standing(of({ course: ["pass"], fault: 1 }, "fr")).title).toBe("L’ordinateur s’est arrêté");
    expect(standing(of({ opponent: "screen", you: [0, 1] }, "fr")).title).toBe("À Rouge de jouer");
  });

  it("belongs to the other side while an offer waits for its answer", () => {
    const offered = of({ course: ["pass", "pass", "offer"] });
    expect(offered.turn).toBe(1);
    expect(offered.mine).toBe(false);
    expect(standing(offered).title).toBe("You have offered to end the game");
    const asked = of({ course: ["pass", "pass", "offer"], you: [1] });
    expect(asked.mine).toBe(true);
    expect(standing(asked).title).toBe("Red offers to end the game");
  });

  it("is over for the visitor as soon as the own action is shown", () => {
    const state = reduce(begin(game({}), 0), {
      kind: "ask",
      request: { t: "act", version: 3, action: "211-c2-c4" },
    });
    const shown = scene(state, { views: views(), at: undefined, words: words("en"), say: () => "" });
    expect(shown.pending).toBe("211-c2-c4");
    expect(shown.now?.plies).toHaveLength(3);
    expect(shown.turn).toBe(1);
    expect(shown.mine).toBe(false);
  });
});

describe("giving up", () => {
  it("says that nobody wins or loses, and that the game has not begun only if it has not", () => {
    expect(giveUpText(of({ course: ["pass"] }))).toBe("It has not begun, so nobody wins or loses.");
    expect(giveUpText(of({ fault: 1 }))).toBe("Nobody wins or loses.");
    expect(giveUpText(of({ fault: 1 }, "fr"))).toBe("Personne ne gagne ni ne perd.");
  });

  it("is offered beside resigning in a game that is as long as one may be", () => {
    expect(isStuck(of({}))).toBe(false);
    expect(isStuck(of({ full: true }))).toBe(true);
    // Once is enough.
    expect(isStuck(of({ full: true, fault: 1 }))).toBe(false);
    expect(isStuck(of({ full: true, course: ["pass"] }))).toBe(false);
  });
});

describe("how a game ended", () => {
  const ended = (ending: Ending, own: Partial<GameInfo> = {}) => standing(of({ ending, ...own }));

  it("is told to winners, losers and spectators", () => {
    const resigned: Ending = { why: "resigned", winner: 0, loser: 1, points: "1-0", full: true };
    expect(ended(resigned)).toEqual({ title: "You win", text: "Blue resigned.", seat: 0, lost: false });
    expect(ended(resigned, { you: [1] })).toMatchObject({ title: "You lose", lost: true });
    expect(ended(resigned, { you: [] }).title).toBe("Red wins");
    expect(ended({ why: "given-up", winner: null, loser: null, points: null, full: false }).title).toBe(
      "Aborted",
    );
  });

  it("says why the tie-break went as it did", () => {
    const { text } = ended({ why: "tie-break", winner: 1, loser: 0, points: "0-1/2", full: false });
    expect(text).toContain("Nobody has expelled");
  });

  it("has the score of a War Game", () => {
    const values = "3 4/5 6";
    const city = { game: "wargame", rules: "mandatory", board: "own", values, start: "../.. b" } as const;
    const full = { why: "full", winner: 0, loser: 1, points: "1-0", full: true } as const;
    const course = ["drop-A1", "drop-B2", "blitz-B1", "drop-A2"];
    const told = ended(full, { ...city, course, you: [0] });
    expect(told.title).toBe("You win");
    expect(told.text).toBe("Every square is taken. Blue 13, Green 5.");
  });
});

describe("what was before", () => {
  it("can be looked at, and it stays one's turn", () => {
    const past = scene(begin(game({}), 0), { views: views(), at: 1, words: words("en"), say: () => "" });
    expect(past.shown?.at).toBe(1);
    expect(past.now?.at).toBe(2);
    expect(past.mine).toBe(true);
    expect(past.turn).toBe(0);
  });

  it("gives the same view as the same object", () => {
    const kept = views();
    expect(kept.of(game({}), ["pass"])).toBe(kept.of(game({ watching: 4 }), ["pass"]));
  });

  it("knows whether both sides have moved, and whether offers are allowed", () => {
    expect(bothMoved(of({ course: ["pass"] }).now)).toBe(false);
    expect(bothMoved(of({}).now)).toBe(true);
    expect(of({}).offers).toBe(true);
    expect(of({ rules: "classic" }).offers).toBe(false);
  });
});
