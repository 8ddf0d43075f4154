// What stands on a square of the city: the more it is worth, the higher it is built. A park is worth least,
// then houses, then blocks, then towers.
import { nothing, svg, type TemplateResult } from "lit";
import type { Seat } from "../../rules/view";

/** The line on which buildings stand, and the height of the highest of each kind. */
const BASE = 13;
const HEIGHTS = [0, 13, 26, 38, 49];
/** Kinds of quarters. */
export const KINDS = HEIGHTS.length;

/** Paints that squares share, by name. */
export const paints: TemplateResult = svg`<pattern id="windows" width="8" height="9" patternUnits="userSpaceOnUse">
  <rect class="window" x="2.200" y="2.500" width="3.600" height="4.500" />
</pattern>`;

/** The quarter on a square; its number makes neighbours differ. */
export function quarter(kind: number, index: number): TemplateResult {
  if (kind === 0) return park;
  const vary = (n: number) => (n * 0.618034) % 1;
  let x = -40;
  const walls = [0, 1, 2].map(i => {
    const wide = [24, 30, 26][(i + index) % 3];
    const middle = i === 1;
    const high = HEIGHTS[kind] * (middle ? 1 : 0.55 + 0.4 * vary(index * 3 + i));
    // Houses have gables, the highest tower has a mast.
    const top =
      kind === 1
        ? `l${wide / 2} -11 l${wide / 2} 11`
        : kind === 4 && middle
          ? `h${wide / 2 - 2} v-8 h4 v8 h${wide / 2 - 2}`
          : `h${wide}`;
    const path = `M${x} ${BASE} v${(-high).toFixed(1)} ${top} V${BASE} z`;
    x += wide;
    return path;
  });
  return svg`<g class="quarter">${walls.map((d, i) => svg`<path class="wall w${(i + index) % 3}" d=${d} />`)}
    <path fill="url(#windows)" d=${walls.join(" ")} /></g>`;
}

const tree = (x: number, y: number, r: number): TemplateResult =>
  svg`<path class="trunk" d="M${x} ${BASE} V${y}" /><circle class="tree" cx=${x} cy=${y} r=${r} />`;
const park: TemplateResult = svg`<g class="quarter"><path class="lawn" d="M-40 ${BASE} q12 -9 40 -7 t40 7 z" />${tree(-25, -2, 9)}${tree(2, -8, 12)}${tree(26, 0, 8)}</g>`;

/** The banner of an army over its square: Blue's is straight, Green's has a tail. */
export const banner = (owner: Seat | null): unknown =>
  owner === null
    ? nothing
    : svg`<g class="banner"><path class="pole" d="M-40 ${BASE} V-43" /><path class="cloth" d=${owner === 0 ? "M-40 -43 h25 v16 h-25 z" : "M-40 -43 h28 l-8 8 l8 8 h-28 z"} /></g>`;
