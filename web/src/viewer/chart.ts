import type { Palette } from "../board/palette";
import { mix } from "../board/terrain";
import type { Film, Metric } from "../film/film";
import { TEAMS } from "../film/head";
import { percent } from "../words/words";
import type { Session } from "./session";

/** Shares of a whole are stacked, amounts that grow are lines. */
const STACKED: ReadonlySet<Metric> = new Set(["cities", "warriors", "cars"] as const);
/** Room for the marks of cities that changed hands, in pixels. */
const STRIP = 8;

/** A chart of one quantity over time, which is also what one scrubs on. */
export class Chart {
  private readonly kept = document.createElement("canvas");
  private key = "";

  constructor(
    readonly canvas: HTMLCanvasElement,
    seek: (share: number) => void,
  ) {
    const to = (event: PointerEvent) => {
      const box = canvas.getBoundingClientRect();
      seek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
    };
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      to(event);
    });
    canvas.addEventListener("pointermove", event => {
      if (canvas.hasPointerCapture(event.pointerId)) to(event);
    });
  }

  render(session: Session, colours: Palette, ink: string): void {
    const ratio = window.devicePixelRatio || 1;
    const { canvas } = this;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (width === 0 || height === 0) return;
    const { film, metric, hidden, last, time } = session;
    const key = [
      film.name,
      film.last,
      last,
      metric,
      [...hidden].join(),
      width,
      height,
      colours.teams.join(),
      ink,
    ].join("|");
    if (key !== this.key) {
      this.key = key;
      for (const each of [canvas, this.kept]) [each.width, each.height] = [width, height];
      const context = this.kept.getContext("2d");
      if (context) paint(context, session, colours, ink, ratio);
    }
    const to = canvas.getContext("2d");
    if (!to) return;
    to.clearRect(0, 0, width, height);
    to.drawImage(this.kept, 0, 0);
    const x = last > 0 ? (time / last) * width : 0;
    to.fillStyle = ink;
    to.fillRect(Math.round(Math.min(Math.max(x, ratio), width - ratio) - ratio), 0, 2 * ratio, height);
    to.beginPath();
    to.arc(
      Math.min(Math.max(x, 5 * ratio), width - 5 * ratio),
      height - 5 * ratio,
      5 * ratio,
      0,
      2 * Math.PI,
    );
    to.fill();
  }
}

function paint(
  to: CanvasRenderingContext2D,
  session: Session,
  colours: Palette,
  ink: string,
  ratio: number,
): void {
  const { film, metric, hidden, last } = session;
  const { width, height } = to.canvas;
  const strip = STRIP * ratio;
  const states = film.last + 1;
  if (states < 2 || last < 1) return;
  const x = (state: number) => (state / last) * width;
  const stacked = STACKED.has(metric);
  let most = 0;
  for (let state = 0; state < states; state += 1) {
    let sum = 0;
    for (let team = 0; team < TEAMS; team += 1) {
      const value = Math.max(0, film.value(metric, state, team));
      sum = stacked ? sum + value : Math.max(sum, value);
    }
    most = Math.max(most, sum);
  }
  const y = (value: number) => height - (Math.max(0, value) / (most || 1)) * (height - strip - 2 * ratio);
  // Several states may share a pixel.
  const step = Math.max(1, Math.floor(states / width));
  if (stacked) stack(to, film, metric, states, step, x, y, colours, hidden);
  else lines(to, film, metric, states, step, x, y, colours, hidden, ratio);
  cityMarks(to, film, x, colours, ratio);
  to.font = `${11 * ratio}px Geist, system-ui, sans-serif`;
  to.fillStyle = ink;
  to.textBaseline = "top";
  const label = metric === "status" ? percent(most, session.language) : String(most);
  to.fillText(label, 5 * ratio, strip + 3 * ratio);
}

function stack(
  to: CanvasRenderingContext2D,
  film: Film,
  metric: Metric,
  states: number,
  step: number,
  x: (state: number) => number,
  y: (value: number) => number,
  colours: Palette,
  hidden: ReadonlySet<number>,
): void {
  const below = new Float64Array(states);
  for (let team = TEAMS - 1; team >= 0; team -= 1) {
    to.beginPath();
    for (let state = 0; state < states; state += step) to.lineTo(x(state), y(below[state]));
    to.lineTo(x(states - 1), y(below[states - 1]));
    for (let state = 0; state < states; state += 1) below[state] += film.value(metric, state, team);
    to.lineTo(x(states - 1), y(below[states - 1]));
    for (let state = states - 1; state >= 0; state -= step) to.lineTo(x(state), y(below[state]));
    to.closePath();
    to.globalAlpha = hidden.has(team) ? 0.12 : 0.78;
    to.fillStyle = colours.teams[team];
    to.fill();
  }
  to.globalAlpha = 1;
}

function lines(
  to: CanvasRenderingContext2D,
  film: Film,
  metric: Metric,
  states: number,
  step: number,
  x: (state: number) => number,
  y: (value: number) => number,
  colours: Palette,
  hidden: ReadonlySet<number>,
  ratio: number,
): void {
  // Dashes tell the teams apart without colours.
  const dashes = [[], [8, 3], [2, 3], [10, 3, 2, 3]];
  for (let team = 0; team < TEAMS; team += 1) {
    if (hidden.has(team)) continue;
    to.beginPath();
    for (let state = 0; state < states; state += step)
      to.lineTo(x(state), y(film.value(metric, state, team)));
    to.lineTo(x(states - 1), y(film.value(metric, states - 1, team)));
    to.setLineDash(dashes[team].map(dash => dash * ratio));
    to.lineWidth = 2 * ratio;
    to.lineJoin = "round";
    to.strokeStyle = colours.teams[team];
    to.stroke();
  }
  to.setLineDash([]);
}

/** A tick in the colour of the new owner wherever a city changed hands. */
function cityMarks(
  to: CanvasRenderingContext2D,
  film: Film,
  x: (state: number) => number,
  colours: Palette,
  ratio: number,
): void {
  for (const event of film.events) {
    if (event.kind !== "city") continue;
    to.fillStyle = mix(colours.teams[event.teams[1]], colours.mark, 0.1);
    to.fillRect(Math.round(x(event.round + 1)), 0, Math.max(1, 2 * ratio), (STRIP - 3) * ratio);
  }
}
