// What happens in a step of a search, in a sentence.
import { fill } from "../words/words";
import type { Search, Trace } from "./searcher";
import type { Moment, Setup } from "./state";
import type { LaboratoryWords } from "./words";

/** A value as people write it: a true minus, and at most three decimals after the point or the comma of the language. */
export function show(value: number | null, words: LaboratoryWords): string {
  if (value === null) return "";
  const rounded = Math.round(value * 1000) / 1000;
  return String(rounded).replace("-", "−").replace(".", words.point);
}

/** The bound at the root lies just below the best value, so that equal moves are told apart. */
export function showBelow(value: number, words: LaboratoryWords): string {
  const rounded = Math.round(value * 1e6) / 1e6;
  return value !== rounded && Math.abs(value - rounded) < 1e-9
    ? fill(words.justBelow, { value: show(rounded, words) })
    : show(value, words);
}

/** The sentence of the last step; the scores are those of its node. */
export function sentenceOf(
  { tree }: Trace,
  search: Search,
  at: number,
  setup: Setup,
  moment: Moment,
  scores: readonly [number, number],
  words: LaboratoryWords,
): string {
  const [side, other] = setup.side === "b" ? [words.sides.b, words.sides.g] : [words.sides.g, words.sides.b];
  const step = search.steps[at - 1];
  if (!step) return fill(words.begin, { side, depth: setup.depth });
  const node = tree[step.node];
  const names = { side, other };
  if (at === search.steps.length) {
    const values = {
      move: search.move,
      value: show(search.value, words),
      count: search.nodes,
      all: tree.length,
    };
    return fill(words.end, { ...names, ...values });
  }
  if (step.do === "enter") {
    if (node.parent === null) return fill(words.enterRoot, names);
    const mover = tree[node.parent].seat === 0 ? words.sides.b : words.sides.g;
    const { alpha, beta } = step;
    const text =
      beta === null
        ? alpha === null
          ? words.enter
          : words.enterAlpha
        : alpha === null
          ? words.enterBeta
          : words.enterBoth;
    const bounds = { alpha: show(alpha, words), beta: show(beta, words) };
    return fill(text, { ...names, ...bounds, mover, move: node.move });
  }
  const value = show(step.value, words);
  if (node.children.length === 0) {
    const [blue, green] = scores;
    return fill(words.leaf, { value, scores: fill(words.scores, { blue, green }) });
  }
  const mine = (node.seat === 0) === (setup.side === "b");
  const { alpha, beta } = moment.nodes[step.node];
  if (step.cut > 0) {
    const text = mine
      ? step.cut === 1
        ? words.betaCutOne
        : words.betaCut
      : step.cut === 1
        ? words.alphaCutOne
        : words.alphaCut;
    const bounds = { alpha: show(alpha, words), beta: show(beta, words) };
    return fill(text, { ...names, ...bounds, value, cut: step.cut });
  }
  return fill(mine ? words.best : words.worst, { ...names, value });
}
