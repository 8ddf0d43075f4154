import { html, nothing } from "lit";
import { icon } from "../icons";
import type { Words } from "../words/words";
import type { ClockInfo } from "./messages";
import type { Scene } from "./scene";

/** The link for a friend, while one is awaited. */
export function inviteView({ game, words, open }: Scene, address: string) {
  if (open === undefined || game.you.length === 0 || game.ending) return nothing;
  return html`<section class="ask panel" data-panel="invite">
    <h2>${words.invite}</h2>
    <p>${words.inviteText}</p>
    <div class="copyline">
      <input type="text" readonly .value=${address} aria-label=${words.inviteLink} @focus=${selectAll}>
      <button class="button primary" data-do="copy-invite">${icon("link")}${words.copyLinkShort}</button>
    </div>
  </section>`;
}

/** The open seat, for a visitor. */
export function joinView(scene: Scene, watching: boolean, name: string) {
  const { game, words, open, names, sides, colours, state } = scene;
  if (open === undefined || !game.invited || game.ending || watching) return nothing;
  const host = names[open === 0 ? 1 : 0];
  return html`<section class="ask panel ${colours[open]}" data-panel="join">
    <h2>${words.joinTitle(sides[open])}</h2>
    <p>${words.joinText(host)} ${clockText(game.clock, words)}.</p>
    <form data-form="join">
      <label class="field"><span>${words.joinName}</span>
        <input type="text" name="name" maxlength="24" autocomplete="nickname" .value=${name}>
      </label>
      <div class="row">
        <button class="button primary" data-do="join" ?disabled=${state.asked !== undefined}>
          ${icon("check")}${words.join}
        </button>
        <button class="button plain" type="button" data-do="watch">${words.watchOnly}</button>
      </div>
    </form>
  </section>`;
}

export function clockText(clock: ClockInfo | null, words: Words): string {
  if (!clock) return words.noClock;
  const minutes = Math.round((clock.start / 60_000) * 10) / 10;
  return words.clockOf(
    minutes.toLocaleString(document.documentElement.lang),
    Math.round(clock.increment / 1000),
  );
}

function selectAll(event: FocusEvent): void {
  (event.target as HTMLInputElement).select();
}
