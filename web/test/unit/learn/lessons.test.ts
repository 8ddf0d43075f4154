// Walks every lesson: positions, moves, answers, texts and clauses.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { firstDifference } from "../../../src/film/difference";
import type { Film } from "../../../src/film/film";
import { CATALOGUE, GAMES } from "../../../src/learn/catalogue";
import {
  accepted,
  achieves,
  chase,
  flight,
  movesOf,
  recallsIn,
  tableOf,
  threat,
} from "../../../src/learn/goals";
import { LESSONS } from "../../../src/learn/lessons/all";
import type { DuelStep, Lesson, MoveStep, Step } from "../../../src/learn/steps";
import { answers, wantedState } from "../../../src/learn/tasks";
import { LANGUAGES } from "../../../src/learn/words/words";
import type { MadView } from "../../../src/rules/view";
import { joust } from "../../games";
import { load } from "../../load";
import { rules } from "../../rules";
import { trace } from "../../trace";

const root = resolve(import.meta.dirname, "../../../..");
const place = mkdtempSync(join(tmpdir(), "joust-lessons-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const battles = new Map<string, Film>();
function battle(name: string): Film {
  const known = battles.get(name);
  if (known) return known;
  const { film } = load(readFileSync(join(root, `web/src/learn/battles/${name}.jmm`)));
  if (!film) throw new Error(name);
  battles.set(name, film);
  return film;
}

const named = LESSONS.map(lesson => [`${lesson.game}/${lesson.id}`, lesson] as const);

test("the catalogue lists the lessons that there are, in their order", () => {
  for (const game of GAMES) {
    const there = LESSONS.filter(lesson => lesson.game === game).map(lesson => lesson.id);
    expect(CATALOGUE[game].map(listed => listed.id)).toEqual(there);
    expect(there.length).toBeGreaterThanOrEqual(6);
  }
});

test.each(named)("%s: every step can be done, and only as it should be", (_, lesson) => {
  for (const [i, step] of lesson.steps.entries()) {
    try {
      walk(lesson, step);
    } catch (why) {
      throw new Error(`step ${i + 1}: ${(why as Error).message}`, { cause: why });
    }
  }
});

function walk(lesson: Lesson, step: Step): unknown {
  if (step.do === "battle") {
    const film = battle(step.battle);
    expect(step.at).toBeLessThanOrEqual(film.last);
    const to = wantedState(film, step.at, step.find);
    if (step.find.find === "round" || step.find.find === "end") return expect(to).toBeGreaterThan(step.at);
    const right = answers(film, step.at, step.find);
    expect(right.length).toBeGreaterThan(0);
    // Something else can be chosen by mistake.
    return expect(right.length).toBeLessThan(film.head.rows * film.head.columns);
  }
  if (step.do === "code") return choice(step);
  const table = tableOf(lesson.game, step);
  const view = rules.view(table);
  expect(view.over).toBeNull();
  for (const square of "stars" in step ? (step.stars ?? []) : []) expect(view.squares).toContain(square);
  switch (step.do) {
    case "choose":
      return choice(step);
    case "point": {
      const wrong = Object.keys(step.wrong ?? {});
      for (const square of [...step.squares, ...wrong]) expect(view.squares).toContain(square);
      expect(step.squares.filter(square => wrong.includes(square))).toEqual([]);
      return expect(step.squares.length).toBeLessThan(view.squares.length);
    }
    case "hunt":
      return hunt(lesson, step);
    case "move":
      return moves(lesson, step);
  }
}

function choice({ options, answer }: { options: readonly unknown[]; answer: number }): void {
  expect(options.length).toBeGreaterThan(1);
  expect(options[answer]).toBeDefined();
}

function moves(lesson: Lesson, step: MoveStep): void {
  const table = tableOf(lesson.game, step);
  const view = rules.view(table);
  const legal = movesOf(view).map(move => move.text);
  const good = accepted(rules, lesson.game, step);
  expect(good.length).toBeGreaterThan(0);
  expect(good.length).toBeLessThan(legal.length);
  for (const text of good) {
    expect(legal).toContain(text);
    const move = movesOf(view).find(found => found.text === text);
    const after = rules.view(tableOf(lesson.game, step, [text]));
    expect(move && achieves(step.goal, view, move, after), `${text} achieves the goal`).toBe(true);
  }
  for (const { moves: wrong, reply } of step.wrong ?? []) {
    for (const text of wrong) {
      expect(legal).toContain(text);
      expect(good).not.toContain(text);
      if (reply) rules.view(tableOf(lesson.game, step, [text, reply]));
    }
  }
  if (step.proven) proven(view.position, step, legal, good);
}

/** With best play to the last square, the accepted moves win and the others do not. */
function proven(position: string, step: MoveStep, legal: readonly string[], good: readonly string[]): void {
  const side = position.endsWith(" b") ? 1 : -1;
  for (const text of legal) {
    const after = rules.view({ ...tableOf("wargame", step, [text]), game: "wargame" });
    const left = after.owners.filter(owner => owner === null).length;
    const value = trace({ values: step.values ?? "", start: after.position, depth: left }).minimax.value;
    // The value is that of the other side.
    const won = left === 0 ? (after.scores[0] - after.scores[1]) * side > 0 : -value > 0;
    expect(won, text).toBe(good.includes(text));
  }
}

/** A learner who plays what is shown catches the corvette in time. */
function hunt(lesson: Lesson, step: DuelStep & { within: number }): unknown {
  const made: string[] = [];
  for (let turns = 0; turns < step.within; turns += 1) {
    const view = rules.view(tableOf(lesson.game, step, made)) as MadView;
    made.push(chase(view)?.text ?? "");
    const now = rules.view(tableOf(lesson.game, step, made)) as MadView;
    if (now.over) return expect(now.over.winner).toBe(view.side);
    made.push(flight(now)?.text ?? "");
  }
  throw new Error(`not caught: ${made.join(" ")}`);
}

describe("texts", () => {
  const texts: [string, unknown][] = named.flatMap(([name, lesson]) =>
    lesson.steps.map((step, i) => [`${name}/${i + 1}`, step] as [string, unknown]),
  );

  /** Every text of a step, wherever it stands. */
  function* of(part: unknown): Generator<{ en: string; fr: string }> {
    if (typeof part !== "object" || part === null) return;
    if ("en" in part && "fr" in part) yield part as { en: string; fr: string };
    else for (const inner of Object.values(part)) yield* of(inner);
  }

  test.each(texts)("%s exists in English and in French, with French typography", (_, step) => {
    for (const { en, fr } of of(step)) {
      expect(en.trim()).not.toBe("");
      expect(fr.trim()).not.toBe("");
      french(fr);
    }
  });

  test("the words of the pages have French typography", () => {
    const all = (part: unknown): string[] =>
      typeof part === "string" ? [part] : Object.values(part as object).flatMap(all);
    for (const text of all(LANGUAGES.fr)) french(text);
    for (const game of GAMES)
      for (const listed of CATALOGUE[game]) for (const text of listed.fr) french(text);
  });

  /** No straight apostrophe or quotation mark, and no blank before a high mark that could break a line. */
  function french(text: string): void {
    const prose = text.replace(/`[^`]*`/g, "");
    expect(prose).not.toMatch(/['"]/);
    expect(prose).not.toMatch(/(?<![\u202f\u00a0])[;!?»](?!\d)/);
    expect(prose).not.toMatch(/[^\u00a0\d]:(?= |$)/);
  }
});

test("every clause that a lesson links to exists", () => {
  const laws = ["mad", "wargame", "madmax"].map(game => readFileSync(join(root, `rules/${game}.md`), "utf8"));
  const known = new Set(
    laws.flatMap(law => [...law.matchAll(/^\*\*([A-Z]+-\d+\.\d+) /gm)].map(found => found[1])),
  );
  for (const { steps } of LESSONS) {
    for (const { clauses } of steps) {
      expect(clauses.length).toBeGreaterThan(0);
      for (const clause of clauses) expect(known).toContain(clause);
    }
  }
});

test("the battle of the lessons is the game of a real run", () => {
  const settings: Record<string, number> = { nb_rounds: 400, nb_warriors: 4, nb_cars: 1 };
  let config = readFileSync(join(root, "kits/madmax/oasis.cnf"), "utf8");
  for (const [name, value] of Object.entries(settings)) {
    config = config.replace(new RegExp(`^${name} .*$`, "m"), `${name} ${value}`);
  }
  writeFileSync(join(place, "oasis.cnf"), config);
  const record = join(place, "oasis.jmm");
  const players = ["Dummy", "Dummy", "Dummy", "Dummy", "-s", "1"];
  const files = ["-i", join(place, "oasis.cnf"), "-o", join(place, "oasis.res"), "--record", record, "-q"];
  execFileSync(joust(), ["game", ...players, ...files], { stdio: "ignore" });
  const { film } = load(readFileSync(record));
  expect(film && firstDifference(film, battle("oasis"))).toBeUndefined();
});

test("corvette against corvette: whoever is to move at an odd distance wins, by the endgame tables", () => {
  for (const [board, columns, rows, count] of [
    ["6x4", 4, 6, 552],
    ["5x5", 5, 5, 600],
  ] as const) {
    execFileSync(
      joust(),
      ["solve", "mad", "--tables", place, "--board", board, "--class", "1-1", "--quiet"],
      { stdio: "ignore" },
    );
    const squares = Array.from({ length: columns * rows }, (_, i) => i);
    const pairs = squares.flatMap(red =>
      squares.filter(blue => blue !== red).map(blue => [red, blue] as const),
    );
    const text = ([red, blue]: readonly [number, number]) =>
      Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_, column) => {
          const at = row * columns + column;
          return at === red ? "r111" : at === blue ? "b111" : "";
        }).join(","),
      ).join("/");
    const input = pairs.map(pair => `${text(pair)} r`).join("\n");
    const told = execFileSync(joust(), ["solve", "mad", "--tables", place, "--position", "-", "--json"], {
      input,
      encoding: "utf8",
    });
    const found = told
      .trim()
      .split("\n")
      .map(line => JSON.parse(line) as { result: string; proven: boolean; mate_in: number });
    expect(found.length).toBe(count);
    found.forEach((solved, i) => {
      const [red, blue] = pairs[i];
      const apart =
        Math.abs((red % columns) - (blue % columns)) +
        Math.abs(Math.floor(red / columns) - Math.floor(blue / columns));
      expect(solved.proven).toBe(true);
      expect(solved.result, input.split("\n")[i]).toBe(apart % 2 ? "win" : "loss");
    });
    const longest = Math.max(
      ...found.filter(solved => solved.result === "win").map(solved => solved.mate_in),
    );
    expect(longest).toBeLessThanOrEqual(13);
  }
});

test("a complementary pair recalls nothing, and other pairs do", () => {
  const steps = LESSONS.find(lesson => lesson.id === "pair")?.steps as DuelStep[];
  const recalls = (step: DuelStep) =>
    new Set(recallsIn(rules.view({ ...tableOf("mad", step), game: "mad" })).map(move => move.text)).size;
  expect(recalls(steps[0])).toBe(0);
  expect(recalls(steps[2])).toBe(2);
});

test("what the lesson on expelling says is in danger is, and nothing else", () => {
  const step = LESSONS.find(lesson => lesson.id === "expel")?.steps.at(-1) as DuelStep & {
    squares: string[];
  };
  const view = rules.view({ ...tableOf("mad", step), game: "mad" });
  const red = view.ships.filter(ship => ship.side === 0 && ship.at);
  const endangered = red.filter(ship => threat(view, [ship.ship])).map(ship => ship.at);
  expect(endangered).toEqual(step.squares);
});

test("as many ships aim at the corvette as the lesson on it says", () => {
  const steps = LESSONS.find(lesson => lesson.id === "corvette")?.steps as DuelStep[];
  const aiming = ({ start }: DuelStep) => {
    const view = rules.view({ game: "mad", start: start.replace(/ r$/, " b"), course: [] });
    return new Set(view.moves.filter(move => move.expels === "111").map(move => move.ship)).size;
  };
  expect(steps.slice(2).map(aiming)).toEqual([1, 2]);
});
