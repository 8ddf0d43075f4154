// The page /offline: a game against the computer on this device, without the server.
import { html, LitElement, nothing } from "lit";
import { pageLanguage } from "../arena/words/words";
import { Engine } from "../engine/engine";
import "../local/local";
import type { LocalGame, Reply } from "../local/local";
import type { Seat } from "../rules/view";
import { type OfflineWords, offlineWords } from "./words";

/** What is played, and against which level. */
interface Wish {
  game: "mad" | "wargame";
  level: number;
  seat: Seat;
}

const PLACE = "joust.offline";
/** The strongest level. */
const LAST = 10;

/** The wish and the moves of the last visit; what cannot be read is forgotten. */
function restore(): { wish: Wish; course: string[] } {
  const fresh: Wish = { game: "mad", level: 1, seat: 0 };
  try {
    const { wish, course } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    const game = wish.game === "wargame" ? "wargame" : "mad";
    const level = Math.min(LAST, Math.max(0, Math.trunc(Number(wish.level)) || 0));
    const moves = Array.isArray(course) ? course.filter(text => typeof text === "string") : [];
    return { wish: { game, level, seat: wish.seat === 1 ? 1 : 0 }, course: moves };
  } catch {
    return { wish: fresh, course: [] };
  }
}

class JoustOffline extends LitElement {
  static override properties = { wish: { state: true } };

  declare wish: Wish;
  readonly #words: OfflineWords = offlineWords(pageLanguage());
  #course: string[];
  #head: Element[] = [];
  #reply: Reply | undefined;

  constructor() {
    super();
    const { wish, course } = restore();
    this.wish = wish;
    this.#course = course;
  }

  protected override createRenderRoot() {
    this.#head = [...this.children];
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { worker, wasm } = this.dataset;
    if (!worker || !wasm) return;
    const engine = new Engine({ worker, wasm });
    this.#reply = table => engine.move(table, this.wish.level);
    void this.#look([worker, wasm]);
  }

  /** Without a network the engine may not be on this device: then the greedy opponent replies. */
  async #look(files: string[]): Promise<void> {
    const there = async (file: string) => {
      const { body, ok } = await fetch(file);
      await body?.cancel();
      return ok;
    };
    const found = await Promise.all(files.map(file => there(file).catch(() => false)));
    if (!found.includes(false)) return;
    this.#reply = undefined;
    this.requestUpdate();
  }

  #keep(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ wish: this.wish, course: this.#course }));
    } catch {
      // A private window may forbid it.
    }
  }

  #choose(change: Partial<Wish>): void {
    this.wish = { ...this.wish, ...change };
    // Another level goes on with the same game.
    if (!("level" in change)) {
      this.#course = [];
      this.querySelector<LocalGame>("joust-local")?.restart(this.wish.game, this.wish.seat);
    }
    this.#keep();
  }

  protected override render() {
    const words = this.#words;
    const { game, level, seat } = this.wish;
    const levels = (this.dataset.levels ?? "").split("|").slice(0, LAST + 1);
    const pick = (event: Event) => (event.target as HTMLSelectElement).value;
    return html`${this.#head}
      <div class="panel wishes">
        <label class="field"><span>${words.game}</span>
          <select name="game" @change=${(event: Event) => this.#choose({ game: pick(event) as Wish["game"] })}>
            ${(["mad", "wargame"] as const).map(name => html`<option value=${name} ?selected=${name === game}>${words[name]}</option>`)}
          </select></label>
        ${
          this.#reply
            ? html`<label class="field"><span>${words.level}</span>
                <select name="level" @change=${(event: Event) => this.#choose({ level: Number(pick(event)) })}>
                  ${levels.map((name, at) => html`<option value=${at} ?selected=${at === level}>${at} · ${name}</option>`)}
                </select></label>`
            : nothing
        }
        <label class="field"><span>${words.side}</span>
          <select name="seat" @change=${(event: Event) => this.#choose({ seat: Number(pick(event)) as Seat })}>
            ${words.sides[game].map((name, at) => html`<option value=${at} ?selected=${at === seat}>${name}</option>`)}
          </select></label>
        <button class="button" type="button" data-do="fresh" @click=${() => this.#choose({})}>${words.fresh}</button>
      </div>
      ${this.#reply ? nothing : html`<p class="small soft">${words.gentle}</p>`}
      <section class="panel match" aria-label=${words.table}>
        <joust-local .game=${game} .seat=${seat} .reply=${this.#reply} .course=${this.#course} data-rules=${this.dataset.rules} whole
          @joust-course=${(event: CustomEvent<{ course: string[] }>) => {
            this.#course = event.detail.course;
            this.#keep();
          }}></joust-local>
      </section>`;
  }
}

customElements.define("joust-offline", JoustOffline);
