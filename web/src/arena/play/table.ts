import { html, nothing } from "lit";
import type { Seat } from "../../rules/view";
import { inviteView, joinView } from "./ask";
import { actionsView, shareView, toolsView, watchersView } from "./controls";
import { type Dialog, dialogView } from "./dialogs";
import { type BoardChosen, boardView } from "./duel";
import { lineView } from "./line";
import { gameAddress } from "./links";
import { movesView } from "./moves";
import { playerView } from "./players";
import type { Scene } from "./scene";
import { statusView } from "./status";

/** What the visitor has chosen and what was just said to them. */
export interface Chosen extends BoardChosen {
  sound: boolean;
  /** Single letters are commands. */
  keys: boolean;
  /** The cards of the help, once they were loaded. */
  cards: Node | null | undefined;
  /** The open seat was looked at and left to others. */
  watching: boolean;
  /** What they are called. */
  name: string;
  /** The rules could not be loaded. */
  failed: boolean;
  dialog: Dialog | undefined;
  closed: () => void;
  note: string;
  /** The text for screen readers. */
  said: string;
}

/** The whole page of a game: the board, and around it all that can be said and done. */
export function tableView(now: Scene, chosen: Chosen) {
  const { game, words } = now;
  const { dialog } = chosen;
  const [top, bottom]: [Seat, Seat] = chosen.flipped ? [0, 1] : [1, 0];
  return html`
    <div class="table">
      <div class="players">${playerView(now, top)} ${playerView(now, bottom)}</div>
      <div class="standing">
        ${statusView(now)}
        ${inviteView(now, gameAddress(game))}
        ${joinView(now, chosen.watching, chosen.name)}
      </div>
      <div class="stage" data-game=${game.game} data-board=${game.board}>
        <h2 class="unseen">${words.tools}</h2>
        ${chosen.failed ? html`<p class="error" role="alert">${words.rulesFailed}</p>` : boardView(now, chosen)}
      </div>
      <div class="side">
        ${actionsView(now)}
        ${movesView(now)}
        <div class="toolbox">${toolsView(now, chosen)} ${shareView(now)}</div>
        ${watchersView(now)}
      </div>
    </div>
    <dialog class=${dialog?.kind === "help" ? "drawer" : dialog?.kind === "paste" ? "wide" : ""}
      aria-labelledby="dialog-title" @close=${chosen.closed}>
      ${dialog ? dialogView(dialog, now, chosen) : nothing}
    </dialog>
    ${lineView(chosen.note, now.lost, words)}
    <p class="unseen" role="status" aria-live="polite">${chosen.said}</p>
  `;
}
