import { expect, test } from "vitest";
import { pack, unpack } from "../../../src/analyse/link";
import { type Node, Tree } from "../../../src/analyse/tree";

const read = (parent: number | null, text: string) => ({
  parent,
  text,
  seat: 0 as const,
  turn: 1,
  comment: "",
});
// a (d (f) e) b c
const NODES = [
  read(null, ""),
  read(0, "a"),
  read(1, "b"),
  read(0, "d"),
  read(3, "e"),
  read(3, "f"),
  read(2, "c"),
];
const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];
const texts = (tree: Tree) => all(tree.root).map(({ text }) => text);

test("every node has an address that leads to it, and a wrong address leads to a node that exists", () => {
  const tree = Tree.of(NODES);
  expect(texts(tree)).toEqual(["", "a", "b", "c", "d", "e", "f"]);
  for (const node of all(tree.root)) expect(tree.at(tree.address(node))).toBe(node);
  expect(tree.address(all(tree.root)[6])).toBe("0.1.0.1.0");
  for (const address of ["99", "1.7.3", "x", "-1", "", "1.0.1", "1e9"]) {
    expect(all(tree.root)).toContain(tree.at(address));
  }
});

test("lines move up one by one, and what is removed comes back to its place", () => {
  const tree = Tree.of(NODES);
  const [, , , , d, , f] = all(tree.root);
  expect(tree.branch(f)).toBe(f);
  expect(tree.promote(f)).toBe(true);
  expect(texts(tree)).toEqual(["", "a", "b", "c", "d", "f", "e"]);
  expect(tree.promote(f)).toBe(true);
  expect(texts(tree)).toEqual(["", "d", "f", "e", "a", "b", "c"]);
  expect(tree.promote(f)).toBe(false);
  expect(tree.remove(d)).toBe(tree.root);
  expect([tree.size, texts(tree)]).toEqual([4, ["", "a", "b", "c"]]);
  tree.restore(d, 0);
  expect([tree.size, texts(tree)]).toEqual([7, ["", "d", "f", "e", "a", "b", "c"]]);
  // A move that is there is not added again.
  expect(tree.add(tree.root, { text: "a", seat: 0, turn: 1 })).toBe(tree.root.children[1]);
});

test("a move that was removed and made again is one node after the undo, with all that was made of it", () => {
  const tree = Tree.of(NODES);
  const [, a, b, , d] = all(tree.root);
  const turn = { seat: 0 as const, turn: 1 };
  tree.remove(a);
  const again = tree.add(tree.root, { text: "a", ...turn });
  again.comment = "better";
  tree.add(tree.add(again, { text: "b", ...turn }), { text: "g", ...turn });
  tree.restore(a, 0);
  expect(texts(tree)).toEqual(["", "a", "b", "c", "g", "d", "e", "f"]);
  expect([tree.size, a.comment]).toEqual([8, "better"]);
  expect(tree.root.children).toEqual([a, d]);
  expect(b.children.map(({ text, parent }) => [text, parent])).toEqual([
    ["c", b],
    ["g", b],
  ]);
});

test("variations are refused where a record could not have them, and nowhere else", () => {
  const tree = new Tree();
  const action = (text: string) => ({ text, seat: 0 as const, turn: 1 });
  let node = tree.root;
  for (let depth = 0; depth < 32; depth += 1) {
    expect(tree.isDeep(node)).toBe(false);
    tree.add(node, action("main"));
    expect(tree.isDeep(node)).toBe(false);
    node = tree.add(node, action("other"));
  }
  expect(tree.isDeep(node)).toBe(false);
  tree.add(node, action("main"));
  expect(tree.isDeep(node)).toBe(true);
  expect(tree.isDeep(tree.root)).toBe(false);
});

test("an address holds a whole record, and what it does not hold is refused", async () => {
  const text = `[Game "mad"]\n\n${"1. pass {é “…”} pass\n".repeat(50)}*`;
  const packed = await pack(text, "3.1.2");
  expect(packed?.length).toBeLessThan(200);
  expect(await unpack(`#${packed}`)).toEqual({ text, at: "3.1.2" });
  expect(await unpack(`#text=${encodeURIComponent(text)}`)).toEqual({ text, at: null });
  expect(await unpack("#elsewhere")).toBeNull();
  expect(await unpack("#s=%%%")).toEqual({ text: "", at: null });
  // A few bytes that unpack to more than is read.
  const bomb = await pack("1 ".repeat(1 << 20), "0");
  expect(await unpack(`#${bomb}`)).toEqual({ text: "", at: null });
});
