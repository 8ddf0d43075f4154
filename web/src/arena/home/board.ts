import "../../duel/mad/board";
import "../../duel/war/board";
import { html, render } from "lit";
import { Rules } from "../../rules/rules";
import type { View } from "../../rules/view";
import { readLook } from "../settings";
import { pageLanguage } from "../words/words";
import type { Asked } from "./preview";

let rules: Promise<Rules> | undefined;

/** Shows the board of a new game; where the start is not allowed, what is wrong with it. */
export async function show(stage: HTMLElement, caption: HTMLElement, asked: Asked): Promise<void> {
  rules ??= Rules.load(asked.rulesAddress);
  const { game, board, rules: ruleset, position } = asked;
  if (game !== "mad" && game !== "wargame") return;
  const table = { game, board, rules: ruleset, start: position.trim() || null, course: [] } as const;
  try {
    const view = (await rules).view({ ...table, board: board || null, rules: ruleset || null });
    render(boardView(view, asked.flipped), stage);
    for (const note of document.querySelectorAll<HTMLElement>("[data-begins]"))
      note.hidden = note.dataset.begins !== String(view.side);
    render(html`<strong>${asked.title}</strong>${asked.summary}`, caption);
    caption.classList.remove("error");
  } catch (why) {
    render(html`${caption.dataset.noPreview || (why as Error).message}`, caption);
    caption.classList.add("error");
  }
}

function boardView(view: View, flipped: boolean) {
  const language = pageLanguage();
  return view.game === "mad"
    ? html`<mad-board .view=${view} .seats=${[]} .look=${readLook()} .flipped=${flipped} .language=${language} bare still></mad-board>`
    : html`<war-board .view=${view} .seats=${[]} .language=${language} bare still></war-board>`;
}
