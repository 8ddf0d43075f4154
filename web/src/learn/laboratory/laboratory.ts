// The element `learn-laboratory`: a search on a small War Game, drawn and stepped node by node. The script of
// the page has defined `war-board`.
import { html, LitElement, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { icon } from "../../arena/icons";
import { Address } from "../../page/address";
import { Refused, Rules } from "../../rules/rules";
import type { WarView } from "../../rules/view";
import { percent } from "../../words/words";
import { rich } from "../rich";
import { fill, type Language } from "../words/words";
import { type EditorDoings, editor } from "./editor";
import { HIGH, type Layout, layOut, type Placed, WHOLE } from "./layout";
import { type Search, Searcher, type Trace } from "./searcher";
import {
  bestLine,
  type Moment,
  momentOf,
  PRESETS,
  pathTo,
  questionOf,
  read,
  type Setup,
  type Standing,
  valuesOf,
  write,
} from "./state";
import { sentenceOf, show, showBelow } from "./tell";
import { type LaboratoryWords, WORDS } from "./words";

/** Milliseconds for a step while it plays. */
const BEAT = 650;

export class LearnLaboratory extends LitElement {
  static override properties = { rules: {}, search: {}, language: {} };

  /** Addresses of the rules and of the traced agents. */
  declare rules: string;
  declare search: string;
  declare language: Language;

  #rules: Rules | null = null;
  #searcher: Searcher | null = null;
  #setup: Setup = PRESETS[0].setup;
  #trace: Trace | null = null;
  /** The trace in the other order, for its count. */
  #other: Trace | null = null;
  #error: string | null = null;
  #at = 0;
  /** Chosen by the student; until then the tree takes the room that it has. */
  #zoom: number | null = null;
  #room = 0;
  #unfolded = new Set<number>();
  /** The node that the keyboard is on. */
  #cursor = 0;
  #playing = 0;
  #focusNext = -1;
  readonly #address = new Address(() => `?${write(this.#setup, this.#at)}`);

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#keyed);
  }

  /** The page knows the addresses before this script is there, so they arrive with the first update. */
  protected override firstUpdated(): void {
    const query = new URLSearchParams(location.search);
    this.#setup = read(query) ?? this.#setup;
    const at = Number(query.get("at"));
    Promise.all([Rules.load(this.rules), Searcher.load(this.search)]).then(
      ([rules, searcher]) => {
        [this.#rules, this.#searcher] = [rules, searcher];
        this.#ask();
        this.#go(Number.isInteger(at) ? at : 0);
      },
      () => {
        this.#error = this.#words.trouble;
        this.requestUpdate();
      },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#keyed);
    clearInterval(this.#playing);
    this.#address.stop();
  }

  get #words(): LaboratoryWords {
    return WORDS[this.language];
  }

  get #search(): Search | null {
    return this.#trace?.[this.#setup.method] ?? null;
  }

  /** Searches the board as it is now, or says why not. */
  #ask(): void {
    if (!this.#searcher) return;
    this.#stop();
    this.#unfolded.clear();
    this.#cursor = 0;
    this.#error = null;
    try {
      this.#trace = this.#searcher.trace(questionOf(this.#setup));
      this.#other = this.#searcher.trace(
        questionOf(this.#setup, this.#setup.order === "row" ? "gain" : "row"),
      );
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      const large = /has (\d+) nodes; at most (\d+)/.exec(why.message);
      this.#trace = null;
      this.#error = large ? fill(this.#words.tooLarge, { size: large[1], most: large[2] }) : this.#words.over;
    }
  }

  #edit(setup: Partial<Setup> | Setup): void {
    this.#setup = { ...this.#setup, ...setup };
    this.#ask();
    this.#go(0);
  }

  /** The other method on the same tree. */
  #change(method: Setup["method"]): void {
    this.#setup = { ...this.#setup, method };
    this.#stop();
    this.#go(0);
  }

  #go(at: number): void {
    const all = this.#search?.steps.length ?? 0;
    this.#at = Math.min(Math.max(0, at), all);
    if (this.#at === all) this.#stop();
    this.#address.settle();
    this.requestUpdate();
  }

  #stop(): void {
    clearInterval(this.#playing);
    this.#playing = 0;
  }

  #toggle(): void {
    if (this.#playing) this.#stop();
    else {
      if (this.#at === this.#search?.steps.length) this.#go(0);
      this.#playing = window.setInterval(() => this.#go(this.#at + 1), BEAT);
    }
    this.requestUpdate();
  }

  readonly #keyed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    // Fields, buttons and the boards have keys of their own.
    if (target.closest("input, select, textarea, [role=tree], war-board")) return;
    const all = this.#search?.steps.length ?? 0;
    if (event.key === "ArrowRight") this.#go(this.#at + 1);
    else if (event.key === "ArrowLeft") this.#go(this.#at - 1);
    else if (event.key === "Home") this.#go(0);
    else if (event.key === "End") this.#go(all);
    else if (event.key === " " && !target.closest("button, a, summary")) this.#toggle();
    else return;
    event.preventDefault();
  };

  protected override render(): TemplateResult {
    const words = this.#words;
    const doings: EditorDoings = { edit: setup => this.#edit(setup), change: method => this.#change(method) };
    const trace = this.#trace;
    const search = this.#search;
    const moment = trace && search ? momentOf(trace.tree, search, this.#at) : null;
    return html`<div class="laboratory">
      <header class="welcome">
        <nav class="crumb" aria-label=${words.learn}><a href="/learn">${icon("back")}${words.learn}</a></nav>
        <h1>${words.title}</h1>
        <p class="lead">${words.lead}</p>
      </header>
      <div class="bench">
        ${editor(this.#setup, words, doings)}
        <section class="desk panel" aria-label=${words.tree}>
          ${this.#error ? html`<p class="error" role="alert">${this.#error}</p>` : nothing}
          ${trace && search && moment ? this.#desk(trace, search, moment) : nothing}
        </section>
        ${trace && search && moment ? this.#aside(trace, moment) : nothing}
      </div>
    </div>`;
  }

  #desk(trace: Trace, search: Search, moment: Moment): TemplateResult {
    const words = this.#words;
    const view = this.#viewOf(trace, moment);
    const all = search.steps.length;
    const step = fill(words.step, { at: this.#at, all });
    const slide = (event: Event) => this.#go(Number((event.target as HTMLInputElement).value));
    const tool = (does: string, label: string, path: TemplateResult, run: () => void) =>
      html`<button type="button" class="button tool" data-do=${does} aria-label=${label} title=${label} @click=${run}>${path}</button>`;
    return html`<p class="event" role="status" aria-live="polite" data-count=${moment.count}>
        ${rich(sentenceOf(trace, search, this.#at, this.#setup, moment, view?.scores ?? [0, 0], words))}
      </p>
      <div class="transport">
        ${tool("first", words.first, icon("first"), () => this.#go(0))}
        ${tool("back", words.back, icon("back"), () => this.#go(this.#at - 1))}
        ${tool("play", this.#playing ? words.pause : words.play, playIcon(this.#playing !== 0), () => this.#toggle())}
        ${tool("on", words.on, icon("next"), () => this.#go(this.#at + 1))}
        ${tool("last", words.last, icon("now"), () => this.#go(all))}
        <input type="range" min="0" max=${all} .value=${String(this.#at)} aria-label=${words.slider} aria-valuetext=${step} @input=${slide} />
        <output>${step}</output>
        <span class="zooms">
          ${tool("farther", words.farther, line("M4 10h12"), () => this.#scale(1 / 1.25))}
          ${tool("nearer", words.nearer, line("M10 4v12M4 10h12"), () => this.#scale(1.25))}
        </span>
      </div>
      ${this.#tree(trace, search, moment)}
      <p class="keys-text soft small">${words.keys}</p>`;
  }

  #scale(factor: number): void {
    const now = Number(this.querySelector<SVGElement>(".tree")?.dataset.zoom ?? 1);
    this.#zoom = Math.min(2, Math.max(0.4, now * factor));
    this.requestUpdate();
  }

  #layout(trace: Trace, moment: Moment): Layout {
    const path = new Set(pathTo(trace.tree, moment.current));
    const whole = trace.tree.length <= WHOLE;
    return layOut(trace.tree, node =>
      whole ? !this.#unfolded.has(node) : path.has(node) || this.#unfolded.has(node),
    );
  }

  #tree(trace: Trace, search: Search, moment: Moment): TemplateResult {
    const layout = this.#layout(trace, moment);
    const line = new Set(this.#at === search.steps.length ? bestLine(trace, search, moment) : []);
    const path = new Set(pathTo(trace.tree, moment.current));
    if (!layout.at.has(this.#cursor)) this.#cursor = moment.current;
    const { width, height } = layout;
    const zoom = this.#zoom ?? Math.min(1.15, Math.max(0.78, (this.#room || width) / width));
    const edges = layout.placed.map(placed => this.#edge(trace, layout, placed, moment, line, path));
    const nodes = layout.placed.map(placed => this.#node(trace, placed, moment, line));
    return html`<div class="canopy">
      ${this.#levels(trace, layout, moment)}
      <svg class="tree" role="tree" aria-label=${this.#words.tree} data-nodes=${layout.placed.length}
        data-zoom=${zoom} width=${Math.round(width * zoom)} height=${Math.round(height * zoom)} viewBox="0 0 ${width} ${height}"
        @keydown=${(event: KeyboardEvent) => this.#walk(event, trace, layout)}>${edges}${nodes}</svg>
    </div>`;
  }

  /** Beside the tree: which side chooses in each row, and the bounds of the node that is searched there. */
  #levels(trace: Trace, layout: Layout, moment: Moment): TemplateResult {
    const words = this.#words;
    const path = this.#at > 0 ? pathTo(trace.tree, moment.current) : [];
    const count = Math.round(layout.height / HIGH);
    const seat = (depth: number) => (depth % 2 === 0 ? this.#seat : this.#seat === 0 ? 1 : 0);
    return html`<ol class="levels" aria-hidden="true">
      ${Array.from({ length: count }, (_, depth) => {
        const standing = depth < path.length ? moment.nodes[path[depth]] : undefined;
        const bounds = standing && this.#setup.method === "alphabeta";
        return html`<li class=${seat(depth) === 0 ? "blue" : "green"}>
          <b>${depth === count - 1 && count > this.#setup.depth ? words.leaves : seat(depth) === this.#seat ? words.max : words.min}</b>
          ${bounds ? html`<span>α ${standing.alpha === null ? `−${words.infinity}` : show(standing.alpha, words)}</span><span>β ${standing.beta === null ? `+${words.infinity}` : show(standing.beta, words)}</span>` : nothing}
        </li>`;
      })}
    </ol>`;
  }

  #edge(
    trace: Trace,
    layout: Layout,
    placed: Placed,
    moment: Moment,
    line: Set<number>,
    path: Set<number>,
  ): SVGTemplateResult {
    const node = trace.tree[placed.node];
    const above = node.parent === null ? undefined : layout.at.get(node.parent);
    if (!above) return svg``;
    const { seen, gone } = moment.nodes[placed.node];
    const kind = [
      "edge",
      gone ? "gone" : seen ? "seen" : "",
      line.has(placed.node) ? "best" : "",
      path.has(placed.node) ? "path" : "",
    ];
    const middle = (above.y + placed.y) / 2;
    const square = node.move.replace(/^.*-/, "");
    const blitz = node.move.startsWith("blitz");
    return svg`<g class=${kind.join(" ")} aria-hidden="true">
      <path d="M${above.x} ${above.y + 15} C${above.x} ${middle} ${placed.x} ${middle - 8} ${placed.x} ${placed.y - 15}"></path>
      <text x=${placed.x} y=${placed.y - 20}>${square}${blitz ? "×" : ""}</text>
    </g>`;
  }

  #node(trace: Trace, placed: Placed, moment: Moment, line: Set<number>): SVGTemplateResult {
    const words = this.#words;
    const node = trace.tree[placed.node];
    const standing = moment.nodes[placed.node];
    const current = placed.node === moment.current && this.#at > 0;
    const kind = [
      "node",
      node.seat === 0 ? "blue" : "green",
      standing.gone ? "gone" : standing.seen ? "seen" : "",
      current ? "current" : "",
      line.has(placed.node) ? "best" : "",
      standing.value === null && standing.seen ? "open" : "",
    ];
    const side = words.sides[node.seat === 0 ? "b" : "g"];
    const label = fill(words.node, {
      move: node.move || words.root,
      side,
      state: this.#stateOf(standing, node.seat),
    });
    const more = placed.folded ? `. ${fill(words.folded, { count: node.children.length })}` : "";
    const text = standing.gone
      ? ""
      : standing.value === null
        ? standing.seen
          ? "…"
          : ""
        : this.#short(standing, node.seat);
    return svg`<g class=${kind.join(" ")} role="treeitem" aria-level=${pathTo(trace.tree, placed.node).length} aria-label=${label + more}
      aria-selected=${current ? "true" : "false"} aria-expanded=${node.children.length === 0 ? nothing : placed.folded ? "false" : "true"}
      tabindex=${placed.node === this.#cursor ? 0 : -1} data-node=${placed.node}
      transform="translate(${placed.x} ${placed.y})" @click=${() => this.#jump(trace, placed.node)} @focus=${() => {
        this.#cursor = placed.node;
      }}>
      ${node.seat === 0 ? svg`<rect x="-20" y="-14" width="40" height="28" rx="7"></rect>` : svg`<rect x="-20" y="-14" width="40" height="28" rx="14"></rect>`}
      ${standing.gone ? svg`<path class="strike" d="M-12 8 12 -8"></path>` : svg`<text y="4.5">${text}</text>`}
      ${placed.folded ? svg`<path class="fold" d="M-5 18h10l-5 6Z"></path>` : nothing}
      ${standing.cut > 0 ? svg`<path class="scissors" d="M-9 20 9 24M-9 24 9 20"></path>` : nothing}
    </g>`;
  }

  /** A value, or the bound that a cut-off leaves. */
  #short({ value, cut }: Standing, seat: 0 | 1): string {
    const sign = cut === 0 ? "" : seat === this.#seat ? "≥" : "≤";
    return sign + show(value, this.#words);
  }

  #stateOf({ value, cut, seen, gone }: Standing, seat: 0 | 1): string {
    const words = this.#words;
    if (gone) return words.cut;
    if (!seen) return words.unseen;
    if (value === null) return words.open;
    const text = cut === 0 ? words.worth : seat === this.#seat ? words.atLeast : words.atMost;
    return fill(text, { value: show(value, words) });
  }

  /** The seat that searches. */
  get #seat(): 0 | 1 {
    return this.#setup.side === "b" ? 0 : 1;
  }

  /** Goes to the step that is about a node; a node that was cut off only folds. */
  #jump(trace: Trace, node: number): void {
    this.#cursor = node;
    const steps = this.#search?.steps ?? [];
    const value = momentOf(trace.tree, this.#search ?? trace.minimax, this.#at).nodes[node].value;
    const left = steps.findIndex(
      step => step.node === node && step.do === (value === null ? "leave" : "enter"),
    );
    if (this.#unfolded.has(node)) this.#unfolded.delete(node);
    else if (trace.tree.length > WHOLE) this.#unfolded.add(node);
    this.#focusNext = node;
    if (left >= 0) this.#go(left + 1);
    else this.requestUpdate();
  }

  #walk(event: KeyboardEvent, trace: Trace, layout: Layout): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const node = trace.tree[this.#cursor];
    const siblings = node.parent === null ? [this.#cursor] : trace.tree[node.parent].children;
    const place = siblings.indexOf(this.#cursor);
    const ways: Record<string, number | undefined | null> = {
      ArrowUp: node.parent,
      ArrowDown: node.children[0],
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
      Home: 0,
    };
    if (event.key === "Enter" || event.key === " ") this.#jump(trace, this.#cursor);
    else if (event.key in ways) {
      const to = ways[event.key];
      if (to === undefined || to === null) {
        event.preventDefault();
        return;
      }
      if (!layout.at.has(to)) this.#unfolded.add(this.#cursor);
      this.#cursor = to;
      this.#focusNext = to;
      this.requestUpdate();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The position of the current node, after the move that leads to it. */
  #viewOf(trace: Trace, moment: Moment): WarView | null {
    const node = trace.tree[moment.current];
    const parent = node.parent === null ? null : trace.tree[node.parent];
    const table = {
      game: "wargame" as const,
      values: valuesOf(this.#setup),
      start: (parent ?? node).position,
      course: parent ? [node.move] : [],
    };
    return this.#rules?.view(table) ?? null;
  }

  #aside(trace: Trace, moment: Moment): TemplateResult {
    const words = this.#words;
    const view = this.#viewOf(trace, moment);
    const { alpha, beta } = moment.nodes[moment.current];
    const bounds = fill(words.window, {
      alpha: alpha === null ? `−${words.infinity}` : showBelow(alpha, words),
      beta: beta === null ? `+${words.infinity}` : show(beta, words),
    });
    return html`<aside class="beside">
      <section class="here panel">
        <h2>${words.now}</h2>
        <war-board .view=${view} .seats=${[]} .language=${this.language} bare still></war-board>
        ${view ? html`<p class="small">${fill(words.scores, { blue: view.scores[0], green: view.scores[1] })}</p>` : nothing}
        ${this.#setup.method === "alphabeta" ? html`<p class="window" data-window>${bounds}</p>` : nothing}
      </section>
      ${this.#counts(trace, moment)}
    </aside>`;
  }

  /** How many nodes each search visits. */
  #counts(trace: Trace, moment: Moment): TemplateResult {
    const words = this.#words;
    const all = trace.minimax.nodes;
    const [row, gain] = this.#setup.order === "row" ? [trace, this.#other] : [this.#other, trace];
    const bar = (name: string, nodes: number, key: string, mine: boolean) => {
      const saved = percent(1 - nodes / all, this.language);
      return html`<li class=${mine ? "mine" : ""}>
        <span>${name}</span><b data-nodes-of=${key}>${nodes}</b>
        <svg class="bar" aria-hidden="true"><rect class="rest" width="100%" height="100%" rx="4"></rect><rect class="done" width="${(100 * nodes) / all}%" height="100%" rx="4"></rect></svg>
        ${key === "minimax" ? nothing : html`<small>${fill(words.saved, { saved })}</small>`}
      </li>`;
    };
    const { method, order } = this.#setup;
    return html`<section class="counts panel">
      <h2>${words.counts}</h2>
      <p class="small" data-so-far=${moment.count}>${fill(words.soFar, { count: moment.count })}</p>
      <ul>
        ${bar(words.methods.minimax, all, "minimax", method === "minimax")}
        ${row ? bar(words.byRow, row.alphabeta.nodes, "row", method === "alphabeta" && order === "row") : nothing}
        ${gain ? bar(words.byGain, gain.alphabeta.nodes, "gain", method === "alphabeta" && order === "gain") : nothing}
      </ul>
      <p class="small soft">${words.code} <code>joust lab</code></p>
    </section>`;
  }

  protected override updated(): void {
    const trace = this.#trace;
    const canopy = this.querySelector<HTMLElement>(".canopy");
    if (!trace || !canopy || !this.#search) return;
    const gutter = canopy.querySelector<HTMLElement>(".levels");
    const height = canopy.querySelector<SVGElement>(".tree")?.getAttribute("height");
    // The page's policy allows no style attributes, so properties are set.
    gutter?.style.setProperty("height", `${height}px`);
    const room = canopy.clientWidth - 16 - (gutter?.offsetWidth ?? 0);
    if (this.#room !== room) {
      this.#room = room;
      this.requestUpdate();
    }
    const to =
      this.#focusNext >= 0
        ? this.#focusNext
        : this.#at > 0
          ? (this.#search.steps[this.#at - 1]?.node ?? 0)
          : 0;
    const node = canopy.querySelector<SVGGElement>(`[data-node="${to}"]`);
    if (this.#focusNext >= 0) {
      node?.focus({ preventScroll: true });
      this.#focusNext = -1;
    }
    if (node) reveal(canopy, node);
  }
}

/** Scrolls the tree, and nothing else, so that a node is seen. */
function reveal(canopy: HTMLElement, node: SVGGElement): void {
  const [box, room] = [node.getBoundingClientRect(), canopy.getBoundingClientRect()];
  const off = (low: number, high: number, start: number, end: number) =>
    low < start + HIGH ? low - start - HIGH : high > end - HIGH ? high - end + HIGH : 0;
  canopy.scrollLeft += off(box.left, box.right, room.left, room.right);
  if (box.top < room.top || box.bottom > room.bottom)
    canopy.scrollTop += box.top - room.top - room.height / 2;
}

const line = (path: string) =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${path}></path></svg>`;
const playIcon = (playing: boolean) => line(playing ? "M7 4v12M13 4v12" : "M6 4l10 6-10 6Z");

customElements.define("learn-laboratory", LearnLaboratory);
