import { html, nothing } from "lit";
import { type Icon, icon } from "../icons";
import type { Look } from "../settings";
import { bothMoved, isStuck, type Scene } from "./scene";

/** What a player can do besides moving. */
export function actionsView(scene: Scene) {
  const { game, words, now, mine, state } = scene;
  if (game.you.length === 0 || game.ending) return nothing;
  const alone = game.opponent !== "friend";
  const busy = state.asked !== undefined;
  const own = now?.plies.some(ply => game.you.includes(ply.seat)) ?? false;
  const offered = now?.words.includes("accept") ?? false;
  const button = (name: string, of: Icon, text: string, off: boolean) =>
    html`<button class="button" data-do=${name} ?disabled=${off}>${icon(of)}<span>${text}</span></button>`;
  return html`<div class="actions" role="group" aria-label=${words.actions}>
    ${alone && !game.clock ? button("undo", "undo", words.undo, busy || !own) : nothing}
    ${
      alone
        ? button("hint", "hint", words.hint, busy || !mine || offered || state.hinting !== undefined)
        : nothing
    }
    ${scene.offers ? button("offer", "offer", words.offer, busy || !mine || !now?.words.includes("offer")) : nothing}
    ${
      bothMoved(now)
        ? button("resign", "resign", words.resign, busy)
        : button("give-up", "close", words.giveUp, busy)
    }
    ${isStuck(scene) ? button("give-up", "close", words.giveUp, busy) : nothing}
  </div>`;
}

/** How the board looks and sounds. */
export function toolsView({ game, words }: Scene, { look, sound }: { look: Look; sound: boolean }) {
  const tool = (name: string, of: Icon, text: string, title: string) =>
    html`<button class="button" data-do=${name} title=${title}>${icon(of)}<span>${text}</span></button>`;
  const other = words.looks[look === "fleet" ? "plain" : "fleet"];
  return html`<div class="tools" role="group" aria-label=${words.tools}>
    ${tool("flip", "flip", words.turn, words.flip)}
    ${game.game === "mad" ? tool("look", "look", other, `${words.look}: ${other}`) : nothing}
    ${tool("sound", sound ? "sound" : "mute", words.sound, sound ? words.soundOn : words.soundOff)}
    ${tool("help", "help", words.help, words.helpTitle)}
  </div>`;
}

/** Links, records and texts. */
export function shareView({ game, words }: Scene) {
  const button = (name: string, of: Icon, text: string, title: string) =>
    html`<button class="button" data-do=${name} title=${title} aria-label=${title}>${icon(of)}<span>${text}</span></button>`;
  return html`<div class="tools" role="group" aria-label=${words.share}>
    ${button("copy-link", "link", words.link, words.copyLink)}
    ${button("copy-position", "position", words.position, words.copyPosition)}
    ${button("copy-record", "record", words.record, words.copyRecord)}
    <a class="button" data-do="download" href="/game/${game.id}/record" download="joust-${game.id}.txt"
      title=${words.download} aria-label=${words.download}>
      ${icon("download")}<span>${words.save}</span>
    </a>
    ${button("paste", "paste", words.paste, `${words.paste}: ${words.pasteTitle}`)}
  </div>`;
}

/** Who looks on. */
export function watchersView({ game, words }: Scene) {
  const note = game.you.length === 0 ? words.spectator : "";
  const count = game.watching > 0 ? words.watching(game.watching) : "";
  if (!note && !count) return nothing;
  return html`<p class="watchers">${icon("eye")}<span>${[note, count].filter(Boolean).join(" ")}</span></p>`;
}
