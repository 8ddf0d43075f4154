// The opponent that needs no engine: it takes what it can get at once, and sees no further.
import type { MadMove, View, WarMove } from "../rules/view";

/** What a move of MAD is worth at once: the corvette decides, and a ship is worth its digits. */
function madWorth({ kind, expels, fatal }: MadMove): number {
  if (fatal) return -1;
  if (expels === "111") return 1000;
  const taken = [...(expels ?? "")].reduce((sum, digit) => sum + Number(digit), 0);
  // A ship that moves is easier to follow than ships that change places.
  return 10 * taken + (kind === "move" ? 1 : 0);
}

const warWorth = ({ gain, loot }: WarMove): number => gain + loot;

/** A move that brings the most at once; `chance`, from 0 to 1, decides among equals. */
export function greedy(view: View, chance: number): string {
  const worth =
    view.game === "mad"
      ? view.moves.map(move => ({ text: move.text, worth: madWorth(move) }))
      : view.moves.map(move => ({ text: move.text, worth: warWorth(move) }));
  const most = Math.max(...worth.map(move => move.worth));
  const best = worth.filter(move => move.worth === most);
  return best[Math.min(best.length - 1, Math.floor(chance * best.length))].text;
}
