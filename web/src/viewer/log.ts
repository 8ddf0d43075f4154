import { html } from "lit";
import { sentence } from "../words/sentence";
import { fill } from "../words/words";
import { told } from "./chips";
import { icon, kindIcon } from "./icons";
import type { Session } from "./session";

/** The height of a row in pixels, as in the styles; only those in sight are in the page. */
export const ROW = 34;
const SPARE = 6;

/** How far the list is scrolled, and how much of it is seen. */
export interface Scroll {
  top: number;
  height: number;
}

/** The list of events with its filters. */
export function logView(session: Session, scroll: Scroll, scrolled: (event: Event) => void) {
  const { words, film } = session;
  const events = session.events();
  const first = Math.max(0, Math.floor(scroll.top / ROW) - SPARE);
  const end = Math.min(events.length, Math.ceil((scroll.top + scroll.height) / ROW) + SPARE);
  const shown = events.slice(first, end);
  const shot = film.shots[Math.min(session.state, film.last)];
  return html`<section class="log" aria-label=${words.events}>
    <header>
      <h2>${words.events} <span class="count">${events.length}</span></h2>
      <button class="quiet" title=${words.previousEvent} aria-label=${words.previousEvent} @click=${() => session.walkEvents(-1)}>${icon("previous")}</button>
      <button class="quiet" title=${words.nextEvent} aria-label=${words.nextEvent} @click=${() => session.walkEvents(1)}>${icon("next")}</button>
    </header>
    ${filters(session)}
    ${shot.explained ? "" : html`<p class="warning">${fill(words.unexplained, { round: shot.round - 1 })}</p>`}
    <div class="rows" tabindex="0" role="group" aria-label=${words.events} @scroll=${scrolled}>
      ${events.length === 0 ? html`<p class="hint">${words.none}</p>` : ""}
      <ol .style=${`height:${events.length * ROW}px`}>
        ${shown.map(
          (
            event,
            i,
          ) => html`<li .style=${`top:${(first + i) * ROW}px`} aria-setsize=${events.length} aria-posinset=${first + i + 1}>
            <button class="row ${event === session.event ? "chosen" : ""} ${event.round >= session.state ? "later" : ""}"
              data-kind=${event.kind} data-event=${event.index} aria-current=${event === session.event}
              @click=${() => session.jump(event)}>
              <span class="r">${event.round}</span>${kindIcon(event.kind)}<span class="text">${told(sentence(event, film, words), session)}</span>
            </button></li>`,
        )}
      </ol>
    </div>
  </section>`;
}

function filters(session: Session) {
  const { words } = session;
  const kinds = session.kindsThatHappen();
  return html`<div class="filters" role="group" aria-label=${words.filters}>
    <button class="chip" data-kind="all" aria-pressed=${kinds.every(kind => session.kinds.has(kind))}
      @click=${() => session.toggleAllKinds()}>${words.all}</button>
    ${kinds.map(
      kind => html`<button class="chip kind" data-kind=${kind} title=${words.kinds[kind]} aria-label=${words.kinds[kind]} aria-pressed=${session.kinds.has(kind)}
        @click=${() => session.toggleKind(kind)}>${kindIcon(kind)}<span>${words.kinds[kind]}</span></button>`,
    )}
    ${
      session.unit >= 0
        ? html`<button class="chip" data-kind="unit" aria-pressed=${session.onlyUnit}
            @click=${() => session.set({ onlyUnit: !session.onlyUnit })}>${fill(words.onlyUnit, { unit: session.unitName(session.unit) })}</button>`
        : ""
    }
  </div>`;
}

/** Where the list must be scrolled to so that the round that is seen is in sight. */
export function scrollTo(session: Session, scroll: Scroll): number | undefined {
  const events = session.events();
  const chosen = session.event ? events.indexOf(session.event) : -1;
  const at = chosen >= 0 ? chosen : events.findLastIndex(event => event.round < session.state);
  const top = Math.max(0, at) * ROW;
  if (top >= scroll.top && top + ROW <= scroll.top + scroll.height) return undefined;
  return Math.max(0, top - scroll.height / 2);
}
