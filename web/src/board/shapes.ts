import { CAR } from "../film/head";
import type { Palette } from "./palette";

/** Puts the outline of a team's shape on the path: disc, square, triangle, diamond. */
export function shape(path: CanvasRenderingContext2D, team: number, x: number, y: number, r: number): void {
  path.beginPath();
  switch (team) {
    case 0:
      path.arc(x, y, r, 0, 2 * Math.PI);
      break;
    case 1:
      path.rect(x - r * 0.86, y - r * 0.86, r * 1.72, r * 1.72);
      break;
    case 2:
      path.moveTo(x, y - r * 1.08);
      path.lineTo(x + r * 1.06, y + r * 0.84);
      path.lineTo(x - r * 1.06, y + r * 0.84);
      break;
    default:
      path.moveTo(x, y - r * 1.18);
      path.lineTo(x + r * 1.18, y);
      path.lineTo(x, y + r * 1.18);
      path.lineTo(x - r * 1.18, y);
  }
  path.closePath();
}

/** Draws a unit in the middle of x and y; `cell` is the size of a cell. */
export function drawUnit(
  to: CanvasRenderingContext2D,
  kind: number,
  team: number,
  x: number,
  y: number,
  cell: number,
  colours: Palette,
): void {
  const car = kind === CAR;
  const r = cell * (car ? 0.47 : 0.35);
  shape(to, team, x, y, r);
  to.lineWidth = Math.max(1, cell * (car ? 0.16 : 0.1));
  to.strokeStyle = car ? colours.mark : colours.outline;
  to.lineJoin = "round";
  to.stroke();
  to.fillStyle = colours.teams[team];
  to.fill();
  if (!car) return;
  // The hub of a wheel tells a car from a warrior.
  to.beginPath();
  to.arc(x, team === 2 ? y + r * 0.18 : y, Math.max(1, r * 0.34), 0, 2 * Math.PI);
  to.fillStyle = colours.outline;
  to.fill();
}

/** The shapes as parts of an SVG of 20 × 20, for the page. */
export const SHAPES = [
  "M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z",
  "M3 3h14v14H3Z",
  "M10 1.5 18.5 17h-17Z",
  "M10 .8 19.2 10 10 19.2.8 10Z",
];
