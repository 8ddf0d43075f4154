// The element `joust-local`: a game against the computer that is played in the page alone. The server is
// not asked, so it works without a network once its files are there.
import "../duel/mad/board";
import "../duel/war/board";
import { html, LitElement, nothing } from "lit";
import { readLook } from "../arena/settings";
import { pageLanguage } from "../arena/words/words";
import type { Why } from "../duel/refusal";
import { Rules } from "../rules/rules";
import type { Seat, Table, View } from "../rules/view";
import { greedy } from "./greedy";
import { localWords } from "./words";

/** How long the computer waits at least, in milliseconds: a reply at once is not seen. */
const PAUSE = 450;

/** What chooses the moves of the computer. */
export type Reply = (table: Table, view: View) => Promise<string>;

/** It tells by `joust-course` (detail: `course`) how the game has gone on. */
export class LocalGame extends LitElement {
  static override properties = {
    game: {},
    seat: { type: Number },
    whole: { type: Boolean },
    view: { state: true },
    thinking: { state: true },
    failed: { state: true },
    said: { state: true },
  };

  declare game: "mad" | "wargame";
  /** The seat of the visitor. */
  declare seat: Seat;
  /** With all that a board has beside it. */
  declare whole: boolean;
  declare view: View | null;
  declare thinking: boolean;
  declare failed: boolean;
  /** The text for screen readers. */
  declare said: string;

  /** What chooses the moves of the computer; without it the greedy opponent does. */
  reply: Reply | undefined;
  /** The moves so far. */
  course: readonly string[] = [];
  #rules: Rules | undefined;
  /** Counts the games and undos: a reply to another position is dropped. */
  #turn = 0;

  constructor() {
    super();
    this.game = "mad";
    this.seat = 0;
    this.whole = false;
    this.view = null;
    this.thinking = false;
    this.failed = false;
    this.said = "";
  }

  /** The content is in the light DOM, so that it has the styles of the arena. */
  protected override createRenderRoot() {
    // What the server has drawn in this place keeps it free until the board is there.
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("joust-move", this.#moved as EventListener);
    this.addEventListener("joust-say", this.#heard as EventListener);
    if (!this.#rules) void this.#load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener("joust-move", this.#moved as EventListener);
    this.removeEventListener("joust-say", this.#heard as EventListener);
  }

  async #load(): Promise<void> {
    try {
      this.#rules = await Rules.load(this.dataset.rules ?? "");
    } catch {
      this.failed = true;
      return;
    }
    try {
      this.#show();
    } catch {
      // The moves of an earlier visit are not of this game.
      this.restart(this.game, this.seat);
    }
  }

  get #table(): Table {
    // MAD by the rules of the app: without a positioning turn the first thing to do is a move.
    return { game: this.game, rules: this.game === "mad" ? "app" : null, course: this.course };
  }

  #moved = (event: CustomEvent<{ text: string }>): void => {
    this.#play(event.detail.text);
  };

  #heard = (event: CustomEvent<{ text: string }>): void => {
    this.said = event.detail.text;
  };

  /** Why the board cannot do what was wanted. */
  readonly #why: Why = text => this.#rules?.why(this.#table, this.seat, text, pageLanguage()) ?? null;

  #play(text: string): void {
    this.course = [...this.course, text];
    this.#tell();
    this.#show();
  }

  #tell(): void {
    const detail = { course: [...this.course] };
    this.dispatchEvent(new CustomEvent("joust-course", { detail, bubbles: true }));
  }

  #show(): void {
    if (!this.#rules) return;
    const view = this.#rules.view(this.#table);
    this.view = view;
    const theirs = view.over === null && view.side !== this.seat;
    this.thinking = theirs;
    if (theirs) void this.#answer(view);
  }

  async #answer(view: View): Promise<void> {
    const turn = this.#turn;
    const pause = new Promise(done => setTimeout(done, PAUSE));
    const simple = () => greedy(view, Math.random());
    // An engine that cannot be loaded must not end the game.
    const text = (await this.reply?.(this.#table, view).catch(simple)) ?? simple();
    await pause;
    if (turn === this.#turn && this.isConnected) this.#play(text);
  }

  /** Begins another game. */
  restart(game = this.game, seat = this.seat): void {
    this.#turn += 1;
    this.game = game;
    this.seat = seat;
    this.course = [];
    this.#tell();
    this.#show();
  }

  /** Takes back the visitor's last move and the reply to it. */
  #undo(): void {
    this.#turn += 1;
    const last = this.view?.plies.findLastIndex(ply => ply.seat === this.seat) ?? -1;
    this.course = this.course.slice(0, Math.max(last, 0));
    this.#tell();
    this.#show();
  }

  #status(): string {
    const words = localWords(pageLanguage());
    if (this.failed) return words.failed;
    const over = this.view?.over;
    if (over) return over.winner === null ? words.drawn : over.winner === this.seat ? words.won : words.lost;
    return this.thinking ? words.theirMove : words.yourMove;
  }

  protected override render() {
    const { view } = this;
    const words = localWords(pageLanguage());
    const from = new URLSearchParams({
      game: this.game,
      rules: view?.rules ?? "",
      position: view?.position ?? "",
    });
    const begun = view?.plies.some(ply => ply.seat === this.seat);
    return html`
      <div class="ground">${this.#board(view)}</div>
      <div class="below">
        <p class="status-line" role="status">${this.#status()}</p>
        ${
          begun
            ? html`
              <button class="button plain" type="button" data-do="undo" @click=${() => this.#undo()}>${words.undo}</button>
              <button class="button plain" type="button" data-do="again" @click=${() => this.restart()}>${words.again}</button>
              ${view && !view.over && !this.whole ? html`<a class="button" href="/new?${from}">${words.playOn}</a>` : nothing}`
            : nothing
        }
        <p class="unseen" role="status" aria-live="polite">${this.said}</p>
      </div>`;
  }

  #board(view: View | null) {
    if (!view) return nothing;
    const language = pageLanguage();
    const seats = view.over || this.thinking ? [] : [this.seat];
    return view.game === "mad"
      ? html`<mad-board .view=${view} .seats=${seats} .look=${readLook()} .flipped=${this.seat === 1} .language=${language} .why=${this.#why} ?watching=${!this.whole}></mad-board>`
      : html`<war-board .view=${view} .seats=${seats} .language=${language} .why=${this.#why}></war-board>`;
  }
}

customElements.define("joust-local", LocalGame);
