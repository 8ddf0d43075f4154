import "../duel/mad/board";
import "../duel/war/board";
import { html, nothing, render, type TemplateResult } from "lit";
import { type Look, readKeys, readLook } from "../arena/settings";
import type { Why } from "../duel/refusal";
import { turned } from "../duel/war/state";
import { say } from "../duel/words/say";
import { Refused, Rules } from "../rules/rules";
import { type Asked, type Found, Study, type Terms } from "../rules/study";
import type { MadMove, Seat, View, WarMove } from "../rules/view";
import { Advisor } from "./advisor";
import { arrowsView, geometry, isShift, layOver, Pencil, stageOf } from "./arrows";
import { Book } from "./book";
import { type Dialog, dialogView } from "./dialogs";
import { Editor } from "./editor";
import { enginePanel } from "./engine_panel";
import { placeDots } from "./graph";
import { Keeper } from "./keeper";
import { type Place, queryTerms, readAddress, unpack } from "./link";
import { label } from "./moves";
import { movesPanel } from "./moves_panel";
import { BOTH, COLOURS, type Sparring, statusView, stepsView, toolsView } from "./panels";
import { turningText } from "./report";
import { reportPanel } from "./report_panel";
import { Reporter } from "./reporter";
import { RunningGames } from "./running";
import { share } from "./share";
import { type Kept, kept } from "./store";
import type { Node } from "./tree";
import { type Language, pageLanguage, type Words, words } from "./words/words";

const NOBODY: readonly Seat[] = [];

/** How long a note stays, in milliseconds. */
const NOTE = 5_000;
/** The largest file that is read, in bytes; as in joust-study. */
const LARGEST = 1 << 20;

/** `<joust-analyse>`: the analysis board. What is drawn is a function of the tree, the node, and what was chosen. */
export class JoustAnalyse extends HTMLElement {
  readonly language: Language = pageLanguage();
  readonly words: Words = words(this.language);
  private readonly stop = new AbortController();
  private readonly undone: { node: Node; index: number }[] = [];
  private study: Study | undefined;
  private failed = false;
  private book!: Book;
  private node!: Node;

  private flipped = false;
  private look: Look = readLook();
  private readonly advisor = new Advisor(
    { worker: this.dataset.engine ?? "", wasm: this.dataset.analysis ?? "" },
    () => this.stale(),
  );
  private readonly running = new RunningGames();
  private readonly reporter = new Reporter(() => this.stale());
  private readonly keeper = new Keeper(
    () =>
      this.book && {
        tree: this.book.tree,
        node: this.node,
        title: this.book.heading(this),
        record: () => this.book.record(),
      },
    () => (this.dataset.id && this.origin ? location.search : ""),
    () => this.stale(),
  );
  /** Changes with everything that the list of moves shows, except the current move. */
  private version = 0;
  /** The game of this server that is on the board. */
  private origin: string | null = null;
  private spar: Sparring | null = null;
  private editor: Editor | null = null;
  private dialog: Dialog | undefined;
  private readonly pencil = new Pencil();
  private dropping = false;
  /** The pointer, not the keyboard, chose what has the focus. */
  private pointed = true;
  private note = "";
  private said = "";
  private frame = 0;
  private noting: ReturnType<typeof setTimeout> | undefined;
  private readonly size = new ResizeObserver(() => layOver(this));

  connectedCallback(): void {
    const { signal } = this.stop;
    this.replaceChildren();
    this.paint();
    document.addEventListener("keydown", event => this.pressed(event), { signal, capture: true });
    document.addEventListener(
      "pointerdown",
      () => {
        this.pointed = true;
      },
      { signal, capture: true },
    );
    document.addEventListener("paste", event => this.pasted(event), { signal });
    for (const type of ["dragover", "dragleave", "drop"])
      addEventListener(type, event => this.dragged(event as DragEvent), { signal });
    addEventListener("hashchange", () => void this.fromHash(), { signal });
    addEventListener("pagehide", () => this.keeper.keep(), { signal });
    // The browser asks before it throws away what nothing else holds.
    addEventListener("beforeunload", event => this.keeper.isVolatile && event.preventDefault(), { signal });
    document.addEventListener("visibilitychange", () => this.analyse(), { signal });
    this.addEventListener("joust-move", event => this.moved((event as CustomEvent).detail.text), { signal });
    this.addEventListener("joust-say", event => this.tell((event as CustomEvent).detail.text), { signal });
    void this.load();
  }

  disconnectedCallback(): void {
    this.stop.abort();
    this.advisor.dispose();
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    this.keeper.stop();
    clearTimeout(this.noting);
  }

  // How it begins

  private async load(): Promise<void> {
    try {
      this.study = new Study(await Rules.load(this.dataset.study ?? ""), this.language);
    } catch {
      this.failed = true;
      this.stale();
      return;
    }
    await this.begin();
    this.origin = this.dataset.id ?? this.dataset.closed ?? null;
    this.stale();
  }

  private async begin(): Promise<void> {
    const { record, closed } = this.dataset;
    if (await this.fromHash()) return;
    const query = new URLSearchParams(location.search);
    if (closed) {
      this.fresh("mad");
      this.book.warnings = [this.words.closed];
      return;
    }
    if (record && this.openText(record, { quiet: true })) return;
    const terms = queryTerms(query);
    if (terms && this.openTerms(terms)) return;
    const [last] = kept();
    if (!query.has("game") && last && this.reopen(last)) return;
    if (!this.book) this.fresh("mad");
  }

  /** Opens what the address holds; says whether it holds anything. */
  private async fromHash(): Promise<boolean> {
    const { hash } = location;
    if (hash.length < 2 || hash === this.keeper.linked) return false;
    const found = await unpack(hash);
    if (!found) return false;
    if (!this.openText(found.text, { quiet: true })) return this.book !== undefined;
    if (found.at !== null) this.go(this.book.tree.at(found.at));
    this.stale();
    return true;
  }

  private fresh(game: "mad" | "wargame"): void {
    if (this.study) this.take(this.study.begin({ game }));
  }

  private openTerms(table: Asked): boolean {
    if (!this.study) return false;
    const blank = (text: string | null | undefined) => (text ? text : null);
    const asked = {
      game: table.game,
      rules: blank(table.rules),
      board: blank(table.board) ?? (table.values ? "own" : null),
      values: blank(table.values),
      start: blank(table.start),
    };
    try {
      this.take(this.study.begin(asked));
      return true;
    } catch (why) {
      // The reasons stand before a board.
      if (!this.book) this.fresh(table.game);
      this.refuse(table.start ?? "", why);
      return false;
    }
  }

  /** Reads a text of any kind; says whether it could be read. */
  private openText(text: string, { quiet = false } = {}): boolean {
    if (!this.study) return false;
    const place = readAddress(text);
    if (place) return this.follow(place);
    try {
      const found = this.study.read(
        text,
        this.book?.terms ?? queryTerms(new URLSearchParams(location.search)),
      );
      this.take(found);
      if (!quiet) this.notice(this.words.opened);
      return true;
    } catch (why) {
      if (!this.book) this.fresh("mad");
      this.refuse(text, why);
      return false;
    }
  }

  /** Goes where a pasted address leads. */
  private follow(place: Place): boolean {
    if (place.kind === "terms") return this.openTerms(place.terms);
    if (place.kind === "study") location.hash = place.hash;
    else location.assign(`/analyse?game=${encodeURIComponent(place.id)}`);
    return true;
  }

  private async openFile(file: File): Promise<void> {
    if (file.size > LARGEST) this.open({ kind: "open", text: "", reasons: [this.words.tooLarge] });
    else this.openText(await file.text());
    this.stale();
  }

  private reopen(study: Kept): boolean {
    if (!this.openText(study.record, { quiet: true })) return false;
    this.keeper.renew(study.id);
    this.go(this.book.tree.at(study.at));
    return true;
  }

  private refuse(text: string, why: unknown): void {
    const reasons = why instanceof Refused ? why.reasons : [(why as Error).message];
    this.open({ kind: "open", text, reasons });
  }

  private take(found: Found): void {
    this.keeper.keep();
    this.book = new Book(this.study as Study, found);
    this.keeper.renew();
    this.origin = null;
    this.undone.length = 0;
    this.reporter.forget();
    this.spar = null;
    this.editor = null;
    this.dialog = undefined;
    document.title = `${this.book.heading(this)} · Joust`;
    // A whole game is shown from its beginning, as a book is opened.
    this.go(this.book.tree.root);
  }

  // Where the board is

  private go(node: Node): void {
    if (node !== this.node) this.pencil.drawn = [];
    this.node = node;
    if (this.book) {
      const view = this.book.view(node);
      this.tell(view.last ? say(view.last, view, this.language) : this.words.startPosition);
    }
    this.keeper.settle();
    this.analyse();
    // Elsewhere on a line the reply of the computer is there already.
    if (this.book && node.children.length === 0) void this.answer();
    this.stale();
  }

  /** A move on the board: the next one of the line, or a variation. */
  private moved(text: string): void {
    if (this.spar?.thinking) return;
    const node = this.grow(this.node, text);
    if (!node) return;
    this.go(node);
    void this.answer();
  }

  private grow(parent: Node, text: string): Node | null {
    const node = this.book.grow(parent, text);
    if (node) this.version += 1;
    else if (this.book.tree.isFull) this.notice(this.words.full);
    else if (this.book.tree.isDeep(parent)) this.notice(this.words.deep);
    return node;
  }

  private playLine(moves: readonly string[]): void {
    let node: Node | null = this.node;
    for (const move of moves) node = node && this.grow(node, move);
    if (node) this.go(node);
  }

  /** Chooses another variation in place of the last move. */
  private sibling(by: number): void {
    const children = this.node.parent?.children ?? [];
    if (children.length < 2) return;
    const at = children.indexOf(this.node);
    this.go(children[(at + by + children.length) % children.length]);
  }

  private promote(): void {
    if (!this.book.tree.promote(this.node)) return;
    this.version += 1;
    this.notice(this.words.promoted);
    this.keeper.settle();
  }

  private comment(text: string): void {
    this.node.comment = text;
    this.version += 1;
    this.keeper.settle();
    this.stale();
  }

  private cut(): void {
    const { node } = this;
    const { parent } = node;
    if (!parent) return;
    this.undone.push({ node, index: parent.children.indexOf(node) });
    this.book.tree.remove(node);
    this.version += 1;
    this.go(parent);
    this.notice(this.words.removed);
  }

  private restore(): void {
    const last = this.undone.pop();
    if (!last) return;
    this.book.tree.restore(last.node, last.index);
    this.version += 1;
    this.note = "";
    this.go(last.node);
  }

  // The engine

  private async toggle(): Promise<void> {
    if (this.advisor.on) this.advisor.turnOff();
    else if (!(await this.isPlayed(this.node))) this.advisor.on = true;
    this.analyse();
    this.stale();
  }

  /** Whether the visitor plays the line of a node against somebody now: players are not helped. */
  private async isPlayed(node: Node): Promise<boolean> {
    const { terms, tree } = this.book;
    const is = await this.running.have(terms.start, this.book.view(tree.end(node)));
    if (is) this.notice(this.words.running);
    return is;
  }

  /** Asks about the node on the board. A page that nobody sees does not think. */
  private analyse(): void {
    if (!this.book || !this.advisor.on) return;
    if (document.hidden) {
      this.advisor.rest();
      return;
    }
    this.advisor.consider(
      { ...this.book.terms, course: this.book.tree.course(this.node) },
      this.book.view(this.node),
    );
    void this.isPlayed(this.node).then(is => {
      if (is && this.advisor.on) void this.toggle();
    });
  }

  private setLines(lines: number): void {
    this.advisor.lines = lines;
    this.analyse();
    this.stale();
  }

  // The report

  private async makeReport(): Promise<void> {
    if ((await this.isPlayed(this.book.tree.root)) || this.reporter.progress) return;
    const outcome = await this.reporter.make(this.advisor.need(), this.book);
    if (outcome === "failed") this.notice(this.words.reportFailed);
    if (outcome !== "made") return;
    this.version += 1;
    this.tell(this.turningLines().join(". ") || this.words.noTurning);
  }

  /** Puts the best line in place of a move into the tree, and shows its first move. */
  private better(index: number): void {
    const { parent, line } = this.reporter.better(index);
    let node = parent;
    for (const move of line) node = node && this.grow(node, move);
    const first = parent?.children.find(child => child.text === line[0]);
    if (first) this.go(first);
  }

  private turningLines(): string[] {
    const { report, nodes } = this.reporter;
    if (!report) return [];
    return report.turning.map(
      index => `${label(nodes[index])} ${turningText(report, index, this.words, this.language)}`,
    );
  }

  // Playing on

  private async answer(): Promise<void> {
    const { spar, node } = this;
    const { tree } = this.book;
    if (!spar) return;
    const view = this.book.view(node);
    if (view.over || view.awaits[0] === spar.seat || spar.thinking) return;
    spar.thinking = true;
    this.stale();
    try {
      if (await this.isPlayed(node)) {
        this.spar = null;
        return;
      }
      const text = await this.advisor
        .need()
        .move({ ...this.book.terms, course: tree.course(node) }, spar.level);
      spar.thinking = false;
      // The person may have gone elsewhere meanwhile, where the computer may be asked, too.
      if (this.spar !== spar || this.book.tree !== tree) return;
      const next = this.node === node ? this.grow(node, text) : this.node;
      if (next) this.go(next);
    } catch {
      spar.thinking = false;
      this.notice(this.words.engineFailed);
    }
    this.stale();
  }

  /** The address of the form for a new game from here. The server knows boards by name only. */
  private newGame(terms: Terms, position: string): string | null {
    if (terms.values) return null;
    const { game, board, rules } = terms;
    return `/new?${new URLSearchParams({ game, board, rules, position })}`;
  }

  // Sharing

  private async share(way: string): Promise<void> {
    await share(way, {
      words: this.words,
      language: this.language,
      book: this.book,
      node: this.node,
      flipped: this.flipped,
      look: this.look,
      signal: this.stop.signal,
      board: () => this.querySelector<HTMLElement>(".board mad-board, .board war-board") as HTMLElement,
      link: async () => {
        await this.keeper.settled();
        const { linked } = this.keeper;
        return linked && new URL(`/analyse${linked}`, location.href).href;
      },
      busy: text => {
        if (this.dialog?.kind === "share") this.dialog = { kind: "share", busy: text };
        this.stale();
      },
      notice: text => this.notice(text),
      show: text => this.open({ kind: "text", text }),
    });
    this.stale();
  }

  // What the visitor does

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog || this.editor || !this.study) return;
    const path = event.composedPath().filter(node => node instanceof Element);
    if (path.some(node => node.matches("input, textarea, select, dialog, [role=slider]"))) return;
    if (event.key === "Tab") this.pointed = false;
    // On the board the arrows belong to the board, if the keyboard brought the person there.
    const steers = !this.pointed && path.some(node => node.matches(".board"));
    const steps: Record<string, () => void> = {
      ArrowLeft: () => this.node.parent && this.go(this.node.parent),
      ArrowRight: () => this.node.children[0] && this.go(this.node.children[0]),
      ArrowUp: () => this.sibling(-1),
      ArrowDown: () => this.sibling(1),
      Home: () => this.go(this.book.tree.root),
      End: () => this.go(this.book.tree.end(this.node)),
    };
    const letters: Record<string, () => void> = {
      e: () => void this.toggle(),
      b: () => this.advisor.info?.lines[0] && this.playLine(this.advisor.info.lines[0].moves.slice(0, 1)),
      f: () => this.flip(),
      c: () => this.querySelector<HTMLElement>("[data-comment]")?.focus(),
      u: () => this.restore(),
      o: () => this.open({ kind: "open", text: "", reasons: [] }),
      l: () => void this.share("copy-link"),
      "?": () => this.open({ kind: "keys" }),
    };
    const letter = readKeys() ? letters[event.key.toLowerCase()] : undefined;
    const deed = (steers ? undefined : steps[event.key]) ?? letter;
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
    this.stale();
  }

  private flip(): void {
    this.flipped = !this.flipped;
    this.stale();
  }

  private pasted(event: ClipboardEvent): void {
    const path = event.composedPath().filter(node => node instanceof Element);
    if (this.dialog || path.some(node => node.matches("input, textarea"))) return;
    const text = event.clipboardData?.getData("text/plain");
    if (!text?.trim()) return;
    event.preventDefault();
    this.openText(text);
    this.stale();
  }

  private dragged(event: DragEvent): void {
    const types = event.dataTransfer?.types ?? [];
    if (!types.includes("Files") && !types.includes("text/plain")) return;
    event.preventDefault();
    const dropping = event.type === "dragover";
    if (event.type === "drop") {
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) void this.openFile(file);
      else if (text) this.openText(text);
    }
    if (dropping !== this.dropping) {
      this.dropping = dropping;
      this.stale();
    }
  }

  // Dialogs and notes

  private open(dialog: Dialog): void {
    this.dialog = dialog;
    this.stale();
  }

  private close(): void {
    this.dialog = undefined;
    this.stale();
  }

  private tell(text: string): void {
    this.said = text;
    this.stale();
  }

  private notice(text: string): void {
    this.note = text;
    this.tell(text);
    clearTimeout(this.noting);
    this.noting = setTimeout(() => {
      this.note = "";
      this.stale();
    }, NOTE);
  }

  // Drawing

  private stale(): void {
    if (this.frame !== 0 || !this.isConnected) return;
    this.frame = requestAnimationFrame(() => this.paint());
  }

  private paint(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    render(this.page(), this);
    // What had the focus may be gone: then it goes to the move on the board, or into the editor.
    if (focused && (!focused.isConnected || focused.matches(":disabled")))
      this.querySelector<HTMLElement>(".move.here, .editor button")?.focus({ preventScroll: true });
    const dialog = this.querySelector<HTMLDialogElement>("dialog.main");
    if (this.dialog && !dialog?.open) dialog?.showModal();
    if (!this.dialog && dialog?.open) dialog.close();
    placeDots(this);
    this.scrollMoves();
    const board = this.querySelector(".board");
    if (board) this.size.observe(board);
    layOver(this);
    this.dataset.ready = this.book ? "yes" : "";
    this.dataset.at = this.book ? this.book.tree.address(this.node) : "";
  }

  /** Brings the current move into sight, without moving the page. */
  private scrollMoves(): void {
    const list = this.querySelector<HTMLElement>(".scroll");
    const here = list?.querySelector<HTMLElement>(".here");
    if (!list || !here) return;
    const [box, one] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
    if (one.top < box.top + 4) list.scrollTop -= box.top + 4 - one.top;
    else if (one.bottom > box.bottom - 4) list.scrollTop += one.bottom - box.bottom + 4;
  }

  /** The view as the board shows it. */
  private shown(): View {
    const view = this.book.view(this.node);
    return view.game === "wargame" && this.flipped ? turned(view) : view;
  }

  private page(): TemplateResult {
    const { words } = this;
    if (this.failed) return html`<h1>${words.title}</h1><p class="error" role="alert">${words.failed}</p>`;
    if (!this.book)
      return html`<h1 class="unseen">${words.title}</h1><p class="soft loading">${words.loading}</p>`;
    return html`<h1 class="unseen">${words.title}</h1>
      ${this.editor ? this.editorView(this.editor) : this.boardPage()}
      <dialog class="main wide" aria-labelledby="dialog-title" @close=${() => this.close()} @cancel=${() => this.close()}
        @click=${(event: Event) => event.target === event.currentTarget && this.close()}>
        ${this.dialog ? this.dialogBody(this.dialog) : nothing}</dialog>
      ${this.dropping ? html`<div class="dropzone" aria-hidden="true">${words.dropHere}</div>` : nothing}
      ${this.note ? html`<div class="line" data-note>${this.note}</div>` : nothing}
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>`;
  }

  private editorView(editor: Editor): TemplateResult {
    return editor.view({
      words: this.words,
      language: this.language,
      rulesets: this.rulesets,
      look: this.look,
      flipped: this.flipped,
      changed: () => this.stale(),
      cancel: () => {
        this.editor = null;
        this.stale();
      },
      done: terms => this.openTerms(terms),
      play: terms => {
        const address = this.newGame(terms, terms.start);
        if (address) location.assign(address);
        else if (this.openTerms(terms)) this.open({ kind: "play" });
      },
    });
  }

  private dialogBody(dialog: Dialog): TemplateResult {
    const view = this.book.view(this.node);
    return dialogView(dialog, {
      words: this.words,
      language: this.language,
      recent: dialog.kind === "open" ? kept().filter(({ id }) => id !== this.keeper.id) : [],
      levels: this.levels,
      colours: COLOURS[this.book.terms.game],
      side: view.awaits[0] ?? 0,
      note: this.note,
      newGame: view.over ? null : this.newGame(this.book.terms, view.position),
      close: () => this.close(),
      open: text => {
        this.openText(text);
        this.stale();
      },
      file: file => void this.openFile(file),
      reopen: study => {
        this.reopen(study);
        this.stale();
      },
      fresh: game => {
        this.fresh(game);
        this.stale();
      },
      does: way => void this.share(way),
      play: (seat, level) => {
        this.spar = { seat, level, thinking: false };
        this.flipped = seat === 1;
        this.close();
        void this.answer();
      },
    });
  }

  /** Why the board cannot do what was wanted. Without an opponent both sides are the visitor's. */
  private readonly why: Why = text => {
    const { rules } = this.study as Study;
    const seat = this.spar?.seat ?? this.book.view(this.node).awaits[0] ?? 0;
    const course = this.book.tree.course(this.node);
    return rules.why({ ...this.book.terms, course }, seat, text, this.language);
  };

  private boardPage(): TemplateResult {
    const view = this.book.view(this.node);
    const { words, language } = this;
    const best =
      this.advisor.on && !this.spar ? (this.advisor.info?.lines.map(line => line.moves[0]) ?? []) : [];
    const seats = view.over ? NOBODY : this.spar ? (this.spar.thinking ? NOBODY : [this.spar.seat]) : BOTH;
    const value = this.advisor.info?.lines[0]?.value;
    const share = value ? Math.round(50 + 50 * Math.max(-1, Math.min(1, value.chance))) : 50;
    const all: readonly (MadMove | WarMove)[] = view.moves;
    const first = all.find(move => move.text === best[0]);
    const hint = first && isShift(first) ? first.text : null;
    const drag = (event: PointerEvent) => {
      if (this.pencil.drag(event, stageOf(this), geometry(this.shown(), this.flipped))) this.stale();
    };
    return html`<div class="bench" data-game=${view.game}>
      <div class="field-of-play">
        <div class="board" @pointerdown=${drag} @pointerup=${drag} @contextmenu=${(event: Event) => event.preventDefault()}>
          ${
            view.game === "mad"
              ? html`<mad-board .view=${view} .seats=${seats} .flipped=${this.flipped} .look=${this.look} .hint=${hint} .language=${language} .why=${this.why}></mad-board>`
              : html`<war-board .view=${this.flipped ? turned(view) : view} .seats=${seats} .language=${language} .why=${this.why}></war-board>`
          }
          ${arrowsView(this.shown(), this.flipped, best, this.pencil.drawn)}
          ${
            this.advisor.on
              ? html`<div class="bar ${view.sides[0]} ${this.flipped ? "flipped" : ""}" data-share=${share} aria-hidden="true"><i class=${view.sides[1]}></i></div>`
              : nothing
          }
        </div>
      </div>
      <div class="desk">
        ${statusView({
          view,
          words,
          language,
          players: this.book.players(this),
          spar: this.spar,
          levels: this.levels,
          warnings: this.book.warnings,
          origin: this.origin,
          askMove: () => void this.answer(),
          stopPlaying: () => {
            this.spar = null;
            this.stale();
          },
        })}
        ${enginePanel({
          on: this.advisor.on,
          lines: this.advisor.lines,
          info: this.advisor.info,
          exact: this.advisor.exact,
          view,
          words,
          language,
          toggle: () => void this.toggle(),
          setLines: lines => this.setLines(lines),
          play: moves => this.playLine(moves),
        })}
        ${this.movesPanel()}
        ${stepsView(this.book.tree, this.node, words, node => this.go(node))}
        ${toolsView(words, name => this.use(name))}
      </div>
      ${reportPanel({
        tree: this.book.tree,
        node: this.node,
        report: this.reporter.report,
        reported: this.reporter.nodes,
        reporting: this.reporter.progress,
        view,
        words,
        language,
        go: node => this.go(node),
        make: () => void this.makeReport(),
        better: ply => this.better(ply),
      })}
    </div>`;
  }

  private movesPanel(): TemplateResult {
    return movesPanel({
      tree: this.book.tree,
      node: this.node,
      words: this.words,
      forfeit: this.book.forfeit,
      version: this.version,
      trouble: this.keeper.trouble,
      canRestore: this.undone.length > 0,
      grade: node => this.reporter.grade(node),
      go: node => this.go(node),
      comment: text => this.comment(text),
      promote: () => this.promote(),
      remove: () => this.cut(),
      restore: () => this.restore(),
      save: () => void this.share("save-record"),
    });
  }

  get levels(): string[] {
    return (this.dataset.levels ?? "").split("|");
  }

  /** The server lists names in the register and names to show by turns. */
  get rulesets(): ReadonlyMap<string, string> {
    const names = (this.dataset.rulesets ?? "").split("|");
    return new Map(names.flatMap((name, i) => (i % 2 === 0 ? [[name, names[i + 1]] as const] : [])));
  }

  private use(tool: string): void {
    if (tool === "open") this.open({ kind: "open", text: "", reasons: [] });
    if (tool === "edit") this.edit();
    if (tool === "play") this.open({ kind: "play" });
    if (tool === "flip") this.flip();
    if (tool === "share") this.open({ kind: "share", busy: "" });
    if (tool === "help") this.open({ kind: "keys" });
  }

  private edit(): void {
    this.editor = new Editor(this.study as Study, this.book.view(this.node), this.book.terms.values);
    this.stale();
  }
}
