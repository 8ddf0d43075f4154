import { html } from "lit";
import type { Difference } from "../film/difference";
import { fill } from "../words/words";
import { icon } from "./icons";
import type { Session } from "./session";

/** What the bar asks of the viewer. */
export interface BarDoings {
  open(): void;
  openSecond(): void;
  closeSecond(): void;
}

/** The top of the page: what is shown, and what can be done with it. */
export function barView(session: Session, doings: BarDoings) {
  const { words, film } = session;
  const tool = (name: Parameters<typeof icon>[0], label: string, act: () => void, wide = false) =>
    html`<button class=${wide ? "tool" : "tool narrow"} data-do=${name} title=${label} aria-label=${label} @click=${act}>${icon(name)}<span>${label}</span></button>`;
  return html`<header class="bar">
    <h1><b>Mad Max</b><span class="file" title=${film.name}>${film.name}</span></h1>
    <span class="sub seed">${fill(words.seed, { seed: film.head.seed })}${film.timed ? ` · ${words.judge}` : ""}</span>
    <span class="space"></span>
    <slot></slot>
    ${tool("open", words.open, () => doings.open(), true)}
    ${
      session.films.length > 1
        ? tool("close", words.closeOther, () => doings.closeSecond())
        : tool("compare", words.openTwo, () => doings.openSecond(), true)
    }
    ${tool("export", words.exportTitle, () => session.set({ dialog: "export" }))}
    ${tool("settings", words.settings, () => session.set({ dialog: "settings" }))}
    ${tool("keys", words.help, () => session.set({ dialog: "help" }))}
  </header>`;
}

/** What two games have in common. */
export function compareView(session: Session, difference: Difference | undefined) {
  const { words, films } = session;
  const both = films.every(film => film.ended);
  if (!difference) return html`<p class="compare" role="status">${both ? words.same : words.sameSoFar}</p>`;
  const what = fill(words.differs[difference.what], { unit: session.unitName(difference.unit) });
  const unit =
    difference.unit >= 0 && difference.what !== "unit" ? ` (${session.unitName(difference.unit)})` : "";
  const show = () => {
    session.seek(difference.state);
    if (difference.unit >= 0) session.select(difference.unit);
  };
  return html`<p class="compare" role="status">
    <b>${fill(words.firstDifference, { round: difference.state })}</b> <span>${what}${unit}</span>
    <button class="primary" data-do="difference" @click=${show}>${words.jump}</button>
  </p>`;
}

/** Buttons on the map. */
export function mapTools(session: Session, zoom: (factor: number) => void, fit: () => void) {
  const { words, options } = session;
  return html`<div class="map-tools" role="group" aria-label=${words.view}>
    <button data-do="zoomIn" title=${words.zoomIn} aria-label=${words.zoomIn} @click=${() => zoom(1.5)}>${icon("plus")}</button>
    <button data-do="zoomOut" title=${words.zoomOut} aria-label=${words.zoomOut} @click=${() => zoom(1 / 1.5)}>${icon("minus")}</button>
    <button data-do="fit" title=${words.fit} aria-label=${words.fit} @click=${fit}>${icon("fit")}</button>
    <button data-do="bars" title=${words.bars} aria-label=${words.bars} aria-pressed=${options.bars} @click=${() => session.choose({ bars: !options.bars })}>${icon("bars")}</button>
    <button data-do="ids" title=${words.ids} aria-label=${words.ids} aria-pressed=${options.ids} @click=${() => session.choose({ ids: !options.ids })}>${icon("ids")}</button>
  </div>`;
}
