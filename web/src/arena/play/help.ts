// How to play, beside the board: the short cards of the rules page, and the keys.
import { html, nothing } from "lit";
import "../../duel/mad/legend";
import type { Language, Words } from "../words/words";
import { KEYS } from "./keys";
import type { GameInfo } from "./messages";

/** The cards as the rules page has them; null where they could not be loaded. */
export async function loadCards(game: GameInfo["game"], language: Language): Promise<Node | null> {
  try {
    const answer = await fetch(`/rules/${game}?lang=${language}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const cards = page.querySelector(".lessons");
    return cards && document.adoptNode(cards);
  } catch {
    return null;
  }
}

/** `cards` is undefined while they are on their way. */
export function helpView(
  game: GameInfo["game"],
  words: Words,
  language: Language,
  cards: Node | null | undefined,
  keys: boolean,
) {
  return html`
    ${game === "mad" ? html`<mad-legend .language=${language}></mad-legend>` : nothing}
    <div class="cards law" aria-busy=${cards === undefined ? "true" : "false"}>${cards ?? nothing}</div>
    <p><a href="/rules/${game}" target="_blank" rel="noopener">${words.allRules}</a></p>
    <h3>${words.keysTitle}</h3>
    <dl class="keys">
      ${KEYS.map(
        ({ keys, does }) => html`<div>
          <dt>${keys.map(key => html`<kbd>${name(key, words.keyNames)}</kbd>`)}</dt>
          <dd>${words.keys[does]}</dd>
        </div>`,
      )}
    </dl>
    <label class="check"><input type="checkbox" data-do="letters" .checked=${keys}>${words.keysOn}</label>
  `;
}

const name = (key: string, names: Record<string, string>) => names[key] ?? key;
