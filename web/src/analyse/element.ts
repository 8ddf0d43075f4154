import "../duel/mad/board";
import "../duel/war/board";
import { html, nothing, render, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { emblem, type Icon, icon } from "../arena/icons";
import { copy } from "../arena/play/copy";
import { type Look, readKeys, readLook } from "../arena/settings";
import { turned } from "../duel/war/state";
import { say } from "../duel/words/say";
import { sideName, wordsOf } from "../duel/words/words";
import { Engine, type Grade, type Info, type Report, Stopped } from "../engine/engine";
import { Refused, Rules } from "../rules/rules";
import type { Seat, Table, View } from "../rules/view";
import { save } from "../viewer/export";
import { arrowsView, type Drawn, geometry } from "./arrows";
import { type Dialog, dialogView } from "./dialogs";
import { Editor } from "./editor";
import { type Exact, enginePanel } from "./engine_panel";
import { graphView, placeDots } from "./graph";
import { pack, unpack } from "./link";
import { label, movesView, written } from "./moves";
import { gif, png, svgOf } from "./picture";
import { turningText } from "./report";
import { type Kept, keep, kept, newId } from "./store";
import { type Found, Study, type Terms } from "./study";
import { type Node, Tree } from "./tree";
import { told } from "./value";
import { type Language, pageLanguage, type Words, words } from "./words/words";

const COLOURS = { mad: ["red", "blue"], wargame: ["blue", "green"] } as const;
const BOTH: readonly Seat[] = [0, 1];
const NOBODY: readonly Seat[] = [];

/** Delays in milliseconds: of the address and the autosave, of questions to the server, and of notes. */
const SETTLED = 350;
const PATIENT = 250;
const NOTE = 5_000;
/** The largest file that is read, in bytes; as in joust-study. */
const LARGEST = 1 << 20;
/** After so many nodes the engine rests: about a minute. */
const NODES = 50_000_000;
/** Views that are kept. */
const VIEWS = 64;

/** A game against the computer on this board. */
interface Sparring {
  seat: Seat;
  level: number;
  thinking: boolean;
}

/** `<joust-analyse>`: the analysis board. What is drawn is a function of the tree, the node, and what was chosen. */
export class JoustAnalyse extends HTMLElement {
  private readonly language: Language = pageLanguage();
  private readonly words: Words = words(this.language);
  private readonly stop = new AbortController();
  private readonly views = new Map<string, View>();
  private readonly undone: { node: Node; parent: Node; index: number }[] = [];
  private study: Study | undefined;
  private failed = false;
  private engine: Engine | undefined;
  private terms!: Terms;
  private tree = new Tree();
  private node = this.tree.root;
  private headers: Found["headers"] = [];
  private forfeit: { node: Node; text: string } | null = null;
  private key = newId();
  private warnings: readonly string[] = [];

  private flipped = false;
  private look: Look = readLook();
  private on = false;
  private lines = 3;
  private info: Info | null = null;
  private exact: Exact | null = null;
  private stopAnalysis: (() => void) | undefined;
  private analysed = "";
  private report: Report | null = null;
  /** The nodes of the report, in order, and what it says of them. */
  private reported: Node[] = [];
  private grades = new Map<Node, Grade>();
  /** Changes with everything that the list of moves shows, except the current move. */
  private version = 0;
  private reporting: { done: number; of: number; stop(): void } | null = null;
  private spar: Sparring | null = null;
  private editor: Editor | null = null;
  private dialog: Dialog | undefined;
  private drawn: Drawn[] = [];
  private drawing: string | null = null;
  private dropping = false;
  private note = "";
  private said = "";
  private linked = "";
  private frame = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private noting: ReturnType<typeof setTimeout> | undefined;
  private readonly size = new ResizeObserver(() => this.place());

  connectedCallback(): void {
    const { signal } = this.stop;
    this.replaceChildren();
    this.paint();
    document.addEventListener("keydown", event => this.pressed(event), { signal, capture: true });
    document.addEventListener("paste", event => this.pasted(event), { signal });
    for (const type of ["dragover", "dragleave", "drop"])
      addEventListener(type, event => this.dragged(event as DragEvent), { signal });
    addEventListener("hashchange", () => void this.fromHash(), { signal });
    addEventListener("pagehide", () => this.keep(), { signal });
    // A page that nobody sees does not think.
    document.addEventListener("visibilitychange", () => this.rest(document.hidden), { signal });
    this.addEventListener("joust-move", event => this.moved((event as CustomEvent).detail.text), { signal });
    this.addEventListener("joust-say", event => this.tell((event as CustomEvent).detail.text), { signal });
    void this.load();
  }

  disconnectedCallback(): void {
    this.stop.abort();
    this.engine?.dispose();
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    for (const timer of [this.settling, this.asking, this.noting]) clearTimeout(timer);
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
    this.stale();
  }

  private async begin(): Promise<void> {
    const { record, closed } = this.dataset;
    if (await this.fromHash()) return;
    const query = new URLSearchParams(location.search);
    if (closed) {
      this.fresh("mad");
      this.warnings = [this.words.closed];
      return;
    }
    if (record && this.openText(record, { quiet: true })) return;
    const game = query.get("game");
    if (game === "mad" || game === "wargame") {
      const terms: Omit<Table, "course"> = {
        game,
        board: query.get("board"),
        rules: query.get("rules"),
        values: query.get("values"),
        start: query.get("position"),
      };
      if (this.openTerms(terms)) return;
    }
    const [last] = kept();
    if (!query.has("game") && last && this.reopen(last)) return;
    if (!this.terms) this.fresh("mad");
  }

  /** Opens what the address holds; says whether it holds anything. */
  private async fromHash(): Promise<boolean> {
    const { hash } = location;
    if (hash.length < 2 || hash === this.linked) return false;
    const found = await unpack(hash);
    if (!found) return false;
    if (!this.openText(found.text, { quiet: true })) return this.terms !== undefined;
    if (found.at !== null) this.go(this.tree.at(found.at));
    this.stale();
    return true;
  }

  private fresh(game: "mad" | "wargame"): void {
    this.openTerms({ game });
  }

  private openTerms(table: Omit<Table, "course">): boolean {
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
      const { rules, board, position } = this.study.rules.view({ ...asked, course: [] });
      const nodes = [{ parent: null, text: "", seat: 0 as Seat, turn: 0, comment: "" }];
      const terms = { ...asked, rules, board, start: position };
      this.take({ ...terms, nodes, forfeit: null, result: "*", headers: [], warnings: [] });
      return true;
    } catch (why) {
      this.refuse(table.start ?? "", why);
      return false;
    }
  }

  /** Reads a text of any kind; says whether it could be read. */
  private openText(text: string, { quiet = false } = {}): boolean {
    if (!this.study) return false;
    const address = this.readAddress(text);
    if (address) return address();
    try {
      const found = this.study.read(text, this.terms);
      this.take(found);
      if (!quiet) this.notice(this.words.opened);
      return true;
    } catch (why) {
      if (!this.terms) this.fresh("mad");
      this.refuse(text, why);
      return false;
    }
  }

  /** What a pasted address leads to, on whatever host. */
  private readAddress(text: string): (() => boolean) | undefined {
    const line = text.trim();
    if (/\s/.test(line) || !URL.canParse(line)) return undefined;
    const { pathname, search, hash } = new URL(line);
    const query = new URLSearchParams(search);
    const game = query.get("game");
    if (pathname === "/analyse" && hash.length > 1) {
      return () => {
        location.hash = hash;
        return true;
      };
    }
    if ((pathname === "/new" || pathname === "/analyse") && (game === "mad" || game === "wargame")) {
      return () =>
        this.openTerms({
          game,
          board: query.get("board"),
          rules: query.get("rules"),
          values: query.get("values"),
          start: query.get("position"),
        });
    }
    const id = /^\/game\/(\w+)$/.exec(pathname)?.[1] ?? (pathname === "/analyse" ? game : null);
    if (!id) return undefined;
    return () => {
      location.assign(`/analyse?game=${encodeURIComponent(id)}`);
      return true;
    };
  }

  private async openFile(file: File): Promise<void> {
    if (file.size > LARGEST) this.open({ kind: "open", text: "", reasons: [this.words.tooLarge] });
    else this.openText(await file.text());
    this.stale();
  }

  private reopen(study: Kept): boolean {
    if (!this.openText(study.record, { quiet: true })) return false;
    this.key = study.id;
    this.go(this.tree.at(study.at));
    return true;
  }

  private refuse(text: string, why: unknown): void {
    const reasons = why instanceof Refused ? why.reasons : [(why as Error).message];
    this.open({ kind: "open", text, reasons });
  }

  private take(found: Found): void {
    const { game, rules, board, values, start } = found;
    this.keep();
    this.terms = { game, rules, board, values, start };
    this.tree = Tree.of(found.nodes);
    this.headers = found.headers;
    this.warnings = found.warnings;
    this.forfeit = found.forfeit ? { node: this.tree.end(this.tree.root), text: found.forfeit } : null;
    this.key = newId();
    this.views.clear();
    this.undone.length = 0;
    this.report = null;
    this.reported = [];
    this.grades.clear();
    this.reporting?.stop();
    this.reporting = null;
    this.spar = null;
    this.editor = null;
    this.dialog = undefined;
    // A whole game is shown from its beginning, as a book is opened.
    this.go(this.tree.root);
  }

  // Where the board is

  /** The view after the actions of a node; an unchanged view stays one object. */
  private view(node: Node): View {
    const course = this.tree.course(node);
    const key = course.join(" ");
    const found = this.views.get(key);
    if (found) return found;
    const view = (this.study as Study).rules.view({ ...this.terms, course });
    this.views.set(key, view);
    for (const old of [...this.views.keys()].slice(0, -VIEWS)) this.views.delete(old);
    return view;
  }

  private go(node: Node): void {
    if (node !== this.node) this.drawn = [];
    this.node = node;
    if (this.study && this.terms) {
      const view = this.view(node);
      this.tell(view.last ? say(view.last, view, this.language) : this.words.startPosition);
    }
    this.settle();
    this.analyse();
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
    const found = parent.children.find(child => child.text === text);
    if (found) return found;
    if (this.tree.isFull) {
      this.notice(this.words.full);
      return null;
    }
    try {
      const { last } = (this.study as Study).rules.view({
        ...this.terms,
        course: [...this.tree.course(parent), text],
      });
      this.version += 1;
      return last ? this.tree.add(parent, { text: last.text, seat: last.seat, turn: last.turn }) : null;
    } catch {
      // A board may still show what was before: what is not allowed now was not meant.
      return null;
    }
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
    if (!this.tree.promote(this.node)) return;
    this.version += 1;
    this.notice(this.words.promoted);
    this.settle();
  }

  private cut(): void {
    const { node } = this;
    const { parent } = node;
    if (!parent) return;
    this.undone.push({ node, parent, index: parent.children.indexOf(node) });
    this.tree.remove(node);
    this.version += 1;
    this.go(parent);
    this.notice(this.words.removed);
  }

  private restore(): void {
    const last = this.undone.pop();
    if (!last) return;
    last.parent.children.splice(last.index, 0, last.node);
    this.version += 1;
    this.note = "";
    this.go(last.node);
  }

  // What is kept

  /** The record of the study, with all variations. */
  private record(): string {
    const end = this.tree.end(this.tree.root);
    const forfeit = this.forfeit?.node === end ? this.forfeit.text : null;
    return (this.study as Study).write({
      ...this.terms,
      nodes: this.tree.flat(),
      forfeit,
      headers: this.headers,
    });
  }

  /** Soon the address and the browser know what is on the board. */
  private settle(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => void this.settled(), SETTLED);
  }

  private async settled(): Promise<void> {
    if (!this.study || !this.terms) return;
    this.keep();
    const packed = await pack(this.record(), this.tree.address(this.node)).catch(() => null);
    this.linked = packed ? `#${packed}` : "";
    const query = this.dataset.id ? location.search : "";
    history.replaceState(history.state, "", `${location.pathname}${query}${this.linked}`);
  }

  private keep(): void {
    if (!this.study || !this.terms || (this.tree.size < 2 && !this.tree.root.comment)) return;
    const at = this.tree.address(this.node);
    keep({ id: this.key, time: Date.now(), title: this.heading(), record: this.record(), at });
  }

  private players(): [string, string] | null {
    const [one, two] = (["mad", "wargame"] as const).includes(this.terms.game)
      ? COLOURS[this.terms.game].map(side => this.headers.find(([name]) => name.toLowerCase() === side)?.[1])
      : [];
    return one || two ? [one ?? "?", two ?? "?"] : null;
  }

  private heading(): string {
    const { game, board, values } = this.terms;
    const players = this.players()?.join(" – ");
    const where = `${this.words.startOf[game]} ${values && game === "wargame" ? this.words.own : board}`;
    return [players, where, this.words.moves(this.tree.main().length)].filter(Boolean).join(" · ");
  }

  // The engine

  private need(): Engine {
    const { engine = "", analysis = "" } = this.dataset;
    this.engine ??= new Engine({ worker: engine, wasm: analysis });
    return this.engine;
  }

  private toggle(): void {
    this.on = !this.on;
    if (!this.on) {
      this.stopAnalysis?.();
      this.stopAnalysis = undefined;
      this.analysed = "";
      this.info = null;
      this.exact = null;
    }
    this.analyse();
    this.stale();
  }

  private rest(hidden: boolean): void {
    if (!this.on) return;
    if (hidden) {
      this.stopAnalysis?.();
      this.analysed = "";
    } else this.analyse();
  }

  /** Asks about the node on the board, once. */
  private analyse(): void {
    if (!this.on || !this.study || !this.terms) return;
    const course = this.tree.course(this.node);
    const key = `${this.lines}|${course.join(" ")}`;
    if (key === this.analysed) return;
    this.stopAnalysis?.();
    this.analysed = key;
    this.info = null;
    this.exact = null;
    const view = this.view(this.node);
    if (view.over) return;
    const options = { lines: this.lines, nodes: NODES };
    this.stopAnalysis = this.need().analyse({ ...this.terms, course }, options, info => {
      if (this.analysed !== key) return;
      // Before the first depth is done there is nothing to show.
      if (info.lines.length > 0 || info.done) this.info = info;
      this.stale();
    });
    clearTimeout(this.asking);
    if (!this.terms.values || this.terms.game === "mad") {
      this.asking = setTimeout(() => void this.askExact(key, view), PATIENT);
    }
  }

  /** What tables and solvers on the server know; a server that is busy or cannot be reached is not missed. */
  private async askExact(key: string, { game, rules, board, position }: View): Promise<void> {
    try {
      const answer = await fetch(`/exact?${new URLSearchParams({ game, rules, board, position })}`);
      const exact: Exact & { value?: unknown } = answer.ok ? await answer.json() : { known: false };
      if (this.analysed !== key) return;
      this.exact = exact;
      this.stale();
    } catch {
      // The lines of the engine are there all the same.
    }
  }

  private setLines(lines: number): void {
    this.lines = lines;
    this.analyse();
    this.stale();
  }

  // The report

  private async makeReport(): Promise<void> {
    const nodes = this.tree.main();
    const { tree } = this;
    const course = nodes.map(({ text }) => text);
    const work = this.need().report({ ...this.terms, course }, (done, of) => {
      if (this.reporting) this.reporting = { ...this.reporting, done, of };
      this.stale();
    });
    this.reporting = { done: 0, of: nodes.length, stop: work.stop };
    this.stale();
    try {
      const report = await work.result;
      if (tree !== this.tree) return;
      this.report = report;
      this.reported = nodes;
      this.grades = new Map(report.plies.flatMap(({ grade }, i) => (grade ? [[nodes[i], grade]] : [])));
      this.version += 1;
      this.tell(this.turningLines().join(". ") || this.words.noTurning);
    } catch (why) {
      if (!(why instanceof Stopped)) this.notice(this.words.reportFailed);
    } finally {
      if (tree === this.tree) this.reporting = null;
      this.stale();
    }
  }

  private turningLines(): string[] {
    const { report, reported } = this;
    if (!report) return [];
    return report.turning.map(
      index => `${label(reported[index])} ${turningText(report, index, this.words, this.language)}`,
    );
  }

  // Playing on

  private async answer(): Promise<void> {
    const { spar, node, tree } = this;
    if (!spar) return;
    const view = this.view(node);
    if (view.over || view.awaits[0] === spar.seat || spar.thinking) return;
    spar.thinking = true;
    this.stale();
    try {
      const text = await this.need().move({ ...this.terms, course: tree.course(node) }, spar.level);
      spar.thinking = false;
      // The person may have gone elsewhere meanwhile.
      if (this.spar !== spar || this.node !== node || this.tree !== tree) return;
      const next = this.grow(node, text);
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

  private async does(name: string): Promise<void> {
    const { words } = this;
    const file = (end: string) => `joust-${this.terms.game}.${end}`;
    const board = () => this.querySelector<HTMLElement>(".board mad-board, .board war-board") as HTMLElement;
    try {
      if (name === "copy-link") await this.copyLink();
      if (name === "copy-record") await this.copyText(this.record(), words.copiedRecord);
      if (name === "save-record") save(new Blob([this.record()], { type: "text/plain" }), file("txt"));
      if (name === "save-svg") save(new Blob([svgOf(board())], { type: "image/svg+xml" }), file("svg"));
      if (name === "save-png") save(await png(svgOf(board())), file("png"));
      if (name === "save-gif") await this.film(file("gif"));
    } catch (why) {
      this.notice((why as Error).message);
    }
    this.stale();
  }

  private async film(name: string): Promise<void> {
    // The line that is looked at, with what follows.
    const nodes = [this.tree.root, ...this.tree.path(this.tree.end(this.node))];
    const views = nodes.map(node => this.view(node));
    const say = (busy: string) => {
      if (this.dialog?.kind === "share") this.dialog = { kind: "share", busy };
      this.stale();
    };
    say(this.words.filming(0, views.length));
    const { flipped, look, language } = this;
    const progress = (done: number, of: number) => say(this.words.filming(done, of));
    try {
      save(await gif(views, { flipped, look, language, progress, signal: this.stop.signal }), name);
    } finally {
      say("");
    }
  }

  private async copyLink(): Promise<void> {
    await this.settled();
    if (!this.linked) this.notice(this.words.tooLong);
    else await this.copyText(new URL(`/analyse${this.linked}`, location.href).href, this.words.copiedLink);
  }

  private async copyText(text: string, said: string): Promise<void> {
    if (await copy(text)) this.notice(said);
    else this.open({ kind: "text", text });
  }

  // What the visitor does

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog || this.editor || !this.study) return;
    const path = event.composedPath().filter(node => node instanceof Element);
    if (path.some(node => node.matches("input, textarea, select, dialog, [role=slider]"))) return;
    // On the board the arrows belong to the board, if the keyboard brought the person there.
    const steers = path.some(node => node.matches(".board")) && path[0].matches(":focus-visible");
    const steps: Record<string, () => void> = {
      ArrowLeft: () => this.node.parent && this.go(this.node.parent),
      ArrowRight: () => this.node.children[0] && this.go(this.node.children[0]),
      ArrowUp: () => this.sibling(-1),
      ArrowDown: () => this.sibling(1),
      Home: () => this.go(this.tree.root),
      End: () => this.go(this.tree.end(this.node)),
    };
    const letters: Record<string, () => void> = {
      e: () => this.toggle(),
      b: () => this.info?.lines[0] && this.playLine(this.info.lines[0].moves.slice(0, 1)),
      f: () => this.flip(),
      c: () => this.querySelector<HTMLElement>("[data-comment]")?.focus(),
      o: () => this.open({ kind: "open", text: "", reasons: [] }),
      l: () => void this.copyLink(),
      "?": () => this.open({ kind: "keys" }),
    };
    const deed = steers
      ? undefined
      : (steps[event.key] ?? (readKeys() ? letters[event.key.toLowerCase()] : undefined));
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

  // Arrows that are drawn

  private squareUnder(event: PointerEvent): string | null {
    const stage = this.stage();
    if (!stage) return null;
    const view = this.shown();
    const place = geometry(view, this.flipped);
    const box = stage.getBoundingClientRect();
    return place.squareAt({
      x: ((event.clientX - box.left) * place.width) / box.width,
      y: ((event.clientY - box.top) * place.height) / box.height,
    });
  }

  private drag(event: PointerEvent): void {
    if (event.type === "pointerdown" && event.button === 0 && this.drawn.length > 0) {
      this.drawn = [];
      this.stale();
    }
    if (event.type === "pointerdown" && event.button === 2) this.drawing = this.squareUnder(event);
    if (event.type === "pointerup" && event.button === 2 && this.drawing) {
      const to = this.squareUnder(event);
      const from = this.drawing;
      this.drawing = null;
      if (!to) return;
      const same = (one: Drawn) => one.from === from && one.to === to;
      const there = this.drawn.some(same);
      this.drawn = there ? this.drawn.filter(one => !same(one)) : [...this.drawn, { from, to }].slice(-24);
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
    render(this.page(), this);
    const dialog = this.querySelector<HTMLDialogElement>("dialog.main");
    if (this.dialog && !dialog?.open) dialog?.showModal();
    if (!this.dialog && dialog?.open) dialog.close();
    placeDots(this);
    this.follow();
    const board = this.querySelector(".board");
    if (board) this.size.observe(board);
    this.place();
    this.dataset.ready = this.study && this.terms ? "yes" : "";
    this.dataset.at = this.terms ? this.tree.address(this.node) : "";
  }

  private stage(): HTMLElement | null {
    const board = this.querySelector(".board mad-board, .board war-board");
    return board?.shadowRoot?.querySelector<HTMLElement>(".stage") ?? null;
  }

  /** Lays the arrows over the board, and sets the bar. */
  private place(): void {
    const over = this.querySelector<SVGElement>("svg.arrows");
    const stage = this.stage();
    const home = this.querySelector(".board");
    if (over && stage && home) {
      const [inner, outer] = [stage.getBoundingClientRect(), home.getBoundingClientRect()];
      over.style.left = `${inner.left - outer.left}px`;
      over.style.top = `${inner.top - outer.top}px`;
      over.style.width = `${inner.width}px`;
      over.style.height = `${inner.height}px`;
      const bar = this.querySelector<HTMLElement>(".bar");
      if (bar) {
        bar.style.left = `${inner.left - outer.left - bar.offsetWidth - Math.min(8, bar.offsetWidth / 2 - 2)}px`;
        bar.style.top = over.style.top;
        bar.style.height = over.style.height;
        bar.style.setProperty("--share", bar.dataset.share ?? "50");
      }
    }
    // Boards draw a moment later than the page.
    if (over && !stage?.clientWidth) requestAnimationFrame(() => this.place());
  }

  /** Brings the current move into sight, without moving the page. */
  private follow(): void {
    const list = this.querySelector<HTMLElement>(".scroll");
    const here = list?.querySelector<HTMLElement>(".here");
    if (!list || !here) return;
    const [box, one] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
    if (one.top < box.top + 4) list.scrollTop -= box.top + 4 - one.top;
    else if (one.bottom > box.bottom - 4) list.scrollTop += one.bottom - box.bottom + 4;
  }

  /** The view as the board shows it. */
  private shown(): View {
    const view = this.view(this.node);
    return view.game === "wargame" && this.flipped ? turned(view) : view;
  }

  private page(): TemplateResult {
    const { words } = this;
    if (this.failed) return html`<h1>${words.title}</h1><p class="error" role="alert">${words.failed}</p>`;
    if (!this.study || !this.terms)
      return html`<h1 class="unseen">${words.title}</h1><p class="soft loading">${words.loading}</p>`;
    return html`<h1 class="unseen">${words.title}</h1>
      ${this.editor ? this.editorView(this.editor) : this.boardPage()}
      <dialog class="main wide" aria-labelledby="dialog-title" @close=${() => this.close()} @cancel=${() => this.close()}
        @click=${(event: Event) => event.target === event.currentTarget && this.close()}>
        ${this.dialog ? this.dialogBody(this.dialog) : nothing}</dialog>
      ${this.dropping ? html`<div class="dropzone" aria-hidden="true">${words.dropHere}</div>` : nothing}
      ${
        this.note
          ? html`<div class="line" data-note>${this.note}${
              this.undone.length > 0 && this.note === words.removed
                ? html`<button class="button plain" data-do="restore" @click=${() => this.restore()}>${words.restore}</button>`
                : nothing
            }</div>`
          : nothing
      }
      <p class="unseen" role="status" aria-live="polite">${this.said}</p>`;
  }

  private editorView(editor: Editor): TemplateResult {
    return editor.view({
      words: this.words,
      language: this.language,
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
    const view = this.view(this.node);
    return dialogView(dialog, {
      words: this.words,
      language: this.language,
      recent: dialog.kind === "open" ? kept().filter(({ id }) => id !== this.key) : [],
      levels: (this.dataset.levels ?? "").split("|"),
      colours: COLOURS[this.terms.game],
      side: view.awaits[0] ?? 0,
      note: this.note,
      newGame: view.over ? null : this.newGame(this.terms, view.position),
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
      does: name => void this.does(name),
      play: (seat, level) => {
        this.spar = { seat, level, thinking: false };
        this.flipped = seat === 1;
        this.close();
        void this.answer();
      },
    });
  }

  private boardPage(): TemplateResult {
    const view = this.view(this.node);
    const { words, language } = this;
    const best = this.on && !this.spar ? (this.info?.lines.map(line => line.moves[0]) ?? []) : [];
    const seats = view.over ? NOBODY : this.spar ? (this.spar.thinking ? NOBODY : [this.spar.seat]) : BOTH;
    const value = this.info?.lines[0]?.value;
    const share = value ? Math.round(50 + 50 * Math.max(-1, Math.min(1, value.chance))) : 50;
    const drag = (event: PointerEvent) => this.drag(event);
    return html`<div class="bench" data-game=${view.game}>
      <div class="field-of-play">
        <div class="board" @pointerdown=${drag} @pointerup=${drag} @contextmenu=${(event: Event) => event.preventDefault()}>
          ${
            view.game === "mad"
              ? html`<mad-board .view=${view} .seats=${seats} .flipped=${this.flipped} .look=${this.look} .language=${language}></mad-board>`
              : html`<war-board .view=${this.flipped ? turned(view) : view} .seats=${seats} .language=${language}></war-board>`
          }
          ${arrowsView(this.shown(), this.flipped, best, this.drawn)}
          ${
            this.on
              ? html`<div class="bar ${view.sides[0]} ${this.flipped ? "flipped" : ""}" data-share=${share} aria-hidden="true"><i class=${view.sides[1]}></i></div>`
              : nothing
          }
        </div>
      </div>
      <div class="desk">
        ${this.statusView(view)}
        ${enginePanel({
          on: this.on,
          lines: this.lines,
          info: this.info,
          exact: this.exact,
          view,
          words,
          language,
          toggle: () => this.toggle(),
          setLines: lines => this.setLines(lines),
          play: moves => this.playLine(moves),
        })}
        ${this.movesPanel()}
        ${this.stepsView()}
        ${this.toolsView()}
      </div>
      ${this.reportView(view)}
    </div>`;
  }

  private statusView(view: View): TemplateResult {
    const { words } = this;
    const sides = BOTH.map(seat => sideName(view, seat, wordsOf(this.language)));
    const players = this.players();
    const colours = COLOURS[view.game];
    const levels = (this.dataset.levels ?? "").split("|");
    const level = this.spar ? (levels.at(this.spar.level - (levels.length > 10 ? 0 : 1)) ?? "") : "";
    return html`<div class="who">
      ${
        players
          ? html`<p class="versus">${emblem(colours[0], 0)}<bdi>${players[0]}</bdi><span class="soft">–</span>${emblem(colours[1], 1)}<bdi>${players[1]}</bdi></p>`
          : nothing
      }
      ${
        this.spar
          ? html`<p class="sparring"><span>${this.spar.thinking ? words.thinking : words.playing(level)}</span>
            <button class="button" data-do="stop-playing" @click=${() => {
              this.spar = null;
              this.stale();
            }}>${words.playStop}</button></p>`
          : nothing
      }
      ${view.over ? html`<p class="over">${view.over.winner === null ? words.over : words.value.wins(sides[view.over.winner])}${view.over.points ? html` <span class="soft">${view.over.points.replaceAll("1/2", "½")}</span>` : nothing}</p>` : nothing}
      ${this.warnings.map(warning => html`<p class="warning">${warning}</p>`)}
    </div>`;
  }

  private movesPanel(): TemplateResult {
    const { words, node, tree } = this;
    const end = tree.end(tree.root);
    const branch = tree.branch(node);
    return html`<section class="moves panel" aria-labelledby="moves-title">
      <header><h2 id="moves-title">${words.movesTitle}</h2>
      </header>
      <div class="scroll" tabindex="-1">${guard([tree, node, this.version], () =>
        movesView({
          tree,
          current: node,
          words,
          grade: one => this.grades.get(one),
          go: one => this.go(one),
          forfeit: this.forfeit?.node === end ? this.forfeit.text : null,
        }),
      )}</div>
      <div class="remarks">
        <label class="unseen" for="comment">${words.comment}</label>
        <textarea id="comment" rows="2" maxlength="2000" data-comment placeholder=${words.commentHint} .value=${node.comment}
          @input=${(event: Event) => {
            node.comment = (event.target as HTMLTextAreaElement).value;
            this.version += 1;
            this.settle();
            this.stale();
          }}></textarea>
        ${
          node.parent
            ? html`<div class="row">
              ${branch ? html`<button class="button plain" data-do="promote" @click=${() => this.promote()}>${icon("flip")}<span>${words.promote}</span></button>` : nothing}
              <button class="button plain" data-do="remove" @click=${() => this.cut()}>${icon("close")}<span>${words.remove}</span></button>
            </div>`
            : nothing
        }
      </div>
    </section>`;
  }

  /** Stepping through the moves; on a phone it stands at the edge, where the board stays in sight. */
  private stepsView(): TemplateResult {
    const { words, node, tree } = this;
    const step = (name: string, of: Icon, title: string, to: Node | null | undefined) =>
      html`<button class="button" data-do=${name} aria-label=${title} title=${title} ?disabled=${!to || to === node}
        @click=${() => to && this.go(to)}>${icon(of)}</button>`;
    return html`<div class="steps" role="group" aria-label=${words.movesTitle}>
      ${step("first", "first", words.first, tree.root)}
      ${step("back", "back", words.back, node.parent)}
      ${step("next", "next", words.next, node.children[0])}
      ${step("last", "now", words.last, tree.end(node))}
    </div>`;
  }

  private toolsView(): TemplateResult {
    const { words } = this;
    const tool = (name: string, of: Icon, text: string, press: () => void, title = text) =>
      html`<button class="button" data-do=${name} title=${title} @click=${press}>${icon(of)}<span>${text}</span></button>`;
    return html`<div class="tools" role="group" aria-label=${words.tools}>
      ${tool("open", "paste", words.open, () => this.open({ kind: "open", text: "", reasons: [] }), words.openTitle)}
      ${tool("edit", "position", words.edit, () => this.edit(), words.editTitle)}
      ${tool("play", "robot", words.playOn, () => this.open({ kind: "play" }), words.playTitle)}
      ${tool("flip", "flip", words.flip, () => this.flip())}
      ${tool("share", "link", words.share, () => this.open({ kind: "share", busy: "" }), words.shareTitle)}
      ${tool("help", "help", words.help, () => this.open({ kind: "keys" }), words.keysTitle)}
    </div>`;
  }

  private edit(): void {
    this.editor = new Editor(this.study as Study, this.view(this.node), this.terms.values);
    this.stale();
  }

  private reportView(view: View): TemplateResult | typeof nothing {
    const { words, language, report, reporting } = this;
    const main = this.tree.main();
    if (main.length < 2) return nothing;
    const sides = BOTH.map(seat => sideName(view, seat, wordsOf(language)));
    const colours = COLOURS[view.game];
    const stale =
      report !== null &&
      (main.length !== this.reported.length || main.some((node, i) => node !== this.reported[i]));
    const index = this.reported.indexOf(this.node);
    const at = this.node === this.tree.root ? 0 : index < 0 ? null : index + 1;
    const shown = at === null || !report ? null : at === 0 ? report.start : report.plies[at - 1].value;
    const here =
      at === null || at === 0
        ? words.startPosition
        : `${label(this.reported[at - 1])} ${written(this.reported[at - 1], words)}`;
    return html`<section class="report panel" aria-labelledby="report-title">
      <header><h2 id="report-title">${words.report}</h2>
        ${
          report
            ? html`<p class="accuracy"><span class="soft">${words.accuracy}</span> ${BOTH.map(
                seat =>
                  html`<span title=${sides[seat]}>${emblem(colours[seat], seat)}<span class="unseen">${sides[seat]}</span> <b>${report.accuracy[seat] === null ? "–" : `${Math.round(report.accuracy[seat] ?? 0)} %`}</b></span> `,
              )}</p>`
            : nothing
        }
        ${
          reporting
            ? html`<span class="soft" role="status">${words.reportBusy(reporting.done, reporting.of)}</span>
              <button class="button" data-do="stop-report" @click=${() => reporting.stop()}>${words.reportStop}</button>`
            : !report || stale
              ? html`<button class="button ${report ? "" : "primary"}" data-do="report" @click=${() => void this.makeReport()}>${report ? words.reportAgain : words.reportGo}</button>`
              : nothing
        }
      </header>
      ${reporting ? html`<progress max=${reporting.of} value=${reporting.done} aria-label=${words.report}></progress>` : nothing}
      ${
        report
          ? html`${graphView({
              report,
              at,
              colours,
              name: words.graph,
              text: shown ? words.graphAt(here, told(shown, view, words, language)) : here,
              go: ply => this.go(ply === 0 ? this.tree.root : this.reported[ply - 1]),
            })}
            ${shown ? html`<p class="caption"><b>${here}</b> ${told(shown, view, words, language)}</p>` : nothing}
            <h3>${words.turning}</h3>
            ${
              report.turning.length === 0
                ? html`<p class="soft">${words.noTurning}</p>`
                : html`<ol class="turning">${report.turning.map(
                    ply => html`<li><button class="turn ${report.plies[ply].grade} ${this.node === this.reported[ply] ? "here" : ""}" data-turning=${ply}
                      @click=${() => this.go(this.reported[ply])}>
                      ${emblem(colours[report.plies[ply].seat], report.plies[ply].seat)}
                      <span class="n">${label(this.reported[ply])}</span> <span class="text">${this.reported[ply].text}</span>
                      <span class="why">${turningText(report, ply, words, language)}</span></button></li>`,
                  )}</ol>`
            }`
          : reporting
            ? nothing
            : html`<p class="soft">${words.reportText}</p>`
      }
    </section>`;
  }
}
