// Texts with a few marks.
import { html, type TemplateResult } from "lit";

/** `**strong**` and `` `code` `` become elements; everything else stays text. */
export function rich(text: string): TemplateResult {
  const parts = text.split(/(\*\*[^*]+\*\*|`[^`]+`)/);
  return html`${parts.map(part => {
    if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : part;
  })}`;
}

/** The same without marks, for screen readers. */
export const plain = (text: string): string => text.replace(/\*\*|`/g, "");
