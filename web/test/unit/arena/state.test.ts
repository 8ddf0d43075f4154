import { describe, expect, it } from "vitest";
import type { FromServer } from "../../../src/arena/play/messages";
import { begin, pending, reduce, resend, type State } from "../../../src/arena/play/state";
import { info } from "./info";

const tell = (state: State, message: FromServer, now = 0) => reduce(state, { kind: "told", message, now });
const act = (state: State, action: string) =>
  reduce(state, { kind: "ask", request: { t: "act", version: state.game.version, action } });
const acted = (version: number, action: string, own: object = {}): FromServer => ({
  t: "acted",
  version,
  seat: 0,
  action,
  clock: null,
  ending: null,
  ...own,
});

describe("an action", () => {
  it("is shown as pending at once and stands when the server confirms it", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    expect(pending(asked)).toBe("211-c2-c4");
    expect(asked.game.course).toHaveLength(2);
    const done = tell(asked, acted(4, "211-c2-c4"), 7);
    expect(pending(done)).toBeUndefined();
    expect(done.asked).toBeUndefined();
    expect(done.game.course.at(-1)).toBe("211-c2-c4");
    expect(done.game.version).toBe(4);
    expect(done.told).toBe(7);
  });

  it("is rolled back with the reason when it is refused", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    const refused = tell(asked, { t: "refused", why: "illegal", text: "no", version: 3 });
    expect(pending(refused)).toBeUndefined();
    expect(refused.refused).toEqual({ why: "illegal", text: "no" });
    expect(refused.game.course).toHaveLength(2);
    expect(reduce(refused, { kind: "read" }).refused).toBeUndefined();
  });

  it("stays pending while somebody takes a seat, and its receipt has a later version", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    const joined = tell(asked, { t: "game", ...info({ version: 4 }) });
    expect(pending(joined)).toBe("211-c2-c4");
    expect(tell(joined, acted(5, "211-c2-c4")).asked).toBeUndefined();
  });

  it("is not asked for while another one is under way", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    expect(act(asked, "112-d2-d3")).toBe(asked);
  });

  it("of the other side leaves what was asked here to its own answer", () => {
    const asked = act(begin(info({ you: [1] }), 0), "211-c4-c3");
    const moved = tell(asked, acted(4, "112-d2-d3"));
    expect(moved.asked).toBeDefined();
    expect(pending(moved)).toBeUndefined();
    const refused = tell(moved, { t: "refused", why: "stale", text: "the game has moved on", version: 4 });
    expect(refused.asked).toBeUndefined();
  });
});

describe("after a lost connection", () => {
  it("what has no receipt is sent again, and an old receipt changes nothing", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    expect(resend(asked)).toEqual([{ t: "act", version: 3, action: "211-c2-c4" }]);
    // The action arrived before the line broke, and the computer has answered.
    const game = info({ version: 5, course: ["pass", "112<>221", "211-c2-c4", "112-d5-d4"] });
    const back = tell(asked, { t: "game", ...game });
    expect(pending(back)).toBeUndefined();
    expect(resend(back)).toEqual([{ t: "act", version: 3, action: "211-c2-c4" }]);
    const done = tell(back, acted(4, "211-c2-c4"));
    expect(done.asked).toBeUndefined();
    expect(done.game).toEqual(game);
  });

  it("what the whole state answers is not asked again", () => {
    const start = begin(info(), 0);
    const ended = info({
      version: 4,
      ending: { why: "resigned", winner: 1, loser: 0, points: "0-1", full: true },
    });
    const resigned = reduce(start, { kind: "ask", request: { t: "resign" } });
    expect(resend(resigned)).toHaveLength(1);
    expect(resend(tell(resigned, { t: "game", ...ended }))).toEqual([]);
    const undone = reduce(start, { kind: "ask", request: { t: "undo", version: 3 } });
    expect(resend(tell(undone, { t: "game", ...info({ version: 4 }) }))).toEqual([]);
    const joined = reduce(begin(info({ you: [] }), 0), { kind: "ask", request: { t: "join" } });
    expect(resend(tell(joined, { t: "game", ...info({ you: [] }) }))).toHaveLength(1);
    expect(resend(tell(joined, { t: "game", ...info({ you: [1] }) }))).toEqual([]);
    const again = reduce(begin(ended, 0), { kind: "ask", request: { t: "rematch" } });
    expect(resend(tell(again, { t: "game", ...ended, rematch: "9f" }))).toEqual([]);
    const offer = { by: 0 as const, declined: false };
    expect(resend(tell(again, { t: "game", ...ended, rematch_offer: offer }))).toEqual([]);
    expect(resend(tell(again, { t: "game", ...ended, rematch_offer: { ...offer, by: 1 } }))).toHaveLength(1);
    const declined = reduce(begin(ended, 0), { kind: "ask", request: { t: "decline-rematch" } });
    const theirs = { ...ended, rematch_offer: { ...offer, by: 1 as const } };
    expect(resend(tell(declined, { t: "game", ...theirs }))).toHaveLength(1);
    const answered = { ...theirs, rematch_offer: { by: 1 as const, declined: true } };
    expect(resend(tell(declined, { t: "game", ...answered }))).toEqual([]);
  });

  it("a hint is asked for again while the game stands where it was", () => {
    const hinting = reduce(begin(info(), 0), { kind: "hint" });
    expect(resend(hinting)).toEqual([{ t: "hint", version: 3 }]);
    expect(resend(tell(hinting, { t: "game", ...info() }))).toEqual([{ t: "hint", version: 3 }]);
    expect(resend(tell(hinting, { t: "game", ...info({ version: 4 }) }))).toEqual([]);
  });
});

describe("what the server says", () => {
  it("with a gap asks for the whole state, and changes nothing else", () => {
    const start = begin(info(), 0);
    const gap = tell(start, acted(6, "211-c2-c4"));
    expect(gap).toEqual({ ...start, lost: true });
    expect(tell(gap, { t: "game", ...info({ version: 6 }) }).lost).toBe(false);
  });

  it("takes clock and ending from an action, and clears the hint", () => {
    const clock = { start: 300_000, increment: 3_000, left: [1, 2] as [number, number], running: 1 as const };
    const ending = { why: "exile", winner: 0, loser: 1, points: "1-0", full: true };
    const hinted = tell(reduce(begin(info(), 0), { kind: "hint" }), {
      t: "hint",
      version: 3,
      move: "211-c2-c4",
      value: 0.3,
    });
    expect(hinted.hint?.move).toBe("211-c2-c4");
    expect(hinted.hinting).toBeUndefined();
    const over = tell(hinted, acted(4, "211-c2-c4", { clock, ending }));
    expect(over.game.clock).toEqual(clock);
    expect(over.game.ending).toEqual(ending);
    expect(over.hint).toBeUndefined();
  });

  it("passes a hint over that comes too late", () => {
    const moved = tell(reduce(begin(info(), 0), { kind: "hint" }), acted(4, "211-c2-c4"));
    expect(tell(moved, { t: "hint", version: 3, move: "pass", value: 0 }).hint).toBeUndefined();
  });

  it("tells who is there and which game follows", () => {
    const start = begin(info(), 0);
    const seats = info().seats;
    seats[0] = { ...seats[0], here: false };
    const alone = tell(start, { t: "seats", seats, watching: 4 });
    expect(alone.game.seats[0].here).toBe(false);
    expect(alone.game.watching).toBe(4);
    expect(alone.game.version).toBe(3);
    expect(tell(start, { t: "rematch", id: "9f" }).game.rematch).toBe("9f");
  });

  it("shows nothing as pending once the game is over", () => {
    const asked = act(begin(info(), 0), "211-c2-c4");
    const over = info({ ending: { why: "time", winner: 1, loser: 0, points: "0-1", full: true } });
    expect(pending(tell(asked, { t: "game", ...over }))).toBeUndefined();
  });
});
