import { html, type TemplateResult } from "lit";
import { SHAPES } from "../board/shapes";
import { ARROW, type Part } from "../words/sentence";
import type { Session } from "./session";

/** A team's shape in its colour. */
export const badge = (team: number) =>
  html`<svg class="badge t${team}" viewBox="0 0 20 20" aria-hidden="true"><path d=${SHAPES[team] ?? ""}></path></svg>`;

/** A sentence with shapes where units and teams stand. */
export function told(parts: Part[], session: Session): (string | TemplateResult)[] {
  const { names } = session.film;
  return parts.map(part => {
    // The arrow goes to the next line with the team to which it points.
    if (part === ARROW) return " ";
    if (typeof part === "string") return part;
    if ("unit" in part) return html`<b class="who i${part.team}">${badge(part.team)}${part.unit}</b>`;
    // In a short row the shape is enough; screen readers read the name.
    if (part.short) {
      const name = names[part.team] ?? "";
      return html`<b class="who" title=${name}>→ ${badge(part.team)}<span class="unseen">${name}</span></b>`;
    }
    return html`<b class="who i${part.team}">${badge(part.team)}${names[part.team] ?? ""}</b>`;
  });
}
