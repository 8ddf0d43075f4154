// What a person does to a board, as a state that changes: chosen, pointed at, carried, focused.
import type { MadMove, MadView } from "../../rules/view";
import { type Refused, sentence, type Why } from "../refusal";
import { shipName } from "../words/say";
import { capital, fill, type SideName, type Words } from "../words/words";
import type { Frame, Point } from "./frame";
import type { Scene } from "./render";
import {
  type Act,
  back,
  type Choice,
  choose,
  decline,
  drop,
  isChoosable,
  keyOf,
  type Named,
  NOTHING,
  ownAt,
  press,
  renew,
  settle,
  shiftsOf,
  shipAt,
  shown,
  stepsOf,
  take,
} from "./state";

/** The board that the hands are on. */
export interface Host {
  /** The view, while the person at this board may move. */
  open(): MadView | null;
  /** The view, also for others. */
  view(): MadView | null;
  /** The reason why the rules refuse a move. */
  why: Why;
  frame(): Frame;
  words(): Words;
  /** The board must be redrawn. */
  changed(): void;
  send(text: string): void;
  say(text: string): void;
  /** Puts the focus on something once it is drawn. */
  focus(selector: string): void;
}

export class Hands {
  choice: Choice = NOTHING;
  preview: MadMove | null = null;
  carried: Scene["carried"] = null;
  /** The ship that was just put where it is: it need not be moved there. */
  put: { side: 0 | 1; ship: string; at: Point } | null = null;

  /** The ship whose card is shown: the last one that was touched. */
  looked: Named | null = null;
  refused: Refused | null = null;
  #at = -1;

  constructor(private readonly host: Host) {}

  /** Does it; whether that sent a move. */
  #act(act: Act): boolean {
    this.choice = act.choice;
    this.preview = null;
    this.refused = null;
    if (act.send !== null || act.choice === NOTHING) this.looked = null;
    this.host.changed();
    if (act.send !== null) this.host.send(act.send);
    return act.send !== null;
  }

  /** Keeps what still makes sense in another view. */
  renew(view: MadView, seats: readonly (0 | 1)[], waits: boolean): void {
    this.choice = waits ? NOTHING : renew(view, seats, this.choice);
    if (view.at !== this.#at) {
      this.looked = null;
      this.refused = null;
      this.#at = view.at;
    }
    if (this.preview && !view.moves.includes(this.preview)) this.preview = null;
  }

  press(square: string, by: "pointer" | "key"): void {
    const view = this.host.view();
    if (!view) return;
    const found = shipAt(view, shown(view, this.choice, null), square);
    if (!this.host.open()) {
      this.#look(view, found, square);
      return;
    }
    const [before, again] = [this.choice, this.refused?.square === square];
    const act = press(view, before, square);
    // What was refused and is pressed again lets go.
    if (act.wish && again) act.choice = NOTHING;
    // What was sent is announced as a move.
    if (this.#act(act)) return;
    const lets = found?.side === view.side && before.chosen === found.ship && !before.step;
    if (found && !lets) this.looked = found;
    if (act.wish && !again) this.refuse(act.wish, square);
    else this.#tell(view, before, by);
    if (found && found.side !== view.side && !act.wish) this.host.say(this.#card(view, found));
  }

  pressExiled({ side, ship }: Named): void {
    const view = this.host.open();
    if (view?.side !== side) {
      this.#look(this.host.view(), { side, ship }, null);
      return;
    }
    const before = this.choice;
    this.#act(choose(view, before, ship));
    this.looked = { side, ship };
    this.#tell(view, before, "pointer");
  }

  /** Out of turn a press shows what a ship can do; a press that wants more is answered. */
  #look(view: MadView | null, found: Named | null, square: string | null): void {
    if (!view) return;
    const before = this.looked;
    this.refused = null;
    this.looked =
      found && before && keyOf(found.side, found.ship) === keyOf(before.side, before.ship) ? null : found;
    this.host.changed();
    if (this.looked) this.host.say(this.#card(view, this.looked));
    else if (!found && before && square) this.refuse(`${before.ship}${square}`, square);
  }

  /** What a ship can do, for ears. */
  #card(view: MadView, { side, ship }: Named): string {
    const words = this.host.words();
    const [m, a, d] = [...ship].map(Number);
    const name = capital(shipName(ship, view.sides[side] as SideName, words));
    return `${[name, ...[words.sails[m], words.cannons[a], words.shields[d]].map(capital)].join(". ")}.`;
  }

  /** Says why a move is refused, beside a square or at the top. */
  refuse(wish: string, square: string | null): void {
    const why = this.host.why(wish);
    this.refused = why && { ...why, square };
    if (this.refused) this.host.say(sentence(this.refused));
    this.host.changed();
  }

  /** Says what has become of the choice, and leads the keyboard to a bonus. */
  #tell(view: MadView, before: Choice, by: "pointer" | "key"): void {
    const { chosen, step } = this.choice;
    const words = this.host.words();
    if (step && step !== before.step) {
      this.host.say(`${words.bonus}. ${fill(words.bonusText, { number: step.ship ?? "" })}`);
      if (by === "key") this.host.focus("[data-bonus]:not([data-bonus=none], [aria-disabled])");
    } else if (chosen && chosen !== before.chosen) {
      const ship = capital(shipName(chosen, view.sides[view.side] as SideName, words));
      const squares = stepsOf(view, chosen).map(move => move.to);
      const shifts = shiftsOf(view, chosen).map(move => move.text);
      this.host.say(
        fill(words.chosen, { ship, squares: squares.join(" ") || "0", shifts: shifts.join(", ") || "0" }),
      );
    } else if (before.chosen && !chosen && by === "key" && this.host.open()) {
      this.host.say(words.unchosen);
    }
  }

  take(move: MadMove): void {
    const view = this.host.open();
    if (view) this.#act(take(view, this.choice, move));
  }

  /** Goes on without the bonus. */
  decline(): void {
    this.#act(decline(this.choice));
  }

  settle(meant: boolean): void {
    this.#act(settle(this.choice, meant));
  }

  back(): void {
    if (this.refused) {
      this.refused = null;
      this.host.changed();
      return;
    }
    const from = this.choice.step?.from;
    this.#act({ choice: back(this.choice), send: null });
    if (from) this.host.focus(`[data-square="${from}"]`);
  }

  lift(square: string): boolean {
    const view = this.host.open();
    const ship = view && !this.choice.step ? ownAt(view, square) : null;
    if (!view || !ship || !isChoosable(view, ship)) {
      const all = this.host.view();
      const found = all && !this.choice.step && shipAt(all, shown(all, this.choice, null), square);
      if (found) {
        this.looked = found;
        this.refuse(`${square}${square}`, square);
      }
      return false;
    }
    if (this.choice.chosen !== ship) this.#act(choose(view, NOTHING, ship));
    this.looked = { side: view.side, ship };
    this.carried = { side: view.side, ship, at: this.host.frame().centre(square) };
    this.host.changed();
    return true;
  }

  carry(at: Point, over: string | null): void {
    const view = this.host.open();
    const { carried } = this;
    if (!carried || !view) return;
    carried.at = at;
    const wish = over ? drop(view, NOTHING, carried.ship, over) : null;
    const text = wish?.send ?? wish?.choice.step?.text ?? wish?.choice.doubt?.text;
    this.point(view.moves.find(move => move.text === text) ?? null);
  }

  /** Lets go: the move, if there is one, is made from where the ship is now; else it goes back. */
  drop(over: string | null): Scene["carried"] {
    const { carried } = this;
    const view = this.host.open();
    this.carried = null;
    if (!carried) return null;
    const before = this.choice;
    const act = over && view ? drop(view, before, carried.ship, over) : null;
    if (act && !act.wish && view) {
      this.put = carried;
      this.#act(act);
      this.#tell(view, before, "pointer");
    } else {
      this.point(null);
      if (act?.wish) this.refuse(act.wish, over);
      this.host.changed();
    }
    return carried;
  }

  point(move: MadMove | null): void {
    if (this.preview === move) return;
    this.preview = move;
    this.host.changed();
  }
}
