import { expect, test } from "vitest";
import { layOut } from "../../../src/learn/laboratory/layout";
import {
  bestLine,
  momentOf,
  PRESETS,
  questionOf,
  read,
  resized,
  write,
} from "../../../src/learn/laboratory/state";
import { sentenceOf, show } from "../../../src/learn/laboratory/tell";
import { WORDS } from "../../../src/learn/laboratory/words";
import { trace } from "../../trace";

test("the address of a setup opens the same setup, and other addresses open none", () => {
  for (const { setup } of PRESETS) {
    for (const changed of [setup, { ...setup, order: "gain", eval: "ratio", method: "minimax" } as const]) {
      expect(read(write(changed, 7))).toEqual(changed);
    }
  }
  const bad = [
    "",
    "values=1&start=.+x",
    "values=1+2&start=.+b",
    "values=1000&start=.+b",
    "values=1&start=.+b&depth=99",
  ];
  const large = `values=${"1+".repeat(5)}&start=.....+b`;
  for (const query of [...bad, large]) expect(read(new URLSearchParams(query))).toBeNull();
  const grown = resized(PRESETS[0].setup, 3, 3);
  expect(trace(questionOf(grown)).tree.length).toBe(1 + 9 + 9 * 8);
});

test("at every step, what is drawn follows from the steps before, and every step has its sentence", () => {
  for (const { setup } of PRESETS.slice(0, 4)) {
    for (const order of ["row", "gain"] as const) {
      const found = trace(questionOf(setup, order));
      for (const method of ["minimax", "alphabeta"] as const) {
        const search = found[method];
        const last = momentOf(found.tree, search, search.steps.length);
        expect(last.count).toBe(search.nodes);
        expect(last.nodes.filter(node => node.seen).length).toBe(search.nodes);
        expect(last.nodes.filter(node => node.gone).length).toBe(found.tree.length - search.nodes);
        expect(last.nodes[0].value).toBe(search.value);
        const line = bestLine(found, search, last);
        expect(found.tree[line[1]].move).toBe(search.move);
        for (let at = 0; at <= search.steps.length; at += 1) {
          const moment = momentOf(found.tree, search, at);
          for (const words of Object.values(WORDS)) {
            const text = sentenceOf(found, search, at, { ...setup, method, order }, moment, [1, 2], words);
            expect(text).not.toMatch(/[{}]|undefined|NaN|null/);
          }
        }
      }
    }
  }
});

test("values have the minus and the point of people who read the language", () => {
  expect([WORDS.en, WORDS.fr].map(words => show(-0.6254, words))).toEqual(["−0.625", "−0,625"]);
});

test("no two nodes of a level are drawn over each other", () => {
  const { tree } = trace(questionOf(PRESETS[1].setup));
  const { placed, width, height } = layOut(tree, () => true);
  expect(placed.length).toBe(tree.length);
  const rows = new Map<number, number[]>();
  for (const { x, y } of placed) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeLessThan(height);
    rows.set(y, [...(rows.get(y) ?? []), x]);
  }
  for (const xs of rows.values()) {
    const sorted = xs.sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i += 1) expect(sorted[i] - sorted[i - 1]).toBeGreaterThanOrEqual(42);
  }
});
