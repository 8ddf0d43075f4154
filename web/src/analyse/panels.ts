// What stands beside the board: who plays, steps through the moves, and tools.
import { html, nothing, type TemplateResult } from "lit";
import { emblem, type Icon, icon } from "../arena/icons";
import { sideName, wordsOf } from "../duel/words/words";
import type { Seat, View } from "../rules/view";
import type { Node, Tree } from "./tree";
import type { Language, Words } from "./words/words";

export const COLOURS = { mad: ["red", "blue"], wargame: ["blue", "green"] } as const;
export const BOTH: readonly Seat[] = [0, 1];

/** A game against the computer on this board. */
export interface Sparring {
  seat: Seat;
  level: number;
  thinking: boolean;
}

export interface StatusProps {
  view: View;
  words: Words;
  language: Language;
  players: readonly [string, string] | null;
  spar: Sparring | null;
  levels: readonly string[];
  warnings: readonly string[];
  /** The game of this server that is on the board. */
  origin: string | null;
  /** Asks the computer for its move, where it is its turn. */
  askMove(): void;
  stopPlaying(): void;
}

export function statusView(props: StatusProps): TemplateResult {
  const { view, words, language, players, spar, levels, warnings, origin } = props;
  const sides = BOTH.map(seat => sideName(view, seat, wordsOf(language)));
  const colours = COLOURS[view.game];
  const waits = spar && !spar.thinking && !view.over && view.awaits[0] !== spar.seat;
  const level = spar ? (levels.at(spar.level - (levels.length > 10 ? 0 : 1)) ?? "") : "";
  return html`<div class="who">
    ${origin ? html`<a class="origin" href="/game/${origin}">${icon("back")}${words.toGame}</a>` : nothing}
    ${
      players
        ? html`<p class="versus">${emblem(colours[0], 0)}<bdi>${players[0]}</bdi><span class="soft">–</span>${emblem(colours[1], 1)}<bdi>${players[1]}</bdi></p>`
        : nothing
    }
    ${
      spar
        ? html`<p class="sparring"><span>${spar.thinking ? words.thinking : words.playing(level)}</span>
          ${waits ? html`<button class="button" data-do="ask" @click=${props.askMove}>${words.askMove}</button>` : nothing}
          <button class="button" data-do="stop-playing" @click=${props.stopPlaying}>${words.playStop}</button></p>`
        : nothing
    }
    ${view.over ? html`<p class="over">${view.over.winner === null ? words.over : words.value.wins(sides[view.over.winner])}${view.over.points ? html` <span class="soft">${view.over.points.replaceAll("1/2", "½")}</span>` : nothing}</p>` : nothing}
    ${warnings.map(warning => html`<p class="warning">${warning}</p>`)}
  </div>`;
}

/** Stepping through the moves; on a phone it stands at the edge, where the board stays in sight. */
export function stepsView(tree: Tree, node: Node, words: Words, go: (node: Node) => void): TemplateResult {
  const step = (name: string, of: Icon, title: string, to: Node | null | undefined) =>
    html`<button class="button" data-do=${name} aria-label=${title} title=${title} ?disabled=${!to || to === node}
      @click=${() => to && go(to)}>${icon(of)}</button>`;
  return html`<div class="steps" role="group" aria-label=${words.movesTitle}>
    ${step("first", "first", words.first, tree.root)}
    ${step("back", "back", words.back, node.parent)}
    ${step("next", "next", words.next, node.children[0])}
    ${step("last", "now", words.last, tree.end(node))}
  </div>`;
}

export function toolsView(words: Words, press: (name: string) => void): TemplateResult {
  const tool = (name: string, of: Icon, text: string, title = text) =>
    html`<button class="button" data-do=${name} title=${title} @click=${() => press(name)}>${icon(of)}<span>${text}</span></button>`;
  return html`<div class="tools" role="group" aria-label=${words.tools}>
    ${tool("open", "paste", words.open, words.openTitle)}
    ${tool("edit", "position", words.edit, words.editTitle)}
    ${tool("play", "robot", words.playOn, words.playTitle)}
    ${tool("flip", "flip", words.flip)}
    ${tool("share", "link", words.share, words.shareTitle)}
    ${tool("help", "help", words.help, words.keysTitle)}
  </div>`;
}
