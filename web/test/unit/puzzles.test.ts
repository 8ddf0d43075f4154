import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerTo, type Puzzle, readPuzzles } from "../../src/puzzles/data";
import { daily, EVERYTHING, fits, next } from "../../src/puzzles/pick";
import { after, NOTHING_DONE, readProgress, writeProgress } from "../../src/puzzles/progress";
import { BEGINNER, expected, rated } from "../../src/puzzles/rating";
import { begin, hint, key, move, reply, retry, score, show } from "../../src/puzzles/solve";
import { en } from "../../src/puzzles/words/en";
import { fr } from "../../src/puzzles/words/fr";
import { rules } from "../rules";

const file = (name: string) =>
  readFileSync(new URL(`../../../crates/joust-puzzles/data/${name}.tsv`, import.meta.url), "utf8");
const puzzles = ["mad-6x4", "mad-5x5", "wargame"].flatMap(name => readPuzzles(file(name)));
const one = puzzles.find(({ game, moves }) => game === "mad" && moves === 3) as Puzzle;

test("every line of the files is a puzzle, and every theme has a name in both languages", () => {
  expect(puzzles.length).toBeGreaterThanOrEqual(450);
  for (const name of new Set(puzzles.flatMap(({ themes }) => themes))) {
    for (const { themes, themesText } of [en, fr]) {
      expect(Object.keys(themes)).toContain(name);
      expect(Object.keys(themesText)).toContain(name);
    }
  }
});

test("the rules of the page play every solution to its end, and every wrong move is answered", () => {
  for (const puzzle of puzzles.filter((_, i) => i % 40 === 0)) {
    const { game, board, rules: ruleset, position: start, line, moves } = puzzle;
    const table = { game, board, rules: ruleset, start };
    const solver = rules.view({ ...table, course: [] }).side;
    expect(rules.view({ ...table, course: line }).over?.winner, puzzle.id).toBe(solver);
    for (let found = 0; found < moves; found += 1) {
      const course = line.slice(0, 2 * found);
      for (const { text } of rules.view({ ...table, course }).moves) {
        if (text === line[2 * found]) continue;
        const { over, moves: replies } = rules.view({ ...table, course: [...course, text] });
        const answer = answerTo(puzzle, found, text);
        if (over || (game === "mad" && found === moves - 1)) continue;
        expect(
          replies.map(({ text }) => text),
          `${puzzle.id} ${text}`,
        ).toContain(answer?.reply);
      }
    }
  }
});

describe("solving", () => {
  test("right moves are answered by the best defence until all are found", () => {
    let now = begin(one);
    for (let found = 0; found < one.moves; found += 1) {
      expect(score(now)).toBeNull();
      now = move(now, key(now), false);
      now = reply(now);
    }
    expect(now.phase).toBe("solved");
    expect(now.course).toEqual(one.line);
    expect(score(now)).toBe(1);
  });

  test("a wrong move is answered, taken back, and costs the point once", () => {
    const wrong = move(begin(one), "pass", false);
    expect([wrong.phase, score(wrong)]).toEqual(["wrong", 0]);
    const refuted = reply(wrong);
    expect(refuted.course).toEqual(["pass", answerTo(one, 0, "pass")?.reply]);
    const again = retry(refuted);
    expect([again.phase, again.course, again.found]).toEqual(["find", [], 0]);
    expect(move(refuted, key(again), false)).toBe(refuted);
  });

  test("the last move may be any that wins; an earlier one may not", () => {
    expect(move(begin(one), "other", true).phase).toBe("wrong");
    const short = puzzles.find(({ game, moves }) => game === "mad" && moves === 1) as Puzzle;
    expect(move(begin(short), "other", true).phase).toBe("solved");
  });

  test("a hint names the ship, then the move, and counts half; the solution counts nothing", () => {
    const helped = hint(hint(hint(begin(one))));
    expect(helped.hint).toBe(2);
    let now = helped;
    for (let found = 0; found < one.moves; found += 1) now = reply(move(now, key(now), false));
    expect(score(now)).toBe(0.5);
    expect(score(show(begin(one)))).toBe(0);
    expect(show(now)).toBe(now);
  });
});

test("ratings rise by what is solved, fall by what is not, and settle", () => {
  expect(expected(BEGINNER, 1000)).toBe(0.5);
  const up = rated(BEGINNER, 1000, 1);
  const down = rated(BEGINNER, 1000, 0);
  expect(up.value - 1000).toBeCloseTo(1000 - down.value);
  // Glicko's formula by hand: deviation 350 against 100 at even odds.
  expect(up.value).toBeCloseTo(1174.9, 0);
  expect(up.deviation).toBeLessThan(BEGINNER.deviation);
  expect(rated(BEGINNER, 1000, 0.5).value).toBeCloseTo(1000);
  let rating = BEGINNER;
  for (let i = 0; i < 400; i += 1) rating = rated(rating, 1500, i % 2);
  expect(Math.abs(rating.value - 1500)).toBeLessThan(30);
  expect(rating.deviation).toBe(60);
});

test("progress is kept, read back, and survives nonsense", () => {
  let progress = after(NOTHING_DONE, one, 1);
  expect(after(progress, one, 0)).toBe(progress);
  progress = after(progress, puzzles[0], 0.5);
  expect([progress.streak, progress.best]).toEqual([1, 1]);
  progress = after(progress, puzzles[1], 0);
  expect([progress.streak, progress.best]).toEqual([0, 1]);
  const again = readProgress(writeProgress(progress));
  expect(again.done).toEqual(progress.done);
  expect(again.rating.value).toBeCloseTo(progress.rating.value, 0);
  for (const text of [null, "", "[]", "{", '{"rating":"x","done":[1,["a"],null,[2,3]]}', '{"rating":1e99}']) {
    expect(readProgress(text).rating).toEqual(BEGINNER);
  }
});

test("the next puzzle is new and near, and the filters hold", () => {
  const filter = { kind: "5x5", level: "easy", theme: "quiet" };
  const found = next(puzzles, filter, NOTHING_DONE, null, 0.5);
  expect(found && fits(found, filter)).toBe(true);
  const done = puzzles.slice(1).map(({ id }) => ({ id, score: 1 }));
  expect(next(puzzles, EVERYTHING, { ...NOTHING_DONE, done }, null, 0)).toBe(puzzles[0]);
  const all = puzzles.map(({ id }, i) => ({ id, score: i === 7 ? 0 : 1 }));
  expect(next(puzzles, EVERYTHING, { ...NOTHING_DONE, done: all }, null, 0)).toBe(puzzles[7]);
  expect(next(puzzles, { ...EVERYTHING, theme: "nothing" }, NOTHING_DONE, null, 0)).toBeNull();
});

test("every puzzle has its day before one comes again", () => {
  const day = (n: number) => daily(puzzles, new Date(n * 24 * 60 * 60 * 1000 + 3_600_000))?.id;
  expect(day(20_000)).toBe(daily([...puzzles].reverse(), new Date(20_000 * 86_400_000))?.id);
  const days = new Set(puzzles.map((_, n) => day(20_000 + n)));
  expect(days.size).toBe(puzzles.length);
});
