import { LitElement, nothing } from "lit";
import { meaning } from "../arena/play/keys";
import { Sounds } from "../arena/play/sound";
import { readKeys, readLook, readSound } from "../arena/settings";
import { pageLanguage } from "../arena/words/words";
import { say } from "../duel/words/say";
import { Rules } from "../rules/rules";
import type { Refusal, Seat, Table, View } from "../rules/view";
import { type Puzzle, readPuzzles } from "./data";
import { daily, EVERYTHING, type Filter, next } from "./pick";
import { after, type Progress, readProgress, writeProgress } from "./progress";
import { begin, hint, isLast, move, reply, retry, type Solving, score, show } from "./solve";
import { noneView, puzzlePage } from "./view";
import { puzzleWords } from "./words/words";

/** How long a move stands before it is answered, in milliseconds. */
const PAUSE = 600;
const KEPT = "joust.puzzles";
const KEPT_FILTER = "joust.puzzles.filter";

/** Where nothing can be kept, it holds for the page. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A private window may forbid it.
  }
}

function readFilter(): Filter {
  try {
    const { kind, level, theme } = { ...EVERYTHING, ...JSON.parse(kept(KEPT_FILTER) ?? "{}") };
    return { kind: String(kind), level: String(level), theme: String(theme) };
  } catch {
    return EVERYTHING;
  }
}

/** The game that begins with a puzzle. */
const table = ({ game, rules, board, position: start }: Puzzle, course: readonly string[]): Table => ({
  ...{ game, rules, board, start, course },
});

/** `<joust-puzzles>`: one puzzle at a time. Its content is in the light DOM, with the styles of the arena. */
export class JoustPuzzles extends LitElement {
  readonly language = pageLanguage();
  readonly words = puzzleWords(this.language);
  readonly look = readLook();
  private readonly stop = new AbortController();
  private readonly sounds = new Sounds(this.stop.signal);
  private rules: Rules | undefined;
  puzzles: readonly Puzzle[] = [];
  progress: Progress = readProgress(kept(KEPT));
  filter: Filter = readFilter();
  solving: Solving | undefined;
  /** Whether the puzzle is that of the day. */
  isDaily = false;
  /** Whether it was done before, so that it does not count. */
  wasDone = false;
  /** By how much the rating has changed. */
  change: number | null = null;
  /** The move that is looked at, once the puzzle is over. */
  at = 0;
  said = "";
  trouble = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback(): void {
    // What the server has drawn is there for readers without scripts.
    this.replaceChildren();
    super.connectedCallback();
    const { signal } = this.stop;
    this.sounds.on = readSound();
    this.addEventListener("joust-move", event => this.moved((event as CustomEvent).detail.text), { signal });
    this.addEventListener("joust-say", event => this.say((event as CustomEvent).detail.text), { signal });
    this.addEventListener("click", event => this.clicked(event), { signal });
    this.addEventListener("change", event => this.chose(event), { signal });
    document.addEventListener("keydown", event => this.pressed(event), { signal });
    // Puzzles may have been solved in another tab.
    for (const type of ["storage", "pageshow"]) addEventListener(type, () => this.refresh(), { signal });
    addEventListener("popstate", () => this.open(this.addressed(), false), { signal });
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    clearTimeout(this.timer);
  }

  private async load(): Promise<void> {
    try {
      const text = fetch(this.dataset.puzzles ?? "").then(answer =>
        answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText)),
      );
      const [rules, file] = await Promise.all([Rules.load(this.dataset.rules ?? ""), text]);
      this.rules = rules;
      this.puzzles = readPuzzles(file);
      // Offline, every puzzle has the page of the first one, and its name is in the address.
      this.open(this.dataset.id || this.addressed(), false);
    } catch {
      this.trouble = this.words.failed;
      this.requestUpdate();
    }
  }

  /** The progress as it is kept now. Where nothing can be kept, it holds for the page. */
  private refresh(): void {
    const stored = kept(KEPT);
    if (stored) this.progress = readProgress(stored);
    this.requestUpdate();
  }

  private addressed(): string {
    return /^\/puzzles\/(\w+)/.exec(location.pathname)?.[1] ?? "";
  }

  /** Opens a puzzle by its name; without a name, the next one. */
  private open(id: string, moves = true): void {
    this.isDaily = id === "daily";
    const { puzzles, filter, progress } = this;
    const found = this.isDaily
      ? daily(puzzles, new Date())
      : id
        ? (puzzles.find(puzzle => puzzle.id === id) ?? null)
        : next(puzzles, filter, progress, this.solving?.puzzle.id ?? null, Math.random());
    clearTimeout(this.timer);
    this.trouble = id && !found ? this.words.unknown : "";
    this.change = null;
    this.at = 0;
    this.solving = found ? begin(found) : undefined;
    this.wasDone = found !== null && progress.done.some(done => done.id === found.id);
    const path = this.isDaily ? "/puzzles/daily" : found ? `/puzzles/${found.id}` : "/puzzles";
    if (moves && path !== location.pathname) history.pushState(null, "", path);
    else if (path !== location.pathname) history.replaceState(null, "", path);
    const name = this.isDaily ? this.words.daily : found ? this.words.puzzle(found.id) : this.words.title;
    document.title = `${name} · Joust`;
    this.requestUpdate();
  }

  /** How a game stands that begins with the puzzle. */
  private game(course: readonly string[], at: number | null = null): View | null {
    const puzzle = this.solving?.puzzle;
    return puzzle && this.rules ? this.rules.view(table(puzzle, course), at) : null;
  }

  /** Why the rules do not let a seat do this now; `null` where they do. */
  why(seat: Seat, text: string): Refusal | null {
    const { solving, rules } = this;
    if (!solving || !rules) return null;
    return rules.why(table(solving.puzzle, solving.course), seat, text, this.language);
  }

  /** Whether the puzzle is over, so that its line can be looked at. */
  get over(): boolean {
    return this.solving?.phase === "solved" || this.solving?.phase === "shown";
  }

  /** The moves that can be looked at. The last move may be another than that of the solution. */
  get line(): readonly string[] {
    const { puzzle, course, phase } = this.solving ?? begin(this.puzzles[0]);
    const strays = phase === "solved" && course.some((text, i) => text !== puzzle.line[i]);
    return strays ? course : puzzle.line;
  }

  /** What the board shows. */
  shown(): View | null {
    if (!this.solving) return null;
    return this.over ? this.game(this.line, this.at) : this.game(this.solving.course);
  }

  /** How the game ends by the line that can be looked at. */
  end(): View | null {
    return this.game(this.line);
  }

  private say(text: string): void {
    // The same words twice would not be read out twice.
    this.said = text === this.said ? `${text}\u00a0` : text;
    this.requestUpdate();
  }

  private take(now: Solving): void {
    const before = this.solving;
    if (!before || now === before) return;
    this.solving = now;
    const earned = score(now);
    if (earned !== null && score(before) === null && !this.wasDone) {
      this.refresh();
      const was = Math.round(this.progress.rating.value);
      this.progress = after(this.progress, now.puzzle, earned);
      this.change = Math.round(this.progress.rating.value) - was;
      keep(KEPT, writeProgress(this.progress));
    }
    if (this.over && before.phase !== now.phase) this.at = now.course.length;
    this.requestUpdate();
  }

  private moved(text: string): void {
    const now = this.solving;
    const view = this.shown();
    if (now?.phase !== "find" || !view?.moves.some(found => found.text === text)) return;
    const end = this.game([...now.course, text]);
    const wins = end?.over?.winner === view.side && end.over.full && now.puzzle.game === "mad";
    this.take(move(now, text, isLast(now) && wins));
    const phase = this.solving?.phase;
    const loud = phase === "solved" ? "win" : phase === "wrong" ? "lose" : "move";
    this.sounds.play(loud);
    if (phase === "right") this.timer = setTimeout(() => this.answer(), PAUSE);
    this.tell();
    if (phase !== "right") this.focusNext();
  }

  private answer(): void {
    if (!this.solving) return;
    this.take(reply(this.solving));
    this.sounds.play("move");
    this.tell();
  }

  /** Says how it stands, with the last move in words. */
  private tell(): void {
    void this.updateComplete.then(() => {
      const status = this.querySelector(".status");
      const words = [...(status?.querySelectorAll("h1, p") ?? [])].map(part => part.textContent?.trim());
      this.say(words.filter(Boolean).join(" "));
    });
  }

  /** Where a key has moved, the focus goes on to the button that leads on. */
  private focusNext(): void {
    const board = this.querySelector("mad-board, war-board");
    const byKey = board?.shadowRoot?.activeElement?.matches(":focus-visible");
    if (!byKey) return;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".button.primary")?.focus());
  }

  private clicked(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest<HTMLAnchorElement>("a[data-puzzle]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      this.open(link.dataset.puzzle ?? "");
      return;
    }
    const button = target?.closest<HTMLElement>("[data-do]");
    if (button) this.does(button.dataset.do ?? "", button);
  }

  private pressed(event: KeyboardEvent): void {
    const letters = readKeys();
    const name = letters && event.key === "n" ? "another" : meaning(event, letters);
    const field = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (name === undefined || field) return;
    const button = this.querySelector<HTMLButtonElement>(`[data-do="${name}"]:not(:disabled)`);
    if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.does(name, button);
  }

  private does(name: string, button: HTMLElement): void {
    const now = this.solving;
    const byKey = button.matches(":focus-visible");
    if (name === "another") this.open("");
    else if (!now) return;
    else if (name === "hint") this.take(hint(now));
    else if (name === "why") this.take(reply(now));
    else if (name === "undo") this.take(retry(now));
    else if (name === "solution") this.take(show(now));
    else if (name === "theme") this.narrow({ ...EVERYTHING, theme: button.dataset.theme ?? "all" });
    else if (name === "go") this.go(Number(button.dataset.ply));
    else if (name === "first") this.go(0);
    else if (name === "back") this.go(this.at - 1);
    else if (name === "next") this.go(this.at + 1);
    else if (name === "now") this.go(this.line.length);
    if (["another", "hint", "why", "undo", "solution", "theme"].includes(name)) this.tell();
    if (byKey) void this.focusAgain(button);
  }

  /** The button that a key has pressed may be gone or disabled: then the focus goes where it goes on. */
  private async focusAgain(button: HTMLElement): Promise<void> {
    await this.updateComplete;
    if (button.isConnected && !button.matches(":disabled") && this.solving?.phase !== "find") return;
    const board = this.querySelector<LitElement>("mad-board, war-board");
    await board?.updateComplete;
    const square = board?.shadowRoot?.querySelector<HTMLElement>('[data-square][tabindex="0"]');
    const next = this.querySelector<HTMLElement>(".actions .button:not(:disabled)");
    (this.solving?.phase === "find" && button.dataset.do !== "hint" ? square : next)?.focus();
  }

  private go(ply: number): void {
    if (!this.over) return;
    this.at = Math.max(0, Math.min(this.line.length, ply));
    const view = this.shown();
    if (view?.last) this.say(say(view.last, view, this.language));
    this.requestUpdate();
  }

  private narrow(filter: Filter): void {
    this.filter = filter;
    keep(KEPT_FILTER, JSON.stringify(filter));
    this.open("");
  }

  private chose(event: Event): void {
    const field = event.target;
    if (!(field instanceof HTMLSelectElement) || !(field.name in this.filter)) return;
    this.narrow({ ...this.filter, [field.name]: field.value });
  }

  protected override render() {
    if (this.trouble || (this.puzzles.length > 0 && !this.solving)) return noneView(this);
    return this.solving ? puzzlePage(this, this.solving, this.shown()) : nothing;
  }
}

customElements.define("joust-puzzles", JoustPuzzles);
