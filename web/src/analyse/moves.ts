// The moves as people read them: the main line in two columns, comments and variations below their move.
import { html, nothing, type TemplateResult } from "lit";
import type { Grade } from "../engine/engine";
import type { Node, Tree } from "./tree";
import type { Words } from "./words/words";

export interface MovesProps {
  tree: Tree;
  current: Node;
  words: Words;
  /** What a report says of a node. */
  grade(node: Node): Grade | undefined;
  go(node: Node): void;
  forfeit: string | null;
}

const SIGNS: Partial<Record<Grade, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** `19.` for the first side, `20…` for the second. */
export const label = ({ turn, seat }: Pick<Node, "turn" | "seat">): string =>
  `${turn}${seat === 0 ? "." : "…"}`;

/** A word such as `offer` in the language of the page; a move as it is written. */
export function written({ text }: Pick<Node, "text">, words: Words): string {
  return text in words.words ? words.words[text as keyof typeof words.words] : text;
}

export function movesView(props: MovesProps): TemplateResult {
  const { tree, words, current, go, forfeit } = props;
  const { root } = tree;
  const parts: TemplateResult[] = [];
  const flush: { first: Node | null; second: Node | null } = { first: null, second: null };
  const row = () => {
    const { first, second } = flush;
    const one = first ?? second;
    if (!one) return;
    parts.push(html`<div class="pair"><span class="n">${one.turn}</span>
      ${first ? moveView(first, props) : html`<span class="gone">…</span>`}
      ${second ? moveView(second, props) : html`<span></span>`}</div>`);
    flush.first = null;
    flush.second = null;
  };
  for (const node of tree.main()) {
    if (node.seat === 0 || flush.second) row();
    // A word such as an offer is said by a side that moves next.
    if (node.seat === 0 && flush.first) row();
    flush[node.seat === 0 ? "first" : "second"] = node;
    const others = node.parent?.children.slice(1) ?? [];
    if (node.comment || others.length > 0) {
      row();
      parts.push(html`${commentView(node)}${others.map(other => variationView(other, props))}`);
    }
  }
  row();
  const end = forfeit?.endsWith("resigns") ? words.ended.resigns : forfeit ? words.ended.time : "";
  return html`<div class="tree" role="group" aria-label=${words.movesTitle}>
    <button class="move start ${current === root ? "here" : ""}" tabindex=${current === root ? 0 : -1} aria-current=${current === root ? "step" : nothing}
      @click=${() => go(root)}>${words.startPosition}</button>
    ${commentView(root)}
    ${root.children.length === 0 ? html`<p class="hint">${words.noMoves}</p>` : parts}
    ${end ? html`<p class="hint">${end}</p>` : nothing}
  </div>`;
}

function commentView({ comment }: Node) {
  return comment ? html`<p class="comment">${comment}</p>` : nothing;
}

function moveView(node: Node, { current, words, grade, go }: MovesProps, numbered = false): TemplateResult {
  const here = node === current;
  const given = grade(node);
  const sign = given && SIGNS[given];
  return html`<button class="move ${here ? "here" : ""} ${sign ? given : ""}"
      tabindex=${here ? 0 : -1} aria-current=${here ? "step" : nothing} @click=${() => go(node)}>
    ${numbered ? html`<span class="n">${label(node)}</span>` : nothing}<span class="text">${written(node, words)}</span>${
      sign
        ? html`<span class="sign" aria-hidden="true">${sign}</span><span class="unseen">, ${words.grades[given as "blunder"]}</span>`
        : nothing
    }</button>`;
}

/** A variation in one flow; its own variations stand in it. */
function variationView(first: Node, props: MovesProps): TemplateResult {
  const parts: TemplateResult[] = [];
  let numbered = true;
  for (let node: Node | undefined = first; node; node = node.children[0]) {
    const others: Node[] = node === first ? [] : (node.parent?.children.slice(1) ?? []);
    parts.push(moveView(node, props, numbered || node.seat === 0));
    numbered = false;
    if (node.comment || others.length > 0) {
      parts.push(html`${commentView(node)}${others.map(other => variationView(other, props))}`);
      numbered = true;
    }
  }
  return html`<div class="variation" role="group" aria-label=${props.words.variation}>${parts}</div>`;
}
