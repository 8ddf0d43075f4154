// Arrows over a board: the engine's best moves, and those that a person draws with the right button.
import { html, nothing, svg, type TemplateResult } from "lit";
import { CELL, Frame } from "../duel/mad/frame";
import { centre as warCentre, size as warSize } from "../duel/war/render";
import type { MadMove, View, WarMove } from "../rules/view";

export interface Point {
  x: number;
  y: number;
}

/** An arrow from square to square; a ring where both are one. */
export interface Drawn {
  from: string;
  to: string;
}

/** Where squares are on the picture of a board. */
export interface Geometry {
  width: number;
  height: number;
  centre(square: string): Point;
  squareAt(at: Point): string | null;
}

/** The geometry of the board that shows this view; a city that is turned has its squares turned. */
export function geometry(view: View, flipped: boolean): Geometry {
  if (view.game === "mad") {
    const frame = Frame.of(view, flipped);
    return {
      width: frame.width,
      height: frame.height,
      centre: square => frame.centre(square),
      squareAt: at => {
        const square = frame.squareAt(at);
        return square && view.squares.includes(square) ? square : null;
      },
    };
  }
  const { width, height } = warSize(view);
  const centre = (square: string) => warCentre(view, square);
  const near = ({ x, y }: Point, square: string) =>
    Math.max(Math.abs(centre(square).x - x), Math.abs(centre(square).y - y)) <= CELL / 2;
  return { width, height, centre, squareAt: at => view.squares.find(square => near(at, square)) ?? null };
}

/** The way of an arrow: a shaft that ends in a head, short of both middles. */
function shape(a: Point, b: Point, wide: number): string {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const at = (along: number, aside: number) =>
    `${(a.x + dx * along - dy * aside).toFixed(1)} ${(a.y + dy * along + dx * aside).toFixed(1)}`;
  const [end, neck] = [far - 10, Math.max(24, far - 10 - wide * 3.4)];
  const start = Math.min(22, far / 4);
  return `M${at(start, wide / 2)} L${at(neck, wide)} L${at(neck, wide * 2)} L${at(end, 0)} L${at(neck, -wide * 2)} L${at(neck, -wide)} L${at(start, -wide / 2)} z`;
}

function arrow({ centre }: Geometry, { from, to }: Drawn, kind: string, wide: number): TemplateResult {
  const [a, b] = [centre(from), centre(to)];
  if (from === to) return svg`<circle class=${kind} cx=${a.x} cy=${a.y} r="43" />`;
  return svg`<path class=${kind} d=${shape(a, b, wide)} />`;
}

/** The arrows of a move: of the ship that moves, and of ships that change places. */
export function arrowsOf(move: MadMove | WarMove): Drawn[] {
  if ("square" in move) return [{ from: move.square, to: move.square }];
  if (move.from && move.to) return [{ from: move.from, to: move.to }];
  return move.then.flatMap(({ from, to }) =>
    from && to ? [{ from, to }] : from || to ? [{ from: from ?? to ?? "", to: to ?? from ?? "" }] : [],
  );
}

/** Whether ships change places without a movement. */
export const isShift = (move: MadMove | WarMove): boolean => !("square" in move) && move.from === null;

/** The picture over the board: the lines of the engine, the best the strongest, then what was drawn. */
export function arrowsView(
  view: View,
  flipped: boolean,
  best: readonly string[],
  drawn: readonly Drawn[],
): TemplateResult {
  const place = geometry(view, flipped);
  const moves: readonly (MadMove | WarMove)[] = view.moves;
  const lines = best.flatMap((text, rank) => {
    const move = moves.find(each => each.text === text);
    // The board itself shows the best move if it is a shift.
    return move && !(rank === 0 && isShift(move)) ? [{ rank, arrows: arrowsOf(move) }] : [];
  });
  return html`<svg class="arrows" viewBox="0 0 ${place.width} ${place.height}" aria-hidden="true">
    ${lines
      .toReversed()
      .map(({ rank, arrows }) =>
        arrows.map(one =>
          arrow(
            place,
            one,
            `advice rank${Math.min(rank, 3)}`,
            (9 - 1.6 * Math.min(rank, 3)) / (arrows.length > 1 ? 2.4 : 1),
          ),
        ),
      )}
    ${drawn.length > 0 ? drawn.map(one => arrow(place, one, "drawn", 8)) : nothing}
  </svg>`;
}

/** What a person draws with the right button: arrows from square to square, and rings. */
export class Pencil {
  drawn: readonly Drawn[] = [];
  private from: string | null = null;

  /** Takes part in a press of the pointer over the board; says whether the picture has changed. */
  drag(event: PointerEvent, stage: HTMLElement | null, place: Geometry): boolean {
    const down = event.type === "pointerdown";
    if (down && event.button === 0 && this.drawn.length > 0) {
      this.drawn = [];
      return true;
    }
    if (event.button !== 2 || !stage) return false;
    const box = stage.getBoundingClientRect();
    const square = place.squareAt({
      x: ((event.clientX - box.left) * place.width) / box.width,
      y: ((event.clientY - box.top) * place.height) / box.height,
    });
    const { from } = this;
    this.from = down ? square : null;
    if (down || !from || !square) return false;
    const same = (one: Drawn) => one.from === from && one.to === square;
    this.drawn = this.drawn.some(same)
      ? this.drawn.filter(one => !same(one))
      : [...this.drawn, { from, to: square }].slice(-MOST);
    return true;
  }
}

/** The most arrows that a person draws. */
const MOST = 24;

/** The picture of the board on the page. */
export function stageOf(root: ParentNode): HTMLElement | null {
  const board = root.querySelector(".board mad-board, .board war-board");
  return board?.shadowRoot?.querySelector<HTMLElement>(".stage") ?? null;
}

/** Lays the arrows over the board, and the bar beside it. Boards draw a moment later than the page. */
export function layOver(root: ParentNode): void {
  const over = root.querySelector<SVGElement>("svg.arrows");
  const home = root.querySelector(".board");
  const stage = stageOf(root);
  if (!over || !home) return;
  if (!stage?.clientWidth) {
    requestAnimationFrame(() => layOver(root));
    return;
  }
  const [inner, outer] = [stage.getBoundingClientRect(), home.getBoundingClientRect()];
  over.style.left = `${inner.left - outer.left}px`;
  over.style.top = `${inner.top - outer.top}px`;
  over.style.width = `${inner.width}px`;
  over.style.height = `${inner.height}px`;
  const bar = root.querySelector<HTMLElement>(".bar");
  if (!bar) return;
  const gap = Math.min(8, bar.offsetWidth / 2 - 2);
  bar.style.left = `${inner.left - outer.left - bar.offsetWidth - gap}px`;
  bar.style.top = over.style.top;
  bar.style.height = over.style.height;
  bar.style.setProperty("--share", bar.dataset.share ?? "50");
}
