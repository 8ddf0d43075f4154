// Around the city: both scores above it, below it what a move would bring or how to take a square.
import { html, nothing, type TemplateResult } from "lit";
import type { WarMove, WarView } from "../../rules/view";
import { say } from "../words/say";
import { fill, list, sideName, type Words } from "../words/words";
import { type Choice, lastMove, waysTo } from "./state";

/** After this many actions nobody is told any more how to look at a square. */
const LEARNING = 6;

/** Both scores and what is left, as numbers and as a bar. */
export function scoreView(view: WarView, scores: readonly [number, number], words: Words): TemplateResult {
  const [first, second] = [sideName(view, 0, words), sideName(view, 1, words)];
  const left = view.total - scores[0] - scores[1];
  const part = (score: number) => `${((100 * score) / Math.max(1, view.total)).toFixed(2)}%`;
  const label = fill(words.scores, { first, one: scores[0], second, other: scores[1], left });
  return html`<div class="scores" role="img" aria-label=${label} data-scores=${scores.join(":")}>
    <div class="line" aria-hidden="true">
      <span class="score side0"><i></i>${first} <b>${scores[0]}</b></span>
      <span class="left">${fill(words.left, { left })}</span>
      <span class="score side1"><b>${scores[1]}</b> ${second}<i></i></span>
    </div>
    <svg class="bar" aria-hidden="true">
      <rect class="rest" width="100%" height="100%" rx="4" />
      <rect fill="url(#owner0)" width=${part(scores[0])} height="100%" rx="4" />
      <rect fill="url(#owner1)" x=${part(view.total - scores[1])} width=${part(scores[1])} height="100%" rx="4" />
      <rect class="half" x="50%" width="1.5" height="100%" />
    </svg>
  </div>`;
}

export interface PanelDoings {
  take(move: WarMove): void;
  back(): void;
  point(move: WarMove | null): void;
}

/** What is pointed at in words, or the choice between blitz and drop. */
export function infoView(
  view: WarView,
  choice: Choice,
  preview: WarMove | null,
  active: boolean,
  words: Words,
  language: string,
  doings: PanelDoings,
): TemplateResult {
  if (choice.asks && choice.square) {
    return html`<div class="info asks" role="group" aria-label=${fill(words.choice, { square: choice.square })} data-choice=${choice.square}>
      <p>${fill(words.choice, { square: choice.square })}</p>
      <div class="buttons">
        ${waysTo(view, choice.square).map(
          way => html`<button
            type="button"
            class="button way"
            data-way=${way.kind}
            @click=${() => doings.take(way)}
            @pointerenter=${() => doings.point(way)}
            @focus=${() => doings.point(way)}
          >
            <b>${way.kind === "blitz" ? words.blitz : words.drop}</b> <small>${brings(view, way, words)}</small>
          </button>`,
        )}
        <button type="button" class="button quiet" data-back @click=${doings.back}>${words.cancel}</button>
      </div>
    </div>`;
  }
  const last = lastMove(view);
  const title = preview && (preview.kind === "blitz" ? words.blitz : words.drop);
  return html`<div class="info">
    <p>
      ${preview ? html`<b>${preview.square} · ${title}</b> ${brings(view, preview, words)}` : last ? html`<b>${words.lastTitle}</b> ${say(last, view, language)}.` : nothing}
      ${!preview && active && view.at < LEARNING ? html`<em>${words.pointing}</em>` : nothing}
      ${!preview && !last && !active && !view.over ? fill(words.theirTurn, { side: sideName(view, view.side, words) }) : nothing}
      ${choice.square && preview ? html`<em>${words.again}</em>` : nothing}
    </p>
  </div>`;
}

function brings(view: WarView, move: WarMove, words: Words): string {
  const side = sideName(view, move.seat === 0 ? 1 : 0, words);
  const values = { squares: list(move.conquers, words), gain: move.gain, loot: move.loot, side };
  return fill(move.conquers.length > 0 ? words.blitzText : words.dropText, values);
}
