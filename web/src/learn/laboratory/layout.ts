// Where the nodes of a tree are drawn: leaves side by side, every other node over the middle of its children.
import type { Node } from "./searcher";

export const WIDE = 52;
export const HIGH = 84;
/** A tree with more nodes than this is drawn only around the current node. */
export const WHOLE = 170;

export interface Placed {
  node: number;
  x: number;
  y: number;
  /** Its children exist and are not drawn. */
  folded: boolean;
}

export interface Layout {
  placed: Placed[];
  at: ReadonlyMap<number, Placed>;
  width: number;
  height: number;
}

/** Places the nodes whose ancestors are all unfolded. */
export function layOut(tree: readonly Node[], isOpen: (node: number) => boolean): Layout {
  const placed: Placed[] = [];
  let [next, deepest] = [0, 0];
  const place = (node: number, depth: number): number => {
    deepest = Math.max(deepest, depth);
    const { children } = tree[node];
    const open = children.length > 0 && isOpen(node);
    const xs = open ? children.map(child => place(child, depth + 1)) : [];
    if (xs.length === 0) next += 1;
    const x = xs.length > 0 ? (xs[0] + xs[xs.length - 1]) / 2 : (next - 0.5) * WIDE;
    placed.push({ node, x, y: depth * HIGH + HIGH / 2, folded: children.length > 0 && !open });
    return x;
  };
  place(0, 0);
  return {
    placed,
    at: new Map(placed.map(found => [found.node, found])),
    width: Math.max(1, next) * WIDE,
    height: (deepest + 1) * HIGH,
  };
}
