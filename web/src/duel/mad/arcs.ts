// Shifts as arcs: from every ship to the place that it would take.
import type { MadMove } from "../../rules/view";
import { CELL, type Frame, type Point } from "./frame";
import { keyOf } from "./state";

export interface Arc {
  /** The curve, cut short of the ships at both ends. */
  path: string;
  /** The points of arrows: at the end, and at the beginning of a permutation. */
  heads: readonly string[];
  /** Whether this is the arc of the ship that was chosen. */
  main: boolean;
}

export interface ShiftArcs {
  move: MadMove;
  arcs: readonly Arc[];
  /** Where the button of the shift is; only with a chosen ship. */
  handle: Point | null;
  /** Which way round a rotation goes as seen: 1 is clockwise. */
  turn: 1 | -1;
}

interface Leap {
  ship: string;
  from: Point;
  to: Point;
  /** How far the arc keeps from the ships. */
  cut: readonly [number, number];
}

/** A ship on its square, and a ship in exile, need so much room. */
const ROOM = 37;
const ROOM_IN_EXILE = 24;

/** The arcs of shifts. With a chosen ship each has a handle on the arc of that ship, apart from all others. */
export function arcsOf(
  frame: Frame,
  moves: readonly MadMove[],
  places: ReadonlyMap<string, string | null>,
  chosen: string | null,
  /** Where other handles are. */
  others: readonly Point[] = [],
): ShiftArcs[] {
  const taken = [...others];
  return moves.map(move => {
    const leaps = leapsOf(frame, move, places);
    const turn = rounds(leaps);
    const main = leaps.find(leap => leap.ship === chosen);
    // A permutation is one arc with two points, a rotation has an arc for each ship.
    const drawn = move.ships.length === 2 ? [main ?? leaps[0]] : leaps;
    let handle: Point | null = null;
    const arcs = drawn.filter(Boolean).map(leap => {
      const bend = move.ships.length === 2 ? null : lane(leap);
      const through = leap === main ? knot(frame, leap, bend, taken) : (bend ?? lane(leap));
      if (leap === main) {
        handle = through;
        taken.push(through);
      }
      return draw(leap, through, move.ships.length === 2, leap === main);
    });
    return { move, arcs, handle, turn };
  });
}

/** Who goes where: from the place where the ship is shown to its place after the move. */
function leapsOf(frame: Frame, move: MadMove, places: ReadonlyMap<string, string | null>): Leap[] {
  return move.ships.flatMap(ship => {
    const change = move.then.find(found => found.ship === ship && found.side === move.seat);
    if (!change) return [];
    const now = places.get(keyOf(move.seat, ship)) ?? null;
    const from = frame.place(move.seat, ship, now);
    const to = frame.place(move.seat, ship, change.to);
    const room = (at: string | null) => (at === null ? ROOM_IN_EXILE : ROOM);
    return [{ ship, from, to, cut: [room(now), room(change.to)] }];
  });
}

/** Clockwise or not, from the area that the leaps go around. */
function rounds(leaps: readonly Leap[]): 1 | -1 {
  const area = leaps.reduce((sum, { from, to }) => sum + from.x * to.y - to.x * from.y, 0);
  if (Math.abs(area) > 1) return area > 0 ? 1 : -1;
  // In a line: whether the ship at one end goes to the middle or to the other end.
  const [first, second] = [...leaps].sort((a, b) => a.from.x - b.from.x || a.from.y - b.from.y);
  return first && second && distance(first.to, second.from) < 1 ? 1 : -1;
}

/** The two inner corners of a square: left and right of the way back from the rim. */
export function innerCorners(frame: Frame, square: string): [Point, Point] {
  const { x, y } = frame.centre(square);
  const inwards = y < frame.height / 2 ? CELL / 2 : -CELL / 2;
  const inside = (at: number) => Math.min(Math.max(at, frame.left + 16), frame.width - frame.left - 16);
  return [
    { x: inside(x - CELL / 2), y: y + inwards },
    { x: inside(x + CELL / 2), y: y + inwards },
  ];
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A point beside the path, always on one side of it, so that both directions have a lane of their own. */
function lane({ from, to }: Leap, hand = 1): Point {
  const { x, y } = middle(from, to);
  const far = Math.max(1, distance(from, to));
  const bulge = (14 + 0.17 * far) * hand;
  return { x: x - ((to.y - from.y) / far) * bulge, y: y + ((to.x - from.x) / far) * bulge };
}

/**
 * Where an arc has its handle: a corner of squares near to where it would bend, because there it hides
 * no square and no ship. No two handles share a corner.
 */
function knot(frame: Frame, leap: Leap, bend: Point | null, taken: readonly Point[]): Point {
  const ideals = bend ? [bend] : [lane(leap), lane(leap, -1)];
  let best = ideals[0];
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row <= frame.rows; row += 1) {
    for (let column = 0; column <= frame.columns; column += 1) {
      const corner = { x: frame.left + column * CELL, y: frame.top + row * CELL };
      // Handles at the rim would be cut off, or lie on the ships in exile. Digits are left of a corner.
      corner.x += column === frame.columns ? -12 : 16;
      const rim = column === frame.columns ? 70 : 0;
      const crowded = taken.some(other => distance(other, corner) < CELL * 0.75) ? 400 : 0;
      const near = Math.min(distance(corner, leap.from), distance(corner, leap.to)) < 55 ? 60 : 0;
      const cost = Math.min(...ideals.map(ideal => distance(ideal, corner))) + crowded + near + rim;
      if (cost < least) {
        least = cost;
        best = corner;
      }
    }
  }
  return best;
}

/** A curve from one end to the other through a point. */
function draw({ from, to, cut }: Leap, through: Point, both: boolean, main: boolean): Arc {
  const half = middle(from, to);
  const control = { x: 2 * through.x - half.x, y: 2 * through.y - half.y };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * control.x + t * t * to.x,
    y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * control.y + t * t * to.y,
  });
  const STEPS = 60;
  let [first, last] = [0, STEPS];
  while (first < STEPS / 2 - 4 && distance(at(first / STEPS), from) < cut[0]) first += 1;
  while (last > STEPS / 2 + 4 && distance(at(last / STEPS), to) < cut[1]) last -= 1;
  const [a, b] = [first / STEPS, last / STEPS];
  // The control point of the part between a and b.
  const c = {
    x: (1 - a) * (1 - b) * from.x + (a + b - 2 * a * b) * control.x + a * b * to.x,
    y: (1 - a) * (1 - b) * from.y + (a + b - 2 * a * b) * control.y + a * b * to.y,
  };
  const [start, end] = [at(a), at(b)];
  const path = `M${show(start)} Q${show(c)} ${show(end)}`;
  const heads = both ? [head(c, end), head(c, start)] : [head(c, end)];
  return { path, heads, main };
}

/** An arrow's point at an end of a curve. */
function head(control: Point, end: Point): string {
  const angle = Math.atan2(end.y - control.y, end.x - control.x);
  const corner = (turn: number, size: number): Point => ({
    x: end.x + Math.cos(angle + turn) * size,
    y: end.y + Math.sin(angle + turn) * size,
  });
  return `M${show(corner(0, 9))} L${show(corner(2.3, 9))} L${show(corner(Math.PI, 2))} L${show(corner(-2.3, 9))} z`;
}

const show = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
