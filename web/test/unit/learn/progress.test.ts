import { expect, test } from "vitest";
import { read, starsFor } from "../../../src/learn/progress";

test("what a browser kept is read; anything else counts as nothing", () => {
  const kept = { stars: { "mad/move": 3, "mad/expel": 1 }, reached: { "mad/expel": 4 } };
  expect(read(JSON.stringify(kept))).toEqual(kept);
  const nothing = { stars: {}, reached: {} };
  for (const text of [
    null,
    "",
    "{",
    "7",
    "null",
    '"a"',
    "[]",
    '{"stars":7}',
    '{"stars":{"a":9,"b":"x","c":-1,"d":1.5}}',
  ]) {
    expect(read(text)).toEqual(nothing);
  }
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`a${i}`, 1]));
  expect(Object.keys(read(JSON.stringify({ stars: many })).stars).length).toBe(500);
});

test("stars fall with mistakes", () => {
  expect([0, 1, 2, 3, 9].map(starsFor)).toEqual([3, 2, 2, 1, 1]);
});
