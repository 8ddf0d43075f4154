import type { Rules } from "../../rules/rules";
import type { View } from "../../rules/view";
import type { GameInfo } from "./messages";

/** How many views are kept: now and what is looked at, before and after a step. */
const KEPT = 6;

/** The views of one game. An unchanged view stays one object, so that a board can tell that nothing changed. */
export class Views {
  private readonly kept = new Map<string, View>();
  private offered: boolean | undefined;

  constructor(private readonly rules: Rules) {}

  /** The state of the game after a number of actions of a course, or after all of them. */
  of(game: GameInfo, course: readonly string[], at?: number): View | undefined {
    const key = `${at ?? ""}|${course.join(" ")}`;
    const found = this.kept.get(key);
    if (found) return found;
    let view: View;
    try {
      view = this.rules.view({ ...game, course }, at);
    } catch (why) {
      // The server has checked the course, so page and server differ in their rules.
      console.error((why as Error).message);
      return undefined;
    }
    this.kept.set(key, view);
    for (const old of [...this.kept.keys()].slice(0, -KEPT)) this.kept.delete(old);
    return view;
  }

  /** Whether the end may be offered: every ruleset that knows offers allows one in the first turn. */
  offers(game: GameInfo): boolean {
    this.offered ??= this.of(game, [])?.words.includes("offer") ?? false;
    return this.offered;
  }
}
