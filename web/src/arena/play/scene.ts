import { isSaid, type Seat, type View } from "../../rules/view";
import type { Colour } from "../icons";
import type { Words } from "../words/words";
import type { GameInfo, SeatInfo } from "./messages";
import { pending, type State } from "./state";
import type { Views } from "./views";

type Move = View["plies"][number] | View["moves"][number];
/** An action in words. */
export type Say = (move: Move, view: View) => string;

/** Everything that the page shows follows from this. */
export interface Scene {
  state: State;
  game: GameInfo;
  words: Words;
  say: Say;
  lost: boolean;
  /** The colours of the seats. */
  colours: [Colour, Colour];
  /** The sides by name, as words have them. */
  sides: [string, string];
  /** The players by name. */
  names: [string, string];
  /** How the game stands, with an action that is on its way; without rules nothing is known. */
  now: View | undefined;
  /** The same without that action: what the server has confirmed. */
  sure: View | undefined;
  /** What is looked at: now, or some time before. */
  shown: View | undefined;
  /** How many actions are looked at, if not all. */
  at: number | undefined;
  pending: string | undefined;
  /** The seat that is awaited. */
  turn: Seat | null;
  /** Whether the visitor is awaited. */
  mine: boolean;
  /** The seat that a friend is awaited to take. */
  open: Seat | undefined;
  /** Whether the ruleset lets the end be offered. */
  offers: boolean;
}

const COLOURS: Record<GameInfo["game"], [Colour, Colour]> = {
  mad: ["red", "blue"],
  wargame: ["blue", "green"],
};

/** What is needed to make a scene of a state. */
export interface Props {
  views: Views | undefined;
  at: number | undefined;
  words: Words;
  say: Say;
  /** The line has been lost for so long that it is said. */
  lost?: boolean;
}

export function scene(state: State, { views, at, words, say, lost = false }: Props): Scene {
  const { game } = state;
  const colours = COLOURS[game.game];
  const sides: [string, string] = [words.sides[colours[0]], words.sides[colours[1]]];
  const names: [string, string] = [0, 1].map(seat => nameOf(game.seats[seat], words, sides[seat])) as [
    string,
    string,
  ];
  const action = pending(state);
  const course = action === undefined ? game.course : [...game.course, action];
  const now = views?.of(game, course);
  const sure = views?.of(game, game.course);
  const open = ([0, 1] as const).find(seat => game.seats[seat].kind === "open");
  const turn = game.ending ? null : (now?.awaits[0] ?? null);
  // Until the rules are there, most games of MAD are right: nothing jumps then.
  const offers = views ? views.offers(game) : game.game === "mad";
  const mine = turn !== null && game.you.includes(turn) && action === undefined;
  const all = {
    mine,
    lost,
    state,
    say,
    offers,
    game,
    words,
    colours,
    sides,
    names,
    now,
    sure,
    pending: action,
    turn,
    open,
  };
  if (at === undefined || at >= course.length || !views) return { ...all, shown: now, at: undefined };
  return { ...all, shown: views.of(game, course, at), at };
}

export function nameOf(seat: SeatInfo, words: Words, side: string): string {
  if (seat.kind === "computer") return words.computer;
  if (seat.kind === "open") return words.openSeat;
  return seat.name || side;
}

/** Whether the game can be aborted as well, though both have moved: it is as long as one may be. Where the
 * computer has stopped, the status has a button for that. */
export function isStuck({ game, now }: Scene): boolean {
  return game.full && game.fault === null && bothMoved(now);
}

/** Whether the visitor plays another person, and the game is not over. */
export function isRival({ game }: Scene): boolean {
  return game.opponent === "friend" && game.you.length > 0 && !game.ending;
}

/** Whether both sides have moved: then a game cannot be aborted, unless it cannot go on. */
export function bothMoved(view: View | undefined): boolean {
  const plies: View["plies"][number][] = [...(view?.plies ?? [])];
  const moved = new Set(plies.filter(ply => !isSaid(ply)).map(ply => ply.seat));
  return moved.size === 2;
}
