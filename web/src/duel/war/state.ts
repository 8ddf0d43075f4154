// What a person has chosen on a board of the War Game. No rules: every answer comes from the view.
import type { Seat, WarMove, WarView } from "../../rules/view";

export interface Choice {
  /** The square that is asked about, or was touched once. */
  square: string | null;
  /** Whether it is asked how to take it: by blitz or by drop. */
  asks: boolean;
}

export const NOTHING: Choice = { square: null, asks: false };

export interface Act {
  choice: Choice;
  send: string | null;
}

/** Whether the person at this board may move now. */
export function mayMove(view: WarView, seats: readonly Seat[]): boolean {
  return view.moves.length > 0 && view.awaits.some(seat => seats.includes(seat));
}

/** The ways to take a square, a blitz first. */
export function waysTo(view: WarView, square: string): WarMove[] {
  const ways = view.moves.filter(move => move.square === square);
  return ways.sort((a, b) => Number(b.kind === "blitz") - Number(a.kind === "blitz"));
}

/**
 * Presses a square. A mouse and the keyboard have shown what it brings before they press; a finger has
 * not, so it presses twice. Where there are two ways, the press asks.
 */
export function press(view: WarView, choice: Choice, square: string, by: "mouse" | "touch" | "key"): Act {
  const ways = waysTo(view, square);
  if (ways.length === 0) return { choice: NOTHING, send: null };
  if (ways.length > 1) return { choice: { square, asks: true }, send: null };
  if (by === "touch" && choice.square !== square) return { choice: { square, asks: false }, send: null };
  return { choice: NOTHING, send: ways[0].text };
}

/** What of a choice still makes sense in another view. */
export function renew(view: WarView, seats: readonly Seat[], choice: Choice): Choice {
  if (choice.square === null) return choice;
  return mayMove(view, seats) && waysTo(view, choice.square).length > 0 ? choice : NOTHING;
}

/** The owners that are shown: those of the view, but after a move that was sent. */
export function shown(view: WarView, pending: string | null): (Seat | null)[] {
  const sent = pending === null ? undefined : view.moves.find(move => move.text === pending);
  return after(view, view.owners, sent ?? null);
}

/** Owners after a move. */
export function after(
  view: WarView,
  owners: readonly (Seat | null)[],
  move: WarMove | null,
): (Seat | null)[] {
  if (!move) return [...owners];
  const taken = new Set([move.square, ...move.conquers]);
  return owners.map((owner, i) => (taken.has(view.squares[i]) ? move.seat : owner));
}

/** Both scores, also after a move that was sent. */
export function scoresAfter(view: WarView, move: WarMove | null): [number, number] {
  const scores: [number, number] = [...view.scores];
  if (!move) return scores;
  scores[move.seat] += move.gain;
  scores[move.seat === 0 ? 1 : 0] -= move.loot;
  return scores;
}

/** The last move of the course up to now. */
export function lastMove(view: WarView): WarMove | null {
  for (let at = view.at - 1; at >= 0; at -= 1) {
    const ply = view.plies[at];
    if ("square" in ply) return ply;
  }
  return null;
}

/** Which square a key leads to. */
export function keyLeads(view: WarView, key: string, square: string): string | null {
  const { columns, rows } = view;
  const index = view.squares.indexOf(square);
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const go = (dx: number, dy: number) => {
    const [x, y] = [column + dx, row + dy];
    return x < 0 || y < 0 || x >= columns || y >= rows ? null : view.squares[y * columns + x];
  };
  switch (key) {
    case "ArrowUp":
      return go(0, -1);
    case "ArrowDown":
      return go(0, 1);
    case "ArrowLeft":
      return go(-1, 0);
    case "ArrowRight":
      return go(1, 0);
    case "Home":
      return view.squares[row * columns];
    case "End":
      return view.squares[row * columns + columns - 1];
    default:
      return null;
  }
}

const turnedViews = new WeakMap<WarView, WarView>();

/** The city as it is seen from the other side. A board shows the squares in the order of the view. */
export function turned(view: WarView): WarView {
  const known = turnedViews.get(view);
  if (known) return known;
  const { squares, values, owners } = view;
  const other = {
    ...view,
    squares: squares.toReversed(),
    values: values.toReversed(),
    owners: owners.toReversed(),
  };
  turnedViews.set(view, other);
  return other;
}
