// The position editor: a draft that the rules accept, or refuse with all reasons.
import "./ship";
import { html, nothing, type TemplateResult } from "lit";
import { emblem, icon } from "../arena/icons";
import type { Look } from "../duel/mad/ships";
import { shipName } from "../duel/words/say";
import { type SideName, wordsOf } from "../duel/words/words";
import { Refused } from "../rules/rules";
import type { MadDraft, Offer, Study, Terms, WarDraft } from "../rules/study";
import type { MadView, Seat, View, WarView } from "../rules/view";
import { reasonsView } from "./reasons";
import type { Language, Words } from "./words/words";

const SHIPS = ["111", "112", "121", "122", "211", "212", "221", "222"];
const COLOURS = { mad: ["red", "blue"], wargame: ["blue", "green"] } as const;

/** What is put on the next square: a ship, an owner, or nothing. */
type Brush = { side: Seat; ship: string } | { owner: Seat | null } | null;

export interface EditorProps {
  words: Words;
  language: Language;
  /** The names of rulesets, by their names in the register. */
  rulesets: ReadonlyMap<string, string>;
  look: Look;
  flipped: boolean;
  done(terms: Terms): void;
  play(terms: Terms): void;
  cancel(): void;
  changed(): void;
}

/** An editor that is open. */
export class Editor {
  private draft: MadDraft | WarDraft;
  private brush: Brush;
  private readonly offers: readonly Offer[];
  /** The squares of the board, and those of its picture that exist. */
  private shape: Pick<View, "columns" | "rows"> & { squares: readonly string[] };
  private values: number[] = [];

  constructor(
    private readonly study: Study,
    view: View,
    values: string | null,
  ) {
    this.offers = study.offers();
    const { columns, rows, squares } = view;
    this.shape = { columns, rows, squares };
    this.draft = view.game === "mad" ? madDraft(view) : warDraft(view, values);
    if (view.game === "wargame") this.values = [...view.values];
    this.brush = view.game === "mad" ? null : { owner: 0 };
  }

  get game(): "mad" | "wargame" {
    return this.draft.game;
  }

  /** What the rules say of the draft. */
  private check(): { terms: Terms | null; reasons: readonly string[] } {
    try {
      return { terms: this.study.edit(this.draft), reasons: [] };
    } catch (why) {
      return { terms: null, reasons: why instanceof Refused ? why.reasons : [(why as Error).message] };
    }
  }

  /** The usual start of a board, as a view. */
  private start(board: string, rules: string): View {
    return this.study.rules.view({ game: this.draft.game, board, rules, course: [] });
  }

  /** Changes a part of the draft. */
  // What is entered before the next frame comes from a page of the draft before: changes take the draft of now.

  private alter(part: Partial<MadDraft> | Partial<WarDraft>): void {
    this.draft = { ...this.draft, ...part } as MadDraft | WarDraft;
  }

  private take(view: View): void {
    const { columns, rows, squares } = view;
    this.shape = { columns, rows, squares };
    this.draft = view.game === "mad" ? madDraft(view) : warDraft(view, null);
    if (view.game === "wargame") this.values = [...view.values];
  }

  private setBoard(board: string): void {
    if (board === "") return;
    this.take(this.start(board, this.draft.rules));
  }

  private setGame(game: "mad" | "wargame"): void {
    const offer = this.offers.find(one => one.game === game);
    if (!offer || game === this.draft.game) return;
    this.take(this.study.rules.view({ game, board: offer.boards[0], rules: offer.rules[0], course: [] }));
    this.brush = game === "mad" ? null : { owner: 0 };
  }

  /** The values of a city of one's own, in the form of a board. */
  private ownValues(): void {
    if (this.draft.game !== "wargame") return;
    const { columns } = this.shape;
    const rows: string[] = [];
    for (let i = 0; i < this.values.length; i += columns)
      rows.push(this.values.slice(i, i + columns).join(" "));
    this.alter({ board: "own", values: rows.join("/") });
  }

  /** Another size keeps what fits. */
  private resize(columns: number, rows: number, offer: Offer): void {
    if (this.draft.game !== "wargame") return;
    const fits = (n: number) => Number.isInteger(n) && n >= 1 && n <= offer.longest;
    if (!fits(columns) || !fits(rows)) return;
    const old = this.shape;
    const { owners } = this.draft;
    const at = (column: number, row: number) =>
      column < old.columns && row < old.rows ? row * old.columns + column : -1;
    const places = Array.from({ length: columns * rows }, (_, i) => at(i % columns, Math.floor(i / columns)));
    const squares = places.map(
      (_, i) => `${String.fromCharCode(65 + (i % columns))}${Math.floor(i / columns) + 1}`,
    );
    this.shape = { columns, rows, squares };
    this.values = places.map(place => (place < 0 ? 1 : (this.values[place] ?? 1)));
    this.alter({ columns, owners: places.map(place => (place < 0 ? null : owners[place])) });
    this.ownValues();
  }

  /** Escape lets a ship go. An owner stays: without one nothing can be painted. */
  private keyed(event: KeyboardEvent, { changed }: EditorProps): void {
    if (event.key !== "Escape" || this.draft.game !== "mad") return;
    this.brush = null;
    changed();
  }

  /** Puts what is in hand on a square; where that is there already, the square is emptied. */
  private press(square: string): void {
    const { draft, brush } = this;
    if (draft.game === "wargame") {
      const owner = brush && "owner" in brush ? brush.owner : null;
      const owners = draft.owners.map((old, i) =>
        this.shape.squares[i] === square ? (old === owner ? null : owner) : old,
      );
      this.alter({ owners });
      return;
    }
    const there = draft.ships.find(ship => ship.at === square);
    const rest = draft.ships.filter(ship => ship.at !== square);
    if (!brush || !("ship" in brush)) {
      // Nothing in hand: the ship is picked up, to be put elsewhere.
      if (there) this.brush = { side: there.side, ship: there.ship };
      return;
    }
    const same = (ship: { side: Seat; ship: string }) => ship.side === brush.side && ship.ship === brush.ship;
    if (there && same(there)) {
      this.alter({ ships: rest });
      return;
    }
    this.alter({ ships: [...rest.filter(ship => !same(ship)), { ...brush, at: square }] });
    this.brush = null;
  }

  private empty(square: string): void {
    if (this.draft.game !== "mad") return;
    this.alter({ ships: this.draft.ships.filter(one => one.at !== square) });
  }

  private vacate(side?: Seat): void {
    if (this.draft.game !== "wargame") return;
    this.alter({ owners: this.draft.owners.map(() => null), side: side ?? this.draft.side });
  }

  private setValue(square: string, value: number): void {
    const place = this.shape.squares.indexOf(square);
    if (place >= 0) this.values[place] = value;
    this.ownValues();
  }

  private move(from: string, to: string): void {
    if (this.draft.game !== "mad") return;
    const ship = this.draft.ships.find(one => one.at === from);
    if (!ship || from === to) return;
    const ships = this.draft.ships.filter(one => one.at !== from && one.at !== to);
    this.alter({ ships: [...ships, { ...ship, at: to }] });
    this.brush = null;
  }

  view(props: EditorProps): TemplateResult {
    const { words, language } = props;
    const { draft } = this;
    const offer = this.offers.find(one => one.game === draft.game) as Offer;
    const { terms, reasons } = this.check();
    const change = (doing: () => void) => () => {
      doing();
      props.changed();
    };
    const own = draft.game === "wargame" && draft.values !== null;
    const named = (rules: string) => props.rulesets.get(rules) ?? rules;
    const names = COLOURS[draft.game].map(colour => wordsOf(language).sides[colour]) as [string, string];
    const choose = (event: Event) => (event.target as HTMLSelectElement).value;
    return html`<section class="editor" aria-labelledby="editor-title" @keydown=${(event: KeyboardEvent) => this.keyed(event, props)}>
      <div class="editing panel">
        <header><h2 id="editor-title">${words.editTitle}</h2>
          <div class="which" role="group" aria-label=${words.board}>${(["mad", "wargame"] as const).map(
            game => html`<button class="button" aria-pressed=${draft.game === game} data-edit-game=${game}
              @click=${change(() => this.setGame(game))}>${words.startOf[game]}</button>`,
          )}</div></header>
        <p class="soft small">${draft.game === "mad" ? words.editText : words.editWarText}</p>
        ${draft.game === "mad" ? this.madGrid(props, draft) : this.warGrid(props, draft)}
      </div>
      <div class="settings panel">
        <label class="field"><span>${words.board}</span>
          <select data-edit="board" @change=${(event: Event) => change(() => this.setBoard(choose(event)))()}>
            ${own ? html`<option value="" selected>${words.own}</option>` : nothing}
            ${
              offer.boards.includes(draft.board) || own
                ? nothing
                : html`<option selected>${draft.board}</option>`
            }
            ${offer.boards.map(name => html`<option ?selected=${!own && name === draft.board}>${name}</option>`)}
          </select></label>
        ${draft.game === "wargame" ? this.cityView(props, draft, offer) : nothing}
        <label class="field"><span>${words.rules}</span>
          <select data-edit="rules" @change=${(event: Event) =>
            change(() => this.alter({ rules: choose(event) }))()}>
            ${offer.rules.includes(draft.rules) ? nothing : html`<option value=${draft.rules} selected>${named(draft.rules)}</option>`}
            ${offer.rules.map(name => html`<option value=${name} ?selected=${name === draft.rules}>${named(name)}</option>`)}
          </select></label>
        <fieldset class="field"><legend>${words.side}</legend><div class="choice">${names.map(
          (
            name,
            seat,
          ) => html`<button class="button" aria-pressed=${draft.side === seat} data-edit-side=${seat}
            @click=${change(() => this.setSide(seat as Seat))}>${emblem(COLOURS[draft.game][seat], seat as Seat)}${name}</button>`,
        )}</div></fieldset>
        ${draft.game === "mad" ? this.counters(props, draft, names) : nothing}
        <div class="choice">
          <button class="button" data-edit="start" @click=${change(() => {
            if (own) this.vacate(0);
            else this.take(this.start(draft.board, draft.rules));
          })}>${words.toStart}</button>
          <button class="button" data-edit="clear" @click=${change(() => {
            if (draft.game === "mad") this.alter({ ships: [] });
            else this.vacate();
          })}>${words.clear}</button>
        </div>
        <div class="verdict" role="status" aria-live="polite">
          ${
            reasons.length > 0
              ? html`<p class="warn-text">${words.impossible(reasons.length)}</p>
                ${reasonsView(reasons)}`
              : html`<p class="soft small">${words.possible}</p>`
          }
        </div>
        <div class="choice">
          <button class="button primary" data-edit="done" ?disabled=${!terms}
            @click=${() => terms && props.done(terms)}>${words.done}</button>
          <button class="button" data-edit="play" ?disabled=${!terms} @click=${() => terms && props.play(terms)}>${words.playIt}</button>
          <button class="button plain" data-edit="cancel" @click=${props.cancel}>${words.cancel}</button>
        </div>
      </div>
    </section>`;
  }

  /** In MAD the parity of the turn follows from the side; the turn goes along. */
  private setSide(side: Seat): void {
    const { draft } = this;
    if (draft.game === "mad" && draft.turn !== null && draft.side !== side) {
      this.alter({ side, turn: draft.turn + 1 });
    } else this.alter({ side });
  }

  private counters({ words, changed }: EditorProps, draft: MadDraft, names: [string, string]) {
    const field = (name: "turn" | "counter", text: string, least: number) =>
      html`<label class="field"><span>${text}</span><input type="number" min=${least} step="1" data-edit=${name}
        .value=${String(draft[name] ?? least)} @input=${(event: Event) => {
          const value = Math.trunc(Number((event.target as HTMLInputElement).value));
          this.alter({ [name]: Math.max(0, Math.min(4_000_000_000, value || 0)) });
          changed();
        }}></label>`;
    const seats = [null, 0, 1] as const;
    return html`<div class="two">${field("turn", words.turn, 1)}${field("counter", words.counter, 0)}</div>
      <label class="field"><span>${words.expeller}</span>
        <select data-edit="expeller" @change=${(event: Event) => {
          const seat = seats[(event.target as HTMLSelectElement).selectedIndex];
          this.alter({ expeller: seat });
          changed();
        }}>${seats.map(
          seat =>
            html`<option ?selected=${seat === draft.expeller}>${seat === null ? words.nobody : names[seat]}</option>`,
        )}</select></label>`;
  }

  private cityView({ words, changed }: EditorProps, draft: WarDraft, offer: Offer) {
    const { columns, rows } = this.shape;
    const size = (text: string, value: number, set: (n: number) => void, name: string) =>
      html`<label class="field"><span>${text}</span><input type="number" min="1" max=${offer.longest} data-edit=${name}
        .value=${String(value)} @change=${(event: Event) => {
          set(Number((event.target as HTMLInputElement).value));
          changed();
        }}></label>`;
    return html`<label class="check"><input type="checkbox" data-edit="own" .checked=${draft.values !== null}
        @change=${(event: Event) => {
          if ((event.target as HTMLInputElement).checked) this.ownValues();
          else this.take(this.start(offer.boards[0], draft.rules));
          changed();
        }}>${words.ownValues}</label>
      ${
        draft.values === null
          ? nothing
          : html`<div class="two">
            ${size(words.columns, columns, n => this.resize(n, this.shape.rows, offer), "columns")}
            ${size(words.rows, rows, n => this.resize(this.shape.columns, n, offer), "rows")}
          </div>`
      }`;
  }

  private madGrid(props: EditorProps, draft: MadDraft) {
    const { words, language, look, flipped } = props;
    const { columns, rows, squares } = this.shape;
    const at = (row: number, column: number) => {
      const [file, rank] = flipped ? [columns - 1 - column, row + 1] : [column, rows - row];
      return `${String.fromCharCode(97 + file)}${rank}`;
    };
    const name = (side: Seat, ship: string) =>
      shipName(ship, COLOURS.mad[side] as SideName, wordsOf(language));
    const held = (side: Seat, ship: string) =>
      this.brush !== null && "ship" in this.brush && this.brush.side === side && this.brush.ship === ship;
    const cell = (square: string) => {
      if (!squares.includes(square)) return html`<span class="hole"></span>`;
      const ship = draft.ships.find(one => one.at === square);
      const what = ship ? name(ship.side, ship.ship) : words.empty;
      return html`<button class="cell ${ship && held(ship.side, ship.ship) ? "held" : ""}" data-cell=${square} draggable=${ship ? "true" : "false"}
        aria-label=${words.squareWith(square, what)}
        @click=${() => {
          this.press(square);
          props.changed();
        }}
        @dragstart=${(event: DragEvent) => event.dataTransfer?.setData("text/x-joust-square", square)}
        @dragover=${(event: DragEvent) => event.preventDefault()}
        @drop=${(event: DragEvent) => this.dropped(event, square, props)}
        @contextmenu=${(event: Event) => {
          event.preventDefault();
          this.empty(square);
          props.changed();
        }}>${ship ? picture(ship.side, ship.ship, look, (ship.side === 0) !== flipped) : html`<i>${square}</i>`}</button>`;
    };
    const fleet = (
      side: Seat,
    ) => html`<div class="fleet side${side}" role="group" aria-label=${words.fleetOf(wordsOf(language).sides[COLOURS.mad[side]])}>
      ${SHIPS.map(ship => {
        const away = !draft.ships.some(one => one.side === side && one.ship === ship);
        return html`<button class="ship ${away ? "away" : ""}" aria-pressed=${held(side, ship)} draggable="true" data-ship="${side}${ship}"
          aria-label="${words.place(name(side, ship))}${away ? `, ${words.inExile}` : ""}" title=${name(side, ship)}
          @dragstart=${(event: DragEvent) => event.dataTransfer?.setData("text/x-joust-ship", `${side}${ship}`)}
          @click=${() => {
            this.brush = held(side, ship) ? null : { side, ship };
            props.changed();
          }}>${picture(side, ship, look, (side === 0) !== flipped)}</button>`;
      })}</div>`;
    const [above, below]: [Seat, Seat] = flipped ? [0, 1] : [1, 0];
    return html`${fleet(above)}
      <div class="grid-mad columns${columns}" role="group" aria-label=${words.board}>
        ${Array.from({ length: rows * columns }, (_, i) => cell(at(Math.floor(i / columns), i % columns)))}
      </div>
      ${fleet(below)}`;
  }

  private dropped(event: DragEvent, square: string, props: EditorProps): void {
    event.preventDefault();
    event.stopPropagation();
    const from = event.dataTransfer?.getData("text/x-joust-square");
    const ship = event.dataTransfer?.getData("text/x-joust-ship");
    if (from) this.move(from, square);
    else if (ship) {
      this.brush = { side: ship[0] === "0" ? 0 : 1, ship: ship.slice(1) };
      this.press(square);
    }
    props.changed();
  }

  private warGrid(props: EditorProps, draft: WarDraft) {
    const { words, language } = props;
    const names = wordsOf(language).sides;
    const owners: [Seat | null, string][] = [
      [0, names.blue],
      [1, names.green],
      [null, words.vacant],
    ];
    const brush = this.brush && "owner" in this.brush ? this.brush.owner : 0;
    const own = draft.values !== null;
    const highest = this.offers.find(one => one.game === "wargame")?.highest ?? 99;
    return html`<div class="choice brushes" role="group" aria-label=${words.side}>${owners.map(
      ([
        owner,
        name,
      ]) => html`<button class="button" aria-pressed=${brush === owner} data-brush=${owner ?? "none"}
        @click=${() => {
          this.brush = { owner };
          props.changed();
        }}>${owner === null ? icon("close") : emblem(COLOURS.wargame[owner], owner)}${name}</button>`,
    )}</div>
    <div class="grid-war columns${this.shape.columns}" role="group" aria-label=${words.board}>
      ${this.shape.squares.map((square, i) => {
        const owner = draft.owners[i];
        const what = owner === null ? words.empty : owners[owner][1];
        return html`<div class="plot ${owner === null ? "" : COLOURS.wargame[owner]}">
          <button class="cell" data-cell=${square} aria-label=${words.squareWith(square, `${this.values[i]}, ${what}`)}
            @click=${() => {
              this.press(square);
              props.changed();
            }}>${owner === null ? nothing : emblem(COLOURS.wargame[owner], owner)}${own ? nothing : html`<b>${this.values[i]}</b>`}</button>
          ${
            own
              ? html`<input type="number" min="0" max=${highest} data-value=${square} aria-label="${words.values} ${square}" .value=${String(this.values[i])}
              @input=${(event: Event) => {
                this.setValue(square, Math.trunc(Number((event.target as HTMLInputElement).value)) || 0);
                props.changed();
              }}>`
              : nothing
          }
        </div>`;
      })}
    </div>`;
  }
}

const picture = (side: Seat, ship: string, look: Look, up: boolean) =>
  html`<ship-icon .side=${side} .ship=${ship} .look=${look} .up=${up}></ship-icon>`;

function madDraft(view: MadView): MadDraft {
  const { game, rules, board, ships, side, turn, counter, expeller } = view;
  const placed = ships.flatMap(ship => (ship.at ? [{ side: ship.side, ship: ship.ship, at: ship.at }] : []));
  return { game, rules, board, ships: placed, side, turn, counter, expeller };
}

function warDraft(view: WarView, values: string | null): WarDraft {
  const { game, rules, board, columns, owners, side } = view;
  return { game, rules, board, values, columns, owners: [...owners], side };
}
