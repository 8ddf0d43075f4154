// The pages under /learn: the overview, a lesson, or the laboratory.
import { html, LitElement, type nothing, type TemplateResult } from "lit";
import { pageLanguage } from "../arena/words/words";
import "./lesson";
import { overview } from "./overview";
import { forget, load } from "./progress";
import type { GameName } from "./steps";

/** The element of the page; its content is in the light DOM, so that it has the styles of the arena. */
class JoustLearn extends LitElement {
  protected override createRenderRoot() {
    // What the server wrote, for visitors without scripts, goes.
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.dataset.page === "search" && this.dataset.script) import(this.dataset.script);
    // A lesson may have been done in another tab, or before this page came back from the past.
    for (const type of ["storage", "pageshow"]) addEventListener(type, () => this.requestUpdate());
  }

  /** What the address names is there only now. */
  protected override firstUpdated(): void {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { page, game, lesson, step, rules, script, film, search } = this.dataset;
    const language = pageLanguage();
    if (page === "lesson") {
      return html`<learn-lesson .game=${game as GameName} .lesson=${lesson ?? ""} .step=${Number(step)}
        .language=${language} .rules=${rules ?? ""} .script=${script ?? ""} .film=${film ?? ""}></learn-lesson>`;
    }
    if (page === "search") {
      return html`<learn-laboratory .rules=${rules ?? ""} .search=${search ?? ""} .language=${language}></learn-laboratory>`;
    }
    return overview(load(), language, () => {
      forget();
      this.requestUpdate();
    });
  }
}

customElements.define("joust-learn", JoustLearn);
