import type { Camera, Frame } from "./camera";
import type { Palette } from "./palette";
import { shape } from "./shapes";

const ROAD = 82;
const WATER = 87;
const STATION = 83;
const WALL = 88;
const ZERO = 48;
/** Below this size of a cell in pixels the map is sampled, so that the largest maps stay quick. */
const SAMPLED = 2;

/** What the layer below the units depends on. */
export interface Ground {
  grid: Uint8Array;
  cities: number[][];
  camera: Camera;
  frame: Frame;
  /** Device pixels for a pixel. */
  ratio: number;
  colours: Palette;
}

/** The map without its units, painted once and kept until something changes. */
export class Terrain {
  private readonly canvas = document.createElement("canvas");
  private painted: Ground | undefined;

  drawTo(to: CanvasRenderingContext2D, ground: Ground): void {
    if (!this.painted || !unchanged(this.painted, ground)) {
      this.canvas.width = Math.round(ground.frame.width * ground.ratio);
      this.canvas.height = Math.round(ground.frame.height * ground.ratio);
      const context = this.canvas.getContext("2d", { alpha: false });
      if (!context) return;
      paint(context, ground);
      this.painted = { ...ground, camera: { ...ground.camera }, frame: { ...ground.frame } };
    }
    to.drawImage(this.canvas, 0, 0);
  }
}

function unchanged(a: Ground, b: Ground): boolean {
  return (
    a.grid === b.grid &&
    a.ratio === b.ratio &&
    a.colours === b.colours &&
    a.camera.scale === b.camera.scale &&
    a.camera.row === b.camera.row &&
    a.camera.col === b.camera.col &&
    a.frame.width === b.frame.width &&
    a.frame.height === b.frame.height
  );
}

function paint(to: CanvasRenderingContext2D, ground: Ground): void {
  const { grid, frame, camera, ratio, colours } = ground;
  const cell = camera.scale * ratio;
  to.fillStyle = colours.background;
  to.fillRect(0, 0, to.canvas.width, to.canvas.height);
  const fills = fillTable(colours);
  if (cell < SAMPLED) {
    sample(to, ground, fills);
    return;
  }
  const x = (col: number) => Math.round((col - camera.col) * cell);
  const y = (row: number) => Math.round((row - camera.row) * cell);
  const top = Math.max(0, Math.floor(camera.row));
  const bottom = Math.min(frame.rows, Math.ceil(camera.row + frame.height / camera.scale));
  const left = Math.max(0, Math.floor(camera.col));
  const right = Math.min(frame.columns, Math.ceil(camera.col + frame.width / camera.scale));
  const at = (row: number, col: number) =>
    row < 0 || col < 0 || row >= frame.rows || col >= frame.columns ? 0 : grid[row * frame.columns + col];
  // Cells of one kind in a row are one rectangle: no seams, and quicker.
  for (let row = top; row < bottom; row += 1) {
    for (let col = left; col < right; ) {
      const letter = at(row, col);
      const start = col;
      while (col < right && at(row, col) === letter) col += 1;
      to.fillStyle = fills[letter] ?? colours.desert;
      to.fillRect(x(start), y(row), x(col) - x(start), y(row + 1) - y(row));
    }
  }
  for (let row = top; row < bottom; row += 1) {
    for (let col = left; col < right; col += 1) {
      const letter = at(row, col);
      if (letter === STATION) drawStation(to, x(col), y(row), cell, colours);
      else if (letter === WALL && cell >= 6) {
        to.fillStyle = colours.wallEdge;
        const edge = Math.max(1, Math.round(cell * 0.14));
        if (at(row + 1, col) !== WALL) to.fillRect(x(col), y(row + 1) - edge, x(col + 1) - x(col), edge);
      } else if (letter === WATER && cell >= 10 && (row * 7 + col * 3) % 5 < 2) {
        drawWave(to, x(col), y(row), cell, colours);
      } else if (letter >= ZERO && letter < ZERO + 4) {
        to.fillStyle = colours.teams[letter - ZERO];
        const edge = Math.max(1, Math.round(cell * 0.09));
        const [x0, y0, x1, y1] = [x(col), y(row), x(col + 1), y(row + 1)];
        if (at(row - 1, col) !== letter) to.fillRect(x0, y0, x1 - x0, edge);
        if (at(row + 1, col) !== letter) to.fillRect(x0, y1 - edge, x1 - x0, edge);
        if (at(row, col - 1) !== letter) to.fillRect(x0, y0, edge, y1 - y0);
        if (at(row, col + 1) !== letter) to.fillRect(x1 - edge, y0, edge, y1 - y0);
      }
    }
  }
  drawOwners(to, ground, x, y, cell);
}

function fillTable(colours: Palette): Record<number, string> {
  const table: Record<number, string> = {
    [ROAD]: colours.road,
    [WATER]: colours.water,
    [STATION]: colours.road,
    [WALL]: colours.wall,
  };
  for (let team = 0; team < 4; team += 1) {
    table[ZERO + team] = mix(colours.city, colours.teams[team], colours.tint);
  }
  return table;
}

/** One pixel takes the colour of the cell in its middle. */
function sample(to: CanvasRenderingContext2D, ground: Ground, fills: Record<number, string>): void {
  const { grid, frame, camera, ratio, colours } = ground;
  const image = to.getImageData(0, 0, to.canvas.width, to.canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  const table = new Map<number, number>();
  const packed = (colour: string) => {
    const [r, g, b] = parts(colour);
    return 0xff000000 | (b << 16) | (g << 8) | r;
  };
  for (const [letter, colour] of Object.entries(fills)) table.set(Number(letter), packed(colour));
  table.set(STATION, packed(colours.station));
  const desert = packed(colours.desert);
  const step = 1 / (camera.scale * ratio);
  for (let y = 0; y < image.height; y += 1) {
    const row = Math.floor(camera.row + (y + 0.5) * step);
    if (row < 0 || row >= frame.rows) continue;
    for (let x = 0; x < image.width; x += 1) {
      const col = Math.floor(camera.col + (x + 0.5) * step);
      if (col < 0 || col >= frame.columns) continue;
      pixels[y * image.width + x] = table.get(grid[row * frame.columns + col]) ?? desert;
    }
  }
  to.putImageData(image, 0, 0);
}

/** The owner's shape over the whole city, so that the owner can be seen without colours. */
function drawOwners(
  to: CanvasRenderingContext2D,
  { grid, cities, frame, colours }: Ground,
  x: (col: number) => number,
  y: (row: number) => number,
  cell: number,
): void {
  if (cell < 5) return;
  to.save();
  for (const cells of cities) {
    const team = grid[cells[0]] - ZERO;
    if (team < 0 || team > 3) continue;
    const { row, col, size } = largestSquare(cells, frame.columns);
    // A shape reaches 1.18 of its radius from its middle.
    const radius = Math.min(1.9, size / 2.36) * cell;
    shape(to, team, x(col + size / 2), y(row + size / 2), radius);
    to.globalAlpha = 0.3;
    to.fillStyle = colours.teams[team];
    to.fill();
  }
  to.restore();
}

/** The largest square of cells of a city; of equal ones that nearest to the middle of the city. */
export function largestSquare(
  cells: readonly number[],
  cols: number,
): { row: number; col: number; size: number } {
  const own = new Set(cells);
  const places = cells.map(at => [Math.floor(at / cols), at % cols]);
  const middle = [0, 1].map(part => places.reduce((sum, place) => sum + place[part], 0) / places.length);
  const full = (row: number, col: number, size: number) => {
    for (let i = 0; i < size * size; i += 1) {
      const right = col + (i % size);
      if (right >= cols || !own.has((row + Math.floor(i / size)) * cols + right)) return false;
    }
    return true;
  };
  let best = { row: places[0][0], col: places[0][1], size: 1, away: Number.POSITIVE_INFINITY };
  for (const [row, col] of places) {
    let size = best.size;
    if (!full(row, col, size)) continue;
    while (full(row, col, size + 1)) size += 1;
    const half = (size - 1) / 2;
    const away = Math.hypot(row + half - middle[0], col + half - middle[1]);
    if (size > best.size || away < best.away) best = { row, col, size, away };
  }
  return best;
}

function drawStation(
  to: CanvasRenderingContext2D,
  x: number,
  y: number,
  cell: number,
  colours: Palette,
): void {
  const middle = cell / 2;
  to.beginPath();
  to.arc(x + middle, y + middle, cell * 0.42, 0, 2 * Math.PI);
  to.fillStyle = colours.station;
  to.fill();
  to.beginPath();
  to.arc(x + middle, y + middle, cell * 0.17, 0, 2 * Math.PI);
  to.fillStyle = colours.road;
  to.fill();
}

function drawWave(to: CanvasRenderingContext2D, x: number, y: number, cell: number, colours: Palette): void {
  to.beginPath();
  to.moveTo(x + cell * 0.2, y + cell * 0.55);
  to.quadraticCurveTo(x + cell * 0.36, y + cell * 0.35, x + cell * 0.5, y + cell * 0.55);
  to.quadraticCurveTo(x + cell * 0.64, y + cell * 0.75, x + cell * 0.8, y + cell * 0.55);
  to.lineWidth = Math.max(1, cell * 0.07);
  to.strokeStyle = colours.wave;
  to.stroke();
}

function parts(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between two others. */
export function mix(a: string, b: string, share: number): string {
  const [from, to] = [parts(a), parts(b)];
  const hex = from.map((part, i) =>
    Math.round(part + (to[i] - part) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("")}`;
}
