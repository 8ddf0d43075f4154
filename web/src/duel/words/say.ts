// Moves in words, for the list of moves and for screen readers.
import { type Change, isSaid, type MadMove, type Ply, type View, type WarMove } from "../../rules/view";
import { capital, fill, list, type SideName, sideName, type Words, wordsOf } from "./words";

export type ShipClass = keyof Words["classes"];

/** The class of a ship follows from how many of its digits are 2. */
export function shipClass(ship: string): ShipClass {
  const twos = [...ship].filter(digit => digit === "2").length;
  return (["corvette", "frigate", "destroyer", "cruiser"] as const)[twos];
}

/** `red frigate 211`. */
export function shipName(ship: string, side: SideName, words: Words): string {
  const kind = shipClass(ship);
  const adjective = words.adjectives[words.genders[kind]][side];
  return fill(words.ship, { side: adjective, class: words.classes[kind], number: ship });
}

const article = (ship: string, words: Words) => words.articles[words.genders[shipClass(ship)]];

/** `destroyer 112` within a sentence. */
function bare(ship: string, words: Words): string {
  return `${article(ship, words)}${words.classes[shipClass(ship)]} ${ship}`;
}

/** A move or a word of either game as a sentence without its full stop. */
export function say(
  ply: Ply<MadMove> | Ply<WarMove> | MadMove | WarMove,
  view: View,
  language: string,
): string {
  const words = wordsOf(language);
  const side = sideName(view, ply.seat, words);
  if (isSaid(ply as Ply<MadMove>)) return fill(words.says[ply.kind as "offer"], { side });
  return view.game === "mad" ? sayMad(ply as MadMove, view, words) : sayWar(ply as WarMove, side, words);
}

function sayMad(move: MadMove, view: View, words: Words): string {
  const says = words.says;
  const side = sideName(view, move.seat, words);
  if (move.kind === "pass") return fill(says.pass, { side });
  if (move.kind !== "move") return lost(shift(move, move.then, side, words), move, words);
  const { ship, from, to } = move as { ship: string; from: string; to: string };
  const name = article(ship, words) + shipName(ship, view.sides[move.seat] as SideName, words);
  let text = fill(says.move, { ship: capital(name), from, to });
  if (move.expels) text = fill(says.expels, { move: text, expelled: bare(move.expels, words) });
  if (!move.bonus) return text;
  // What the bonus does is told from where the step has led.
  const own = move.then.filter(change => change.side === move.seat);
  const places = own.map(change => (change.ship === ship ? { ...change, from: to } : change));
  return lost(fill(says.bonus, { move: text, shift: shift(move, places, side, words) }), move, words);
}

const lost = (text: string, move: MadMove, words: Words) =>
  move.fatal ? fill(words.says.fatal, { move: text }) : text;

/** A permutation or rotation, from the places that it changes. */
function shift(move: MadMove, changes: readonly Change[], side: string, words: Words): string {
  const says = words.says;
  const change = (ship: string) => changes.find(found => found.ship === ship && found.side === move.seat);
  if (move.ships.length === 2) {
    const back = move.ships.find(ship => change(ship)?.from === null);
    const gone = move.ships.find(ship => change(ship)?.to === null);
    if (back && gone) {
      const place = change(back)?.to ?? "";
      return fill(says.recall, { side, one: bare(back, words), place, other: bare(gone, words) });
    }
    return fill(says.permute, { side, one: bare(move.ships[0], words), other: bare(move.ships[1], words) });
  }
  const places = move.ships.map(number => {
    const place = change(number)?.to;
    return place ? fill(says.place, { number, place }) : fill(says.intoExile, { number });
  });
  const group = shipClass(move.ships[0]) === "frigate" ? words.groups.frigates : words.groups.destroyers;
  return fill(says.rotate, { side, group, places: places.join(", ") });
}

function sayWar(move: WarMove, side: string, words: Words): string {
  const says = words.says;
  const values = { side, square: move.square, gain: move.gain, squares: list(move.conquers, words) };
  if (move.kind === "drop") return fill(says.drop, values);
  return fill(move.conquers.length > 0 ? says.conquers : says.blitz, values);
}
