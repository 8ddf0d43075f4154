import { html, nothing } from "lit";
import { CAR } from "../film/head";
import { fill } from "../words/words";
import { badge } from "./chips";
import { noteList } from "./inspector";
import type { Session } from "./session";
import { terrainOf } from "./terrain_words";

/** A place under the pointer. */
export interface Hover {
  board: number;
  row: number;
  col: number;
  x: number;
  y: number;
}

/** What is under the pointer, in short. */
export function hoverView(session: Session, hover: Hover | undefined, width: number) {
  const film = hover && session.films[hover.board];
  if (!hover || !film || film.last < 0) return nothing;
  const { words } = session;
  const state = Math.min(session.state, film.last);
  const { row, col } = hover;
  if (row >= film.head.rows || col >= film.head.columns) return nothing;
  const { name, owner } = terrainOf(film.letter(state, row, col));
  const id = film.unitAt(state, row, col);
  const unit = id >= 0 ? film.unit(state, id) : undefined;
  const side = hover.x > width / 2 ? `right:${width - hover.x + 14}px` : `left:${hover.x + 14}px`;
  return html`<div class="hover" .style=${`top:${hover.y + 14}px;${side}`}>
    ${
      unit
        ? html`<b>${badge(unit.team)} ${session.unitName(id)}</b>
          <span class="sub">${film.names[unit.team]}</span>
          <span>${
            unit.kind === CAR
              ? `${words.fuel} ${unit.food}`
              : `${words.food} ${unit.food} · ${words.water} ${unit.water}`
          }</span>`
        : nothing
    }
    <span class="sub">${fill(words.terrain[name], { name: film.names[owner] ?? "" })} · ${row}, ${col}</span>
    ${hover.board === 0 ? noteList(session, row, col) : nothing}
  </div>`;
}
