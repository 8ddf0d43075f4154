// Reasons of the rules, with links to the clauses that they name.
import { html, type TemplateResult } from "lit";

/** A clause in brackets, as the rules name it. */
const CLAUSE = /(\[(?:MAD|WAR)-\d+\.\d+\])/;

function linked(reason: string): unknown[] {
  return reason.split(CLAUSE).map(part => {
    if (!CLAUSE.test(part)) return part;
    const clause = part.slice(1, -1);
    const game = clause.startsWith("MAD") ? "mad" : "wargame";
    return html`<a href="/rules/${game}#${clause}" target="_blank" rel="noopener">${clause}</a>`;
  });
}

export const reasonsView = (reasons: readonly string[]): TemplateResult =>
  html`<ul class="reasons">${reasons.map(reason => html`<li>${linked(reason)}</li>`)}</ul>`;
