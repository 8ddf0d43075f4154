import type { Frame } from "./camera";
import { drawBursts, drawCell, drawEvent, drawNotes, drawTrail } from "./marks";
import type { Terrain } from "./terrain";
import { drawUnits, seen } from "./units";
import type { View } from "./view";

/** Draws a view. The context has the size of the frame times the ratio. */
export function draw(
  to: CanvasRenderingContext2D,
  terrain: Terrain,
  view: View,
  frame: Frame,
  ratio: number,
): void {
  const { camera, colours, film } = view;
  const { grid } = film.shots[Math.floor(view.time)];
  terrain.drawTo(to, { grid, cities: film.head.cityCells, camera, frame, ratio, colours });
  const cell = camera.scale * ratio;
  const x = (col: number) => (col + 0.5 - camera.col) * cell;
  const y = (row: number) => (row + 0.5 - camera.row) * cell;
  drawCell(to, view, cell, x, y);
  drawTrail(to, view, cell, x, y);
  // Camera and cell count for units in pixels of the device.
  drawUnits(to, view, seen(view), cell);
  drawBursts(to, view, cell, x, y);
  drawNotes(to, view, cell, x, y);
  drawEvent(to, view, cell, x, y);
}
