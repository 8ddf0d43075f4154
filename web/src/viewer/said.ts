import { html, nothing } from "lit";
import { fill } from "../words/words";
import { badge } from "./chips";
import { icon } from "./icons";
import type { Session } from "./session";

/** What players wrote in the round to come, where their log was opened. */
export function saidView(session: Session) {
  const { said, words, film, state } = session;
  if (!said) return nothing;
  const speeches = said.in(state);
  const go = (step: 1 | -1) => {
    const round = said.beside(state, step);
    if (round !== undefined) session.seek(round);
  };
  return html`<section class="said" aria-label=${words.said}>
    <header>
      <h2>${words.said}</h2>
      <button class="quiet" title=${words.saidBefore} aria-label=${words.saidBefore} @click=${() => go(-1)}>${icon("previous")}</button>
      <button class="quiet" title=${words.saidAfter} aria-label=${words.saidAfter} @click=${() => go(1)}>${icon("next")}</button>
    </header>
    ${speeches.length === 0 ? html`<p class="hint">${fill(words.saidNothing, { round: state })}</p>` : nothing}
    ${speeches.map(({ seat, text }) => html`<div class="sub">${badge(seat)} ${film.names[seat]}</div><pre tabindex="0">${text}</pre>`)}
  </section>`;
}
