import "../../duel/mad/board";
import "../../duel/war/board";
import { html, render } from "lit";
import { Refused, Rules } from "../../rules/rules";
import { Study } from "../../rules/study";
import type { Table, View } from "../../rules/view";
import { readLook } from "../settings";
import { pageLanguage } from "../words/words";
import type { Asked } from "./preview";

let rules: Promise<Rules> | undefined;
let study: Promise<Study> | undefined;
/** Counts what was asked for: an older answer is not shown. */
let asks = 0;

/** Shows the board of a new game; where the start is not allowed, what is wrong with it. */
export async function show(stage: HTMLElement, caption: HTMLElement, asked: Asked): Promise<void> {
  rules ??= Rules.load(asked.rulesAddress);
  asks += 1;
  const ask = asks;
  const { game, board, rules: ruleset, position } = asked;
  if (game !== "mad" && game !== "wargame") return;
  const start = position.trim() || null;
  const table: Table = { game, board: board || null, rules: ruleset || null, start, course: [] };
  try {
    const view = (await rules).view(table);
    render(boardView(view, asked.flipped), stage);
    for (const note of document.querySelectorAll<HTMLElement>("[data-begins]"))
      note.hidden = note.dataset.begins !== String(view.side);
    render(html`<strong>${asked.title}</strong>${asked.summary}`, caption);
    caption.classList.remove("error");
  } catch (why) {
    if (!(why instanceof Refused)) throw why;
    const told = await reasons(why, table, asked.studyAddress);
    if (ask !== asks) return;
    render(html`${told}`, caption);
    caption.classList.add("error");
  }
}

/** Why a game cannot begin so. The rules alone speak English; those of the analysis speak French, too. */
async function reasons(refused: Refused, table: Table, address: string): Promise<string> {
  const language = pageLanguage();
  if (language === "en") return refused.message;
  try {
    study ??= Rules.load(address).then(module => new Study(module, language));
    (await study).begin(table);
  } catch (why) {
    if (why instanceof Refused) return why.message;
  }
  return refused.message;
}

function boardView(view: View, flipped: boolean) {
  const language = pageLanguage();
  return view.game === "mad"
    ? html`<mad-board .view=${view} .seats=${[]} .look=${readLook()} .flipped=${flipped} .language=${language} bare still></mad-board>`
    : html`<war-board .view=${view} .seats=${[]} .language=${language} bare still></war-board>`;
}
