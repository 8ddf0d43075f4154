// The picture of a board: a function of the view and of what was chosen.
import { nothing, svg, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { MadMove, MadView, Seat } from "../../rules/view";
import type { Words } from "../words/words";
import { arcsOf, innerCorners, type ShiftArcs } from "./arcs";
import { CELL, type Frame, type Point } from "./frame";
import { digits, type Look, shipPicture } from "./ships";
import { ground, paints, squares } from "./sky";
import { bonusesOf, type Choice, keyOf, lastMove, type Named, offered, stepsOf } from "./state";

/** Everything that a picture shows. */
export interface Scene {
  view: MadView;
  frame: Frame;
  look: Look;
  choice: Choice;
  /** Where every ship is shown. */
  places: ReadonlyMap<string, string | null>;
  /** The move under the pointer. */
  preview: MadMove | null;
  hint: MadMove | null;
  /** A square that a hint points at. */
  spot: string | null;
  /** A move was sent and is not confirmed yet. */
  waiting: boolean;
  active: boolean;
  /** The fleet whose shifts are listed. */
  own: Seat;
  /** The ship that follows a finger, and where it is. */
  carried: { side: Seat; ship: string; at: Point } | null;
  /** The ship whose card is shown. */
  looked: Named | null;
  /** What was allowed when the person here was last asked; null before. */
  possible: ReadonlySet<string> | null;
  /** Units for a finger's breadth: the radius that a handle must have to be hit. */
  finger: number;
}

/** The lower picture: the ground, the marks, the ships. */
export function lowerPicture(scene: Scene, still: TemplateResult): TemplateResult {
  return svg`${still}
    <g class="marks">${marks(scene)}</g>
    <g class="fleet">${ships(scene)}</g>
    <g class="targets">${targets(scene)}</g>
    <g class="ghosts">${ghosts(scene)}</g>`;
}

/** What changes with the board only. */
export function stillPicture(
  frame: Frame,
  look: Look,
  view: MadView,
  captions: readonly [string, string],
): TemplateResult {
  const dock = (side: Seat) => {
    const top = frame.dockTop(side);
    const middle = frame.left + (frame.columns * CELL) / 2;
    return svg`<rect class="dock dock${side}" x=${frame.left + 1.5} y=${top} width=${frame.columns * CELL - 3} height=${frame.dock} rx="10" />
      <text class="caption caption${side}" x=${middle} y=${top + frame.dock / 2 + 5}>${captions[side]}</text>`;
  };
  return svg`${paints}${ground(frame, look)}${dock(0)}${dock(1)}${squares(frame, view.squares)}`;
}

function square(frame: Frame, name: string, kind: string, inset = 3): TemplateResult {
  const { x, y } = frame.centre(name);
  const size = CELL - 2 * inset;
  return svg`<rect class=${kind} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} rx="8" />`;
}

/** Squares of the last move, of the chosen ship and of the hint. */
function marks({ view, frame, choice, places, hint, spot, waiting, looked }: Scene): unknown {
  const touched = (move: MadMove) => {
    const all = move.then.flatMap(change => [change.from, change.to]);
    return [...new Set([move.from, move.to, ...all])].filter(at => at !== null);
  };
  const last = waiting ? null : lastMove(view);
  const winner = view.over?.winner ?? null;
  const crowned = winner === null ? null : places.get(keyOf(winner, "111"));
  const at = looked && places.get(keyOf(looked.side, looked.ship));
  const chosen = choice.chosen ? places.get(keyOf(view.side, choice.chosen)) : null;
  return svg`
    ${last ? touched(last).map(at => square(frame, at, "last")) : nothing}
    ${hint ? touched(hint).map(at => square(frame, at, "hint", 5)) : nothing}
    ${spot ? square(frame, spot, "hint", 5) : nothing}
    ${chosen ? square(frame, chosen, "chosen", 4) : nothing}
    ${at && at !== chosen ? square(frame, at, "looked", 5) : nothing}
    ${crowned ? svg`<circle class="crowned" r="46" transform=${put(frame.centre(crowned))} />` : nothing}
    ${choice.step?.from ? square(frame, choice.step.from, "left", 6) : nothing}`;
}

function ships(scene: Scene): unknown {
  const { view, frame, look, choice, places, preview, waiting, active, carried } = scene;
  const leaving = new Set(preview?.then.map(change => keyOf(change.side, change.ship)));
  return repeat(
    view.ships,
    ship => keyOf(ship.side, ship.ship),
    ship => {
      const key = keyOf(ship.side, ship.ship);
      const at = places.get(key) ?? null;
      const { x, y } = frame.place(ship.side, ship.ship, at);
      const classes = [
        "ship",
        at === null ? "exiled" : "",
        leaving.has(key) ? "leaving" : "",
        waiting && at !== ship.at ? "waiting" : "",
        active && ship.side === view.side && choice.chosen === ship.ship ? "held" : "",
        carried?.side === ship.side && carried.ship === ship.ship ? "lifted" : "",
      ];
      return svg`<g class=${classes.join(" ")} data-ship=${key} transform="translate(${x} ${y})">
        <g transform="scale(${frame.scale(at)})">${shipPicture(ship.side, ship.ship, look, frame.isBelow(ship.side))}</g>
      </g>`;
    },
  );
}

/** Where the chosen ship can step: a disc, a star where a bonus follows, a reticle around a ship. */
function targets({ view, frame, choice, active }: Scene): unknown {
  if (!active || !choice.chosen || choice.step) return nothing;
  return stepsOf(view, choice.chosen).map(move => {
    const { x, y } = frame.centre(move.to ?? "");
    const star = bonusesOf(view, move).length > 0;
    return svg`<g class="target" transform="translate(${x} ${y})">
      ${move.expels ? svg`<path class="reticle" d=${RETICLE} />` : svg`<circle class="disc" r=${star ? 12 : 13} />`}
      ${star ? svg`<path class="star4" transform=${move.expels ? "translate(33 -33)" : ""} d=${STAR} />` : nothing}
    </g>`;
  });
}

const RETICLE =
  "M-44 -22 V-34 Q-44 -44 -34 -44 H-22 M22 -44 H34 Q44 -44 44 -34 V-22 M44 22 V34 Q44 44 34 44 H22 M-22 44 H-34 Q-44 44 -44 34 V22";
const STAR = "M0 -19 Q2.6 -2.6 19 0 Q2.6 2.6 0 19 Q-2.6 2.6 -19 0 Q-2.6 -2.6 0 -19 z";

/** Ships where a previewed move would put them. */
function ghosts({ view, frame, look, places, preview, carried }: Scene): unknown {
  return preview?.then.map(change => {
    const key = keyOf(change.side, change.ship);
    if (carried && key === keyOf(carried.side, carried.ship)) return nothing;
    if ((places.get(key) ?? null) === change.to) return nothing;
    const { x, y } = frame.place(change.side, change.ship, change.to);
    const up = frame.isBelow(change.side);
    const gone = change.to === null ? " gone" : "";
    return svg`${change.to ? square(frame, change.to, `there side${view.side}`, 5) : nothing}
      <g class="ghost${gone}" data-ghost=${key} transform="translate(${x} ${y}) scale(${frame.scale(change.to)})">
        ${shipPicture(change.side, change.ship, look, up)}</g>`;
  });
}

/** The shifts of which arcs are shown: those on offer, else one that is pointed at or hinted. */
export function shownArcs(scene: Scene): ShiftArcs[] {
  const { view, frame, choice, places, preview, hint, active } = scene;
  if (active) {
    const moves = offered(view, choice);
    const others = choice.step?.to ? innerCorners(frame, choice.step.to) : [];
    if (moves.length > 0) return arcsOf(frame, moves, places, choice.chosen, others);
  }
  const one = preview && preview.ships.length > 0 ? preview : hint;
  return one && one.ships.length > 0 ? arcsOf(frame, [one], places, null) : [];
}

export interface HandleDoings {
  name(move: MadMove): string;
  take(move: MadMove): void;
  point(move: MadMove | null): void;
  back(): void;
  decline(): void;
}

/** The upper picture: arcs with their handles, above the squares that can be pressed. */
export function upperPicture(scene: Scene, words: Words, doings: HandleDoings): TemplateResult {
  const arcs = shownArcs(scene);
  const seen = scene.preview?.text;
  const path = hintPath(scene);
  return svg`
    ${path ? svg`<path class="hint-way" d=${path} />` : nothing}
    ${repeat(
      arcs,
      ({ move }) => move.text,
      ({ move, arcs }) => {
        // A hint alone is shown as if it were pointed at.
        const shown = seen ?? (scene.choice.chosen ? undefined : move.text);
        const state = shown === undefined ? "" : shown === move.text ? " seen" : " unseen";
        const kind = move.ships.length === 2 ? "permute" : "rotate";
        return svg`<g class="arcs ${kind}${state}">${arcs.map(
          arc => svg`<path class=${arc.main ? "under main" : "under"} d=${arc.path} /><path class=${arc.main ? "arc main" : "arc"} d=${arc.path} />
            ${arc.heads.map(head => svg`<path class="head" d=${head} />`)}`,
        )}</g>`;
      },
    )}
    ${arcs.length > 0 ? numbers(scene) : nothing}
    ${repeat(
      arcs.filter(({ handle }) => handle !== null),
      ({ move }) => move.text,
      shift => handle(scene, shift, doings),
    )}
    ${answers(scene, words, doings)}
    ${hand(scene)}`;
}

/** The digits of all ships once more, so that no arc covers them. */
function numbers({ view, frame, look, places }: Scene): unknown {
  if (look === "plain") return nothing;
  return view.ships.map(({ side, ship }) => {
    const at = places.get(keyOf(side, ship)) ?? null;
    if (at === null) return nothing;
    return svg`<g class="vessel" transform=${put(frame.centre(at))}>${digits(ship, frame.isBelow(side))}</g>`;
  });
}

/** What is carried is above everything else. */
function hand({ carried, frame, look }: Scene): unknown {
  if (!carried) return nothing;
  return svg`<g class="carried" transform=${`${put(carried.at)} scale(1.12)`}>
    ${shipPicture(carried.side, carried.ship, look, frame.isBelow(carried.side))}</g>`;
}

function handle(
  { preview, finger }: Scene,
  { move, handle, turn }: ShiftArcs,
  doings: HandleDoings,
): TemplateResult {
  const permutes = move.ships.length === 2;
  const seen = preview?.text === move.text ? " seen" : "";
  const mirrored = !permutes && turn < 0;
  return svg`<g class="handle ${permutes ? "permute" : "rotate"}${seen}" role="button" tabindex="0"
      aria-label=${doings.name(move)} data-arc=${move.bonus ?? move.text} transform=${put(handle)}
      @click=${() => doings.take(move)} @keydown=${keyed(() => doings.take(move))}
      @pointerenter=${() => doings.point(move)} @pointerleave=${() => doings.point(null)}
      @focus=${() => doings.point(move)} @blur=${() => doings.point(null)}>
    <title>${doings.name(move)}</title>
    <circle class="hit" r=${finger} /><circle class="knob" r="17" />
    <path class="sign" transform=${mirrored ? "scale(-1 1)" : nothing} d=${permutes ? PERMUTE : TURN} />
  </g>`;
}

/** What can be answered to a bonus beside taking it, at the corners of the square of the step. */
function answers({ frame, choice, finger, active }: Scene, words: Words, doings: HandleDoings): unknown {
  if (!active || !choice.step?.to) return nothing;
  const corners = innerCorners(frame, choice.step.to);
  const answer = (at: Point, key: string, name: string, sign: string, press: () => void) => svg`<g
      class="handle ${key}" role="button" tabindex="0" aria-label=${name} data-arc=${key}
      transform=${put(at)} @click=${press} @keydown=${keyed(press)}>
    <title>${name}</title><circle class="hit" r=${finger} /><circle class="knob" r="17" />
    <path class="sign" d=${sign} />
  </g>`;
  return svg`${answer(corners[0], "back", words.takeBack, CROSS, doings.back)}
    ${answer(corners[1], "none", words.noBonus, CHECK, doings.decline)}`;
}

const put = (at: Point | null): string => `translate(${at?.x ?? 0} ${at?.y ?? 0})`;

/** The keys that press a button also press a button in the picture. */
const keyed = (press: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  press();
};

const CHECK = "M-8 0.5 L-2.5 6 L8 -6";
const CROSS = "M-6 -6 L6 6 M6 -6 L-6 6";
const PERMUTE = "M-9 -3.5 H8 M4 -8 L8.5 -3.5 M9 3.5 H-8 M-4 8 L-8.5 3.5";
const TURN = "M7.5 -4.5 A8.5 8.5 0 1 0 8.5 2 M8.5 -10 V-4 H2.5";

/** The way of a hinted movement. */
function hintPath({ frame, hint }: Scene): string | null {
  if (!hint?.from || !hint.to) return null;
  const [a, b] = [frame.centre(hint.from), frame.centre(hint.to)];
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const at = (along: number, aside: number) =>
    `${(a.x + dx * along - dy * aside).toFixed(1)} ${(a.y + dy * along + dx * aside).toFixed(1)}`;
  const end = far - 14;
  return `M${at(30, 6)} L${at(end - 22, 6)} L${at(end - 22, 17)} L${at(end, 0)} L${at(end - 22, -17)} L${at(end - 22, -6)} L${at(30, -6)} z`;
}
