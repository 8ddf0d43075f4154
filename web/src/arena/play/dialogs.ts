import { html, nothing } from "lit";
import { icon } from "../icons";
import type { Language } from "../words/words";
import { helpView } from "./help";
import { bothMoved, isRival, type Scene } from "./scene";

/** A question in front of the page. */
export type Dialog =
  | { kind: "resign" }
  | { kind: "give-up" }
  | { kind: "offer" }
  | { kind: "answer" }
  | { kind: "help" }
  | { kind: "paste"; trouble?: string }
  | { kind: "text"; text: string };

/** What the help needs: the language, the cards once they are there, and whether letters are commands. */
export interface Help {
  language: Language;
  cards: Node | null | undefined;
  keys: boolean;
}

export function dialogView(dialog: Dialog, scene: Scene, { language, cards, keys }: Help) {
  const { words } = scene;
  switch (dialog.kind) {
    case "resign":
      return question(scene, words.resignTitle, words.resignText, words.resign);
    case "give-up":
      return question(scene, words.giveUpTitle, giveUpText(scene), words.giveUp);
    case "offer":
      return question(scene, words.offerAsk, words.offerAskText(tieBreak(scene)), words.offer);
    case "answer":
      return answerView(scene);
    case "help":
      return html`${head(scene, words.helpTitle)} ${helpView(scene.game.game, words, language, cards, keys)}`;
    case "paste":
      return pasteView(scene, dialog.trouble);
    case "text":
      return html`${head(scene, words.copyRecord)}
        <p>${words.copyFailed}</p>
        <textarea readonly rows="8" autofocus aria-label=${words.pasteLabel} .value=${dialog.text}></textarea>`;
  }
}

/** What giving up means, before the game and in the middle of it. */
export const giveUpText = ({ words, now }: Scene): string =>
  bothMoved(now) ? words.why["given-up"] : words.giveUpText;

const head = ({ words }: Scene, title: string) => html`
  <h2 id="dialog-title">${title}</h2>
  <button class="button tool shut" data-do="cancel" aria-label=${words.close} title=${words.close}>${icon("close")}</button>
`;

const question = (scene: Scene, title: string, text: string, yes: string) => html`
  ${head(scene, title)}
  <p>${text}</p>
  <div class="row">
    <button class="button" data-do="cancel" autofocus>${scene.words.cancel}</button>
    <button class="button primary" data-do="confirm">${yes}</button>
  </div>
`;

function tieBreak({ now, sides }: Scene): string {
  return now?.game === "mad" ? sides[now.tiebreak] : "";
}

function answerView(scene: Scene) {
  const { words, sides, turn } = scene;
  const offerer = turn === 0 ? 1 : 0;
  return html`
    ${head(scene, words.offerTitle(sides[offerer]))}
    <p>${words.offerText(tieBreak(scene))}</p>
    <div class="row">
      <button class="button" data-do="decline" autofocus>${words.decline}</button>
      <button class="button primary" data-do="accept">${words.accept}</button>
    </div>
  `;
}

function pasteView(scene: Scene, trouble: string | undefined) {
  const { words } = scene;
  // Rivals get no help while they play.
  const closed = isRival(scene);
  return html`
    ${head(scene, words.pasteTitle)}
    <form data-form="paste">
      <p>${words.pasteText}</p>
      <label class="field"><span>${words.pasteLabel}</span>
        <textarea name="text" rows="7" autofocus spellcheck="false" autocomplete="off" autocapitalize="off"
          aria-describedby=${trouble ? "paste-trouble" : nothing}></textarea>
      </label>
      ${trouble ? html`<p class="warn-text" id="paste-trouble" role="alert">${trouble}</p>` : nothing}
      ${closed ? html`<p class="soft">${words.pasteClosed}</p>` : nothing}
      <div class="row">
        <button class="button" name="then" value="play" data-do="set-up">${words.pastePlay}</button>
        ${closed ? nothing : html`<button class="button primary" name="then" value="analyse" data-do="set-up">${words.pasteGo}</button>`}
      </div>
    </form>
  `;
}
