// The pages under /learn.
import { LitElement } from "lit";

/** The element of the page; its content is in the light DOM, so that it has the styles of the arena. */
class JoustLearn extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

customElements.define("joust-learn", JoustLearn);
