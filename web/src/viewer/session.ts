import { concerns, type GameEvent, KINDS, type Kind } from "../film/event";
import type { Film, Metric } from "../film/film";
import type { Notes } from "../film/notes";
import type { Said } from "../film/said";
import { fill, LANGUAGES, type Language, type Words } from "../words/words";
import { keepOptions, loadOptions, type Options } from "./options";

/** Rounds a second at speed 1, as in the original. */
export const PACE = 10;
export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 25, 50];
/** For how long an event is seen on the map, in seconds of playing. */
const GLOW = 0.45;
/** Above this many rounds a second units jump from cell to cell. */
const SMOOTH = 60;

export type Dialog = "help" | "settings" | "export";

/** What is seen, and what a person has chosen. Views are functions of it. */
export class Session {
  films: Film[] = [];
  notes: (Notes | undefined)[] = [];
  time = 0;
  playing = false;
  /** The time to which a step glides. */
  goal: number | undefined;
  speed = 1;
  unit = -1;
  cell: { row: number; col: number } | undefined;
  event: GameEvent | undefined;
  follow = false;
  hidden: ReadonlySet<number> = new Set();
  kinds: ReadonlySet<Kind> = new Set<Kind>(["captured", "city"]);
  onlyUnit = false;
  metric: Metric = "scores";
  dialog: Dialog | undefined;
  /** A sentence that is shown, and read by screen readers. */
  message = "";
  options: Options = loadOptions();
  /** What players wrote, if their log was opened. */
  said: Said | undefined;
  /** Whether the page around the viewer chooses language and colours. */
  hosted = false;
  private listed: { key: string; events: GameEvent[] } = { key: "", events: [] };

  constructor(private readonly changed: () => void) {}

  /** Changes something, and has it shown. */
  set(change: Partial<Session>): void {
    Object.assign(this, change);
    this.changed();
  }

  choose(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    keepOptions(this.options);
    this.changed();
  }

  /** The first game. Who asks has seen that there is one. */
  get film(): Film {
    return this.films[0];
  }

  get words(): Words {
    return LANGUAGES[this.language];
  }

  get language(): Language {
    if (!this.hosted) return this.options.language;
    return document.documentElement.lang === "fr" ? "fr" : "en";
  }

  /** The state that is seen. */
  get state(): number {
    return Math.min(Math.floor(this.time), this.last);
  }

  /** The last state of the longest game. */
  get last(): number {
    return Math.max(0, ...this.films.map(film => film.last));
  }

  get dark(): boolean {
    if (this.hosted) return document.documentElement.dataset.theme === "dark";
    const { theme } = this.options;
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  get moving(): boolean {
    const { motion } = this.options;
    return (
      motion === "full" || (motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    );
  }

  /** Whether there is room for lists that can be folded. */
  get roomy(): boolean {
    return matchMedia("(min-height: 860px)").matches;
  }

  /** Whether units glide at this speed. */
  get smooth(): boolean {
    return this.moving && this.speed * PACE <= SMOOTH;
  }

  /** For how many rounds an event is seen. */
  get glow(): number {
    return Math.min(60, Math.max(1, this.speed * PACE * GLOW));
  }

  /** Goes to a time, and stops playing. */
  seek(time: number): void {
    const within = Math.min(Math.max(0, time), this.last);
    this.set({ time: within, playing: false, goal: undefined });
  }

  /** Goes some rounds on or back; a single one glides. */
  step(rounds: number): void {
    const from = this.goal ?? this.time;
    const to = rounds < 0 ? Math.ceil(from) + rounds : Math.floor(from) + rounds;
    const within = Math.min(Math.max(0, to), this.last);
    this.event = undefined;
    if (rounds === 1 && this.smooth && within > this.time) {
      this.set({ playing: false, goal: within });
    } else {
      this.seek(within);
    }
  }

  toggle(): void {
    if (this.playing) {
      this.set({ playing: false, time: this.state });
    } else {
      const over = this.time >= this.last && this.films.every(film => film.ended);
      this.set({ playing: true, goal: undefined, event: undefined, time: over ? 0 : this.time });
    }
  }

  changeSpeed(steps: number): void {
    const at = SPEEDS.indexOf(this.speed) + steps;
    this.set({ speed: SPEEDS[Math.min(Math.max(0, at), SPEEDS.length - 1)] });
  }

  select(unit: number): void {
    const known = unit >= 0 && unit < this.film.head.unitCount ? unit : -1;
    this.set({
      unit: known,
      cell: undefined,
      event: undefined,
      follow: this.follow && known >= 0,
      onlyUnit: this.onlyUnit && known >= 0,
    });
  }

  /** Selects what is on a cell of one of the games. */
  selectCell(row: number, col: number, place = 0): void {
    const film = this.films[place];
    const state = Math.min(this.state, film.last);
    const unit = film.unitAt(state, row, col);
    if (unit >= 0 && !this.hidden.has(film.unit(state, unit).team)) this.select(unit);
    else this.set({ unit: -1, cell: { row, col }, event: undefined, follow: false, onlyUnit: false });
  }

  deselect(): void {
    this.set({ unit: -1, cell: undefined, event: undefined, follow: false, onlyUnit: false });
  }

  /** Goes to the state just after an event, and shows it with its unit. */
  jump(event: GameEvent): void {
    const time = Math.min(event.round + 1, this.film.last);
    // A unit that takes part stays selected: it is its story that is followed.
    const stays = this.unit >= 0 && concerns(event, this.unit);
    const unit = stays || event.by < 0 ? this.unit : event.by;
    const cell = unit < 0 ? this.cell : undefined;
    const known = unit < this.film.head.unitCount ? unit : -1;
    this.set({ time, playing: false, goal: undefined, event, unit: known, cell });
  }

  /** Shows the unit that captured the selected unit; asked again, the next time that it was captured. */
  whoCaptured(): void {
    const { unit, film, event } = this;
    const captures = unit < 0 ? [] : film.capturesOf(unit);
    const shown = event ? captures.indexOf(event) : -1;
    const capture =
      captures[shown + 1] && shown >= 0 ? captures[shown + 1] : film.captureOf(unit, this.state);
    if (unit >= 0 && capture) this.jump(capture);
    else this.set({ message: this.words.never });
  }

  toggleTeam(team: number): void {
    const hidden = new Set(this.hidden);
    if (!hidden.delete(team)) hidden.add(team);
    this.set({ hidden });
  }

  toggleKind(kind: Kind): void {
    const kinds = new Set(this.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    this.set({ kinds });
  }

  /** All kinds, or none if all are chosen. */
  toggleAllKinds(): void {
    const all = this.kindsThatHappen();
    const every = all.every(kind => this.kinds.has(kind));
    this.set({ kinds: new Set(every ? [] : all) });
  }

  /** The kinds that a game can tell: orders are known only from a record. */
  kindsThatHappen(): Kind[] {
    return KINDS.filter(kind => kind !== "refused" || this.film.head.exact);
  }

  /** The events of the list, as the filters have them. */
  events(): GameEvent[] {
    const { film, kinds, hidden } = this;
    const unit = this.onlyUnit ? this.unit : -1;
    const key = [film.name, film.events.length, [...kinds].join(), [...hidden].join(), unit].join("|");
    if (this.listed.key !== key) {
      const shown = (event: GameEvent) =>
        kinds.has(event.kind) &&
        (unit < 0 || concerns(event, unit)) &&
        (hidden.size === 0 || event.teams.some(team => team >= 0 && !hidden.has(team)));
      const from = unit < 0 ? film.events : film.history(unit);
      this.listed = { key, events: from.filter(shown) };
    }
    return this.listed.events;
  }

  /** Jumps along the list. */
  walkEvents(steps: 1 | -1): void {
    const events = this.events();
    const { event, state } = this;
    const at = event ? events.indexOf(event) : -1;
    let next: GameEvent | undefined;
    if (at >= 0) next = events[at + steps];
    else if (steps > 0) next = events.find(other => other.round + 1 > state);
    else next = events.findLast(other => other.round + 1 < state);
    if (next) this.jump(next);
  }

  unitName(id: number): string {
    const { words, film } = this;
    if (id < 0 || film.last < 0) return "";
    return fill(film.unit(0, id).kind === 1 ? words.car : words.warrior, { id });
  }
}
