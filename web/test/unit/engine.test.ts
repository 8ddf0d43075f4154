import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, Engine, type Info, type Report, Stopped } from "../../src/engine/engine";
import { Jobs } from "../../src/engine/jobs";
import { Desk } from "../../src/rules/desk";
import type { Table } from "../../src/rules/view";
import { game, joust } from "../games";
import { rules, study } from "../rules";

const root = resolve(import.meta.dirname, "../../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const module = new WebAssembly.Module(
  readFileSync(join(target, "wasm32-unknown-unknown/engine/joust_analysis.wasm")),
);

afterEach(() => vi.unstubAllGlobals());

const lines = (path: string) =>
  readFileSync(join(root, "tests/data", path), "utf8")
    .split("\n")
    .filter(line => line && !line.startsWith("#"))
    .map(line => line.split("\t"));

/** The worker without its thread: a clock that moves with every question, and all that was told. */
function jobs() {
  const told: Answer[] = [];
  let now = 0;
  const all = new Jobs(
    new Desk(module),
    answer => told.push(answer),
    () => (now += 10),
  );
  return { all, told };
}

/** Works until nothing is to be done. */
function finish({ all, told }: ReturnType<typeof jobs>): Answer[] {
  while (all.busy) all.work();
  return told.splice(0);
}

test("a forced win is proven, and its first move is the only one that wins", () => {
  const worker = jobs();
  let tried = 0;
  for (const board of ["6x4", "5x5"]) {
    const wins = lines(`mad/wins-${board}.tsv`);
    for (const [plies, key, position] of wins.filter((_, number) => number % 24 === 0)) {
      const table: Table = { game: "mad", board, start: position, course: [] };
      worker.all.take({ id: 1, do: "analyse", table, lines: 2, nodes: 400_000 });
      const infos = finish(worker).map(answer => (answer as { info: Info }).info);
      const { value, moves } = infos[infos.length - 1].lines[0];
      const seat = rules.view(table).side;
      expect(value).toMatchObject({ kind: seat === 0 ? "win" : "loss", proven: true, why: "exile" });
      expect(value.chance).toBe(seat === 0 ? 1 : -1);
      expect(moves[0], position).toBe(key);
      expect(value.turns, position).toBeGreaterThanOrEqual(Number(plies));
      if (!value.atMost)
        expect([value.turns, moves.length], position).toEqual([Number(plies), Number(plies)]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThanOrEqual(20);
});

test("a level makes the move that it makes natively", () => {
  const worker = jobs();
  const rows = lines("levels.tsv");
  expect(rows.length).toBeGreaterThan(20);
  for (const [name, level, seed, move, course] of rows) {
    const table = { game: name as Table["game"], course: course ? course.split(" ") : [] };
    worker.all.take({ id: 1, do: "move", table, level: Number(level), seed: Number(seed) });
    expect(finish(worker)).toEqual([{ id: 1, move }]);
  }
});

/** A game between two levels, in which the weaker one errs. */
function played(name: "mad" | "wargame", board: string): Table {
  const service = new Desk(module);
  const course: string[] = [];
  const table: Table = { game: name, board, course };
  while (!rules.view(table).over && course.length < 40) {
    const level = course.length % 2 ? 5 : 1;
    course.push(service.ask<{ move: string }>({ ...table, do: "move", level, seed: 3 }).move);
  }
  return table;
}

/** The record of a game that begins as usual. */
function recordOf(table: Table): string {
  const terms = study().begin(table);
  const nodes = ["", ...table.course].map((text, i) => ({
    parent: i === 0 ? null : i - 1,
    text,
    comment: "",
  }));
  return study().write({ ...terms, nodes });
}

test("the report of a game is the one of the command line, number by number", () => {
  for (const [name, board] of [
    ["mad", "6x4"],
    ["wargame", "Keren-small"],
  ] as const) {
    const table = played(name, board);
    const worker = jobs();
    worker.all.take({ id: 7, do: "report", table, nodes: 3000 });
    const answers = finish(worker);
    const steps = answers.slice(0, -1) as { done: number; of: number }[];
    expect(steps.map(step => step.done)).toEqual(steps.map((_, at) => at));
    const { report } = answers[answers.length - 1] as { report: Report };
    const file = game(`report.${name}`);
    writeFileSync(file, recordOf(table));
    const args = ["analyze", name, "--record", file, "--nodes", "3000", "--json"];
    expect(report).toEqual(JSON.parse(execFileSync(joust(), args, { encoding: "utf8" })));
    expect(report.plies.map(ply => ply.text)).toEqual(table.course);
    // The weaker side played worse, and its worst moves are named with what they did.
    const [first, second] = report.accuracy;
    expect(first).toBeLessThan(second ?? 0);
    const turning = report.plies.filter((_, at) => report.turning.includes(at));
    expect(turning.length).toBeGreaterThan(0);
    for (const ply of turning) {
      expect(ply.grade).toBe("blunder");
      expect([ply.best, ply.line[0]]).not.toContain(ply.text);
      expect(ply.slip).not.toBeNull();
    }
  }
});

test("moves come first, a stopped question is silent, and a bad one is refused", () => {
  const worker = jobs();
  const table: Table = { game: "mad", course: ["pass", "pass"] };
  worker.all.take({ id: 1, do: "analyse", table, lines: 1, nodes: null });
  worker.all.work();
  worker.all.take({ id: 2, do: "report", table, nodes: 2000 });
  worker.all.take({ id: 3, do: "move", table, level: 1, seed: 1 });
  worker.all.work();
  worker.all.work();
  worker.all.work();
  expect(worker.told.map(answer => answer.id)).toEqual([1, 3, 2, 1]);
  worker.all.take({ id: 1, do: "stop" });
  worker.all.take({ id: 2, do: "stop" });
  expect(worker.all.busy).toBe(false);
  worker.told.splice(0);
  worker.all.take({ id: 4, do: "report", table, nodes: 2000 });
  expect(finish(worker).map(answer => "report" in answer)).toContain(true);
  worker.all.take({ id: 5, do: "analyse", table: { game: "mad", course: ["c2c4"] }, lines: 1, nodes: 100 });
  expect(finish(worker)).toEqual([{ id: 5, failed: expect.stringContaining("MAD-") }]);
});

test("a finished game has a value and no lines", () => {
  const start = "b111,,,/,,,/,,,/,,,/,,,/,,,r222 r";
  const worker = jobs();
  worker.all.take({ id: 1, do: "analyse", table: { game: "mad", start, course: [] }, lines: 3, nodes: null });
  expect(finish(worker)).toEqual([
    { id: 1, info: { depth: 0, nodes: 0, nps: 0, lines: [], done: true, failed: null } },
  ]);
});

/** A worker that only notes what it is told. */
class Silent extends EventTarget {
  static all: Silent[] = [];
  readonly heard: { id?: number; do?: string }[] = [];
  ended = false;

  constructor() {
    super();
    Silent.all.push(this);
  }

  postMessage(message: object): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: Answer): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

test("a page loads the worker with its first question, and outlives it", async () => {
  vi.stubGlobal("Worker", Silent);
  vi.stubGlobal("location", { href: "http://arena.test/analyse" });
  const engine = new Engine({ worker: "/assets/engine.js", wasm: "/assets/analysis.wasm" });
  expect(Silent.all).toHaveLength(0);
  const table: Table = { game: "mad", course: [] };
  const infos: Info[] = [];
  engine.analyse(table, {}, info => infos.push(info));
  engine.analyse(table, { lines: 3 }, info => infos.push(info));
  const [worker] = Silent.all;
  expect(worker.heard[0]).toEqual({ wasm: "http://arena.test/assets/analysis.wasm" });
  // A second analysis stops the first, which is not heard of again.
  expect(worker.heard.slice(1).map(message => [message.id, message.do])).toEqual([
    [1, "analyse"],
    [1, "stop"],
    [2, "analyse"],
  ]);
  const info = { depth: 1, nodes: 9, nps: 9, lines: [], done: false, failed: null };
  worker.answer({ id: 1, info });
  worker.answer({ id: 2, info });
  expect(infos).toEqual([info]);

  const report = engine.report(table);
  const stopped = engine.report(table);
  stopped.stop();
  await expect(stopped.result).rejects.toThrow(Stopped);
  worker.dispatchEvent(Object.assign(new Event("error"), { message: "out of memory" }));
  await expect(report.result).rejects.toThrow("out of memory");
  expect(infos.at(-1)).toMatchObject({ done: true, failed: "out of memory" });
  expect(worker.ended).toBe(true);

  const move = engine.move(table, 3, 7);
  expect(Silent.all).toHaveLength(2);
  Silent.all[1].answer({ id: 5, move: "pass" });
  expect(await move).toBe("pass");
  const last = engine.move(table, 3, 7);
  engine.dispose();
  await expect(last).rejects.toThrow(Stopped);
  expect(infos).toHaveLength(2);
});
