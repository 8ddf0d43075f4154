// The tree of a game. The first child of a node continues its line; the others are variations.

import type { ReadNode, Written } from "../rules/study";
import type { Seat } from "../rules/view";

export interface Node {
  readonly parent: Node | null;
  /** The action that leads here, as records write it; empty at the start. */
  readonly text: string;
  readonly seat: Seat;
  readonly turn: number;
  comment: string;
  readonly children: Node[];
}

/** The most nodes of a tree, as in joust-study. */
const MOST = 5_000;
/** How many variations may lie one in the other, as in joust-core. */
const DEEPEST = 32;

export class Tree {
  readonly root: Node = { parent: null, text: "", seat: 0, turn: 0, comment: "", children: [] };
  #size = 1;

  /** The tree of nodes that were read. */
  static of(nodes: readonly ReadNode[]): Tree {
    const tree = new Tree();
    const made: Node[] = [tree.root];
    tree.root.comment = nodes[0]?.comment ?? "";
    for (const { parent, text, seat, turn, comment } of nodes.slice(1)) {
      const over = made[parent ?? 0];
      const node: Node = { parent: over, text, seat, turn, comment, children: [] };
      over.children.push(node);
      made.push(node);
    }
    tree.#size = made.length;
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= MOST;
  }

  /** Whether another variation here would lie deeper than records can have it. */
  isDeep(parent: Node): boolean {
    const within = this.path(parent).filter(node => node.parent?.children[0] !== node);
    return parent.children.length > 0 && within.length >= DEEPEST;
  }

  /** The node of an action after a node: the one that there is, or a new variation. */
  add(parent: Node, { text, seat, turn }: Pick<Node, "text" | "seat" | "turn">): Node {
    const found = parent.children.find(child => child.text === text);
    if (found) return found;
    const node: Node = { parent, text, seat, turn, comment: "", children: [] };
    parent.children.push(node);
    this.#size += 1;
    return node;
  }

  /** Removes a node with all that follows, and gives the node before it. */
  remove(node: Node): Node {
    if (!node.parent) return node;
    const { children } = node.parent;
    children.splice(children.indexOf(node), 1);
    this.#size -= count(node);
    return node.parent;
  }

  /** Puts a removed node back in its place among its siblings. What was made of its move since goes into it. */
  restore(node: Node, index: number): void {
    if (!node.parent) return;
    const { children } = node.parent;
    const twin = children.find(child => child.text === node.text);
    if (twin) this.remove(twin);
    children.splice(index, 0, node);
    this.#size += count(node);
    if (twin) this.#merge(twin, node);
  }

  #merge(from: Node, into: Node): void {
    into.comment ||= from.comment;
    for (const child of from.children) this.#merge(child, this.add(into, child));
  }

  /** The node at which the line of a node leaves the line above it; none on the main line. */
  branch(node: Node): Node | null {
    for (let at: Node | null = node; at?.parent; at = at.parent) {
      if (at.parent.children[0] !== at) return at;
    }
    return null;
  }

  /** Moves the line of a node up by one; says whether there was anything to move. */
  promote(node: Node): boolean {
    const branch = this.branch(node);
    const children = branch?.parent?.children;
    if (!branch || !children) return false;
    const at = children.indexOf(branch);
    [children[at - 1], children[at]] = [branch, children[at - 1]];
    return true;
  }

  /** The nodes from the start to a node, without the start. */
  path(node: Node): Node[] {
    const path: Node[] = [];
    for (let at: Node | null = node; at?.parent; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** The actions that lead to a node. */
  course(node: Node): string[] {
    return this.path(node).map(({ text }) => text);
  }

  /** The main line, without the start. */
  main(): Node[] {
    return [...follow(this.root)];
  }

  /** The last node of the line on which a node is. */
  end(node: Node): Node {
    return [node, ...follow(node)].at(-1) ?? node;
  }

  /** All nodes as they are written. */
  flat(): Written["nodes"] {
    const nodes: { parent: number | null; text: string; comment: string }[] = [];
    const walk = (node: Node, parent: number | null) => {
      const index = nodes.push({ parent, text: node.text, comment: node.comment }) - 1;
      for (const child of node.children) walk(child, index);
    };
    walk(this.root, null);
    return nodes;
  }

  /** Where a node is: moves of a line, the number of a variation, moves of that line: `12.1.3`. */
  address(node: Node): string {
    const parts = [0];
    for (const at of this.path(node)) {
      const index = at.parent?.children.indexOf(at) ?? 0;
      if (index === 0) parts[parts.length - 1] += 1;
      else parts.push(index, 0);
    }
    return parts.join(".");
  }

  /** The node of an address, or the last one that exists on the way there. */
  at(address: string): Node {
    const parts = address.split(".").map(Number);
    let node = this.root;
    for (const [i, part] of parts.entries()) {
      if (!Number.isInteger(part) || part < 0) return node;
      if (i % 2 === 1) {
        const child = node.children[part];
        if (!child) return node;
        node = child;
      } else {
        for (let left = part; left > 0; left -= 1) {
          if (!node.children[0]) return node;
          node = node.children[0];
        }
      }
    }
    return node;
  }
}

function* follow(node: Node): Generator<Node> {
  for (let at = node.children[0]; at; at = at.children[0]) yield at;
}

function count(node: Node): number {
  return node.children.reduce((sum, child) => sum + count(child), 1);
}
