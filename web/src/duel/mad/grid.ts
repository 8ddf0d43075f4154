// What can be pressed and focused: the squares as a grid with names, and the ships in exile.
import { html, nothing, type TemplateResult } from "lit";
import type { MadMove, Seat } from "../../rules/view";
import { shipName } from "../words/say";
import { capital, fill, type SideName, sideName, type Words } from "../words/words";
import type { Scene } from "./render";
import { bonusesOf, isChoosable, keyOf, lastMove, ownAt, stepsOf } from "./state";

/** The squares, row by row from the top of the picture. */
export function gridView(scene: Scene, cursor: string, words: Words): TemplateResult {
  const { view, frame } = scene;
  const rows = Array.from({ length: frame.rows }, (_, row) => row);
  const columns = Array.from({ length: frame.columns }, (_, column) => column);
  const label = fill(words.board, { columns: frame.columns, rows: frame.rows });
  const names = namesOf(scene, words);
  return html`<div class="grid" role="grid" aria-label=${label}>
    ${rows.map(
      row => html`<div class="row" role="row">
        ${columns.map(column => {
          const square = frame.name(column, row);
          // A missing square is only room: it has no place in the grid of names.
          if (!view.squares.includes(square)) return html`<span class="gap"></span>`;
          const own = scene.active ? ownAt(view, square) : null;
          return html`<div
            class="cell"
            role="gridcell"
            data-square=${square}
            data-mine=${own && isChoosable(view, own) ? own : nothing}
            tabindex=${square === cursor ? "0" : "-1"}
            aria-label=${names(square)}
            aria-selected=${own !== null && own === scene.choice.chosen ? "true" : nothing}
          ></div>`;
        })}
      </div>`,
    )}
  </div>`;
}

/** What each square is called, with what can be done there. */
export function namesOf(
  { view, choice, places, active, hint, spot }: Scene,
  words: Words,
): (square: string) => string {
  const standing = new Map<string, string>();
  for (const ship of view.ships) {
    const at = places.get(keyOf(ship.side, ship.ship));
    if (at) standing.set(at, shipName(ship.ship, view.sides[ship.side] as SideName, words));
  }
  const last = lastMove(view);
  const steps = active && choice.chosen && !choice.step ? stepsOf(view, choice.chosen) : [];
  const chosenAt = choice.chosen ? places.get(keyOf(view.side, choice.chosen)) : null;
  return square => {
    const ship = standing.get(square);
    const step = steps.find(move => move.to === square);
    const parts = [fill(ship ? words.occupied : words.vacant, { square, ship: ship ?? "" })];
    if (active && square === chosenAt) parts.push(words.isChosen);
    if (step) parts.push(step.expels ? words.expelHere : words.moveHere);
    if (step && bonusesOf(view, step).length > 0) parts.push(words.bonusHere);
    if (last?.to === square) parts.push(words.lastMove);
    if (spot === square || (hint && (hint.from === square || hint.to === square))) parts.push(words.hinted);
    return parts.join(", ");
  };
}

/** The ships in exile of a side; those that can be recalled are buttons. */
export function exileView(
  scene: Scene,
  side: Seat,
  words: Words,
  press: (ship: string) => void,
): TemplateResult {
  const { view, frame, places, choice } = scene;
  const gone = view.ships.filter(ship => ship.side === side && places.get(keyOf(side, ship.ship)) === null);
  const label = fill(words.exile, { side: sideName(view, side, words) });
  const place = frame.isBelow(side) ? "below" : "above";
  if (gone.length === 0) return html`<div class="exile ${place}"></div>`;
  return html`<ul class="exile ${place}" aria-label=${label}>
    ${gone.map(({ ship }) => {
      const name = fill(words.inExile, { ship: shipName(ship, view.sides[side] as SideName, words) });
      const mine = scene.active && !choice.step && side === view.side && isChoosable(view, ship);
      const slot = view.ships.filter(other => other.side === side && other.ship < ship).length + 1;
      return html`<li data-slot=${slot}>
        ${
          mine
            ? html`<button
                type="button"
                data-exile=${keyOf(side, ship)}
                aria-label=${name}
                aria-pressed=${choice.chosen === ship ? "true" : "false"}
                @click=${() => press(ship)}
              ></button>`
            : html`<span class="unseen-text">${capital(name)}</span>`
        }
      </li>`;
    })}
  </ul>`;
}

/** The move that pressing a square would make, for a preview. */
export function stepTo({ view, choice, active }: Scene, square: string): MadMove | null {
  if (!active || !choice.chosen || choice.step) return null;
  return stepsOf(view, choice.chosen).find(move => move.to === square) ?? null;
}
