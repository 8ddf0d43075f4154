// What the laboratory shows, as functions of a question and of how far the search is.
import type { Node, Question, Search, Trace } from "./searcher";

export type Method = "minimax" | "alphabeta";

/** The board that the student edits, and how it is searched. */
export interface Setup {
  columns: number;
  rows: number;
  values: readonly number[];
  /** One letter a square: `.`, `b` or `g`. */
  owners: string;
  side: "b" | "g";
  depth: number;
  order: "row" | "gain";
  eval: "difference" | "own" | "ratio";
  method: Method;
}

export const MOST_SIDE = 4;
export const MOST_DEPTH = 6;
const LARGEST = 99;

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

export const valuesOf = ({ values, columns }: Setup): string =>
  chunks(values, columns)
    .map(row => row.join(" "))
    .join("/");

export const startOf = ({ owners, columns, side }: Setup): string =>
  `${chunks([...owners], columns)
    .map(row => row.join(""))
    .join("/")} ${side}`;

export const questionOf = (setup: Setup, order = setup.order): Question => ({
  values: valuesOf(setup),
  start: startOf(setup),
  depth: setup.depth,
  order,
  eval: setup.eval,
});

/** Boards to begin with. */
export const PRESETS: readonly { name: string; setup: Setup }[] = [
  preset("Smolensk 2×2", "66 76/31 39", "../.. b", 2),
  preset("Smolensk 2×2", "66 76/31 39", "../.. b", 4),
  preset("3×2", "5 9 2/7 3 8", ".../... b", 3),
  preset("3×3", "1 2 5/2 2 5/7 3 5", "bbg/.../bg. b", 4),
  preset("Smolensk 3×3", "66 76 28/31 39 50/80 76 39", ".../.../... b", 3),
];

function preset(name: string, values: string, start: string, depth: number) {
  const setup = read(new URLSearchParams({ values, start, depth: String(depth) }));
  if (!setup) throw new Error(name);
  return { name, setup };
}

/** Reads a setup from an address; anything that is no small board is none. */
export function read(query: URLSearchParams): Setup | null {
  const rows = (query.get("values") ?? "").split("/").map(row => row.trim().split(/\s+/));
  const values = rows.flat().map(Number);
  const columns = rows[0].length;
  const [position, side] = (query.get("start") ?? "").trim().split(/\s+/);
  const owners = (position ?? "").replaceAll("/", "");
  const depth = Number(query.get("depth") ?? 2);
  const fits =
    rows.length <= MOST_SIDE &&
    columns <= MOST_SIDE &&
    rows.every(row => row.length === columns) &&
    rows.flat().every(word => /^\d{1,2}$/.test(word)) &&
    owners.length === values.length &&
    /^[.bg]+$/.test(owners) &&
    (side === "b" || side === "g") &&
    Number.isInteger(depth) &&
    depth >= 1 &&
    depth <= MOST_DEPTH;
  if (!fits) return null;
  const pick = <T extends string>(name: string, known: readonly T[]): T =>
    known.find(word => word === query.get(name)) ?? known[0];
  return {
    columns,
    rows: rows.length,
    values,
    owners,
    side: side as "b" | "g",
    depth,
    order: pick("order", ["row", "gain"]),
    eval: pick("eval", ["difference", "own", "ratio"]),
    method: pick("method", ["alphabeta", "minimax"]),
  };
}

/** The address of a setup, and of a step in its search. */
export function write(setup: Setup, at: number): URLSearchParams {
  const query = new URLSearchParams({
    values: valuesOf(setup),
    start: startOf(setup),
    depth: String(setup.depth),
  });
  if (setup.order !== "row") query.set("order", setup.order);
  if (setup.eval !== "difference") query.set("eval", setup.eval);
  if (setup.method !== "alphabeta") query.set("method", setup.method);
  if (at > 0) query.set("at", String(at));
  return query;
}

/** Another size: what is there stays, what is new is vacant. */
export function resized(setup: Setup, columns: number, rows: number): Setup {
  const at = (row: number, column: number) => row * setup.columns + column;
  const values: number[] = [];
  let owners = "";
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const known = row < setup.rows && column < setup.columns;
      values.push(known ? setup.values[at(row, column)] : ((row * 5 + column * 3) % 9) + 1);
      owners += known ? setup.owners[at(row, column)] : ".";
    }
  }
  return { ...setup, columns, rows, values, owners };
}

export const bounded = (value: number): number =>
  Number.isFinite(value) ? Math.min(LARGEST, Math.max(0, Math.trunc(value))) : 0;

/** How a node stands after some steps. */
export interface Standing {
  alpha: number | null;
  beta: number | null;
  /** Known once the node was left. */
  value: number | null;
  /** How many of its moves were left out. */
  cut: number;
  seen: boolean;
  /** It lies below a move that was left out. */
  gone: boolean;
}

export interface Moment {
  nodes: Standing[];
  /** The node that the last step was about. */
  current: number;
  /** Nodes entered so far. */
  count: number;
}

/** What is known after the first `at` steps. */
export function momentOf(tree: readonly Node[], search: Search, at: number): Moment {
  const nodes: Standing[] = tree.map(() => ({
    alpha: null,
    beta: null,
    value: null,
    cut: 0,
    seen: false,
    gone: false,
  }));
  let [current, count] = [0, 0];
  const bury = (node: number) => {
    nodes[node].gone = true;
    tree[node].children.forEach(bury);
  };
  for (const step of search.steps.slice(0, at)) {
    current = step.node;
    const standing = nodes[step.node];
    if (step.do === "enter") {
      count += 1;
      standing.seen = true;
      [standing.alpha, standing.beta] = [step.alpha, step.beta];
    } else {
      [standing.value, standing.cut] = [step.value, step.cut];
      if (step.cut > 0) tree[step.node].children.slice(-step.cut).forEach(bury);
    }
  }
  return { nodes, current, count };
}

/** The nodes from the root to a node. */
export function pathTo(tree: readonly Node[], node: number): number[] {
  const path = [node];
  for (let at = tree[node].parent; at !== null; at = tree[at].parent) path.unshift(at);
  return path;
}

/** The line that both sides would play, by values that are known. */
export function bestLine(trace: Trace, search: Search, moment: Moment): number[] {
  const line = [0];
  const { tree } = trace;
  for (let at = 0; ; ) {
    const value = moment.nodes[at].value;
    const first = at === 0 ? tree[0].children.find(child => tree[child].move === search.move) : undefined;
    const next =
      first ??
      tree[at].children.find(child => moment.nodes[child].value === value && moment.nodes[child].cut === 0);
    if (value === null || next === undefined) return line;
    line.push(next);
    at = next;
  }
}
