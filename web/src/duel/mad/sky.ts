// The ground under the ships: space for the fleet, paper for plain digits.
import { svg, type TemplateResult } from "lit";
import { CELL, type Frame } from "./frame";

/** Colours that are shared by all ships, by name. */
export const paints: TemplateResult = svg`<defs>
  <radialGradient id="sky" cx="50%" cy="45%" r="75%">
    <stop class="sky-near" offset="0" /><stop class="sky-far" offset="1" />
  </radialGradient>
  <radialGradient id="cloud-warm"><stop class="cloud-warm" offset="0" /><stop class="cloud-none" offset="1" /></radialGradient>
  <radialGradient id="cloud-cool"><stop class="cloud-cool" offset="0" /><stop class="cloud-none" offset="1" /></radialGradient>
  <linearGradient id="hull0" x1="0" x2="1"><stop class="hull0-a" offset="0" /><stop class="hull0-b" offset=".45" /><stop class="hull0-c" offset="1" /></linearGradient>
  <linearGradient id="hull1" x1="0" x2="1"><stop class="hull1-a" offset="0" /><stop class="hull1-b" offset=".45" /><stop class="hull1-c" offset="1" /></linearGradient>
  <radialGradient id="orb" cx="38%" cy="35%"><stop class="orb-a" offset="0" /><stop class="orb-b" offset=".55" /><stop class="orb-c" offset="1" /></radialGradient>
  <radialGradient id="halo"><stop class="halo-a" offset=".4" /><stop class="halo-b" offset="1" /></radialGradient>
  <linearGradient id="sail" x1="0" y1="0" x2="0" y2="1"><stop class="sail-a" offset="0" /><stop class="sail-b" offset="1" /></linearGradient>
</defs>`;

/** Stars have fixed places: the fractional parts of multiples of irrational numbers. */
function stars(frame: Frame): TemplateResult {
  const count = Math.round((frame.width * frame.height) / 5200);
  const part = (n: number) => n - Math.floor(n);
  const dots = Array.from({ length: count }, (_, i) => {
    const [x, y] = [part(i * 0.7548776662) * frame.width, part(i * 0.5698402911) * frame.height];
    const size = 0.5 + 1.1 * part(i * 0.6180339887) ** 3 + (i % 17 === 0 ? 0.7 : 0);
    return svg`<circle class="star s${i % 3}" cx=${x.toFixed(1)} cy=${y.toFixed(1)} r=${size.toFixed(2)} />`;
  });
  return svg`${dots}`;
}

/** The whole ground behind the squares. */
export function ground(frame: Frame, look: "plain" | "fleet"): TemplateResult {
  const { width, height } = frame;
  if (look === "plain") return svg`<rect class="ground" width=${width} height=${height} rx="14" />`;
  return svg`<rect fill="url(#sky)" width=${width} height=${height} rx="14" />
    <ellipse fill="url(#cloud-warm)" cx=${width * 0.78} cy=${height * 0.83} rx=${width * 0.6} ry=${height * 0.26} />
    <ellipse fill="url(#cloud-cool)" cx=${width * 0.22} cy=${height * 0.2} rx=${width * 0.6} ry=${height * 0.26} />
    <g>${stars(frame)}</g>`;
}

/** The squares, with the names of columns and rows in corners. */
export function squares(frame: Frame, names: readonly string[]): TemplateResult {
  const exists = (square: string) => names.includes(square);
  const tiles = names.map(name => {
    const { column, row } = frame.cell(name);
    const [x, y] = [frame.left + column * CELL, frame.top + row * CELL];
    const shade = (column + row) % 2 === 0 ? "tile" : "tile other";
    const below = frame.neighbour(name, 0, 1, exists);
    const beside = frame.neighbour(name, -1, 0, exists);
    return svg`<rect class=${shade} x=${x + 1.5} y=${y + 1.5} width=${CELL - 3} height=${CELL - 3} rx="7" />
      ${below ? "" : svg`<text class="name" x=${x + 8} y=${y + CELL - 7}>${name[0]}</text>`}
      ${beside ? "" : svg`<text class="name" x=${x + 8} y=${y + 19}>${name.slice(1)}</text>`}`;
  });
  return svg`<g>${tiles}</g>`;
}
