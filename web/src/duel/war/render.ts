// The picture of a city: values, owners, and what a move would conquer.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Seat, WarMove, WarView } from "../../rules/view";
import { fill, list, sideName, type Words } from "../words/words";
import { banner, KINDS, paints, quarter } from "./city";
import { lastMove, waysTo } from "./state";

export const CELL = 100;
const RIM = 34;

export interface Scene {
  view: WarView;
  owners: readonly (Seat | null)[];
  preview: WarMove | null;
  hint: WarMove | null;
  waiting: boolean;
  active: boolean;
}

export function size(view: WarView): { width: number; height: number } {
  return { width: view.columns * CELL + RIM + 6, height: view.rows * CELL + RIM + 6 };
}

export interface Point {
  x: number;
  y: number;
}

/** The top left corner of the squares. */
export const CORNER = RIM;

export function centre(view: WarView, square: string): Point {
  const index = view.squares.indexOf(square);
  const [column, row] = [index % view.columns, Math.floor(index / view.columns)];
  return { x: CORNER + (column + 0.5) * CELL, y: CORNER + (row + 0.5) * CELL };
}

/** Blue is hatched and has a square emblem, Green is dotted and has a round one. */
const patterns: TemplateResult = svg`<defs>
  <pattern id="owner0" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="fill0" width="14" height="14" /><rect class="lines0" width="4" height="14" />
  </pattern>
  <pattern id="owner1" width="15" height="15" patternUnits="userSpaceOnUse">
    <rect class="fill1" width="15" height="15" /><circle class="dots1" cx="4" cy="4" r="2.4" /><circle class="dots1" cx="11.5" cy="11.5" r="2.4" />
  </pattern>
  ${paints}
</defs>`;

export function picture(scene: Scene): TemplateResult {
  const { view } = scene;
  const highest = Math.max(1, ...view.values);
  return svg`${patterns}
    <rect class="ground" width=${size(view).width} height=${size(view).height} rx="14" />
    ${streets(view)}${names(view)}
    <g class="blocks">${view.squares.map((square, i) => block(scene, square, i, highest))}</g>
    <g class="marks">${marks(scene)}</g>
    <g class="effects"></g>
    <g class="preview">${preview(scene)}</g>`;
}

/** The middle of every street. */
function streets({ columns, rows }: WarView): TemplateResult {
  const across = Array.from(
    { length: rows - 1 },
    (_, i) => `M${CORNER} ${CORNER + (i + 1) * CELL} h${columns * CELL}`,
  );
  const down = Array.from(
    { length: columns - 1 },
    (_, i) => `M${CORNER + (i + 1) * CELL} ${CORNER} v${rows * CELL}`,
  );
  return svg`<path class="lanes" d=${[...across, ...down].join(" ")} />`;
}

function names(view: WarView): unknown {
  const letters = Array.from({ length: view.columns }, (_, i) => view.squares[i][0]);
  const rows = Array.from({ length: view.rows }, (_, i) => view.squares[i * view.columns].slice(1));
  return svg`${letters.map((letter, i) => svg`<text class="name" x=${CORNER + (i + 0.5) * CELL} y=${RIM - 11}>${letter}</text>`)}
    ${rows.map((row, i) => svg`<text class="name" x=${RIM / 2} y=${CORNER + (i + 0.5) * CELL + 6}>${row}</text>`)}`;
}

/** A block of the city, with its value on a plate: square of Blue, round of Green. */
function block(
  { view, owners, preview }: Scene,
  square: string,
  index: number,
  highest: number,
): TemplateResult {
  const { x, y } = centre(view, square);
  const owner = owners[index];
  const value = view.values[index];
  const kind = Math.min(KINDS - 1, Math.floor((KINDS * value) / (highest + 1)));
  const falls = preview?.conquers.includes(square) || preview?.square === square;
  const classes = ["block", owner === null ? "vacant" : `owned side${owner}`, falls ? "falls" : ""];
  const paint = owner === null ? nothing : `url(#owner${owner})`;
  return svg`<g class=${classes.join(" ")} data-block=${square} transform="translate(${x} ${y})">
    <rect class="plot" x="-45" y="-45" width="90" height="90" rx="7" fill=${paint} />
    ${quarter(kind, index)}${banner(owner)}
    <rect class="plate" x="-25" y="9" width="50" height="33" rx=${owner === 1 ? 16 : owner === 0 ? 3 : 8} />
    <text class="value" y="36">${value}</text>
  </g>`;
}

function frame(view: WarView, square: string, kind: string, inset: number): TemplateResult {
  const { x, y } = centre(view, square);
  const half = CELL / 2 - inset;
  return svg`<rect class=${kind} x=${x - half} y=${y - half} width=${2 * half} height=${2 * half} rx="10" />`;
}

function marks({ view, hint, waiting }: Scene): unknown {
  const last = waiting ? null : lastMove(view);
  return svg`${last ? frame(view, last.square, `last by${last.seat}`, 3) : nothing}
    ${last ? last.conquers.map(square => frame(view, square, "conquered", 5)) : nothing}
    ${hint ? frame(view, hint.square, "hint", 4) : nothing}`;
}

/** What a move would take, with arrows to what it would conquer and what it is worth. */
function preview({ view, preview: move }: Scene): unknown {
  if (!move) return nothing;
  const from = centre(view, move.square);
  const arrows = move.conquers.map(square => {
    const to = centre(view, square);
    const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
    const at = (along: number, aside: number) =>
      `${from.x + dx * along - dy * aside} ${from.y + dy * along + dx * aside}`;
    return svg`<path class="arrow side${move.seat}" d="M${at(36, 6)} L${at(50, 6)} L${at(50, 15)} L${at(70, 0)} L${at(50, -15)} L${at(50, -6)} L${at(36, -6)} z" />`;
  });
  return svg`${frame(view, move.square, `take side${move.seat}`, 4)}
    ${move.conquers.map(square => frame(view, square, `fall side${move.seat}`, 4))}
    ${arrows}
    <g class="badge side${move.seat}" transform="translate(${from.x} ${from.y - 30})">
      <rect x="-27" y="-13" width="54" height="25" rx="12.5" /><text y="6">+${move.gain}</text>
    </g>`;
}

/** The squares as a grid with names. */
export function gridView(scene: Scene, cursor: string, words: Words): TemplateResult {
  const { view } = scene;
  const rows = Array.from({ length: view.rows }, (_, row) => row);
  const name = nameOf(scene, words);
  const label = fill(words.city, { columns: view.columns, rows: view.rows });
  return html`<div class="grid" role="grid" aria-label=${label}>
    ${rows.map(
      row => html`<div class="row" role="row">
        ${view.squares.slice(row * view.columns, (row + 1) * view.columns).map(
          square => html`<div
            class=${scene.active && waysTo(view, square).length > 0 ? "cell open" : "cell"}
            role="gridcell"
            data-square=${square}
            tabindex=${square === cursor ? "0" : "-1"}
            aria-label=${name(square)}
          ></div>`,
        )}
      </div>`,
    )}
  </div>`;
}

/** `C3, value 12, vacant: blitz would conquer C4 for 9`. */
export function nameOf({ view, owners, active, hint }: Scene, words: Words): (square: string) => string {
  const last = lastMove(view);
  return square => {
    const index = view.squares.indexOf(square);
    const owner = owners[index];
    const values = {
      square,
      value: view.values[index],
      side: owner === null ? "" : sideName(view, owner, words),
    };
    const ways = active ? waysTo(view, square) : [];
    const told = ways.map((way, i) => {
      const conquers = { squares: list(way.conquers, words), loot: way.loot };
      if (way.conquers.length > 0) return fill(words.wouldConquer, conquers);
      return i > 0 ? words.orDrop : way.kind === "blitz" ? words.wouldBlitz : words.wouldDrop;
    });
    const what = fill(owner === null ? words.free : words.owned, values);
    const parts = [told.length > 0 ? `${what}${words.colon}${told.join(", ")}` : what];
    if (last?.square === square) parts.push(words.lastMove);
    if (hint?.square === square) parts.push(words.hinted);
    return parts.join(", ");
  };
}
