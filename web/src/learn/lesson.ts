// The page of a lesson: a board, and beside it what is explained, asked and answered.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import "../duel/mad/board";
import "../duel/war/board";
import { icon } from "../arena/icons";
import { readLook } from "../arena/settings";
import { say } from "../duel/words/say";
import { Rules } from "../rules/rules";
import type { View } from "../rules/view";
import { addressOf, after, CATALOGUE, lawOf } from "./catalogue";
import { codeView } from "./code";
import { accepted, achieves, chase, flight, movesOf, tableOf, threat } from "./goals";
import { starRow } from "./icons";
import { lessonOf } from "./lessons/all";
import { finish, keyOf, load, reach, starsFor } from "./progress";
import { rich } from "./rich";
import type { ChooseStep, CodeStep, DuelStep, GameName, HuntStep, Lesson, Step, Text } from "./steps";
import { fill, LANGUAGES, type Language, type Words } from "./words/words";

/** How long a wrong move stands before it is answered, in milliseconds. */
const PAUSE = 700;

type Status = "open" | "shown" | "wrong" | "done";

export class LearnLesson extends LitElement {
  static override properties = {
    game: {},
    lesson: {},
    step: { type: Number },
    language: {},
    rules: {},
    script: {},
    film: {},
  };

  declare game: GameName;
  declare lesson: string;
  /** Counted from 1; one more than there are is the end of the lesson. */
  declare step: number;
  declare language: Language;
  /** Addresses of the rules, of the script for battles, and of its rules. */
  declare rules: string;
  declare script: string;
  declare film: string;

  #rules: Rules | null = null;
  #failed = false;
  /** Moves made in this step. */
  #made: string[] = [];
  #status: Status = "open";
  #message: Text | string | null = null;
  #hint: string | null = null;
  #rings: readonly string[] = [];
  #chosen: number | null = null;
  /** Mistakes and helps in this run through the lesson; a step counts once. */
  #slips = new Set<number>();
  #byKey = false;
  #timer = 0;
  #view: { key: string; view: View } | null = null;
  readonly #sizes = new ResizeObserver(() => this.#placeStars());

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", this.#popped);
    this.addEventListener("keydown", () => {
      this.#byKey = true;
    });
    this.addEventListener("pointerdown", () => {
      this.#byKey = false;
    });
    if (this.game === "madmax") {
      import(this.script).then(
        () => this.requestUpdate(),
        () => this.#fail(),
      );
      return;
    }
    Rules.load(this.rules).then(
      rules => {
        this.#rules = rules;
        this.requestUpdate();
      },
      () => this.#fail(),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("popstate", this.#popped);
    this.#sizes.disconnect();
    clearTimeout(this.#timer);
  }

  #fail(): void {
    this.#failed = true;
    this.requestUpdate();
  }

  get #words(): Words {
    return LANGUAGES[this.language];
  }

  get #lesson(): Lesson {
    return lessonOf(this.game, this.lesson);
  }

  get #step(): Step | undefined {
    return this.#lesson.steps[this.step - 1];
  }

  readonly #popped = () => {
    const found = /\/(\d+)$/.exec(location.pathname);
    this.#enter(Math.min(found ? Number(found[1]) : 1, this.#lesson.steps.length));
  };

  #enter(step: number): void {
    this.step = Math.min(Math.max(1, step), this.#lesson.steps.length + 1);
    this.#reset();
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#made = [];
    this.#status = "open";
    this.#message = null;
    this.#hint = null;
    this.#rings = [];
    this.#chosen = null;
    this.requestUpdate();
  }

  /** Goes to a step, which gets its own place in the history. */
  #go(step: number, event?: Event): void {
    event?.preventDefault();
    this.#enter(step);
    const last = this.#lesson.steps.length;
    history.pushState(null, "", addressOf(this.game, this.lesson, Math.min(this.step, last)));
    if (this.step <= last) reach(keyOf(this.game, this.lesson), this.step);
    else finish(keyOf(this.game, this.lesson), starsFor(this.#slips.size));
    this.updateComplete.then(() => {
      const to = this.step > last ? ".ending .primary" : ".teach .text";
      if (this.#byKey) this.querySelector<HTMLElement>(to)?.focus();
    });
  }

  #tell(status: Status, message: Text | string | null): void {
    this.#status = status;
    this.#message = message;
    if (status === "wrong" || status === "shown") this.#slips.add(this.step);
    this.requestUpdate();
    if (status !== "done" || !this.#byKey) return;
    this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-do=next]")?.focus());
  }

  /** The step from its beginning. The button is gone then, so keys go on at the board. */
  #retry(): void {
    this.#reset();
    if (!this.#byKey) return;
    void this.updateComplete.then(async () => {
      await this.#board?.updateComplete;
      this.#board?.shadowRoot?.querySelector<HTMLElement>('[data-square][tabindex="0"]')?.focus();
    });
  }

  // What the learner does.

  #viewOf(step: DuelStep): View | null {
    if (!this.#rules) return null;
    const table = tableOf(this.game, step, this.#made);
    const key = JSON.stringify(table);
    if (this.#view?.key !== key) this.#view = { key, view: this.#rules.view(table) };
    return this.#view.view;
  }

  #moved(event: CustomEvent<{ text: string }>): void {
    const step = this.#step;
    const { text } = event.detail;
    if (!this.#rules || !step || this.#status === "done" || this.#status === "wrong") return;
    if (step.do === "hunt") this.#hunt(step, text);
    if (step.do !== "move") return;
    const before = this.#viewOf(step);
    const move = before && movesOf(before).find(found => found.text === text);
    if (!before || !move) return;
    this.#made = [text];
    this.#hint = null;
    const now = this.#rules.view(tableOf(this.game, step, this.#made));
    const right = step.moves ? step.moves.includes(text) : achieves(step.goal, before, move, now);
    if (right) {
      this.#tell("done", step.done);
      return;
    }
    const wrong = step.wrong?.find(({ moves }) => moves.includes(text));
    const kept = step.goal.keeps ?? ["111"];
    const answer = now.game === "mad" && !now.over ? threat(now, kept) : undefined;
    const reply = wrong?.reply ?? answer?.text;
    this.#tell("wrong", wrong?.say ?? (reply ? null : step.otherwise));
    if (!reply) return;
    this.#timer = window.setTimeout(() => {
      this.#made = [text, reply];
      const told = movesOf(now).find(found => found.text === reply);
      const words = this.#words;
      if (!wrong && told) {
        const sentence = say(told, now, this.language);
        const lost = "expels" in told && told.expels === "111";
        this.#message = fill(lost ? words.lostCorvette : words.punished, { reply: sentence });
      }
      this.requestUpdate();
    }, PAUSE);
  }

  /** A move of a chase, and the answer to it. */
  #hunt(step: HuntStep, text: string): void {
    const rules = this.#rules;
    if (!rules) return;
    this.#hint = null;
    this.#made = [...this.#made, text];
    const now = rules.view(tableOf(this.game, step, this.#made));
    if (now.over) {
      const won = now.over.winner === now.last?.seat;
      this.#tell(won ? "done" : "wrong", won ? step.done : step.otherwise);
      return;
    }
    this.#tell("open", null);
    const answer = now.game === "mad" ? flight(now) : undefined;
    this.#timer = window.setTimeout(() => {
      if (!answer) return;
      this.#made = [...this.#made, answer.text];
      const then = rules.view(tableOf(this.game, step, this.#made));
      if (then.over) this.#tell("wrong", step.otherwise);
      else if (this.#made.length >= 2 * step.within) this.#tell("wrong", this.#words.tooLong);
      this.requestUpdate();
    }, PAUSE / 2);
  }

  #pressed(event: Event): void {
    const step = this.#step;
    if (step?.do !== "point" || this.#status === "done") return;
    const cell = event.composedPath().find(node => node instanceof HTMLElement && node.dataset.square);
    if (cell instanceof HTMLElement && cell.dataset.square) this.#point(cell.dataset.square);
  }

  #point(square: string): void {
    const step = this.#step;
    if (step?.do !== "point") return;
    const right = step.squares.includes(square);
    this.#rings = [square];
    this.#tell(right ? "done" : "open", right ? step.done : (step.wrong?.[square] ?? step.otherwise));
    if (!right) this.#slips.add(this.step);
  }

  #choose(step: ChooseStep | CodeStep, answer: number): void {
    if (this.#status === "done") return;
    this.#chosen = answer;
    const right = answer === step.answer;
    this.#tell(right ? "done" : "open", right ? step.done : step.options[answer].say);
    if (!right) this.#slips.add(this.step);
  }

  /** The answer of a battle: right, or what is wrong. */
  #answered(event: CustomEvent<{ right: boolean }>): void {
    const step = this.#step;
    if (step?.do !== "battle" || this.#status === "done") return;
    const { right } = event.detail;
    this.#tell(right ? "done" : "open", right ? step.done : step.otherwise);
    if (!right) this.#slips.add(this.step);
  }

  #show(): void {
    const step = this.#step;
    if (!step || this.#status === "done") return;
    const words = this.#words;
    if (step.do === "move" && this.#rules) {
      this.#reset();
      this.#hint = accepted(this.#rules, this.game, step)[0] ?? null;
      this.#tell("shown", words.shown);
    } else if (step.do === "hunt") {
      // A chase that was lost begins again.
      if (this.#status === "wrong") this.#reset();
      const view = this.#viewOf(step);
      // The prey is about to move: what could be shown would be for it.
      if (view?.game !== "mad" || this.#made.length % 2 === 1) return;
      this.#hint = chase(view)?.text ?? null;
      this.#tell("shown", words.shownHunt);
    } else if (step.do === "point") {
      this.#rings = step.squares.slice(0, 1);
      this.#tell("shown", words.shownSquare);
    } else if (step.do === "choose" || step.do === "code") {
      this.#chosen = step.answer;
      this.#tell("shown", words.shownAnswer);
    } else if (step.do === "battle") {
      const isRound = step.find.find === "round" || step.find.find === "end";
      this.#tell("shown", isRound ? words.shownRound : words.shownCell);
    }
  }

  // What is shown.

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("lesson") || changed.has("step")) {
      // No address leads behind the last step, where a lesson is done.
      const last = this.#lesson.steps.length + (this.hasUpdated ? 1 : 0);
      this.step = Math.min(Math.max(1, this.step || 1), last);
    }
  }

  protected override render(): TemplateResult {
    const step = this.#step;
    const { steps } = this.#lesson;
    const shown = step ?? steps[steps.length - 1];
    return html`<div class="lesson-page of-${this.game} do-${shown.do}" data-status=${this.#status}>
      <div class="stage" @joust-move=${this.#moved} @click=${this.#pressed} @keydown=${this.#keyed}>
        ${this.#failed ? html`<p class="error">${this.#words.noBoard}</p>` : this.#stage(shown)}
        <div class="marks" aria-hidden="true"></div>
      </div>
      ${step ? this.#teach(step) : this.#ending()}
    </div>`;
  }

  readonly #keyed = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") this.#pressed(event);
  };

  #stage(step: Step): TemplateResult | typeof nothing {
    if (step.do === "code") return codeView(step.code, this.#words);
    if (step.do === "battle") {
      return html`<learn-battle .step=${step} .film=${this.film} .language=${this.language}
        .shown=${this.#status === "shown"} @learn-answer=${this.#answered} @learn-failed=${this.#fail}></learn-battle>`;
    }
    const view = this.#viewOf(step);
    if (!view) return html`<div class="waiting"></div>`;
    const plays = step.do === "move" || step.do === "hunt";
    const open =
      plays &&
      (this.#status === "open" || this.#status === "shown") &&
      this.step <= this.#lesson.steps.length;
    const seats =
      open && (step.do === "move" ? this.#made.length === 0 : this.#made.length % 2 === 0) ? [view.side] : [];
    // A move that the rules forbid is refused with its clause.
    const why = plays
      ? (text: string) =>
          this.#rules?.why(tableOf(this.game, step, this.#made), view.side, text, this.language) ?? null
      : null;
    // The learner's side is below.
    const flipped = this.game === "mad" && this.#side(step) === 1;
    return view.game === "mad"
      ? html`<mad-board .view=${view} .seats=${seats} .flipped=${flipped} .look=${readLook()} .hint=${this.#hint}
          .language=${this.language} ?bare=${!step.panel} .watching=${!plays} .why=${why}></mad-board>`
      : html`<war-board .view=${view} .seats=${seats} .hint=${this.#hint} .language=${this.language} .why=${why} ?bare=${step.panel === false}></war-board>`;
  }

  /** The side to move when the step begins. */
  #side(step: DuelStep): number {
    return this.#rules?.view(tableOf(this.game, step)).side ?? 0;
  }

  #teach(step: Step): TemplateResult {
    const words = this.#words;
    const { steps } = this.#lesson;
    const [title] = this.#listed[this.language];
    const text = step.text[this.language];
    const done = this.#status === "done";
    return html`<section class="teach panel" aria-labelledby="lesson-title">
      <nav class="crumb" aria-label=${words.overview}>
        <a href="/learn">${icon("back")}${words.overview}</a><span>${words.games[this.game]}</span>
      </nav>
      <h1 id="lesson-title">${title}</h1>
      ${this.#dots(steps.length)}
      <p class="text" tabindex="-1">${rich(text)}</p>
      <div class="task">
        <h2>${words.yourTask}</h2>
        <p>${rich(step.task[this.language])}</p>
        ${step.do === "hunt" ? html`<p class="left">${this.#turnsLeft(step)}</p>` : nothing}
        ${step.do === "choose" || step.do === "code" ? this.#answers(step) : nothing}
      </div>
      ${this.#feedback()}
      <div class="buttons">
        ${
          this.#status === "wrong"
            ? html`<button type="button" class="button primary" data-do="retry" @click=${() => this.#retry()}>${icon("undo")}${words.retry}</button>`
            : nothing
        }
        ${
          done
            ? html`<button type="button" class="button primary" data-do="next" @click=${() => this.#go(this.step + 1)}>
                ${words.next}${icon("next")}
              </button>`
            : html`<button type="button" class="button" data-do="show" @click=${() => this.#show()}>${icon("hint")}${words.show}</button>`
        }
        ${
          this.step > 1
            ? html`<button type="button" class="button plain" data-do="back" @click=${() => this.#go(this.step - 1)}>${words.back}</button>`
            : nothing
        }
      </div>
      ${
        step.clauses.length > 0
          ? html`<p class="clauses">${words.law} ${step.clauses.map(clause => html`<a href=${lawOf(clause)}>${clause}</a> `)}</p>`
          : nothing
      }
    </section>`;
  }

  #turnsLeft(step: HuntStep): string {
    const turns = step.within - Math.floor(this.#made.length / 2);
    return turns === 1 ? this.#words.turnLeft : fill(this.#words.turnsLeft, { turns });
  }

  #feedback(): TemplateResult {
    const words = this.#words;
    const message = this.#message;
    const text = message === null ? "" : typeof message === "string" ? message : message[this.language];
    const kind = this.#status === "done" ? "good" : this.#status === "shown" ? "hint" : "bad";
    const begins = this.#status === "done" ? words.right : this.#status === "shown" ? "" : words.notQuite;
    return html`<div class="feedback" role="status" aria-live="polite" data-kind=${text ? kind : nothing}>
      ${text ? html`<p>${this.#status === "done" ? icon("check") : nothing}<span>${begins ? html`<b>${begins}</b> ` : nothing}${rich(text)}</span></p>` : nothing}
    </div>`;
  }

  #answers(step: ChooseStep | CodeStep): TemplateResult {
    const done = this.#status === "done";
    return html`<div class="answers" role="group" aria-label=${this.#words.answers}>
      ${step.options.map((option, i) => {
        const mine = this.#chosen === i;
        const kind = mine && i === step.answer ? (done ? "good" : "hint") : mine ? "bad" : "";
        return html`<button type="button" class="button answer ${kind}" data-answer=${i} aria-pressed=${mine ? "true" : "false"}
          ?disabled=${done && !mine} @click=${() => this.#choose(step, i)}>${rich(option.label[this.language])}</button>`;
      })}
    </div>`;
  }

  get #listed() {
    const found = CATALOGUE[this.game].find(listed => listed.id === this.lesson);
    if (!found) throw new Error(`no lesson ${this.lesson}`);
    return found;
  }

  /** One dot a step; each is a link. */
  #dots(count: number): TemplateResult {
    const words = this.#words;
    const reached = Math.max(this.step, load().reached[keyOf(this.game, this.lesson)] ?? 1);
    const won = (load().stars[keyOf(this.game, this.lesson)] ?? 0) > 0;
    return html`<ol class="dots" aria-label=${words.steps}>
      ${Array.from({ length: count }, (_, i) => i + 1).map(n => {
        const kind = n === this.step ? "now" : won || n < reached ? "done" : "";
        return html`<li class=${kind}><a href=${addressOf(this.game, this.lesson, n)} aria-current=${n === this.step ? "step" : nothing}
          aria-label=${fill(words.step, { step: n, steps: count })} @click=${(event: Event) => this.#go(n, event)}></a></li>`;
      })}
    </ol>`;
  }

  #ending(): TemplateResult {
    const words = this.#words;
    const stars = starsFor(this.#slips.size);
    const next = after(this.game, this.lesson);
    const again = () => {
      this.#slips.clear();
      this.#go(1);
    };
    return html`<section class="teach panel ending" aria-labelledby="lesson-title">
      <nav class="crumb" aria-label=${words.overview}>
        <a href="/learn">${icon("back")}${words.overview}</a><span>${words.games[this.game]}</span>
      </nav>
      ${starRow(stars, words.stars[stars])}
      <h1 id="lesson-title">${words.finished}</h1>
      <p class="text">${words.finishedText[stars]}</p>
      <div class="buttons">
        ${
          next
            ? html`<a class="button primary" data-do="next-lesson" href=${addressOf(this.game, next.id)}>${fill(words.nextLesson, { title: next[this.language][0] })}${icon("next")}</a>`
            : html`<a class="button primary" href=${this.game === "madmax" ? "/watch" : `/new?game=${this.game}`}>${this.game === "madmax" ? words.watch : words.play}</a>`
        }
        ${this.lesson === "minimax" ? html`<a class="button" href="/learn/search">${words.toLaboratory}</a>` : nothing}
        <a class="button" href="/learn">${words.toOverview}</a>
        <button type="button" class="button plain" data-do="restart" @click=${again}>${words.restart}</button>
      </div>
    </section>`;
  }

  protected override updated(): void {
    const board = this.#board;
    if (!board) return;
    this.#sizes.disconnect();
    this.#sizes.observe(board);
    board.updateComplete.then(() => this.#placeStars());
  }

  get #board(): LitElement | null {
    return this.querySelector<LitElement>("mad-board, war-board");
  }

  /** Stars and rings lie over the squares of the board, wherever these are. */
  #placeStars(): void {
    const marks = this.querySelector<HTMLElement>(".marks");
    const board = this.#board;
    const step = this.#step;
    if (!marks || !board?.shadowRoot) return;
    const origin = marks.getBoundingClientRect();
    const wanted: [string, string][] = [];
    if (step && "stars" in step && this.#status !== "done" && this.#made.length === 0) {
      for (const square of step.stars ?? []) wanted.push([square, "star"]);
    }
    for (const square of this.#rings)
      wanted.push([
        square,
        this.#status === "done" ? "ring good" : this.#status === "shown" ? "ring" : "ring bad",
      ]);
    marks.replaceChildren(
      ...wanted.flatMap(([square, kind]) => {
        const cell = board.shadowRoot?.querySelector(`[data-square="${square}"]`);
        if (!cell) return [];
        const box = cell.getBoundingClientRect();
        const mark = document.createElement("i");
        mark.className = kind;
        // The page's policy allows no style attributes, so properties are set.
        mark.style.setProperty("left", `${box.left - origin.left}px`);
        mark.style.setProperty("top", `${box.top - origin.top}px`);
        mark.style.setProperty("width", `${box.width}px`);
        mark.style.setProperty("height", `${box.height}px`);
        return [mark];
      }),
    );
  }
}

customElements.define("learn-lesson", LearnLesson);
