import type { Why } from "../../duel/refusal";
import type { Seat } from "../../rules/view";
import "../../duel/mad/board";
import "../../duel/war/board";
import { html, nothing } from "lit";
import { turned } from "../../duel/war/state";
import type { Look } from "../settings";
import type { Language } from "../words/words";
import type { Scene } from "./scene";

export { say } from "../../duel/words/say";

/** What the visitor has chosen for the board. */
export interface BoardChosen {
  flipped: boolean;
  look: Look;
  language: Language;
  /** Asks the rules why a move is refused. */
  why: Why;
}

const NOBODY: readonly Seat[] = [];

/** The board of the game. It shows what is sure, and adds the action that is on its way itself. */
export function boardView(scene: Scene, { flipped, look, language, why }: BoardChosen) {
  const { at, mine, game, state } = scene;
  const view = at === undefined ? scene.sure : scene.shown;
  if (!view) return nothing;
  const seats = mine && at === undefined ? game.you : NOBODY;
  const watching = game.you.length === 0;
  const hint = at === undefined ? (state.hint?.move ?? null) : null;
  const pending = at === undefined ? (scene.pending ?? null) : null;
  return view.game === "mad"
    ? html`<mad-board .view=${view} .seats=${seats} .flipped=${flipped} .look=${look} .hint=${hint}
        .pending=${pending} .language=${language} .watching=${watching} .why=${why}></mad-board>`
    : html`<war-board .view=${flipped ? turned(view) : view} .seats=${seats} .hint=${hint}
        .pending=${pending} .language=${language} .why=${why}></war-board>`;
}
