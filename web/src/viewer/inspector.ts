import { html, nothing } from "lit";
import type { GameEvent } from "../film/event";
import type { Unit } from "../film/film";
import { CAR } from "../film/head";
import { sentence } from "../words/sentence";
import { fill } from "../words/words";
import { badge, told } from "./chips";
import { icon, kindIcon } from "./icons";
import { levelChart } from "./levels";
import type { Session } from "./session";
import { terrainOf } from "./terrain_words";

/** Events of a unit that are listed at most: the last before the round that is seen. */
const LISTED = 40;

/** Everything about the selected unit or cell. */
export function inspectorView(session: Session) {
  const { words, unit, cell } = session;
  const go = (event: Event) => {
    const field = event.target as HTMLInputElement;
    if (field.value !== "") session.select(Number(field.value));
  };
  return html`<section class="inspector" aria-label=${words.inspector}>
    ${unit >= 0 ? unitView(session) : cell ? cellView(session, cell.row, cell.col) : html`<p class="hint">${words.inspectHint}</p>`}
    ${
      unit >= 0
        ? nothing
        : html`<label class="goto">${words.unitNumber}
      <input type="number" min="0" max=${session.film.head.unitCount - 1} @change=${go} /></label>`
    }
  </section>`;
}

function unitView(session: Session) {
  const { words, film, options } = session;
  const state = Math.min(session.state, film.last);
  const unit = film.unit(state, session.unit);
  const { name, owner } = terrainOf(film.letter(state, unit.row, unit.col));
  const terrain = fill(words.terrain[name], { name: film.names[owner] ?? "" });
  return html`<header>
      <h2>${badge(unit.team)} ${session.unitName(unit.id)}</h2>
      <span class="sub">${fill(words.of, { name: film.names[unit.team] })}</span>
      <button class="quiet" title=${words.close} aria-label=${words.close} @click=${() => session.deselect()}>${icon("close")}</button>
    </header>
    <p class="sub">${fill(words.at, { row: unit.row, col: unit.col })} · ${terrain} · ${doing(session, unit, state)}</p>
    ${levels(session, unit)}
    <div class="actions">
      <button class="primary" data-do="who" @click=${() => session.whoCaptured()}>${words.who}</button>
      <button data-do="follow" aria-pressed=${session.follow} @click=${() => session.set({ follow: !session.follow })}>
        ${session.follow ? words.unfollow : words.follow}</button>
      <button data-do="trail" title=${words.trail} aria-label=${words.trail} aria-pressed=${options.trail} @click=${() => session.choose({ trail: !options.trail })}>${icon("trail")}</button>
    </div>
    ${levelChart(session, unit)}
    ${noteList(session, unit.row, unit.col)}
    ${history(session)}`;
}

/** What the unit does in the round to come. */
function doing(session: Session, unit: Unit, state: number): string {
  const { words, film } = session;
  const next = film.shots[state + 1];
  const move = next?.moves.find(word => word >> 4 === unit.id);
  if (move !== undefined) return fill(words.moves, { dir: words.directions[move & 15] });
  const onRoad = film.letter(state, unit.row, unit.col) === "R";
  const may = unit.team === state % 4 || (unit.kind === CAR && unit.food > 0 && onRoad);
  return may ? (next ? words.stays : words.mayMove) : words.mayNotMove;
}

function levels({ words, film }: Session, unit: Unit) {
  const { warriors_health: health, cars_fuel: fuel } = film.head.settings;
  const level = (name: string, kind: string, value: number, most: number) =>
    html`<div class="level"><span>${name}</span>
      <span class="meter"><i class=${kind} .style=${`width:${(100 * value) / most}%`}></i></span>
      <span class="n"><b>${value}</b> / ${most}</span></div>`;
  if (unit.kind === CAR) return level(words.fuel, "fuel", unit.food, fuel);
  return html`${level(words.food, "food", unit.food, health)} ${level(words.water, "drink", unit.water, health)}`;
}

/** What players wrote about a cell in this round. */
export function noteList({ words, film, notes, state }: Session, row: number, col: number) {
  const here = notes[0]?.at(state, row, col) ?? [];
  if (here.length === 0) return nothing;
  return html`<ul class="notes">
    ${here.map(note => html`<li><span class="sub">${badge(note.seat)} ${fill(words.noteOf, { name: film.names[note.seat] })}</span><p>${note.text}</p></li>`)}
  </ul>`;
}

function history(session: Session) {
  const { words, film, state } = session;
  // A capture includes its cause, and the captured unit returns: each is listed once.
  const again = (event: GameEvent) =>
    event.kind === "respawned" || event.captures.some(({ by }) => by === session.unit);
  const events = film.history(session.unit).filter(event => !again(event));
  const past = events.filter(event => event.round < state);
  const shown = past.slice(-LISTED).reverse();
  return html`<details class="history" ?open=${session.roomy}>
    <summary>${words.history} <span class="count">${past.length}</span></summary>
    <ol>
      ${shown.map(
        event => html`<li>
        <button class="row ${event === session.event ? "chosen" : ""}" @click=${() => session.jump(event)}>
          <span class="r">${event.round}</span>${kindIcon(event.kind)}<span>${told(sentence(event, film, words), session)}</span>
        </button></li>`,
      )}
    </ol>
  </details>`;
}

function cellView(session: Session, row: number, col: number) {
  const { words, film } = session;
  const state = Math.min(session.state, film.last);
  const { name, owner } = terrainOf(film.letter(state, row, col));
  const city = film.head.cityCells.findIndex(cells => cells.includes(row * film.head.columns + col));
  return html`<header>
      <h2>${owner >= 0 ? badge(owner) : ""} ${fill(words.terrain[name], { name: film.names[owner] ?? "" })}</h2>
      <button class="quiet" title=${words.close} aria-label=${words.close} @click=${() => session.deselect()}>${icon("close")}</button>
    </header>
    <p class="sub">${fill(words.at, { row, col })} · ${words.effects[name]}</p>
    ${noteList(session, row, col)}
    ${city >= 0 ? cityHistory(session, city) : nothing}`;
}

function cityHistory(session: Session, city: number) {
  const { words, film } = session;
  const events = film.events.filter(event => event.city === city);
  return html`<details class="history" ?open=${session.roomy}>
    <summary>${words.history} <span class="count">${events.length}</span></summary>
    <ol>${events.map(
      event => html`<li class=${event.round < session.state ? "" : "later"}>
        <button class="row" @click=${() => session.jump(event)}>
          <span class="r">${event.round}</span>${kindIcon("city")}<span>${told(sentence(event, film, words), session)}</span>
        </button></li>`,
    )}</ol>
  </details>`;
}
