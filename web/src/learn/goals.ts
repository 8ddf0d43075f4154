// Whether a move achieves what a step asks for. No rules: every answer comes from views.
import type { Rules } from "../rules/rules";
import type { MadMove, MadView, Table, View, WarMove } from "../rules/view";
import type { DuelStep, GameName, Goal, MoveStep } from "./steps";

export type Move = MadMove | WarMove;

/** The table of a step, after the moves that were made in it. */
export function tableOf(game: GameName, step: DuelStep, made: readonly string[] = []): Table {
  return {
    game: game as Table["game"],
    rules: step.rules ?? null,
    board: step.board ?? null,
    values: step.values ?? null,
    start: step.start,
    course: [...(step.course ?? []), ...made],
  };
}

export const movesOf = (view: View): readonly Move[] => view.moves;

const recalled = (move: MadMove): string | undefined =>
  move.then.find(change => change.side === move.seat && change.from === null)?.ship;

/** The moves of a view that recall a ship from exile, without losing at once. */
export const recallsIn = (view: MadView): MadMove[] =>
  view.moves.filter(move => !move.fatal && recalled(move) !== undefined);

/** What the move changes in the difference of the scores. */
const swing = (move: WarMove): number => move.gain + move.loot;

/** Whether a move achieves the goal; `after` is the view after it. */
export function achieves(goal: Goal, before: View, move: Move, after: View): boolean {
  const war = "square" in move ? move : null;
  const mad = "square" in move ? null : move;
  if (goal.kind && move.kind !== goal.kind) return false;
  if (goal.expels && mad?.expels !== goal.expels) return false;
  if (goal.recalls && (!mad || recalled(mad) !== goal.recalls)) return false;
  if (goal.bonus !== undefined && (mad?.bonus !== null) !== goal.bonus) return false;
  if (goal.conquers && [...(war?.conquers ?? [])].sort().join() !== [...goal.conquers].sort().join())
    return false;
  if (goal.wins && (after.over?.why !== goal.wins || after.over.winner !== move.seat)) return false;
  if (goal.most && war && before.game === "wargame") {
    if (before.moves.some(other => swing(other) > swing(war))) return false;
  }
  if (after.game === "mad") {
    const place = (ship: string) =>
      after.ships.find(found => found.side === move.seat && found.ship === ship)?.at;
    if (Object.entries(goal.at ?? {}).some(([ship, square]) => place(ship) !== square)) return false;
    if (goal.keeps && threat(after, goal.keeps)) return false;
    if (goal.stuck && recallsIn(after).length > 0) return false;
    if (mad?.fatal) return false;
  }
  return true;
}

/** A move of the side to move that expels one of these ships, the corvette first. */
export function threat(view: MadView, ships: readonly string[]): MadMove | undefined {
  const expels = (ship: string) => view.moves.find(move => move.expels === ship && move.bonus === null);
  return [...ships]
    .sort()
    .map(expels)
    .find(found => found !== undefined);
}

/** All moves that a step accepts, the first to show first. */
export function accepted(rules: Rules, game: GameName, step: MoveStep): string[] {
  const view = rules.view(tableOf(game, step));
  if (step.moves) return [...step.moves];
  const good = movesOf(view).filter(move =>
    achieves(step.goal, view, move, rules.view(tableOf(game, step, [move.text]))),
  );
  return good.map(move => move.text);
}

/** Columns and rows from one square to another. */
function apart(from: string | null, to: string | null): [number, number] {
  if (!from || !to) return [0, 0];
  const columns = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  return [columns, Math.abs(Number(from.slice(1)) - Number(to.slice(1)))];
}

/** The corvette of the side that is not to move. */
const other = (view: MadView): string | null =>
  view.ships.find(ship => ship.side !== view.side && ship.ship === "111")?.at ?? null;

/** Where the hunted corvette goes: as far away as it can, and never where it loses by itself. */
export function flight(view: MadView): MadMove | undefined {
  const far = (move: MadMove) => {
    const [columns, rows] = apart(move.to, other(view));
    return columns + rows;
  };
  const ways = view.moves.filter(move => move.kind === "move" && !move.fatal);
  return ways.toSorted((one, two) => far(two) - far(one))[0] ?? view.moves[0];
}

/** The move of the hunter: it expels the corvette, or else it comes closer where it is farthest. */
export function chase(view: MadView): MadMove | undefined {
  const near = (move: MadMove) => Math.max(...apart(move.to, other(view)));
  const ways = view.moves.filter(move => move.kind === "move");
  return (
    view.moves.find(move => move.expels === "111") ?? ways.toSorted((one, two) => near(one) - near(two))[0]
  );
}
