import { html, nothing } from "lit";
import type { View } from "../../rules/view";
import type { Language } from "../words/words";
import type { Scene } from "./scene";

export function sayMove(
  move: View["plies"][number] | View["moves"][number],
  _view: View,
  _language: Language,
): string {
  return move.text;
}

export function boardView(_scene: Scene, _page: object) {
  return html`${nothing}`;
}
