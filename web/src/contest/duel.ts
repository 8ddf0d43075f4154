// The element `joust-bout` of a duel: the record of a game on its board, move by move.
import "../duel/mad/board";
import "../duel/war/board";
import { html, LitElement, nothing } from "lit";
import { type Icon, icon } from "../arena/icons";
import { readLook } from "../arena/settings";
import { pageLanguage } from "../arena/words/words";
import { say } from "../duel/words/say";
import { Rules } from "../rules/rules";
import { type Found, Study } from "../rules/study";
import type { Table, View } from "../rules/view";
import { boutWords } from "./words";

class Bout extends LitElement {
  static override properties = { at: { state: true }, failed: { state: true } };

  /** How many moves are on the board. */
  declare at: number;
  declare failed: boolean;
  private rules: Rules | undefined;
  private table: Table | undefined;
  private last = 0;
  private readonly language = pageLanguage();
  private readonly words = boutWords(this.language);

  constructor() {
    super();
    this.at = 0;
    this.failed = false;
  }

  protected override createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const [rules, answer] = await Promise.all([
        Rules.load(this.dataset.study ?? ""),
        fetch(this.dataset.record ?? ""),
      ]);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const found = new Study(rules, this.language).read(await answer.text());
      this.rules = rules;
      this.table = { ...found, course: mainLine(found) };
      this.last = this.table.course.length;
      this.requestUpdate();
    } catch {
      this.failed = true;
    }
  }

  private go(at: number): void {
    this.at = Math.min(this.last, Math.max(0, at));
  }

  private readonly key = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -this.last, End: this.last }[event.key];
    // The slider has these keys of its own.
    if (by === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    this.go(this.at + by);
  };

  protected override render() {
    const { words, rules, table, at, last } = this;
    if (this.failed) return html`<p class="error" role="alert">${words.failed}</p>`;
    if (!rules || !table) return nothing;
    const view = rules.view(table, at);
    const told = view.last ? say(view.last, view, this.language) : words.start;
    const button = (name: string, sign: Icon, text: string, to: number, off: boolean) =>
      html`<button class="button" type="button" data-do=${name} aria-label=${text} title=${text} ?disabled=${off} @click=${() => this.go(to)}>${icon(sign)}</button>`;
    return html`<section class="panel bout" aria-label=${words.board} @keydown=${this.key}>
      <div class="ground">${this.board(view)}</div>
      <div class="steps-bar">
        ${button("first", "first", words.first, 0, at === 0)} ${button("previous", "back", words.previous, at - 1, at === 0)}
        <input type="range" min="0" max=${last} .value=${String(at)} aria-label=${words.move}
          aria-valuetext=${told} @input=${(event: Event) => this.go(Number((event.target as HTMLInputElement).value))} />
        ${button("next", "next", words.next, at + 1, at === last)} ${button("last", "now", words.last, last, at === last)}
      </div>
      <p class="told" role="status"><b>${at}</b> ${words.of} ${last} · ${told}</p>
    </section>`;
  }

  private board(view: View) {
    return view.game === "mad"
      ? html`<mad-board .view=${view} .seats=${[]} .look=${readLook()} .language=${this.language} watching></mad-board>`
      : html`<war-board .view=${view} .seats=${[]} .language=${this.language}></war-board>`;
  }
}

/** The moves of the main line: the first child of each node, from the root on. */
function mainLine({ nodes }: Found): string[] {
  const moves: string[] = [];
  for (let parent = 0; ; ) {
    const next = nodes.findIndex(node => node.parent === parent);
    if (next < 0) return moves;
    moves.push(nodes[next].text);
    parent = next;
  }
}

customElements.define("joust-bout", Bout);
