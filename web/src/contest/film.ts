// The element `joust-bout` of Mad Max: the record of a battle in the viewer.
import { html, LitElement, nothing } from "lit";
import { pageLanguage } from "../arena/words/words";
import { Opener } from "../page/opener";
import "../viewer/viewer";
import type { MadMaxViewer } from "../viewer/viewer";
import { boutWords } from "./words";

class Bout extends LitElement {
  private readonly viewer = document.createElement("madmax-viewer") as MadMaxViewer;
  private readonly opener = new Opener(
    this.viewer,
    () => new Worker(this.dataset.reader ?? "", { name: this.dataset.film }),
    () => this.requestUpdate(),
  );
  private failed = false;

  protected override createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.viewer.toggleAttribute("hosted", true);
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const answer = await fetch(this.dataset.record ?? "");
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      await this.opener.open([{ name: this.dataset.name ?? "", bytes: await answer.arrayBuffer() }], 0);
    } catch {
      this.failed = true;
    }
    this.requestUpdate();
  }

  protected override render() {
    const { viewer, opener } = this;
    viewer.hidden = viewer.session.films.length === 0;
    return html`${this.failed ? html`<p class="error" role="alert">${boutWords(pageLanguage()).failed}</p>` : nothing}
      ${opener.failed ? opener.failure() : nothing}${viewer}`;
  }
}

customElements.define("joust-bout", Bout);
