import { html, nothing } from "lit";
import type { Words } from "../words/words";

/** A word at the edge: what was just done, or that the line is lost. */
export function lineView(note: string, lost: boolean, words: Words) {
  if (note) return html`<div class="line" data-note>${note}</div>`;
  if (!lost) return nothing;
  const text = navigator.onLine ? words.reconnecting : words.offline;
  return html`<div class="line" data-note><i class="dots"></i>${text}</div>`;
}
