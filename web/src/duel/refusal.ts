// Why a move is refused, said on the board where it was wanted.
import { css, html, nothing, type TemplateResult } from "lit";
import type { Refusal } from "../rules/view";
import { capital, fill, type Words } from "./words/words";

/** Asks the rules why a move, by its text, is not allowed; `null` where it is or nobody knows. */
export type Why = (text: string) => Refusal | null;

/** A refusal on the board: which square it stands beside, if any. */
export interface Refused extends Refusal {
  square: string | null;
}

/** The whole sentence: sides have a capital, and no line begins with a sign that French sets apart. */
export function sentence({ text }: Refusal): string {
  const named = text.replace(/\b(red|blue|green)\b/g, capital);
  return `${capital(named).replace(/ (?=[:;»])/g, "\u00a0")}.`;
}

/** The bubble: a sentence and the clause, which opens beside the game. */
export function refusalView(refused: Refused | null, game: string, words: Words): TemplateResult {
  if (!refused) return html`${nothing}`;
  const { clause } = refused;
  return html`<div class="refusal" data-refusal=${clause}>
    <p>${sentence(refused)}
      ${
        clause
          ? html`<a href="/rules/${game}#${clause}" target="_blank" rel="noopener" title=${words.ruleOpens}>${fill(words.rule, { clause })}</a>`
          : nothing
      }
    </p>
  </div>`;
}

/**
 * Where the bubble is: below a square of the upper half, above one of the lower half, never on it. The
 * numbers are parts of the height of the stage; the page's policy allows no style attributes.
 */
export function placeRefusal(root: ParentNode, top: number, bottom: number): void {
  const bubble = root.querySelector<HTMLElement>(".refusal");
  if (!bubble) return;
  const below = (top + bottom) / 2 < 0.5;
  const part = (value: number) => `${(100 * value).toFixed(2)}%`;
  bubble.style.setProperty("top", below ? part(bottom) : "auto");
  bubble.style.setProperty("bottom", below ? "auto" : part(1 - top));
}

export const refusalStyles = css`
  .refusal {
    position: absolute;
    z-index: 2;
    left: 3%;
    right: 3%;
    display: grid;
    justify-items: center;
    pointer-events: none;
  }
  .refusal p {
    margin: 4px 0;
    max-width: 100%;
    padding: 0.45rem 0.8rem;
    border-radius: 10px;
    border-inline-start: 4px solid var(--warn, #a32018);
    background: var(--panel, #fff);
    color: var(--ink, #1d1a16);
    box-shadow: 0 6px 24px rgb(0 0 0 / 35%);
    font-size: 0.9rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .refusal a {
    pointer-events: auto;
    color: var(--accent-ink, #7a5100);
    font-weight: 600;
    white-space: nowrap;
    padding-block: 0.35rem;
  }
  .refusal a:focus-visible {
    outline: 3px solid var(--ink, #1d1a16);
    outline-offset: 2px;
  }
  @media (max-height: 500px) {
    .refusal p {
      padding: 0.3rem 0.5rem;
      font-size: 0.75rem;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .refusal {
      animation: refuse 0.18s ease-out;
    }
    @keyframes refuse {
      from {
        opacity: 0;
        translate: 0 4px;
      }
    }
  }
`;
