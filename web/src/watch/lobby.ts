import { html, nothing } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { numbered } from "../film/film";
import { badge } from "../viewer/chips";
import { fill } from "../words/words";
import "./map_picture";
import { type Battle, battleAddress, randomSeed } from "./battle";
import type { WatchWords } from "./words/words";

/** A battle that was fought. */
export interface Fought extends Battle {
  scores: number[];
}

/** A finished game of the visitor, in words of the server. */
interface OwnGame {
  id: string;
  against: string;
  state: string;
  what: string;
}

/** A game that is being played and may be watched. */
interface LiveGame {
  id: string;
  /** Both names, in the words of the page. */
  players: string;
  what: string;
  /** The position, an SVG of the server. */
  thumbnail: string;
}

/** A game of the gallery. */
export interface Exhibit {
  game: "mad" | "wargame" | "madmax";
  title: Record<string, string>;
  text: Record<string, string>;
  address: string;
  map?: string;
  /** A position of a duel, an SVG of the server. */
  thumbnail?: string;
}

/** What the server knows for this page. */
export interface Lobby {
  players: string[];
  maps: { name: string; rows: string[] }[];
  seedMost: number;
  recent: Fought[];
  live: LiveGame[];
  own: OwnGame[];
  films: { id: string; name: string }[];
  gallery: Exhibit[];
}

/** What a person has chosen so far. */
export type Choice = Battle;

export interface LobbyDoings {
  choose(change: Partial<Choice>): void;
  openFile(): void;
}

/** The page before a game is open. */
export function lobbyView(lobby: Lobby, choice: Choice, words: WatchWords, doings: LobbyDoings) {
  return html`<header class="head"><h1>${words.title}</h1><p class="lead">${words.lead}</p></header>
    <div class="desk">
      ${form(lobby, choice, words, doings)}
      <div class="beside">
        <section class="panel file">
          <h2>${words.file}</h2>
          <p>${words.fileLead}</p>
          <button class="button" data-do="choose" @click=${() => doings.openFile()}>${words.choose}</button>
          <p class="soft small">${words.private}</p>
        </section>
        ${recent(lobby, words)}
        <p><a href="/rules/madmax">${words.rules}</a></p>
      </div>
    </div>
    ${live(lobby, words)} ${gallery(lobby, words)}
    <div class="lists">${own(lobby, words)} ${films(lobby, words)}</div>`;
}

function form(lobby: Lobby, choice: Choice, words: WatchWords, doings: LobbyDoings) {
  const seat = (number: number) => html`<label class="seat">
      <span class="unseen">${fill(words.army, { army: words.armies[number] })}</span>
      ${badge(number)}
      <select name="player" data-seat=${number} @change=${(event: Event) => {
        const players = [...choice.players];
        players[number] = (event.target as HTMLSelectElement).value;
        doings.choose({ players });
      }}>
        ${lobby.players.map(name => html`<option value=${name} ?selected=${choice.players[number] === name}>${words.players[name] ?? name}</option>`)}
      </select></label>`;
  const map = ({ name, rows }: Lobby["maps"][number]) => html`<label class="map">
      <input type="radio" name="map" value=${name} .checked=${choice.map === name} @change=${() => doings.choose({ map: name })} />
      <map-picture .rows=${rows} aria-hidden="true"></map-picture>
      <span>${words.maps[name] ?? name}</span></label>`;
  return html`<form class="panel battle" action="/watch/battle" data-form="battle" @submit=${(
    event: Event,
  ) => {
    event.preventDefault();
    location.assign(battleAddress(choice));
  }}>
      <h2>${words.battle}</h2>
      <p class="soft">${words.battleLead}</p>
      <div class="seats">${[0, 1, 2, 3].map(seat)}</div>
      <fieldset class="maps"><legend>${words.map}</legend>${lobby.maps.map(map)}</fieldset>
      <div class="seed field">
        <label for="seed">${words.seed}</label>
        <div class="row">
          <input id="seed" name="seed" type="number" inputmode="numeric" min="0" max=${lobby.seedMost} required
            .value=${String(choice.seed)} @change=${(event: Event) => {
              const seed = Number((event.target as HTMLInputElement).value);
              if (Number.isInteger(seed) && seed >= 0 && seed <= lobby.seedMost) doings.choose({ seed });
            }} />
          <button class="button" type="button" data-do="roll" @click=${() => doings.choose({ seed: randomSeed() })}>${words.roll}</button>
        </div>
        <p class="soft small">${words.seedHelp}</p>
      </div>
      <button class="button primary" data-do="battle">${words.start}</button>
    </form>`;
}

function recent(lobby: Lobby, words: WatchWords) {
  if (lobby.recent.length === 0) return nothing;
  return html`<section class="panel recent"><h2>${words.recent}</h2>
    <ul class="plain">${lobby.recent.map(fought => {
      const names = numbered(fought.players);
      const seats = [0, 1, 2, 3].sort((a, b) => fought.scores[b] - fought.scores[a]);
      return html`<li><a href=${battleAddress(fought)}>
        <b>${words.maps[fought.map] ?? fought.map}</b>
        <span class="soft">${words.seed} ${fought.seed}</span>
        <span class="scores">${seats.map(seat => html`<span>${badge(seat)} ${names[seat]} ${fought.scores[seat]}</span>`)}</span>
      </a></li>`;
    })}</ul></section>`;
}

function gallery(lobby: Lobby, words: WatchWords) {
  if (lobby.gallery.length === 0) return nothing;
  const language = document.documentElement.lang === "fr" ? "fr" : "en";
  const rows = (name: string | undefined) => lobby.maps.find(map => map.name === name)?.rows;
  return html`<section class="gallery"><h2>${words.gallery}</h2><p class="soft">${words.galleryLead}</p>
    <ul class="cards">${lobby.gallery.map(
      ({ game, title, text, address, map, thumbnail }) => html`<li class="panel">
        <a href=${address}>
          ${rows(map) ? html`<map-picture .rows=${rows(map)} aria-hidden="true"></map-picture>` : nothing}
          ${thumbnail ? html`<span class="position">${unsafeHTML(thumbnail)}</span>` : nothing}
          <span class="kind">${words.games[game]}</span>
          <b>${title[language]}</b>
          <span class="soft small">${text[language]}</span>
        </a></li>`,
    )}</ul></section>`;
}

function live(lobby: Lobby, words: WatchWords) {
  if (lobby.live.length === 0) return nothing;
  return html`<section class="panel own live"><h2>${words.live}</h2>
    <ul class="plain">${lobby.live.map(
      ({ id, players, what, thumbnail }) => html`<li><a href="/game/${id}">${unsafeHTML(thumbnail)}
        <span><b>${players}</b> <span class="soft small">${what}</span></span></a></li>`,
    )}</ul></section>`;
}

function own(lobby: Lobby, words: WatchWords) {
  const line = ({ id, against, state, what }: OwnGame) => html`<li><a href="/analyse?game=${id}">
      <b>${against}</b> <span>${state}</span> <span class="soft small">${what}</span></a></li>`;
  return html`<section class="panel own"><h2>${words.own}</h2>
    ${
      lobby.own.length === 0
        ? html`<p class="soft">${words.ownNone}</p>`
        : html`<ul class="plain">${lobby.own.map(line)}</ul><p><a href="/games">${words.ownAll}</a></p>`
    }</section>`;
}

function films(lobby: Lobby, words: WatchWords) {
  if (lobby.films.length === 0) return nothing;
  return html`<section class="panel shared"><h2>${words.films}</h2>
    <ul class="plain">${lobby.films.map(
      ({ id, name }) => html`<li><a href="/watch/${id}"><b>${name || id}</b></a></li>`,
    )}</ul></section>`;
}
