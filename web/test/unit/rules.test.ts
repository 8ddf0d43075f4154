import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { GameEvent } from "../../src/film/event";
import { game } from "../games";
import { load } from "../load";

const text = (name: string) => readFileSync(game(name), "utf8");

/** The states of a result by a reader of its own: words separated by blanks. */
function naive(result: string) {
  const words = result.split(/\s+/);
  const states: { round: number; scores: number[]; units: string[][]; rows: string[] }[] = [];
  for (let at = words.indexOf("names") + 5; at < words.length; at += 1) {
    const rows = words.slice(at, at + 60);
    if (rows[59] === undefined) break;
    at += 60;
    const scores = words.slice(at + 8, at + 12).map(Number);
    const round = Number(words[at + 1]);
    at += 17;
    const units: string[][] = [];
    while (words[at] === "w" || words[at] === "c") {
      units.push(words.slice(at, at + 6));
      at += 6;
    }
    states.push({ round, scores, units, rows });
    while (words[at] !== "-1" && at < words.length) at += 1;
  }
  return states;
}

test("every state of a result comes out as it stands in the file", () => {
  const { film, trouble } = load(readFileSync(game("a.res")));
  expect(trouble).toBeUndefined();
  const states = naive(text("a.res"));
  expect(states).toHaveLength(501);
  expect(film?.shots).toHaveLength(501);
  for (const [number, state] of states.entries()) {
    const shot = film?.shots[number];
    expect(shot?.round).toBe(state.round);
    expect([...(shot?.scores ?? [])]).toEqual(state.scores);
    expect(Buffer.from(shot?.grid ?? []).toString()).toBe(state.rows.join(""));
    for (const [id, [kind, ...numbers]] of state.units.entries()) {
      const unit = film?.unit(number, id);
      const found = [unit?.team, unit?.row, unit?.col, unit?.food, unit?.water];
      expect([unit?.kind === 1 ? "c" : "w", ...found.map(String)]).toEqual([kind, ...numbers]);
    }
  }
});

/** What both a result and a record tell: rejected orders, draws and the order of returns are left out. */
function told(events: readonly GameEvent[]): string[] {
  return events
    .filter(event => event.kind !== "refused")
    .map(({ kind, round, by, on, teams, row, col, numbers, city }) =>
      [
        round,
        kind,
        by,
        on,
        teams,
        row,
        col,
        kind === "thunderdome" ? numbers.slice(0, 2) : numbers,
        city,
      ].join(" "),
    )
    .sort();
}

for (const name of ["a", "b", "crowd"]) {
  test(`the events read off ${name}.res are those of its record, which the engine tells`, () => {
    const result = load(readFileSync(game(`${name}.res`))).film;
    const record = load(readFileSync(game(`${name}.jmm`))).film;
    expect(result?.head.exact).toBe(false);
    expect(record?.head.exact).toBe(true);
    expect(result?.events.length).toBeGreaterThan(100);
    expect(told(result?.events ?? [])).toEqual(told(record?.events ?? []));
    expect(record?.events.some(event => event.kind === "refused")).toBe(true);
    expect(result?.shots.every(shot => shot.explained)).toBe(true);
  });
}

test("it does not matter in how many pieces a game arrives", () => {
  const bytes = readFileSync(game("a.res"));
  const [one, many] = [load(bytes, 1000).film, load(bytes, 1).film];
  expect(many?.events).toEqual(one?.events);
  expect(many?.shots.map(shot => [...shot.units])).toEqual(one?.shots.map(shot => [...shot.units]));
});

test("every capture has its cause, and the cause names who was captured", () => {
  const { film } = load(readFileSync(game("crowd.res")));
  const captures = film?.events.filter(event => event.kind === "captured") ?? [];
  expect(captures.length).toBeGreaterThan(50);
  for (const capture of captures) {
    const cause = capture.cause;
    expect([cause?.by, cause?.on]).toContain(capture.by);
    expect(cause?.captures).toContain(capture);
    // A unit is captured where it stood in the state before, or one step from there.
    const before = film?.unit(capture.round, capture.by);
    const apart = Math.max(
      Math.abs((before?.row ?? 0) - capture.row),
      Math.abs((before?.col ?? 0) - capture.col),
    );
    expect(apart).toBeLessThanOrEqual(1);
    expect(film?.unit(capture.round + 1, capture.by).team).toBe(capture.teams[1]);
  }
});

test("who captured a unit is the last capture before, or the first one after, or its end by hunger", () => {
  const { film } = load(readFileSync(game("a.res")));
  const captures = film?.events.filter(event => event.kind === "captured") ?? [];
  const id =
    captures.map(event => event.by).find(unit => captures.filter(event => event.by === unit).length >= 2) ??
    -1;
  const own = captures.filter(event => event.by === id);
  expect(film?.captureOf(id, 0)).toBe(own[0]);
  expect(film?.captureOf(id, own[0].round + 1)).toBe(own[0]);
  expect(film?.captureOf(id, own[1].round + 1)).toBe(own[1]);
  // It is about to die of hunger or thirst: that is what is asked for, but not while it had enough.
  const dies = captures.find(event => event.cause?.kind === "starved" && event.round > 100) as GameEvent;
  const before = film?.captureOf(dies.by, dies.round - 120);
  expect(film?.captureOf(dies.by, dies.round - 2)).toBe(dies);
  expect(before).not.toBe(undefined);
  expect(before === dies).toBe(film?.capturesOf(dies.by)[0] === dies);
});

test("a cut result gives what can be read, and says where it ends", () => {
  const { film, trouble } = load(readFileSync(game("cut.res")));
  const lines = text("cut.res").split("\n").length;
  expect(trouble).toMatchObject({ kind: "ends", line: lines });
  expect(film?.last).toBeGreaterThan(100);
  expect(film?.ended).toBe(false);
});

test("a wrong word is refused with its place", () => {
  expect(load(readFileSync(game("bad.res")))).toEqual({
    film: undefined,
    trouble: expect.objectContaining({ kind: "unexpected", found: "`many`", line: 7, column: 17 }),
  });
  expect(load(readFileSync(game("other.txt"))).trouble).toMatchObject({
    kind: "unexpected",
    line: 1,
    column: 1,
  });
});

test("a changed record is refused", () => {
  const bytes = readFileSync(game("a.jmm"));
  bytes[100] ^= 1;
  expect(load(bytes).trouble).toMatchObject({ kind: "record", message: expect.stringContaining("checksum") });
});

test("where the rules do not lead to the next state, only the difference is told", () => {
  const lines = text("a.res").split("\n");
  const at = lines.indexOf("round 200") + 4;
  // A car changes hands without a reason, and back in the next state.
  const car = lines.findIndex((line, i) => i > at && line.startsWith("c 1"));
  lines[car] = lines[car].replace("c 1", "c 2");
  const { film } = load(Buffer.from(lines.join("\n")));
  const unsure = film?.shots.flatMap((shot, state) => (shot.explained ? [] : [state]));
  expect(unsure).toEqual([200, 201]);
  const captures = film?.events.filter(event => event.round === 199 && event.kind === "captured");
  expect(captures?.some(event => event.by === car - at && event.teams.join() === "1,2")).toBe(true);
  expect(captures?.every(event => event.cause === undefined)).toBe(true);
});

test("a judge's result shows the time that players used, and who is out", () => {
  const { film } = load(readFileSync(game("judge.res")));
  expect(film?.timed).toBe(true);
  expect(film?.value("status", 250, 0)).toBeCloseTo(0.25, 6);
  expect(film?.value("status", 299, 3)).toBe(0);
  expect(film?.value("status", 300, 3)).toBe(-1);
});
