// The board that the student edits, and how it is searched.
import { html, type TemplateResult } from "lit";
import { fill } from "../words/words";
import { bounded, MOST_DEPTH, MOST_SIDE, PRESETS, resized, type Setup, startOf, valuesOf } from "./state";
import type { LaboratoryWords } from "./words";

export interface EditorDoings {
  edit(setup: Partial<Setup>): void;
  change(method: Setup["method"]): void;
}

const NEXT: Record<string, string> = { ".": "b", b: "g", g: "." };

export function editor(setup: Setup, words: LaboratoryWords, { edit, change }: EditorDoings): TemplateResult {
  const range = (most: number) => Array.from({ length: most }, (_, i) => i + 1);
  const same = (other: Setup) =>
    valuesOf(other) === valuesOf(setup) && startOf(other) === startOf(setup) && other.depth === setup.depth;
  const known = PRESETS.findIndex(preset => same(preset.setup));
  return html`<section class="editor panel" aria-label=${words.board}>
    <h2>${words.board}</h2>
    ${choice(
      words.boards,
      "preset",
      String(known),
      [
        ["-1", words.own],
        ...PRESETS.map(
          ({ name, setup: preset }, i) =>
            [String(i), fill(words.deep, { name, depth: preset.depth })] as [string, string],
        ),
      ],
      value => {
        const preset = PRESETS[Number(value)];
        if (preset) edit({ ...preset.setup, method: setup.method, order: setup.order, eval: setup.eval });
      },
    )}
    ${squares(setup, words, edit)}
    <div class="pairs">
      ${choice(words.columns, "columns", String(setup.columns), numbers(range(MOST_SIDE)), value => edit(resized(setup, Number(value), setup.rows)))}
      ${choice(words.rows, "rows", String(setup.rows), numbers(range(MOST_SIDE)), value => edit(resized(setup, setup.columns, Number(value))))}
      ${choice(
        words.side,
        "side",
        setup.side,
        [
          ["b", words.sides.b],
          ["g", words.sides.g],
        ],
        value => edit({ side: value as Setup["side"] }),
      )}
      ${choice(words.depth, "depth", String(setup.depth), numbers(range(MOST_DEPTH)), value => edit({ depth: Number(value) }))}
    </div>
    <fieldset class="methods">
      <legend>${words.method}</legend>
      ${(["alphabeta", "minimax"] as const).map(
        method => html`<button type="button" class="button" data-method=${method} aria-pressed=${setup.method === method ? "true" : "false"}
          @click=${() => change(method)}>${words.methods[method]}</button>`,
      )}
    </fieldset>
    ${choice(
      words.order,
      "order",
      setup.order,
      [
        ["row", words.orders.row],
        ["gain", words.orders.gain],
      ],
      value => edit({ order: value as Setup["order"] }),
    )}
    ${choice(
      words.eval,
      "eval",
      setup.eval,
      [
        ["difference", words.evals.difference],
        ["own", words.evals.own],
        ["ratio", words.evals.ratio],
      ],
      value => edit({ eval: value as Setup["eval"] }),
    )}
  </section>`;
}

const numbers = (list: readonly number[]): [string, string][] => list.map(n => [String(n), String(n)]);

function choice(
  label: string,
  name: string,
  value: string,
  options: readonly (readonly [string, string])[],
  set: (value: string) => void,
): TemplateResult {
  const chosen = (event: Event) => set((event.target as HTMLSelectElement).value);
  return html`<label class="field"><span>${label}</span>
    <select data-field=${name} @change=${chosen}>${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}</select>
  </label>`;
}

/** Each square has a value to type and an owner to press. */
function squares(setup: Setup, words: LaboratoryWords, edit: EditorDoings["edit"]): TemplateResult {
  const row = (at: number) =>
    Array.from({ length: setup.columns }, (_, column) => at * setup.columns + column);
  const cell = (i: number) => {
    const name = String.fromCharCode(65 + (i % setup.columns)) + String(Math.floor(i / setup.columns) + 1);
    const owner = setup.owners[i] as "." | "b" | "g";
    const value = (event: Event) => {
      const field = event.target as HTMLInputElement;
      const values = [...setup.values];
      values[i] = bounded(Number(field.value));
      field.value = String(values[i]);
      edit({ values });
    };
    const own = () => edit({ owners: setup.owners.slice(0, i) + NEXT[owner] + setup.owners.slice(i + 1) });
    return html`<div class="plot ${owner === "b" ? "blue" : owner === "g" ? "green" : ""}">
      <input type="text" inputmode="numeric" maxlength="2" .value=${String(setup.values[i])} aria-label=${fill(words.square, { square: name })} data-value=${name} @change=${value} />
      <button type="button" data-owner=${name} aria-label=${fill(words.owner, { square: name, owner: words.owners[owner] })} @click=${own}><i></i></button>
    </div>`;
  };
  return html`<div class="squares">${Array.from({ length: setup.rows }, (_, at) => html`<div class="rank">${row(at).map(cell)}</div>`)}</div>`;
}
