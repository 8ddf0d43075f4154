// Where things are on the picture: squares, places in exile, arcs. One square is 100 units wide.
import type { MadView, Seat } from "../../rules/view";

export interface Point {
  x: number;
  y: number;
}

export const CELL = 100;
/** Around the squares. */
const PAD = 8;
/** Between the squares and the ships in exile. */
const GAP = 10;

const SHIPS = ["111", "112", "121", "122", "211", "212", "221", "222"];

/** The picture of a board, seen from Red's side or turned around. */
export class Frame {
  readonly width: number;
  readonly height: number;
  /** The places of ships in exile: eight beside each other, as wide as the board. */
  readonly slot: number;
  readonly dock: number;

  constructor(
    readonly columns: number,
    readonly rows: number,
    readonly flipped: boolean,
  ) {
    this.slot = (columns * CELL) / SHIPS.length;
    this.dock = Math.max(56, this.slot * 1.04);
    this.width = columns * CELL + 2 * PAD;
    this.height = rows * CELL + 2 * (PAD + GAP + this.dock);
  }

  static of(view: MadView, flipped: boolean): Frame {
    return new Frame(view.columns, view.rows, flipped);
  }

  /** The top left corner of the squares. */
  get left(): number {
    return PAD;
  }

  get top(): number {
    return PAD + this.dock + GAP;
  }

  /** Column and row of a square on the picture, counted from the top left. */
  cell(square: string): { column: number; row: number } {
    const column = square.charCodeAt(0) - 97;
    const row = Number(square.slice(1)) - 1;
    return this.flipped ? { column: this.columns - 1 - column, row } : { column, row: this.rows - 1 - row };
  }

  /** The middle of a square. */
  centre(square: string): Point {
    const { column, row } = this.cell(square);
    return { x: this.left + (column + 0.5) * CELL, y: this.top + (row + 0.5) * CELL };
  }

  /** The square at a place of the picture, whether or not the board has it. */
  squareAt({ x, y }: Point): string | null {
    const column = Math.floor((x - this.left) / CELL);
    const row = Math.floor((y - this.top) / CELL);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    return this.name(column, row);
  }

  /** The name of the square in a column and row of the picture. */
  name(column: number, row: number): string {
    const [file, rank] = this.flipped ? [this.columns - 1 - column, row + 1] : [column, this.rows - row];
    return String.fromCharCode(97 + file) + rank;
  }

  /** Whether a side has its home at the bottom. */
  isBelow(side: Seat): boolean {
    return (side === 0) !== this.flipped;
  }

  /** The top of the places in exile of a side: behind its home. */
  dockTop(side: Seat): number {
    return this.isBelow(side) ? this.top + this.rows * CELL + GAP : PAD;
  }

  /** The place of a ship in exile. */
  exile(side: Seat, ship: string): Point {
    const index = SHIPS.indexOf(ship);
    return { x: this.left + (index + 0.5) * this.slot, y: this.dockTop(side) + this.dock / 2 };
  }

  /** Where a ship is shown: on its square, or in exile. */
  place(side: Seat, ship: string, at: string | null): Point {
    return at === null ? this.exile(side, ship) : this.centre(at);
  }

  /** How large a ship is shown. */
  scale(at: string | null): number {
    return at === null ? Math.min(0.72, this.slot / 96) : 1;
  }

  /** The neighbour of a square on the picture that exists, the next one behind missing squares. */
  neighbour(square: string, dx: number, dy: number, exists: (square: string) => boolean): string | null {
    let { column, row } = this.cell(square);
    for (;;) {
      column += dx;
      row += dy;
      if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
      const found = this.name(column, row);
      if (exists(found)) return found;
    }
  }
}
