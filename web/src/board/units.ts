import { STEPS } from "../film/event";
import { CAR } from "../film/head";
import { drawUnit } from "./shapes";
import type { View } from "./view";

/** Where a unit is seen, in cells. */
export interface Seen {
  id: number;
  kind: number;
  team: number;
  row: number;
  col: number;
}

/** Where all units are seen at a time between two states. */
export function seen({ film, time, smooth }: View): Seen[] {
  const state = Math.floor(time);
  const part = smooth ? time - state : 0;
  const next = film.shots[state + 1];
  const directions = new Map<number, number>();
  if (part > 0 && next) for (const word of next.moves) directions.set(word >> 4, word & 15);
  return Array.from({ length: film.head.unitCount }, (_, id) => {
    const unit = film.unit(state, id);
    let { row, col } = unit;
    if (part > 0 && next) {
      const after = film.unit(state + 1, id);
      const move = directions.get(id);
      if (after.team === unit.team && (after.row !== row || after.col !== col)) {
        row += (after.row - row) * part;
        col += (after.col - col) * part;
      } else if (move !== undefined) {
        // An attack: the unit leans towards the other and comes back.
        const lean = 0.45 * Math.sin(Math.PI * part);
        row += STEPS[move][0] * lean;
        col += STEPS[move][1] * lean;
      }
    }
    return { id, kind: unit.kind, team: unit.team, row, col };
  });
}

/** Draws the units; `cell` is the size of a cell in pixels of the device. */
export function drawUnits(to: CanvasRenderingContext2D, view: View, units: Seen[], cell: number): void {
  const { camera, colours, hidden } = view;
  const state = Math.floor(view.time);
  const x = (col: number) => (col + 0.5 - camera.col) * cell;
  const y = (row: number) => (row + 0.5 - camera.row) * cell;
  const size = Math.max(cell, 3);
  for (const pass of [0, CAR]) {
    for (const unit of units) {
      if (unit.kind !== pass || hidden.has(unit.team)) continue;
      drawUnit(to, unit.kind, unit.team, x(unit.col), y(unit.row), size, colours);
    }
  }
  for (const unit of units) {
    if (hidden.has(unit.team)) continue;
    const [left, top] = [x(unit.col), y(unit.row)];
    if (view.differing.has(unit.id))
      ring(to, left, top, size * 0.62, size * 0.12, colours.mark, [size * 0.25]);
    if (view.bars || unit.id === view.unit) drawBars(to, view, unit, state, left, top, size);
    if (view.ids && cell >= 9) drawId(to, unit.id, left, top, cell, view);
  }
  const selected = units[view.unit];
  if (selected)
    ring(to, x(selected.col), y(selected.row), size * 0.78, Math.max(2, size * 0.13), colours.mark);
}

function ring(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  width: number,
  colour: string,
  dash: number[] = [],
): void {
  to.beginPath();
  to.setLineDash(dash);
  to.arc(x, y, r, 0, 2 * Math.PI);
  to.lineWidth = Math.max(1, width);
  to.strokeStyle = colour;
  to.stroke();
  to.setLineDash([]);
}

function drawBars(
  to: CanvasRenderingContext2D,
  { film, colours }: View,
  unit: Seen,
  state: number,
  x: number,
  y: number,
  cell: number,
): void {
  const { food, water } = film.unit(state, unit.id);
  const { warriors_health: health, cars_fuel: fuel } = film.head.settings;
  const bars: [number, string][] =
    unit.kind === CAR
      ? [[food / fuel, colours.fuel]]
      : [
          [food / health, colours.food],
          [water / health, colours.drink],
        ];
  const height = Math.max(2, Math.round(cell * 0.14));
  const width = Math.max(6, cell * 0.9);
  bars.forEach(([share, colour], i) => {
    const top = Math.round(y - cell * 0.5 - (bars.length - i) * (height + 1));
    to.fillStyle = colours.outline;
    to.fillRect(x - width / 2 - 1, top - 1, width + 2, height + 2);
    to.fillStyle = colour;
    to.fillRect(x - width / 2, top, width * Math.min(1, Math.max(0, share)), height);
  });
}

function drawId(
  to: CanvasRenderingContext2D,
  id: number,
  x: number,
  y: number,
  cell: number,
  view: View,
): void {
  to.font = `600 ${Math.max(9, cell * 0.42)}px Geist, system-ui, sans-serif`;
  to.textAlign = "center";
  to.textBaseline = "top";
  to.lineWidth = Math.max(2, cell * 0.12);
  to.strokeStyle = view.colours.outline;
  to.strokeText(String(id), x, y + cell * 0.3);
  to.fillStyle = view.colours.mark;
  to.fillText(String(id), x, y + cell * 0.3);
}
