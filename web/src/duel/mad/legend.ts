// The element `mad-legend`: how a ship shows what it can do, with the smallest and the largest of a fleet.
import { css, html, LitElement, svg, type TemplateResult } from "lit";
import { wordsOf } from "../words/words";
import { paint } from "./paint";
import { shipPicture } from "./ships";
import { paints } from "./sky";

export class MadLegend extends LitElement {
  static override styles = [
    paint,
    css`
      :host {
        display: block;
      }
      svg {
        display: block;
        width: 100%;
        border-radius: 12px;
      }
      dl {
        display: grid;
        grid-template-columns: 2.2em 1fr;
        gap: 0.3rem 0.5rem;
        margin: 0.75rem 0 0;
        font-size: 0.92rem;
      }
      dt {
        font: 700 0.92rem / 1.5 var(--code, monospace);
      }
      dd {
        margin: 0;
      }
    `,
  ];
  static override properties = { language: {} };

  declare language: string;

  constructor() {
    super();
    this.language = "en";
  }

  protected override render(): TemplateResult {
    const words = wordsOf(this.language);
    const ship = (digits: string, x: number) =>
      svg`<g transform="translate(${x} 60)">${shipPicture(0, digits, "fleet", true)}</g>`;
    const row = (letter: string, lines: readonly string[]) =>
      [1, 2].map(n => html`<dt>${letter}${n}</dt><dd>${lines[n]}</dd>`);
    return html`<div class="look-fleet">
      <svg viewBox="0 0 380 120" aria-hidden="true">
        ${paints}<rect fill="url(#sky)" width="380" height="120" />
        ${["111", "211", "121", "222"].map((digits, i) => ship(digits, 52 + i * 92))}
      </svg>
      <dl>${row("M", words.sails)}${row("A", words.cannons)}${row("D", words.shields)}</dl>
    </div>`;
  }
}

customElements.define("mad-legend", MadLegend);

declare global {
  interface HTMLElementTagNameMap {
    "mad-legend": MadLegend;
  }
}
