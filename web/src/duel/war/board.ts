// The element `war-board`: a board of the War Game that shows a view and says what a person wants to do.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Seat, WarMove, WarView } from "../../rules/view";
import { flash, wantsMotion } from "../mad/motion";
import { placeRefusal, type Refused, refusalStyles, refusalView, sentence, type Why } from "../refusal";
import { type Words, wordsOf } from "../words/words";
import { infoView, scoreView } from "./panel";
import { CELL, CORNER, centre, gridView, nameOf, picture, type Scene, size } from "./render";
import {
  type Act,
  type Choice,
  keyLeads,
  lastMove,
  mayMove,
  NOTHING,
  press,
  renew,
  scoresAfter,
  shown,
  waysTo,
} from "./state";
import { styles } from "./styles";

/**
 * Give it a `view` of the rules and the `seats` that may move here. It tells what a person wants by
 * `joust-move` (detail: `text`), and what a listener should hear by `joust-say` (detail: `text`).
 */
export class WarBoard extends LitElement {
  static override styles = [...styles, refusalStyles];
  static override properties = {
    view: { attribute: false },
    seats: { attribute: false },
    hint: {},
    pending: {},
    language: {},
    still: { type: Boolean },
    bare: { type: Boolean },
    why: { attribute: false },
  };

  declare view: WarView | null;
  /** Which seats may move here now; none to watch. */
  declare seats: readonly Seat[];
  /** A move that is advised, by its text. */
  declare hint: string | null;
  /** A move that was sent and has not come back yet, by its text. */
  declare pending: string | null;
  declare language: string;
  /** Nothing moves by itself. */
  declare still: boolean;
  /** The board alone, without scores and words. */
  declare bare: boolean;
  /** Asks the rules why a move is refused; without it the board says nothing. */
  declare why: Why | null;

  #choice: Choice = NOTHING;
  #refused: Refused | null = null;
  #preview: WarMove | null = null;
  #cursor = "";
  #owners: (Seat | null)[] = [];
  /** The square at the top left: another one when the board is turned. */
  #corner = "";
  #focusNext: string | null = null;
  /** How far the game was when the move was sent that is pending. */
  #sentAt = -1;
  /** Whether the last press was a finger's. */
  #touched = false;

  constructor() {
    super();
    this.view = null;
    this.seats = [];
    this.hint = null;
    this.pending = null;
    this.language = "en";
    this.still = false;
    this.bare = false;
    this.why = null;
  }

  get #words(): Words {
    return wordsOf(this.language);
  }

  get #active(): boolean {
    return this.view !== null && this.pending === null && mayMove(this.view, this.seats);
  }

  /** The move that was sent, unless the game has gone on since. */
  get #sent(): string | null {
    return this.view?.at === this.#sentAt ? this.pending : null;
  }

  // What a person does.

  #act(act: Act): void {
    this.#choice = act.choice;
    this.#refused = null;
    const { square } = act.choice;
    this.#preview = square && this.view ? (waysTo(this.view, square)[0] ?? null) : null;
    this.requestUpdate();
    if (act.send === null) return;
    // A button that a key has pressed is gone next.
    if (this.shadowRoot?.activeElement?.matches("button:focus-visible")) {
      this.#focusNext = `[data-square="${this.#cursor}"]`;
    }
    this.dispatchEvent(
      new CustomEvent("joust-move", { detail: { text: act.send }, bubbles: true, composed: true }),
    );
  }

  #press(square: string, by: "mouse" | "touch" | "key"): void {
    const view = this.view;
    if (!view) return;
    if (!this.#active || waysTo(view, square).length === 0) {
      this.#refuse(square);
      return;
    }
    const before = this.#choice;
    this.#act(press(view, before, square, by));
    if (this.#choice.asks && by === "key") this.#focusNext = "[data-way]";
    if (this.#choice.square && this.#choice.square !== before.square) {
      const text = `${nameOf(this.#scene(view), this.#words)(square)}. ${this.#choice.asks ? "" : this.#words.again}`;
      this.#say(text.trim());
    }
  }

  #say(text: string): void {
    this.dispatchEvent(new CustomEvent("joust-say", { detail: { text }, bubbles: true, composed: true }));
  }

  /** Says why a square cannot be taken; a second press puts that away. */
  #refuse(square: string): void {
    const again = this.#refused?.square === square;
    this.#act({ choice: NOTHING, send: null });
    const why = again ? null : (this.why?.(square) ?? null);
    this.#refused = why && { ...why, square };
    if (this.#refused) this.#say(sentence(this.#refused));
  }

  #back(): void {
    const { square } = this.#choice;
    this.#act({ choice: NOTHING, send: null });
    if (square) this.#focusNext = `[data-square="${square}"]`;
  }

  #point(move: WarMove | null): void {
    if (this.#preview === move) return;
    this.#preview = move;
    this.requestUpdate();
  }

  #pointSquare(square: string | null): void {
    if (this.#choice.asks) return;
    if (square === null && this.#choice.square) return;
    const ways = square && this.view && this.#active ? waysTo(this.view, square) : [];
    this.#point(ways[0] ?? null);
  }

  #keyed(event: KeyboardEvent): void {
    const view = this.view;
    const square = squareOf(event);
    if (event.key === "Escape" && (this.#choice.square || this.#refused)) {
      event.preventDefault();
      event.stopPropagation();
      this.#back();
      return;
    }
    if (!view || !square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#press(square, "key");
      return;
    }
    const leads = keyLeads(view, event.key, square);
    if (!event.key.startsWith("Arrow") && leads === null) return;
    event.preventDefault();
    if (leads) this.renderRoot.querySelector<HTMLElement>(`[data-square="${leads}"]`)?.focus();
  }

  #focused(event: Event): void {
    const square = squareOf(event);
    if (!square) return;
    this.#cursor = square;
    // A finger focuses what it touches, and has not pressed yet.
    if (!this.#touched) this.#pointSquare(square);
    this.requestUpdate();
  }

  // What is shown.

  protected override willUpdate(changed: PropertyValues<this>): void {
    const view = this.view;
    if (!view) return;
    if (changed.has("pending")) this.#sentAt = this.pending === null ? -1 : view.at;
    // A page may make the view of the same position again.
    if (changed.has("view") && changed.get("view")?.position !== view.position) this.#refused = null;
    if (changed.has("view") || changed.has("seats") || changed.has("pending")) {
      this.#choice = this.pending === null ? renew(view, this.seats, this.#choice) : NOTHING;
      if (this.#preview && !view.moves.includes(this.#preview)) this.#preview = null;
      if (!this.#active) this.#preview = null;
    }
    if (!view.squares.includes(this.#cursor)) this.#cursor = view.squares[0];
  }

  #scene(view: WarView): Scene {
    return {
      view,
      owners: shown(view, this.#sent),
      preview: this.#preview,
      hint: view.moves.find(move => move.text === this.hint) ?? null,
      waiting: this.#sent !== null,
      active: this.#active,
    };
  }

  protected override render(): TemplateResult {
    const view = this.view;
    if (!view) return html`<div class="duel bare"><div class="room"><div class="stage"></div></div></div>`;
    const scene = this.#scene(view);
    const words = this.#words;
    const { width, height } = size(view);
    const sent = view.moves.find(move => move.text === this.#sent) ?? null;
    // Where there may be two ways to take a square, there is room for the question.
    const around = this.bare ? "bare" : view.rules === "mandatory" ? "" : "roomy";
    const winner = view.over?.winner ?? null;
    const kind = `duel ${around} ${winner === null ? "" : `won${winner}`}`;
    return html`<div class=${kind}>
      ${this.bare ? nothing : scoreView(view, scoresAfter(view, sent), words)}
      <div class="room">
      <div
        class="stage"
        part="stage"
        @pointerdown=${(event: PointerEvent) => {
          this.#touched = event.pointerType === "touch";
        }}
        @click=${(event: MouseEvent) => {
          const square = squareOf(event);
          if (square) this.#press(square, this.#touched ? "touch" : "mouse");
          this.#touched = false;
        }}
        @pointerover=${(event: PointerEvent) => {
          if (event.pointerType !== "touch") this.#pointSquare(squareOf(event));
        }}
        @pointerleave=${(event: PointerEvent) => {
          if (event.pointerType !== "touch") this.#pointSquare(null);
        }}
        @focusin=${this.#focused}
        @keydown=${this.#keyed}
      >
        <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${picture(scene)}</svg>
        ${gridView(scene, this.#cursor, words)}
        ${refusalView(this.#refused, "wargame", words)}
      </div>
      </div>
      ${
        this.bare
          ? nothing
          : html`<div class="words" @keydown=${this.#keyed}>
              ${infoView(view, this.#choice, this.#preview, scene.active, words, this.language, {
                take: move => this.#act({ choice: NOTHING, send: move.text }),
                back: () => this.#back(),
                point: move => this.#point(move),
              })}
            </div>`
      }
    </div>`;
  }

  protected override updated(): void {
    const view = this.view;
    const duel = this.renderRoot.querySelector<HTMLElement>(".duel");
    if (!view || !duel) return;
    const { width, height } = size(view);
    const part = (value: number, of: number) => `${((100 * value) / of).toFixed(3)}%`;
    // The page's policy allows no style attributes, so properties are set.
    duel.style.setProperty("--ratio", (width / height).toFixed(4));
    duel.style.setProperty("--left", part(CORNER, width));
    duel.style.setProperty("--top", part(CORNER, height));
    duel.style.setProperty("--wide", part(view.columns * CELL, width));
    duel.style.setProperty("--high", part(view.rows * CELL, height));
    if (this.#refused?.square) {
      const row = Math.floor(view.squares.indexOf(this.#refused.square) / view.columns);
      const edge = (at: number) => (CORNER + at * CELL) / height;
      placeRefusal(duel, edge(row), edge(row + 1));
    }
    this.#move(view);
    if (this.#focusNext) {
      this.renderRoot.querySelector<HTMLElement>(this.#focusNext)?.focus();
      this.#focusNext = null;
    }
  }

  /** What has changed hands turns over: first the square that was taken, then what it conquered. */
  #move(view: WarView): void {
    const owners = shown(view, this.#sent);
    const before = this.#corner === view.squares[0] ? this.#owners : [];
    [this.#owners, this.#corner] = [owners, view.squares[0]];
    if (before.length !== owners.length || this.still || !wantsMotion()) return;
    const taken = (view.moves.find(move => move.text === this.#sent) ?? lastMove(view))?.square;
    owners.forEach((owner, i) => {
      if (owner === before[i]) return;
      const block = this.renderRoot.querySelector(`[data-block="${view.squares[i]}"]`);
      const frames = [
        { transform: "scale(.1, .1)", opacity: 0.2 },
        { transform: "scale(1.12)", opacity: 1, offset: 0.7 },
        { transform: "scale(1)", opacity: 1 },
      ];
      // A blitz goes on from the square that was taken: there the banner falls and another one is raised.
      const conquered = view.squares[i] !== taken;
      const timing = {
        duration: 380,
        delay: conquered ? 220 : 0,
        fill: "backwards",
        easing: "ease-out",
      } as const;
      block?.querySelector(".plot")?.animate(frames, timing);
      const raise = [
        { transform: "translateY(52px)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ];
      block?.querySelector(".banner")?.animate(raise, { ...timing, duration: 520 });
      const layer = this.renderRoot.querySelector(".effects");
      if (conquered && layer && before[i] !== null) flash(layer, centre(view, view.squares[i]));
    });
  }
}

function squareOf(event: Event): string | null {
  const cell = event.composedPath().find(node => node instanceof HTMLElement && node.dataset.square);
  return cell instanceof HTMLElement ? (cell.dataset.square ?? null) : null;
}

customElements.define("war-board", WarBoard);

declare global {
  interface HTMLElementTagNameMap {
    "war-board": WarBoard;
  }
}
