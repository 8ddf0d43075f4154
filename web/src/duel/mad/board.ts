// The element `mad-board`: a board of MAD that shows a view and says what a person wants to do.
import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import type { MadMove, MadView, Seat } from "../../rules/view";
import { placeRefusal, refusalStyles, refusalView, type Why } from "../refusal";
import { say } from "../words/say";
import { fill, sideName, type Words, wordsOf } from "../words/words";
import { CELL, Frame } from "./frame";
import { exileView, gridView, stepTo } from "./grid";
import { Hands } from "./hands";
import { listen } from "./input";
import { animateShips, flash, type Place, wantsMotion } from "./motion";
import { paint } from "./paint";
import { dockNote, fitsDock, overCard, panelView } from "./panel";
import { lowerPicture, type Scene, stillPicture, upperPicture } from "./render";
import type { Look } from "./ships";
import { keyOf, lastMove, mayMove, NOTHING, shown } from "./state";
import { styles } from "./styles";

/** Half a finger's breadth, in pixels. */
const FINGER = 22;
/** From this width on, words stand beside the board; as in the styles. */
const WIDE = 608;
/** The least width of a board in whose place of exile words have room. */
const DOCK = 200;

/**
 * Give it a `view` of the rules and the `seats` that may move here. It tells what a person wants by
 * `joust-move` (detail: `text`), and what a listener should hear by `joust-say` (detail: `text`).
 */
export class MadBoard extends LitElement {
  static override styles = [styles, paint, refusalStyles];
  static override properties = {
    view: { attribute: false },
    seats: { attribute: false },
    flipped: { type: Boolean },
    look: {},
    hint: {},
    pending: {},
    language: {},
    still: { type: Boolean },
    bare: { type: Boolean },
    watching: { type: Boolean },
    why: { attribute: false },
  };

  declare view: MadView | null;
  /** Which seats may move here now; none to watch. */
  declare seats: readonly Seat[];
  declare flipped: boolean;
  declare look: Look;
  /** A move that is advised, by its text, or a square to look at, by its name. */
  declare hint: string | null;
  /** A move that was sent and has not come back yet, by its text. */
  declare pending: string | null;
  declare language: string;
  /** Nothing moves by itself. */
  declare still: boolean;
  /** The board alone, without the panel beside it. */
  declare bare: boolean;
  /** Whether the visitor is a spectator, who gets no list of shifts. */
  declare watching: boolean;
  /** Asks the rules why a move is refused; without it the board says nothing. */
  declare why: Why | null;

  readonly #hands = new Hands({
    open: () => (this.#active ? this.view : null),
    view: () => this.view,
    why: text => this.why?.(text) ?? null,
    frame: () => this.#frame,
    words: () => this.#words,
    changed: () => this.requestUpdate(),
    send: text => {
      // A button that a key has pressed is disabled or gone next.
      if (this.shadowRoot?.activeElement?.matches("button:focus-visible")) {
        this.#focusNext = `[data-square="${this.#cursor}"]`;
      }
      this.#tell("joust-move", text);
    },
    say: text => this.#tell("joust-say", text),
    focus: selector => {
      this.#focusNext = selector;
    },
  });
  /** The seat of the person at this board, if known: the list always shows the fleet of that seat. */
  #own: Seat | null = null;
  /** How far the game was when it was last drawn. */
  #at = -1;
  #cursor = "";
  #finger = 17;
  /** What is beside a wide board stands under this one, or in it. */
  #narrow = true;
  /** How far the game was when the move was sent that is pending. */
  #sentAt = -1;
  /** The shifts that were allowed in the last turn of the person here: the list does not flicker. */
  #possible: ReadonlySet<string> | null = null;
  #places = new Map<string, Place>();
  #frame = new Frame(4, 6, false);
  #ground: { key: string; picture: TemplateResult } = { key: "", picture: svg`` };
  #focusNext: string | null = null;
  #stop = new AbortController();
  readonly #size = new ResizeObserver(() => this.#measure());

  constructor() {
    super();
    this.view = null;
    this.seats = [];
    this.flipped = false;
    this.look = "fleet";
    this.hint = null;
    this.pending = null;
    this.language = "en";
    this.still = false;
    this.bare = false;
    this.watching = false;
    this.why = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = new AbortController();
    if (this.hasUpdated) this.#listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#size.disconnect();
  }

  protected override firstUpdated(): void {
    this.#listen();
  }

  #listen(): void {
    const { signal } = this.#stop;
    const hands = this.#hands;
    this.#size.observe(this);
    const exists = (square: string) => this.view?.squares.includes(square) ?? false;
    listen(
      this.renderRoot as ShadowRoot,
      { frame: () => this.#frame, stage: () => this.#stage, exists },
      {
        press: (square, by) => hands.press(square, by),
        lift: square => hands.lift(square),
        carry: (at, over) => {
          hands.carry(at, over);
          this.#drawCarried();
        },
        drop: over => {
          const carried = hands.drop(over);
          // From there it goes to its place, or back.
          if (carried) this.#places.set(keyOf(carried.side, carried.ship), { ...carried.at, exiled: false });
        },
        point: square => this.#pointSquare(square),
        go: square => {
          this.renderRoot.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
        },
        focus: square => {
          this.#cursor = square;
          this.#pointSquare(square);
          this.requestUpdate();
        },
        back: () => {
          if ((hands.choice === NOTHING && !hands.refused) || hands.choice.doubt) return false;
          hands.back();
          return true;
        },
      },
      signal,
    );
  }

  get #stage(): HTMLElement | null {
    return this.renderRoot.querySelector(".stage");
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

  #tell(type: "joust-move" | "joust-say", text: string): void {
    this.dispatchEvent(new CustomEvent(type, { detail: { text }, bubbles: true, composed: true }));
  }

  #pointSquare(square: string | null): void {
    this.#hands.point(square && this.view ? stepTo(this.#scene(this.view), square) : null);
  }

  /** A finger is followed without drawing everything again. */
  #drawCarried(): void {
    const at = this.#hands.carried?.at;
    const hand = this.renderRoot.querySelector(".carried");
    if (at && hand) hand.setAttribute("transform", `translate(${at.x} ${at.y}) scale(1.12)`);
  }

  #measure(): void {
    const width = this.#stage?.clientWidth ?? 0;
    if (width === 0) return;
    const finger = Math.max(17, (FINGER * this.#frame.width) / width);
    const narrow = this.clientWidth < WIDE && width >= DOCK;
    if (Math.abs(finger - this.#finger) < 0.5 && narrow === this.#narrow) return;
    this.#finger = finger;
    this.#narrow = narrow;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const view = this.view;
    if (!view) return;
    if (this.seats.length > 0) this.#own = this.seats.length === 1 ? this.seats[0] : null;
    if (changed.has("pending")) this.#sentAt = this.pending === null ? -1 : view.at;
    if (changed.has("view") || changed.has("seats") || changed.has("pending")) {
      this.#hands.renew(view, this.seats, this.pending !== null);
    }
    if (this.#active) this.#possible = new Set(view.moves.map(move => move.text));
    const { columns, rows, flipped } = this.#frame;
    if (columns !== view.columns || rows !== view.rows || flipped !== this.flipped) {
      this.#frame = Frame.of(view, this.flipped);
      this.#places.clear();
    }
    if (!view.squares.includes(this.#cursor)) this.#cursor = this.#home(view);
    const before = changed.get("view") as MadView | null | undefined;
    if (changed.has("view") && view.positioning && this.#active && before?.at !== view.at) {
      this.#tell("joust-say", `${this.#words.positioning}. ${this.#words.positioningText}`);
    }
  }

  /** Where the keyboard starts: at the corvette of the side at the bottom. */
  #home(view: MadView): string {
    const side = this.flipped ? 1 : 0;
    return view.ships.find(ship => ship.side === side && ship.at)?.at ?? view.squares[0];
  }

  #scene(view: MadView): Scene {
    const { choice, preview, carried, looked } = this.#hands;
    return {
      view,
      frame: this.#frame,
      look: this.look,
      choice,
      places: shown(view, choice, this.#sent),
      // A button that was pointed at when the game ended is never left.
      preview: this.#active ? preview : null,
      hint: view.moves.find(move => move.text === this.hint) ?? null,
      spot: view.squares.find(square => square === this.hint) ?? null,
      waiting: this.#sent !== null,
      active: this.#active,
      own: this.#own ?? view.side,
      carried,
      looked,
      possible: this.#possible,
      finger: this.#finger,
    };
  }

  /** The ground is drawn again only when the board or its look is another. */
  #still(view: MadView): TemplateResult {
    const shape = [view.board, view.columns, view.rows, view.squares.length];
    const key = [...shape, this.flipped, this.look, this.language].join();
    if (this.#ground.key !== key) {
      const caption = (side: Seat) => fill(this.#words.exile, { side: sideName(view, side, this.#words) });
      this.#ground = { key, picture: stillPicture(this.#frame, this.look, view, [caption(0), caption(1)]) };
    }
    return this.#ground.picture;
  }

  protected override render(): TemplateResult {
    const view = this.view;
    if (!view) return html`<div class="duel"><div class="stage"></div></div>`;
    const scene = this.#scene(view);
    const words = this.#words;
    const hands = this.#hands;
    const { width, height } = this.#frame;
    const doings = {
      name: (move: MadMove) => `${move.bonus ?? move.text}: ${say(move, view, this.language)}`,
      take: (move: MadMove) => hands.take(move),
      refuse: (text: string) => hands.refuse(text, null),
      point: (move: MadMove | null) => hands.point(move),
      back: () => hands.back(),
      decline: () => hands.decline(),
    };
    const { looked } = hands;
    const docked = this.#narrow && !this.bare && fitsDock(scene);
    const exile = (side: Seat) => exileView(scene, side, words, ship => hands.pressExiled({ side, ship }));
    const [above, below] = this.flipped ? ([0, 1] as const) : ([1, 0] as const);
    const gone = view.ships.filter(ship => scene.places.get(keyOf(ship.side, ship.ship)) === null);
    const filled = new Set([...gone.map(ship => ship.side), ...(docked ? [view.side] : [])]);
    const classes = [
      `duel look-${this.look}`,
      this.bare ? "" : "controls",
      scene.carried ? "dragging" : "",
      view.over?.winner == null ? "" : `won${view.over.winner}`,
      ...[...filled].map(side => `filled${side}`),
    ];
    return html`<div class=${classes.join(" ")}>
        <div class="stage" part="stage">
          <svg class="lower" viewBox="0 0 ${width} ${height}" aria-hidden="true">
            ${lowerPicture(scene, this.#still(view))}
            <g class="effects"></g>
          </svg>
          ${exile(above)} ${gridView(scene, this.#cursor, words)} ${exile(below)}
          <svg class="upper" viewBox="0 0 ${width} ${height}">${upperPicture(scene, words, doings)}</svg>
          ${docked ? dockNote(scene, words, doings) : nothing}
          ${this.#narrow && !this.bare && looked ? overCard(scene, looked, words) : nothing}
          ${refusalView(hands.refused, "mad", words)}
        </div>
        ${this.bare ? nothing : panelView(scene, words, this.language, doings, { note: docked, shifts: this.watching || view.over !== null })}
      </div>
      ${this.#dialog()}`;
  }

  #dialog(): TemplateResult {
    const { doubt } = this.#hands.choice;
    const words = this.#words;
    const settle = (meant: boolean) => this.#hands.settle(meant);
    const cancelled = (event: Event) => {
      event.preventDefault();
      settle(false);
    };
    return html`<dialog aria-labelledby="fatal-title" data-fatal @cancel=${cancelled}>
      <h2 id="fatal-title">${words.fatalTitle}</h2>
      <p>${doubt ? fill(words.fatalText, { move: doubt.bonus ?? doubt.text }) : nothing}</p>
      <div class="buttons">
        <button type="button" class="button" data-fatal-no autofocus @click=${() => settle(false)}>
          ${words.fatalNo}
        </button>
        <button type="button" class="button danger" data-fatal-yes @click=${() => settle(true)}>
          ${words.fatalYes}
        </button>
      </div>
    </dialog>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const view = this.view;
    const stage = this.#stage;
    if (!view || !stage) return;
    this.#lay(stage);
    this.#layRefusal(stage);
    this.#move(view, changed.has("view"));
    const dialog = this.renderRoot.querySelector("dialog");
    const doubt = this.#hands.choice.doubt !== null;
    if (doubt && !dialog?.open) dialog?.showModal();
    if (!doubt && dialog?.open) dialog.close();
    this.#drawCarried();
    if (this.#focusNext) {
      this.renderRoot.querySelector<HTMLElement>(this.#focusNext)?.focus();
      this.#focusNext = null;
    }
    this.#measure();
  }

  /** Puts the grid over the picture. The page's policy allows no style attributes, so properties are set. */
  #lay(stage: HTMLElement): void {
    const { width, height, left, top, columns, rows, dock } = this.#frame;
    const part = (value: number, of: number) => `${((100 * value) / of).toFixed(3)}%`;
    const [above, below] = this.flipped ? ([0, 1] as const) : ([1, 0] as const);
    const values = {
      "--ratio": (width / height).toFixed(4),
      "--left": part(left, width),
      "--top": part(top, height),
      "--wide": part(columns * CELL, width),
      "--high": part(rows * CELL, height),
      "--dock": part(dock, height),
      "--above": part(this.#frame.dockTop(above), height),
      "--below": part(this.#frame.dockTop(below), height),
    };
    for (const [name, value] of Object.entries(values)) stage.style.setProperty(name, value);
  }

  #layRefusal(stage: HTMLElement): void {
    const { refused } = this.#hands;
    if (!refused) return;
    const { height, rows, top } = this.#frame;
    const row = refused.square ? this.#frame.cell(refused.square).row : -1;
    const edge = (at: number) => (top + Math.max(0, Math.min(rows, at)) * CELL) / height;
    placeRefusal(stage, edge(row), edge(row + 1));
  }

  /** Lets ships go to their places, by the move that led here where one did. */
  #move(view: MadView, fresh: boolean): void {
    const { choice, put } = this.#hands;
    const places = shown(view, choice, this.#sent);
    const after = new Map<string, Place>();
    for (const ship of view.ships) {
      const key = keyOf(ship.side, ship.ship);
      const at = places.get(key) ?? null;
      after.set(key, { ...this.#frame.place(ship.side, ship.ship, at), exiled: at === null });
    }
    const before = this.#places;
    this.#places = after;
    this.#hands.put = null;
    // Going back, or far ahead, is not a move.
    const next = fresh && view.at === this.#at + 1;
    this.#at = view.at;
    if (before.size === 0 || this.still || !wantsMotion()) return;
    // What a hand has put somewhere is there.
    const own = put && keyOf(put.side, put.ship);
    const there = own && after.get(own);
    if (own && there) before.set(own, there);
    const sent = view.moves.find(move => move.text === this.#sent);
    const move = sent ?? choice.step ?? (next ? lastMove(view) : null);
    const midway = move?.to ? this.#frame.centre(move.to) : null;
    animateShips(this.renderRoot, before, after, move, midway);
    const expelled = move?.expels && keyOf(move.seat === 0 ? 1 : 0, move.expels);
    const layer = this.renderRoot.querySelector(".effects");
    if (
      expelled &&
      layer &&
      midway &&
      before.get(expelled)?.exiled === false &&
      after.get(expelled)?.exiled
    ) {
      flash(layer, midway);
      // The corvette is gone: the moment of victory.
      if (view.over?.why === "exile") for (const late of [1, 2, 3]) flash(layer, midway, late);
    }
  }
}

customElements.define("mad-board", MadBoard);

declare global {
  interface HTMLElementTagNameMap {
    "mad-board": MadBoard;
  }
}
