// The pages under /watch.
import { LitElement } from "lit";

/** The element of the page; its content is in the light DOM, so that it has the styles of the arena. */
class JoustWatch extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

customElements.define("joust-watch", JoustWatch);
