// Beside the board: what to do now, all shifts, and the tie-break.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { MadMove, MadView } from "../../rules/view";
import { say, shipName } from "../words/say";
import { capital, fill, type SideName, sideName, type Words } from "../words/words";
import type { Scene } from "./render";
import { shipPicture } from "./ships";
import { bonusesOf, keyOf, lastMove, type Named, passIn, shiftsIn } from "./state";

export interface PanelDoings {
  take(move: MadMove): void;
  /** A shift that is not allowed was wanted, by its text. */
  refuse(text: string): void;
  decline(): void;
  back(): void;
  point(move: MadMove | null): void;
}

export function panelView(
  scene: Scene,
  words: Words,
  language: string,
  doings: PanelDoings,
  /** What the panel leaves out: a note that is already on the board, and the list for spectators. */
  without: { note: boolean; shifts: boolean },
): TemplateResult {
  return html`${without.note ? nothing : noteView(scene, words, language, doings)} ${without.shifts ? nothing : shiftsView(scene, words, language, doings)}
  ${tieView(scene.view, words)}`;
}

/** What is special about this turn, with the buttons that only it has. */
function noteView(
  { view, choice, active, hint, looked }: Scene,
  words: Words,
  language: string,
  doings: PanelDoings,
): TemplateResult {
  if (choice.step) {
    return html`<div class="note bonus" data-note="bonus">
      <h2>${words.bonus}</h2>
      <p>${fill(words.bonusText, { number: choice.step.ship ?? "" })}</p>
      <div class="buttons">
        <button type="button" class="button" data-bonus="none" @click=${doings.decline}>${words.noBonus}</button>
        <button type="button" class="button quiet" data-back @click=${doings.back}>${words.takeBack}</button>
      </div>
    </div>`;
  }
  const pass = passIn(view);
  if (view.positioning && view.over === null) {
    const side = sideName(view, view.side, words);
    const text = active ? words.positioningText : fill(words.positioningTheirs, { side });
    return html`<div class="note positioning" data-note="positioning">
      <header>
        <h2>${words.positioning}</h2>
        ${
          active && pass
            ? html`<button
                type="button"
                class=${hint === pass ? "button hinted" : "button"}
                data-pass
                @click=${() => doings.take(pass)}
              >
                ${words.pass}
              </button>`
            : nothing
        }
      </header>
      ${looked ? cardView(view, looked, words) : html`<p>${text}</p>`}
    </div>`;
  }
  if (!looked) return standingView(view, active, words, language);
  return html`<div class="note">${cardView(view, looked, words)}</div>`;
}

/** What a ship can do, from its three digits. */
function cardView(view: MadView, { side, ship }: Named, words: Words, short = false): TemplateResult {
  const power = (letter: string, digit: string, lines: readonly string[]) => {
    const line = lines[Number(digit)];
    // Where there is little room, the number says how many there are.
    return html`<li><b>${letter}${digit}</b> ${short ? line.slice(line.indexOf(": ") + 2) : line}</li>`;
  };
  return html`<div data-card=${keyOf(side, ship)}>
    <h2>${capital(shipName(ship, view.sides[side] as SideName, words))}</h2>
    <ul class="powers">
      ${power("M", ship[0], words.sails)}${power("A", ship[1], words.cannons)}${power("D", ship[2], words.shields)}
    </ul>
  </div>`;
}

/** The same above a narrow board, where the panel is out of sight. */
export function overCard({ view }: Scene, looked: Named, words: Words): TemplateResult {
  return html`<div class="over note">${cardView(view, looked, words, true)}</div>`;
}

/** After this many turns the hint about choosing a ship is no longer shown. */
const LEARNING = 6;

/** Nothing is chosen: what the last move was, and for beginners how to go on. */
function standingView(view: MadView, active: boolean, words: Words, language: string): TemplateResult {
  const last = lastMove(view);
  const side = sideName(view, view.awaits[0] ?? view.side, words);
  const begins = !last && !view.over && !active;
  return html`<div class="note">
    ${last ? html`<h2>${words.lastTitle}</h2><p>${say(last, view, language)}.</p>` : nothing}
    ${begins ? html`<p>${fill(words.theirTurn, { side })}</p>` : nothing}
    ${active && (!last || view.turn <= LEARNING) ? html`<p class="hint-text">${words.chooseShip}</p>` : nothing}
  </div>`;
}

/** Whether the text about positioning turns fits into the empty exile, so that `pass` needs no scrolling. */
export function fitsDock({ view, places, active }: Scene): boolean {
  if (!active || !view.positioning) return false;
  return view.ships.every(
    ship => ship.side !== view.side || places.get(keyOf(ship.side, ship.ship)) !== null,
  );
}

/** The same in few words. */
export function dockNote({ view, frame }: Scene, words: Words, doings: PanelDoings): TemplateResult {
  const pass = passIn(view);
  return html`<div class="docked ${frame.isBelow(view.side) ? "below" : "above"}" data-note="positioning">
    <span><b>${words.positioning}</b> <span class="short">${words.positioningShort}</span></span>
    ${pass ? html`<button type="button" class="button" data-pass @click=${() => doings.take(pass)}>${words.pass}</button>` : nothing}
  </div>`;
}

/** All eight shifts, always in fixed places; those that are not possible now are dim. */
function shiftsView(scene: Scene, words: Words, language: string, doings: PanelDoings): TemplateResult {
  const { view, choice, active } = scene;
  const moves = !active ? [] : choice.step ? bonusesOf(view, choice.step) : shiftsIn(view);
  const button = (text: string) => {
    const move = moves.find(found => (found.bonus ?? found.text) === text);
    return shiftButton(scene, text, move, words, language, doings);
  };
  const rotates = (text: string) => !text.includes("<>");
  return html`<div class="shifts" role="group" aria-label=${words.shifts}>
    <h2>${words.permutations}</h2>
    <div class="list">${view.shifts.filter(text => !rotates(text)).map(button)}</div>
    <h2>${words.rotations}</h2>
    <div class="list">${view.shifts.filter(rotates).map(button)}</div>
  </div>`;
}

function shiftButton(
  scene: Scene,
  text: string,
  move: MadMove | undefined,
  words: Words,
  language: string,
  doings: PanelDoings,
): TemplateResult {
  const { view, choice, preview, hint } = scene;
  const permutes = text.includes("<>");
  const ships = text.split(permutes ? "<>" : ">");
  const point = (to: MadMove | null) => () => doings.point(to);
  // Out of turn the list looks as in the last turn, so that nothing flickers.
  const dim = scene.active ? !move : !(scene.possible?.has(text) ?? true);
  const classes = [
    "shift",
    dim ? "dim" : "",
    scene.active ? "" : "idle",
    choice.chosen && ships.includes(choice.chosen) && move ? "near" : "",
    preview && preview === move ? "seen" : "",
    hint && hint.text === move?.text ? "hinted" : "",
  ];
  return html`<button
    type="button"
    class=${classes.join(" ")}
    data-shift=${choice.step ? nothing : text}
    data-bonus=${choice.step ? text : nothing}
    aria-disabled=${move ? nothing : "true"}
    aria-label=${move ? `${text}: ${say(move, view, language)}` : `${text}: ${words.noShift}`}
    @click=${() => (move ? doings.take(move) : doings.refuse(text))}
    @pointerenter=${point(move ?? null)}
    @pointerleave=${point(null)}
    @focus=${point(move ?? null)}
    @blur=${point(null)}
  >
    <span class=${permutes ? "minis" : "minis three"}>${ships.map((ship, i) => [i > 0 ? sign(permutes) : nothing, mini(scene, ship)])}${permutes ? nothing : sign(false, true)}</span>
    <span class="numbers">${ships.join(permutes ? " ↔ " : " → ")}</span>
  </button>`;
}

const sign = (
  permutes: boolean,
  back = false,
): TemplateResult => html`<svg class="sign" viewBox="-10 -10 20 20" aria-hidden="true">
  ${
    back
      ? svg`<path d="M7 6 V2 A5 5 0 0 0 2 -3 H-7 M-3 -7 L-7 -3 L-3 1" />`
      : permutes
        ? svg`<path d="M-7 -3 H7 M3 -7 L7 -3 M7 4 H-7 M-3 8 L-7 4" />`
        : svg`<path d="M-7 0 H7 M2 -5 L7 0 L2 5" />`
  }
</svg>`;

function mini({ own, look, places }: Scene, ship: string): TemplateResult {
  const gone = places.get(keyOf(own, ship)) === null ? "mini gone" : "mini";
  return html`<svg class=${gone} viewBox=${look === "plain" ? "-38 -38 76 76" : "-48 -48 96 96"} aria-hidden="true">
    ${shipPicture(own, ship, look, true)}
  </svg>`;
}

/** How near the tie-break is, and which side would win it. */
function tieView(view: MadView, words: Words): TemplateResult {
  const side = sideName(view, view.over?.winner ?? view.tiebreak, words);
  const turns = view.limit - view.counter;
  const decided = view.over?.why === "tie-break" || view.over?.why === "agreed";
  const still = turns <= 1 ? words.tieBreakOne : words.tieBreakText;
  const template = view.over ? (decided ? words.tieBreakNow : words.tieBreakOff) : still;
  const text = fill(template, { turns, side });
  return html`<div class="tie" data-tiebreak=${view.tiebreak}>
    <p><b>${words.tieBreak}</b> <span>${text}</span></p>
    <svg
      class="meter side${view.tiebreak}"
      role="meter"
      aria-label=${words.tieBreak}
      aria-valuemin="0"
      aria-valuemax=${view.limit}
      aria-valuenow=${view.counter}
      aria-valuetext=${text}
    >
      <rect class="rest" width="100%" height="100%" rx="3" />
      <rect class="done" width="${(100 * Math.min(1, view.counter / view.limit)).toFixed(1)}%" height="100%" rx="3" />
    </svg>
  </div>`;
}
