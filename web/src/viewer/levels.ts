import { html, svg } from "lit";
import type { Film, Unit } from "../film/film";
import { CAR } from "../film/head";
import { fill } from "../words/words";
import type { Session } from "./session";

const HEIGHT = 100;

/** The lines of a unit, which change only when it, or the film, does. */
let drawn: { key: string; film: Film; lines: ReturnType<typeof svg>[] } | undefined;

/** Food and water of a unit over the whole game, or the fuel of a car; a click goes there. */
export function levelChart(session: Session, unit: Unit) {
  const { film, last, words, time } = session;
  const key = `${unit.id}|${film.last}|${last}`;
  if (drawn?.key !== key || drawn.film !== film) drawn = { key, film, lines: lines(session, unit) };
  const seek = (event: PointerEvent) => {
    const chart = event.currentTarget as SVGElement;
    if (event.type === "pointerdown") chart.setPointerCapture(event.pointerId);
    else if (!chart.hasPointerCapture(event.pointerId)) return;
    const box = chart.getBoundingClientRect();
    session.seek(Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * last));
  };
  const label = fill(unit.kind === CAR ? words.fuelOver : words.levelsOver, {
    unit: session.unitName(unit.id),
  });
  const now = Math.min(time, film.last);
  return html`<svg class="levels" viewBox="0 0 ${Math.max(1, last)} ${HEIGHT}" preserveAspectRatio="none"
    role="img" aria-label=${label} @pointerdown=${seek} @pointermove=${seek}>
    <title>${label}</title>
    ${drawn.lines}
    ${svg`<line class="now" x1=${now} x2=${now} y1="0" y2=${HEIGHT}></line>`}
  </svg>`;
}

function lines({ film }: Session, unit: Unit) {
  const { warriors_health: health, cars_fuel: fuel } = film.head.settings;
  const most = unit.kind === CAR ? fuel : health;
  const path = (level: (unit: Unit) => number) => {
    const points: string[] = [];
    for (let state = 0; state <= film.last; state += 1) {
      const y =
        HEIGHT - (Math.max(0, level(film.unit(state, unit.id))) / Math.max(1, most)) * (HEIGHT - 8) - 4;
      points.push(`${state === 0 ? "M" : "L"}${state} ${y.toFixed(1)}`);
    }
    return points.join("");
  };
  const ends = film.capturesOf(unit.id).map(({ round }) => {
    const x = round + 1;
    return svg`<line x1=${x} x2=${x} y1="0" y2=${HEIGHT}></line>`;
  });
  const line = (kind: string, level: (unit: Unit) => number) =>
    svg`<path class=${kind} d=${path(level)}></path>`;
  if (unit.kind === CAR) return [...ends, line("fuel", ({ food }) => food)];
  return [...ends, line("food", ({ food }) => food), line("drink", ({ water }) => water)];
}
