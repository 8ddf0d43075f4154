// The element `learn-battle`: a battle of Mad Max on the board of the viewer, with something to find in it.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { icon } from "../arena/icons";
import { Board } from "../board/board";
import { palette } from "../board/palette";
import { Film } from "../film/film";
import { CAR } from "../film/head";
import { readGame } from "../load/rules";
import { LANGUAGES as VIEWER } from "../words/words";
import oasis from "./battles/oasis.jmm";
import type { BattleStep } from "./steps";
import { answers, isAboutUnits, isRight, wantedState } from "./tasks";
import { fill, LANGUAGES, type Language } from "./words/words";

const BATTLES: Record<string, Uint8Array> = { oasis };
/** Rounds in a second while it plays. */
const SPEED = 8;
/** Half a finger's breadth, in pixels. */
const FINGER = 16;
const NOBODY: ReadonlySet<number> = new Set();

let films: Promise<Map<string, Film>> | undefined;

/** Reads all battles of the lessons; they are short. */
async function readFilms(address: string): Promise<Map<string, Film>> {
  const module = await WebAssembly.compileStreaming(fetch(address));
  const read = new Map<string, Film>();
  for (const [name, file] of Object.entries(BATTLES)) {
    for (const piece of readGame(module, file, 1000)) {
      if (piece.kind === "head") read.set(name, new Film(piece.head, name));
      if (piece.kind === "chunk") read.get(name)?.append(piece.chunk);
    }
  }
  return read;
}

export class LearnBattle extends LitElement {
  static override properties = {
    step: { attribute: false },
    film: {},
    language: {},
    shown: { type: Boolean },
  };

  declare step: BattleStep;
  /** The address of the rules. */
  declare film: string;
  declare language: Language;
  /** Whether the answer is shown. */
  declare shown: boolean;

  #film: Film | undefined;
  #board: Board | undefined;
  #time = 0;
  #cell: { row: number; col: number } | undefined;
  #hover: { row: number; col: number } | undefined;
  #playing = false;
  #frame = 0;
  #last = 0;

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
    this.#themed.disconnect();
    this.#board?.close();
    this.#board = undefined;
  }

  /** The page says which colours it shows, whoever has chosen them. */
  readonly #themed = new MutationObserver(() => this.#paint());

  get #dark(): boolean {
    return document.documentElement.dataset.theme === "dark";
  }

  #begin(): void {
    this.#playing = false;
    this.#cell = undefined;
    this.#time = Math.min(this.step.at, this.#film?.last ?? 0);
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("step")) {
      films ??= readFilms(this.film);
      films.then(
        read => {
          this.#film = read.get(this.step.battle);
          this.#begin();
        },
        () => {
          films = undefined;
          this.dispatchEvent(new CustomEvent("learn-failed"));
        },
      );
    }
    if (changed.has("shown") && this.shown) this.#reveal();
  }

  get #state(): number {
    return Math.floor(this.#time);
  }

  /** Goes to where the answer is. */
  #reveal(): void {
    const film = this.#film;
    if (!film) return;
    const to = wantedState(film, this.step.at, this.step.find);
    if (to >= 0) {
      // One round before it, so that the learner sees it happen.
      this.#seek(to - 1, false);
    } else {
      const [first] = answers(film, this.#state, this.step.find);
      if (first) this.#cell = { row: first.row, col: first.col };
    }
    this.requestUpdate();
  }

  #answer(right: boolean): void {
    this.dispatchEvent(new CustomEvent("learn-answer", { detail: { right } }));
  }

  #choose(row: number, col: number): void {
    const film = this.#film;
    if (!film) return;
    const { find } = this.step;
    const at = isAboutUnits(find) ? this.#unitNear(film, row, col) : { row, col };
    this.#cell = at;
    if (find.find !== "round" && find.find !== "end") {
      this.#answer(
        isRight(film, this.#state, find, { ...at, unit: film.unitAt(this.#state, at.row, at.col) }),
      );
    }
    this.requestUpdate();
  }

  /** Units are small and fingers are not: the unit that is nearest to the cell, if one is within a finger. */
  #unitNear(film: Film, row: number, col: number): { row: number; col: number } {
    const reach = FINGER / (this.#board?.camera.scale ?? FINGER);
    const units = Array.from({ length: film.head.unitCount }, (_, id) => film.unit(this.#state, id));
    const apart = (unit: { row: number; col: number }) => Math.hypot(unit.row - row, unit.col - col);
    const near = units.filter(unit => unit.row >= 0 && apart(unit) <= reach);
    return near.toSorted((one, other) => apart(one) - apart(other))[0] ?? { row, col };
  }

  #seek(state: number, checks = true): void {
    const film = this.#film;
    if (!film) return;
    this.#time = Math.min(Math.max(0, state), film.last);
    if (checks && wantedState(film, this.step.at, this.step.find) === this.#state) {
      this.#playing = false;
      this.#answer(true);
    }
    this.requestUpdate();
  }

  #toggle(): void {
    this.#playing = !this.#playing && this.#state < (this.#film?.last ?? 0);
    this.#last = performance.now();
    this.requestUpdate();
    if (this.#playing) this.#frame = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number) => {
    const film = this.#film;
    if (!film || !this.#playing) return;
    const before = this.#state;
    this.#time = Math.min(film.last, this.#time + ((now - this.#last) / 1000) * SPEED);
    this.#last = now;
    const wanted = wantedState(film, this.step.at, this.step.find);
    // It stops where the answer is, so that it is seen.
    if (wanted > before && this.#state >= wanted) this.#seek(wanted);
    else if (this.#state >= film.last) this.#playing = false;
    this.requestUpdate();
    if (this.#playing) this.#frame = requestAnimationFrame(this.#tick);
  };

  readonly #keyed = (event: KeyboardEvent) => {
    const film = this.#film;
    if (!film || event.ctrlKey || event.altKey || event.metaKey) return;
    const { rows, columns } = film.head;
    const at = this.#cell ?? { row: Math.floor(rows / 2), col: Math.floor(columns / 2) };
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      this.#cell = {
        row: Math.min(Math.max(0, at.row + step[0]), rows - 1),
        col: Math.min(Math.max(0, at.col + step[1]), columns - 1),
      };
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      this.#cell = this.#unitFrom(film, at, event.key === "PageDown" ? 1 : -1);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(at.row, at.col);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.#hover = undefined;
    this.requestUpdate();
  };

  /** The next unit in reading order. */
  #unitFrom(film: Film, at: { row: number; col: number }, by: number): { row: number; col: number } {
    const { columns, unitCount } = film.head;
    const places = Array.from({ length: unitCount }, (_, id) => film.unit(this.#state, id))
      .filter(unit => unit.row >= 0)
      .map(unit => unit.row * columns + unit.col)
      .sort((one, other) => one - other);
    const here = at.row * columns + at.col;
    const next =
      by > 0
        ? (places.find(place => place > here) ?? places[0])
        : (places.findLast(place => place < here) ?? places[places.length - 1]);
    return { row: Math.floor(next / columns), col: next % columns };
  }

  /** What is on a cell, in words. */
  #told(row: number, col: number): string {
    const film = this.#film;
    if (!film) return "";
    const words = LANGUAGES[this.language];
    const { teams } = VIEWER[this.language];
    const letter = film.letter(this.#state, row, col);
    const ground = /[0-3]/.test(letter)
      ? fill(words.terrain.city, { team: teams[Number(letter)] })
      : words.terrain[letter];
    const place = fill(words.place, { row, col });
    const id = film.unitAt(this.#state, row, col);
    if (id < 0) return `${ground} · ${place}`;
    const unit = film.unit(this.#state, id);
    const isCar = unit.kind === CAR;
    const name = fill(isCar ? words.car : words.warrior, { id });
    const levels = fill(isCar ? words.fuel : words.levels, { food: unit.food, water: unit.water });
    return `${name}, ${teams[unit.team]} · ${levels} · ${ground}, ${place}`;
  }

  protected override render(): TemplateResult {
    const words = LANGUAGES[this.language];
    const film = this.#film;
    const at = this.#hover ?? this.#cell;
    return html`<div class="battle">
      ${film ? this.#scores(film) : nothing}
      <div class="field">
        <canvas tabindex="0" role="application" aria-label=${words.map} @keydown=${this.#keyed}></canvas>
      </div>
      <p class="told" role="status" aria-live="polite">${at ? this.#told(at.row, at.col) : words.pointing}</p>
      ${film ? this.#transport(film) : nothing}
    </div>`;
  }

  #scores(film: Film): TemplateResult {
    const shot = film.shots[this.#state];
    const words = VIEWER[this.language];
    return html`<ol class="armies" aria-label=${LANGUAGES[this.language].scores}>
      ${words.teams.map(
        (
          name,
          team,
        ) => html`<li class="team${team}"><svg viewBox="0 0 12 12" aria-hidden="true"><path d=${EMBLEMS[team]}></path></svg>
          <span>${name}</span> <b>${shot.scores[team]}</b></li>`,
      )}
    </ol>`;
  }

  #transport(film: Film): TemplateResult {
    const words = LANGUAGES[this.language];
    const round = fill(words.round, { round: this.#state });
    const slide = (event: Event) => this.#seek(Number((event.target as HTMLInputElement).value));
    return html`<div class="transport">
      <button type="button" class="button tool" data-do="first" aria-label=${words.first} @click=${() => this.#seek(0)}>${icon("first")}</button>
      <button type="button" class="button tool" data-do="previous" aria-label=${words.previous} @click=${() => this.#seek(this.#state - 1)}>${icon("back")}</button>
      <button type="button" class="button tool" data-do="play" aria-label=${this.#playing ? words.pauseFilm : words.playFilm} @click=${() => this.#toggle()}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${this.#playing ? "M7 4v12M13 4v12" : "M6 4l10 6-10 6Z"}></path></svg>
      </button>
      <button type="button" class="button tool" data-do="following" aria-label=${words.following} @click=${() => this.#seek(this.#state + 1)}>${icon("next")}</button>
      <input type="range" min="0" max=${film.last} .value=${String(this.#state)} aria-label=${words.slider} aria-valuetext=${round} @input=${slide} />
      <output>${round}</output>
      <button type="button" class="button tool" data-do="nearer" aria-label=${words.nearer} @click=${() => this.#zoom(1.6)}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 4v12M4 10h12"></path></svg>
      </button>
      <button type="button" class="button tool" data-do="farther" aria-label=${words.farther} @click=${() => this.#zoom(1 / 1.6)}>
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10h12"></path></svg>
      </button>
    </div>`;
  }

  #zoom(factor: number): void {
    this.#board?.zoom(factor, this.#cell);
    this.#paint();
  }

  protected override updated(): void {
    const canvas = this.querySelector("canvas");
    if (canvas && !this.#board) {
      this.#board = new Board(canvas, {
        click: (row, col) => this.#choose(row, col),
        hover: place => {
          this.#hover = place;
          this.requestUpdate();
        },
        looked: () => this.#paint(),
        stale: () => this.#paint(),
      });
    }
    this.#paint();
  }

  readonly #paint = () => {
    const film = this.#film;
    if (!film || film.last < 0) return;
    this.#board?.render({
      film,
      time: this.#time,
      colours: palette(this.#dark, "safe"),
      hidden: NOBODY,
      unit: -1,
      cell: this.#cell,
      event: undefined,
      trail: false,
      bars: true,
      ids: false,
      glow: 3,
      smooth: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      notes: undefined,
      differing: NOBODY,
    });
  };
}

/** The shapes of the teams, as the viewer has them: disc, square, triangle, diamond. */
const EMBLEMS = [
  "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z",
  "M1.500 1.500h9v9h-9Z",
  "M6 1l5.200 9.500H.8Z",
  "M6 .5 11.500 6 6 11.500.5 6Z",
];

customElements.define("learn-battle", LearnBattle);
