import { html, svg, type TemplateResult } from "lit";
import type { GameName } from "./steps";

const STAR = "M10 1.8 12.500 7l5.700.8-4.100 4 1 5.700L10 14.800l-5.100 2.700 1-5.700-4.100-4L7.500 7Z";

/** Three stars, so many of them won. */
export const starRow = (stars: number, label: string): TemplateResult =>
  html`<span class="stars" role="img" aria-label=${label}>${[1, 2, 3].map(
    n =>
      html`<svg class=${n <= stars ? "star won" : "star"} viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${STAR}></path>`}</svg>`,
  )}</span>`;

/** A picture for each game, in its colours. */
export function gamePicture(game: GameName): TemplateResult {
  const inside = {
    mad: svg`<path class="one" d="M24 6 40 38 24 31 8 38Z"/><path class="two" d="M48 58 32 26l16 7 16-7Z"/><circle class="spark" cx="36" cy="32" r="2.500"/>`,
    wargame: svg`${[0, 1, 2].flatMap(row =>
      [0, 1, 2].map(col => {
        const owner = ["two", "two", "", "two", "three", "three", "", "three", "three"][row * 3 + col];
        return svg`<rect class=${owner || "free"} x=${10 + col * 18} y=${6 + row * 18} width="16" height="16" rx="4"/>`;
      }),
    )}`,
    madmax: svg`<path class="spokes" d="M36 11v42M15 32h42M21 17l30 30M51 17 21 47"/><circle class="wheel" cx="36" cy="32" r="21"/><circle class="hub" cx="36" cy="32" r="7"/>`,
  }[game];
  return html`<svg class="picture of-${game}" viewBox="0 0 72 64" aria-hidden="true">${inside}</svg>`;
}
