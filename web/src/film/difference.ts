import type { Film } from "./film";

/** The first thing in which two games differ. */
export interface Difference {
  /** The first state that differs. */
  state: number;
  what: "head" | "length" | "moves" | "map" | "unit" | "score" | "status";
  /** The unit, where it is one. */
  unit: number;
}

/** Finds the first difference of two games; undefined if they are equal to the end of the shorter one. */
export function firstDifference(a: Film, b: Film): Difference | undefined {
  const sizes = (film: Film) => [film.head.rows, film.head.columns, film.head.unitCount].join();
  if (sizes(a) !== sizes(b)) return { state: 0, what: "head", unit: -1 };
  const both = Math.min(a.last, b.last);
  for (let state = 0; state <= both; state += 1) {
    const [left, right] = [a.shots[state], b.shots[state]];
    const unit = differingUnits(a, b, state)[0] ?? -1;
    if (!same(left.moves, right.moves)) return { state, what: "moves", unit };
    if (unit >= 0) return { state, what: "unit", unit };
    if (left.grid !== right.grid && !same(left.grid, right.grid)) return { state, what: "map", unit: -1 };
    if (!same(left.scores, right.scores)) return { state, what: "score", unit: -1 };
    if (!same(left.status, right.status)) return { state, what: "status", unit: -1 };
  }
  if (a.last !== b.last && a.ended && b.ended) return { state: both, what: "length", unit: -1 };
  return undefined;
}

/** The units that differ in a state. */
export function differingUnits(a: Film, b: Film, state: number): number[] {
  const [left, right] = [a.shots[state]?.units, b.shots[state]?.units];
  const units: number[] = [];
  if (left === undefined || right === undefined) return units;
  for (let id = 0; id < Math.min(a.head.unitCount, b.head.unitCount); id += 1) {
    const at = id * 4;
    if (
      left[at] !== right[at] ||
      left[at + 1] !== right[at + 1] ||
      left[at + 2] !== right[at + 2] ||
      left[at + 3] !== right[at + 3]
    ) {
      units.push(id);
    }
  }
  return units;
}

function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
