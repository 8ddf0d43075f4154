// What the engine says: its lines with values, its depth and speed, and what the server knows exactly.
import { html, nothing, type TemplateResult } from "lit";
import type { Info, Value } from "../engine/engine";
import type { View } from "../rules/view";
import { favours, sign, told } from "./value";
import type { Language, Words } from "./words/words";

/** What `GET /exact` answers. */
export type Exact =
  | { known: false }
  | { known: true; source: "rules" | "tables" | "solved" | "solver"; value: Value; best: readonly string[] };

export interface PanelProps {
  on: boolean;
  lines: number;
  info: Info | null;
  exact: Exact | null;
  view: View;
  words: Words;
  language: Language;
  toggle(): void;
  setLines(lines: number): void;
  /** Plays the first moves of a line. */
  play(moves: readonly string[]): void;
}

/** How many moves of a line are shown. */
const SHOWN = 10;

export function enginePanel(props: PanelProps): TemplateResult {
  const { on, lines, info, words, toggle, setLines } = props;
  const { language } = props;
  const speed = info && info.nps > 0 ? words.speed(Math.round(info.nps / 1000).toLocaleString(language)) : "";
  const depth = info && info.depth > 0 ? words.depth(info.depth) : "";
  return html`<section class="engine panel ${on ? "on" : ""}" aria-labelledby="engine-title">
    <header>
      <button class="switch" role="switch" aria-checked=${on} data-do="engine" title=${on ? words.engineOff : words.engineOn}
        aria-labelledby="engine-title" @click=${toggle}><i></i></button>
      <h2 id="engine-title">${words.engine}</h2>
      <span class="figures">${on ? [depth, speed].filter(Boolean).join(" · ") : nothing}</span>
      <label class="count"><span class="unseen">${words.lines}</span>
        <select data-do="lines" @change=${(event: Event) => setLines(Number((event.target as HTMLSelectElement).value))}>
          ${[1, 2, 3, 4, 5].map(n => html`<option value=${n} ?selected=${n === lines}>${n}</option>`)}
        </select></label>
    </header>
    ${on ? body(props) : html`<p class="idle">${words.engineIdle}</p>`}
  </section>`;
}

function body(props: PanelProps): TemplateResult {
  const { info, view, words, language, exact } = props;
  if (view.over) return html`<p class="idle">${words.over}</p>`;
  if (info?.failed) return html`<p class="idle" role="alert">${words.engineFailed}</p>`;
  const known = exact?.known ? exact : null;
  const first = info?.lines[0];
  return html`
    ${
      known
        ? html`<p class="exact" data-exact=${known.source}>${words.exact[known.source](told(known.value, view, words, language))}${
            known.best.length > 0
              ? html`<br><span class="soft">${words.exact.best(known.best.slice(0, 3).join(", "))}</span>`
              : nothing
          }</p>`
        : nothing
    }
    ${first ? html`<p class="told" data-proven=${first.value.proven}>${told(first.value, view, words, language)}</p>` : html`<p class="idle">${words.engineLoading}</p>`}
    <ol class="lines">${info?.lines.map(
      (line, rank) => html`<li>
        <span class="value ${tone(line.value, view)}">${sign(line.value, view, language)}</span>
        <span class="moves">${line.moves.slice(0, SHOWN).map(
          (
            move,
            i,
          ) => html`<button class=${i === 0 ? "first" : ""} data-line=${rank} title=${words.play(line.moves.slice(0, i + 1).join(" "))}
            @click=${() => props.play(line.moves.slice(0, i + 1))}>${move}</button> `,
        )}</span></li>`,
    )}</ol>`;
}

/** The colour of the side that is better. */
function tone(value: Value, { sides }: View): string {
  const seat = favours(value);
  return `${seat === null ? "" : sides[seat]} ${value.proven ? "proven" : ""}`;
}
