// What a person has chosen on a board of MAD, and what follows from it. No rules: every question is
// answered from the list of moves in the view.
import type { MadMove, MadView, Seat } from "../../rules/view";

export interface Choice {
  /** The ship whose squares and shifts are shown, by its digits. */
  chosen: string | null;
  /** The step that stands on the board while its bonus is offered. */
  step: MadMove | null;
  /** The move that would exile the own corvette, while it is asked whether that is meant. */
  doubt: MadMove | null;
}

export const NOTHING: Choice = { chosen: null, step: null, doubt: null };

/** What a person's doing leads to: another choice, and perhaps a move to send. */
export interface Act {
  choice: Choice;
  send: string | null;
  /** What was wanted and is not among the moves, as it would be typed. */
  wish?: string;
}

const only = (choice: Choice): Act => ({ choice, send: null });

/** A ship, by its side and digits. */
export interface Named {
  side: Seat;
  ship: string;
}

/** The ship that is shown on a square. */
export function shipAt(
  view: MadView,
  places: ReadonlyMap<string, string | null>,
  square: string,
): Named | null {
  return view.ships.find(({ side, ship }) => places.get(keyOf(side, ship)) === square) ?? null;
}

/** What a ship of the side to move would have to do to get to a square. */
function wishOf(view: MadView, ship: string, square: string): string {
  const from = view.ships.find(other => other.side === view.side && other.ship === ship)?.at;
  return `${from ?? ship}${square}`;
}

/** Whether the person at this board may move now. */
export function mayMove(view: MadView, seats: readonly Seat[]): boolean {
  return view.moves.length > 0 && view.awaits.some(seat => seats.includes(seat));
}

/** The movements of a ship, each once: a bonus is a second question. */
export function stepsOf(view: MadView, ship: string): MadMove[] {
  return view.moves.filter(move => move.kind === "move" && move.ship === ship && move.bonus === null);
}

/** The bonus moves that a step can be followed by. */
export function bonusesOf(view: MadView, step: MadMove): MadMove[] {
  return view.moves.filter(move => move.bonus !== null && move.from === step.from && move.to === step.to);
}

/** All permutations and rotations, as turns of their own. */
export function shiftsIn(view: MadView): MadMove[] {
  return view.moves.filter(move => move.kind === "permute" || move.kind === "rotate");
}

/** Those in which a ship takes part. */
export function shiftsOf(view: MadView, ship: string): MadMove[] {
  return shiftsIn(view).filter(move => move.ships.includes(ship));
}

/** The pass, where it is allowed. */
export function passIn(view: MadView): MadMove | undefined {
  return view.moves.find(move => move.kind === "pass");
}

/** Whether anything can be done with a ship of the side to move. */
export function isChoosable(view: MadView, ship: string): boolean {
  return stepsOf(view, ship).length > 0 || shiftsOf(view, ship).length > 0;
}

/** The ship of the side to move on a square. */
export function ownAt(view: MadView, square: string): string | null {
  return view.ships.find(ship => ship.side === view.side && ship.at === square)?.ship ?? null;
}

/** The shifts that are offered now: of the chosen ship, or those that would be its bonus. */
export function offered(view: MadView, choice: Choice): MadMove[] {
  if (choice.step) return bonusesOf(view, choice.step);
  return choice.chosen ? shiftsOf(view, choice.chosen) : [];
}

/** Chooses a ship, or nothing when it is chosen already or can do nothing. */
export function choose(view: MadView, choice: Choice, ship: string): Act {
  if (choice.chosen === ship && !choice.step) return only(NOTHING);
  return only(isChoosable(view, ship) ? { ...NOTHING, chosen: ship } : NOTHING);
}

/** Wants a move: a step with a bonus stays on the board first, and a fatal move is asked about. */
export function take(view: MadView, choice: Choice, move: MadMove): Act {
  if (move.kind === "move" && move.bonus === null && bonusesOf(view, move).length > 0) {
    return only({ chosen: move.ship, step: move, doubt: null });
  }
  if (move.fatal) return only({ ...choice, doubt: move });
  return { choice: NOTHING, send: move.text };
}

/** Presses a square: moves there, chooses what stands there, or lets go. */
export function press(view: MadView, choice: Choice, square: string): Act {
  if (choice.step) {
    if (square === choice.step.to) return only(choice);
    // Another target is another step; the square of departure takes the step back.
    const before = back(choice);
    return square === choice.step.from ? only(before) : press(view, before, square);
  }
  const own = ownAt(view, square);
  const step = choice.chosen && stepsOf(view, choice.chosen).find(move => move.to === square);
  if (step) return take(view, choice, step);
  if (own) return choose(view, choice, own);
  return choice.chosen ? { ...only(choice), wish: wishOf(view, choice.chosen, square) } : only(NOTHING);
}

/** Lets a ship go over a square: where it can step, or onto an own ship whose place it can take. */
export function drop(view: MadView, choice: Choice, ship: string, square: string): Act | null {
  const step = stepsOf(view, ship).find(move => move.to === square);
  if (step) return take(view, { ...NOTHING, chosen: ship }, step);
  const leads = (move: MadMove) =>
    move.then.some(change => change.ship === ship && change.side === move.seat && change.to === square);
  const shift = shiftsOf(view, ship).find(leads);
  if (shift) return take(view, { ...choice, chosen: ship }, shift);
  return ownAt(view, square) === ship ? null : { ...only(choice), wish: wishOf(view, ship, square) };
}

/** Goes on without the bonus. */
export function decline(choice: Choice): Act {
  return choice.step ? { choice: NOTHING, send: choice.step.text } : only(choice);
}

/** Answers the question about a fatal move. */
export function settle(choice: Choice, meant: boolean): Act {
  const text = choice.doubt?.text ?? null;
  return meant ? { choice: NOTHING, send: text } : only({ ...choice, doubt: null });
}

/** One step back: the question, the step, the chosen ship. */
export function back(choice: Choice): Choice {
  if (choice.doubt) return { ...choice, doubt: null };
  if (choice.step) return { ...choice, step: null };
  return NOTHING;
}

/** What of a choice still makes sense in another view. */
export function renew(view: MadView, seats: readonly Seat[], choice: Choice): Choice {
  if (choice === NOTHING) return choice;
  const known = (move: MadMove | null) => !move || view.moves.some(other => other.text === move.text);
  const sound = mayMove(view, seats) && (!choice.chosen || isChoosable(view, choice.chosen));
  return sound && known(choice.step) && known(choice.doubt) ? choice : NOTHING;
}

/** The name of a ship among all sixteen. */
export const keyOf = (side: Seat, ship: string): string => `${side}${ship}`;

/** Where every ship is shown: as the view has it, but after a move that was sent or a step that waits. */
export function shown(view: MadView, choice: Choice, pending: string | null): Map<string, string | null> {
  const places = new Map(view.ships.map(ship => [keyOf(ship.side, ship.ship), ship.at]));
  const sent = pending === null ? undefined : view.moves.find(move => move.text === pending);
  for (const change of (sent ?? choice.step)?.then ?? []) {
    places.set(keyOf(change.side, change.ship), change.to);
  }
  return places;
}

/** The last move of the course up to now, whatever was said after it. */
export function lastMove(view: MadView): MadMove | null {
  for (let at = view.at - 1; at >= 0; at -= 1) {
    const ply = view.plies[at];
    if ("then" in ply) return ply;
  }
  return null;
}
