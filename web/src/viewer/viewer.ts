import styles from "viewer:styles";
import { html, nothing, render } from "lit";
import { copy } from "../arena/play/copy";
import { readKeys } from "../arena/settings";
import { Board } from "../board/board";
import { type Palette, palette } from "../board/palette";
import { type Difference, differingUnits, firstDifference } from "../film/difference";
import { Film } from "../film/film";
import type { Head, Trouble } from "../film/head";
import type { Notes } from "../film/notes";
import type { Said } from "../film/said";
import { Address } from "../page/address";
import { plain, sentence } from "../words/sentence";
import { fill, troubleText } from "../words/words";
import { barView, compareView, mapTools } from "./bar";
import { Chart } from "./chart";
import { badge } from "./chips";
import { advance } from "./clock";
import { dialogView } from "./dialogs";
import { exportName, Recording, save, savePicture, videoType } from "./export";
import { type Hover, hoverView } from "./hover";
import { inspectorView } from "./inspector";
import { pressed } from "./keys";
import { type Link, readLink, writeLink } from "./link";
import { logView, type Scroll, scrollTo } from "./log";
import { saidView } from "./said";
import { Session, SPEEDS } from "./session";
import { teamsView } from "./teams";
import { metricsView, transportView } from "./transport";

/** Of more units than this it is not said that they differ: everything does. */
const MOST_RINGS = 20;
/** How much nearer the map comes when a unit is followed. */
const FOLLOW_SCALE = 3;

/**
 * A viewer of games: give it a film, or a stream of rounds while they are played. It tells by the
 * events `open` and `opensecond` that a person wants to choose a file.
 */
export class MadMaxViewer extends HTMLElement {
  readonly session = new Session(() => this.stale());
  private readonly root = this.attachShadow({ mode: "open" });
  private boards: Board[] = [];
  private chart: Chart | undefined;
  private colours: Palette = palette(false, "safe");
  private hover: Hover | undefined;
  private listed: Scroll = { top: 0, height: 400 };
  private followedState = -1;
  private difference: { key: string; found: Difference | undefined } = { key: "", found: undefined };
  private recording: Recording | undefined;
  private link: Link | undefined;
  private readonly address = new Address(() =>
    this.link || this.session.playing ? undefined : writeLink(this.session),
  );
  private frame = 0;
  /** The state of which the page tells; −1 if it must be written again. */
  private written = -1;
  private lastTick = 0;
  private readonly stop = new AbortController();
  /** The time that the last frame of the board took, in milliseconds, for measurements. */
  drawn = 0;

  connectedCallback(): void {
    const { signal } = this.stop;
    this.session.hosted = this.hasAttribute("hosted");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    this.root.adoptedStyleSheets = [sheet];
    // The page around the viewer may change colours and language.
    if (this.session.hosted) {
      const observer = new MutationObserver(() => this.stale());
      observer.observe(document.documentElement, { attributeFilter: ["data-theme", "lang"] });
      signal.addEventListener("abort", () => observer.disconnect());
    }
    document.addEventListener(
      "keydown",
      event => {
        if (this.session.films.length === 0 || !this.isMeant(event)) return;
        const zoom = (factor: number) => this.zoom(factor);
        const letters = !this.session.hosted || readKeys();
        const doings = { letters, boards: () => this.boards, zoom, open: () => this.ask("open") };
        if (pressed(event, this.session, doings)) event.preventDefault();
      },
      { signal },
    );
    window.addEventListener("hashchange", () => this.go(readLink(location.hash)), { signal });
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      matchMedia(query).addEventListener("change", () => this.stale(), { signal });
    }
    this.link = readLink(location.hash);
  }

  disconnectedCallback(): void {
    this.stop.abort();
    this.address.stop();
    cancelAnimationFrame(this.frame);
    for (const board of this.boards) board.close();
    this.boards = [];
  }

  /** Shows a film that may still grow, in the first place or beside the first. */
  show(film: Film, place: 0 | 1 = 0, notes?: Notes, said?: Said): void {
    const { session } = this;
    if (place === 0) {
      this.closeSecond();
      session.films = [film];
      const own = { time: 0, playing: false, goal: undefined, unit: -1, cell: undefined, event: undefined };
      session.set({ ...own, follow: false, onlyUnit: false, notes: [notes], said });
    } else {
      session.set({ films: [session.films[0], film] });
    }
    this.grew();
  }

  /** Rounds have been added to a film. */
  grew(): void {
    const { film } = this.session;
    // Of two games the second may grow before the first is there.
    if (!film) return;
    if (this.link) {
      const { round = 0 } = this.link;
      if (film.last >= round || film.ended) {
        const link = this.link;
        this.link = undefined;
        this.go(link);
      }
    }
    this.stale();
  }

  /** Begins a game that is told round by round, as `Film.append` takes it. */
  stream(head: Head, name: string): { append(chunk: ArrayBuffer): void; end(trouble?: Trouble): void } {
    const film = new Film(head, name);
    return {
      append: chunk => {
        const first = film.last < 0;
        film.append(chunk);
        if (first) this.show(film);
        else this.grew();
      },
      end: trouble => {
        film.ended = true;
        film.trouble = trouble;
        this.grew();
      },
    };
  }

  closeSecond(): void {
    for (const board of this.boards.splice(1)) board.close();
    this.session.set({ films: this.session.films.slice(0, 1) });
  }

  /** Goes where a link says. */
  go(link: Link): void {
    const { session } = this;
    if (session.films.length === 0) {
      this.link = link;
      return;
    }
    if (link.unit !== undefined) session.select(link.unit);
    const event = link.event === undefined ? undefined : session.film.events[link.event];
    if (event) session.jump(event);
    else if (link.round !== undefined) session.seek(Math.floor(link.round));
    if (link.speed !== undefined && SPEEDS.includes(link.speed)) session.set({ speed: link.speed });
    if (link.play) session.set({ playing: true });
  }

  /** Whether a key is for the viewer, and not for a dialog or a menu of the page around it. */
  private isMeant(event: KeyboardEvent): boolean {
    if (document.querySelector("dialog[open]")) return false;
    const path = event.composedPath();
    // Up and down scroll the page around the viewer.
    const scrolls = this.session.hosted && !event.shiftKey && /^Arrow(Up|Down)$/.test(event.key);
    return path.includes(this) || (path[0] === document.body && !scrolls);
  }

  /** Zooms in or out, towards what is selected. */
  private zoom(factor: number): void {
    const { session } = this;
    const event = session.event?.cause ?? session.event;
    for (const [i, board] of this.boards.entries()) {
      const film = session.films[i];
      const unit =
        session.unit >= 0 ? film.unit(Math.min(session.state, film.last), session.unit) : undefined;
      board.zoom(factor, event && event.row >= 0 ? event : (unit ?? session.cell));
    }
  }

  private ask(what: "open" | "opensecond"): void {
    this.dispatchEvent(new CustomEvent(what));
  }

  /** Something has changed: a frame is drawn soon, and more while something moves. */
  stale(): void {
    this.written = -1;
    this.next();
  }

  private next(): void {
    if (this.frame === 0 && this.isConnected) this.frame = requestAnimationFrame(now => this.tick(now));
  }

  private tick(now: number): void {
    this.frame = 0;
    const { session } = this;
    if (session.films.length === 0) return;
    const going = advance(session, this.lastTick === 0 ? 0 : (now - this.lastTick) / 1000);
    this.lastTick = going ? now : 0;
    if (!going) this.written = -1;
    this.paint();
    if (this.recording && (session.time >= this.recording.to || !session.playing)) this.recording.stop();
    if (going) this.next();
    else this.address.settle();
  }

  private paint(): void {
    const { session } = this;
    // While a game plays, words and numbers change with the rounds and not with every frame.
    if (this.written !== session.state) this.write();
    this.written = session.state;
    this.followUnit();
    const start = performance.now();
    for (const [i, board] of this.boards.entries()) this.drawBoard(board, i);
    this.drawn = performance.now() - start;
    this.chart?.render(session, this.colours, getComputedStyle(this).color || "#000");
    this.keepInSight();
  }

  /** Everything but the map and the chart. */
  private write(): void {
    const { dark, options, hosted } = this.session;
    const root = document.documentElement;
    if (!hosted) {
      const theme = dark ? "dark" : "light";
      // An attribute that is set, even to what it was, makes the browser style the whole page again.
      if (root.dataset.theme !== theme) root.dataset.theme = theme;
      if (root.lang !== options.language) root.lang = options.language;
    }
    if (this.dataset.hues !== options.hues) this.dataset.hues = options.hues;
    this.colours = palette(dark, options.hues);
    render(this.page(), this.root);
    this.furnish();
  }

  private drawBoard(board: Board, place: number): void {
    const { session } = this;
    const film = session.films[place];
    const { options, unit, cell, event, hidden, glow, smooth } = session;
    const time = Math.min(session.time, film.last);
    board.render({
      film,
      time,
      colours: this.colours,
      hidden,
      unit: unit < film.head.unitCount ? unit : -1,
      cell,
      event: place === 0 ? event : undefined,
      trail: options.trail,
      bars: options.bars,
      ids: options.ids,
      glow,
      smooth,
      notes: session.notes[place],
      differing: this.differing(Math.floor(time)),
    });
  }

  /** Units that differ between two games, while they are few enough to be a help. */
  private differing(state: number): ReadonlySet<number> {
    const [a, b] = this.session.films;
    const units = b ? differingUnits(a, b, state) : [];
    return new Set(units.length <= MOST_RINGS ? units : []);
  }

  /** Makes boards and chart for the canvases that have appeared. */
  private furnish(): void {
    const canvases = [...this.root.querySelectorAll<HTMLCanvasElement>("canvas.board")];
    for (const [i, canvas] of canvases.entries()) {
      if (this.boards[i]?.canvas === canvas) continue;
      this.boards[i]?.close();
      this.boards[i] = new Board(canvas, {
        click: (row, col) => this.session.selectCell(row, col, i),
        hover: place => {
          this.hover = place && { board: i, ...place };
          this.stale();
        },
        looked: board => this.boards.forEach(other => other.mirror(board)),
        stale: () => this.stale(),
      });
    }
    const canvas = this.root.querySelector<HTMLCanvasElement>("canvas.chart");
    if (canvas && this.chart?.canvas !== canvas) {
      this.chart = new Chart(canvas, share => this.session.seek(Math.round(share * this.session.last)));
      new ResizeObserver(() => this.stale()).observe(canvas);
    }
    const dialog = this.root.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    const rows = this.root.querySelector(".log .rows");
    if (rows) this.listed.height = rows.clientHeight;
  }

  private followUnit(): void {
    const { session } = this;
    if (!session.follow || session.unit < 0) return;
    for (const [i, board] of this.boards.entries()) {
      const film = session.films[i];
      const state = Math.min(session.state, film.last);
      const now = film.unit(state, session.unit);
      const next = state < film.last && session.smooth ? film.unit(state + 1, session.unit) : now;
      const part = next.team === now.team ? session.time - Math.floor(session.time) : 0;
      if (board.isWhole) board.zoom(FOLLOW_SCALE);
      board.lookAt(now.row + (next.row - now.row) * part, now.col + (next.col - now.col) * part);
    }
  }

  /** Brings an event that was jumped to into sight, and scrolls the list when the round has changed. */
  private keepInSight(): void {
    const { session } = this;
    const key = session.event ? -2 - session.event.index : session.state;
    if (key === this.followedState) return;
    this.followedState = key;
    const event = session.event?.cause ?? session.event;
    if (event && !session.follow) this.boards[0]?.show(event.row, event.col);
    const top = scrollTo(session, this.listed);
    const rows = this.root.querySelector(".log .rows");
    if (top !== undefined && rows) rows.scrollTop = top;
  }

  private page() {
    const { session } = this;
    const { words, films } = session;
    const compared = films.length > 1;
    const doings = {
      open: () => this.ask("open"),
      openSecond: () => this.ask("opensecond"),
      closeSecond: () => this.closeSecond(),
    };
    const zoom = (factor: number) => this.zoom(factor);
    const scrolled = (event: Event) => {
      this.listed = { ...this.listed, top: (event.target as Element).scrollTop };
      this.stale();
    };
    const width = this.boards[this.hover?.board ?? 0]?.canvas.clientWidth ?? 0;
    return html`
      ${barView(session, doings)}
      ${films.map(film => (film.trouble ? this.troubleView(film) : nothing))}
      <div class="stage ${compared ? "two" : ""}" role=${session.hosted ? nothing : "main"}>
        <div class="maps">
          ${compared ? compareView(session, this.compare()) : nothing}
          <div class="pair">
            ${films.map(
              (film, i) => html`<figure class="map">
                ${compared ? html`<figcaption><span>${i + 1} · ${film.name}</span>${this.scores(film)}</figcaption>` : nothing}
                <canvas class="board" tabindex="0" role="img" aria-label=${this.summary(film)}></canvas>
                ${i === 0 ? mapTools(session, zoom, () => this.boards.forEach(board => board.fit())) : nothing}
                ${this.hover?.board === i ? hoverView(session, this.hover, width) : nothing}
              </figure>`,
            )}
          </div>
        </div>
        <aside>
          ${teamsView(session)} ${inspectorView(session)} ${saidView(session)} ${logView(session, this.listed, scrolled)}
        </aside>
        <footer role="group">
          ${transportView(session)}
          ${metricsView(session)}
          <canvas class="chart" tabindex="0" role="slider" aria-label=${words.chartHelp}
            aria-valuemin="0" aria-valuemax=${session.last} aria-valuenow=${session.state}
            aria-valuetext="${words.round} ${session.state}"></canvas>
        </footer>
      </div>
      ${dialogView(session, { savePicture: () => this.savePicture(), record: (from, to) => this.record(from, to), copyLink: () => this.copyLink() }, this.recording?.progress(session.time))}
      <div class="spoken" role="status" aria-live="polite">${this.spoken()}</div>`;
  }

  /** The scores of one of two games, above its map. */
  private scores(film: Film) {
    const shot = film.shots[Math.min(this.session.state, film.last)];
    return film.names.map(
      (name, seat) => html`<span class="n" title=${name}>${badge(seat)} ${shot.scores[seat]}</span>`,
    );
  }

  private troubleView(film: Film) {
    const { words } = this.session;
    if (!film.trouble) return nothing;
    return html`<p class="trouble" role="alert"><b>${fill(words.trouble.partly, { last: film.last })}.</b>
      ${film.name}: ${troubleText(film.trouble, words)}</p>`;
  }

  /** The picture in words. */
  private summary(film: Film): string {
    const { words, session } = { words: this.session.words, session: this.session };
    const shot = film.shots[Math.min(session.state, film.last)];
    const scores = film.names.map((name, seat) => `${name} ${shot.scores[seat]}`);
    return `${words.round} ${shot.round}: ${scores.join(", ")}`;
  }

  /** The text for screen readers: selections, but not every round that passes. */
  private spoken(): string {
    const { session } = this;
    const { film, words } = session;
    if (session.event) return plain(sentence(session.event, film, words), film);
    if (session.unit >= 0 && !session.playing) {
      const unit = film.unit(Math.min(session.state, film.last), session.unit);
      const at = fill(words.at, { row: unit.row, col: unit.col });
      return `${session.unitName(unit.id)}, ${film.names[unit.team]}, ${at}`;
    }
    return session.message;
  }

  private compare(): Difference | undefined {
    const [a, b] = this.session.films;
    const key = [a.name, a.last, a.ended, b.name, b.last, b.ended].join("|");
    if (this.difference.key !== key) this.difference = { key, found: firstDifference(a, b) };
    return this.difference.found;
  }

  private savePicture(): void {
    const board = this.boards[0];
    if (board) void savePicture(board.canvas, exportName(this.session, "png"));
  }

  private record(from: number, to: number): void {
    const { session } = this;
    const type = videoType();
    const board = this.boards[0];
    const last = Math.min(to, session.last);
    if (!type || !board || from >= last) return;
    session.seek(from);
    this.paint();
    this.recording = new Recording(board.canvas, type, from, last, video => {
      this.recording = undefined;
      save(video, exportName(session, type.includes("mp4") ? "mp4" : "webm"));
      session.seek(last);
    });
    session.set({ playing: true });
  }

  /** The page may have a better link: its own address does not lead to a file of the visitor. */
  private async copyLink(): Promise<void> {
    const { session } = this;
    if (!this.dispatchEvent(new CustomEvent("copylink", { cancelable: true }))) return;
    const done = await copy(location.href, this.root.querySelector("dialog"));
    session.set({ message: done ? session.words.copied : location.href });
  }
}

customElements.define("madmax-viewer", MadMaxViewer);
