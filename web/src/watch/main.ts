// The pages under /watch: the lobby, a battle that the server simulates, and shared or opened files.
import { html, LitElement, nothing, render } from "lit";
import { copy } from "../arena/play/copy";
import { Opener } from "../page/opener";
import "../viewer/viewer";
import type { MadMaxViewer } from "../viewer/viewer";
import { fill, LANGUAGES, troubleText } from "../words/words";
import { type Battle, battleAddress, randomSeed } from "./battle";
import { NoFight, readFight } from "./fight";
import { type Choice, type Lobby, lobbyView } from "./lobby";
import { shareFile } from "./share";
import { watchWords } from "./words/words";

/** What a person is told while nothing can be seen yet, or no more. */
interface Notice {
  title: string;
  text?: string;
  again?: boolean;
}

/** The address that can be given away, while it is shown. */
interface Sharing {
  address?: string;
  note: string;
  copied?: boolean;
  failed?: boolean;
}

/** The element of the page; its content is in the light DOM, so that it has the styles of the arena. */
class JoustWatch extends LitElement {
  private readonly words = watchWords();
  private readonly viewer = document.createElement("madmax-viewer") as MadMaxViewer;
  private readonly opener = new Opener(
    this.viewer,
    () => this.reader(),
    () => this.requestUpdate(),
  );
  private readonly picker = document.createElement("input");
  private place: 0 | 1 = 0;
  private choice: Choice = { players: ["Dummy", "Demo", "Dummy", "Demo"], map: "default", seed: 0 };
  private notice: Notice | undefined;
  private sharing: Sharing | undefined;
  private lobby: Lobby | undefined;
  private battle: Battle | undefined;

  protected override createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { lobby, battle, id } = this.dataset;
    this.viewer.toggleAttribute("hosted", true);
    this.choice.seed = randomSeed();
    Object.assign(this.picker, { type: "file", multiple: true, hidden: true, id: "files" });
    this.picker.addEventListener("change", () => this.picker.files && this.take(this.picker.files));
    this.viewer.addEventListener("open", () => this.choose(0));
    this.viewer.addEventListener("opensecond", () => this.choose(1));
    this.viewer.addEventListener("copylink", event => {
      if (!this.opener.file) return;
      event.preventDefault();
      this.viewer.session.set({ dialog: undefined });
      void this.share();
    });
    this.opener.listen();
    if (lobby) this.lobby = JSON.parse(lobby);
    if (battle) {
      this.battle = JSON.parse(battle);
      void this.fight();
    }
    if (id) void this.load(id);
  }

  private reader(): Worker {
    return new Worker(this.dataset.reader ?? "", { name: this.dataset.film });
  }

  private choose(place: 0 | 1): void {
    this.place = place;
    this.picker.value = "";
    this.picker.click();
  }

  private take(files: FileList): void {
    void this.opener.take(files, this.place);
  }

  /** Has the server simulate the battle of the address, and shows it from its first round on. */
  private async fight(): Promise<void> {
    const { battle, words } = this;
    if (!battle) return;
    this.tell({ title: words.waiting });
    let stream: ReturnType<MadMaxViewer["stream"]> | undefined;
    const goes = location.hash === "";
    try {
      await readFight(
        battleAddress(battle).replace("/watch/battle", "/watch/battle/film"),
        {
          place: place => this.tell({ title: fill(words.place, { place }), text: words.placeWhy }),
          head: head => {
            stream = this.viewer.stream(head, words.maps[battle.map] ?? battle.map);
          },
          rounds: chunk => {
            const first = this.viewer.session.films.length === 0;
            stream?.append(chunk);
            if (first && goes) this.viewer.session.set({ playing: true });
            this.tell(undefined);
          },
          end: trouble => stream?.end(trouble),
        },
        new AbortController().signal,
      );
    } catch (why) {
      const status = why instanceof NoFight ? why.status : 0;
      const title = status === 429 ? words.tooMany : status === 503 ? words.full : words.lostStream;
      stream?.end();
      this.tell({ title, again: true });
    }
  }

  /** Shows a file that a visitor has shared. */
  private async load(id: string): Promise<void> {
    const { words } = this;
    this.tell({ title: words.loading });
    try {
      const answer = await fetch(`/watch/films/${id}`);
      if (!answer.ok) {
        this.tell({
          title: answer.status === 404 ? words.gone : words.lostStream,
          again: answer.status !== 404,
        });
        return;
      }
      await this.opener.open([{ name: this.dataset.name || id, bytes: await answer.arrayBuffer() }], 0);
      this.tell(undefined);
    } catch {
      this.tell({ title: words.lostStream, again: true });
    }
  }

  private tell(notice: Notice | undefined): void {
    this.notice = notice;
    this.requestUpdate();
  }

  /** Gives an address that can be given away; a file of the visitor is sent to the server first. */
  private async share(): Promise<void> {
    const { words, opener } = this;
    const file = opener.file;
    const here = () => location.origin + location.pathname + location.search + location.hash;
    if (!file) {
      const note = this.battle ? words.shareAlways : words.shareText;
      this.show({ address: here(), note });
      return;
    }
    this.show({ note: words.shareBusy });
    const answer = await shareFile(file, Number(this.dataset.most)).catch(() => ({ text: "" }));
    if ("id" in answer) {
      const address = `${location.origin}/watch/${answer.id}${location.hash}`;
      const note = `${words.shareText} ${fill(words.shareDays, { days: answer.days })}`;
      this.show({ address, note });
      return;
    }
    const language = document.documentElement.lang === "fr" ? "fr" : "en";
    const trouble = "trouble" in answer && answer.trouble;
    const why = trouble ? ` ${troubleText(trouble, LANGUAGES[language])}` : "";
    this.show({ note: (answer.text || words.lostStream) + why, failed: true });
  }

  private show(sharing: Sharing | undefined): void {
    this.sharing = sharing;
    this.requestUpdate();
  }

  private async copy(): Promise<void> {
    const { sharing } = this;
    if (!sharing?.address) return;
    if (await copy(sharing.address)) this.show({ ...sharing, copied: true });
    // The address can still be copied by hand.
    else this.querySelector<HTMLInputElement>(".share input")?.select();
  }

  protected override updated(): void {
    // The viewer draws itself; what lies in it is shown in its bar.
    render(this.tools(), this.viewer);
    const dialog = this.querySelector<HTMLDialogElement>("dialog.share");
    if (dialog && !dialog.open) dialog.showModal();
  }

  protected override render() {
    const { words, lobby, opener, viewer } = this;
    const open = viewer.session.films.length > 0;
    const isLobby = !open && lobby !== undefined && !opener.reading;
    this.toggleAttribute("data-viewing", !isLobby);
    viewer.hidden = !open;
    const choosing = {
      choose: (change: Partial<Choice>) => {
        this.choice = { ...this.choice, ...change };
        this.requestUpdate();
      },
      openFile: () => this.choose(0),
    };
    return html`
      ${isLobby && lobby ? lobbyView(lobby, this.choice, words, choosing) : nothing}
      ${open || isLobby ? nothing : this.waiting()}
      ${viewer} ${this.picker}
      ${open && this.notice ? this.broken() : nothing}
      ${opener.failed ? opener.failure() : nothing}
      ${opener.dragged ? html`<div class="drop">${words.dropNow}</div>` : nothing}
      ${this.sharing ? this.shareView(this.sharing) : nothing}`;
  }

  /** What stands in place of the viewer until there is something to see. */
  private waiting() {
    const { notice, words } = this;
    return html`<section class="notice waiting" role="status">
      ${notice?.again ? nothing : html`<span class="armies" aria-hidden="true"><i></i><i></i><i></i><i></i></span>`}
      <h1>${notice?.title ?? words.loading}</h1>
      ${notice?.text ? html`<p>${notice.text}</p>` : nothing}
      <p class="row">
        ${notice?.again ? html`<button class="button primary" @click=${() => location.reload()}>${words.again}</button>` : nothing}
        <a class="button" href="/watch">${words.back}</a>
      </p>
    </section>`;
  }

  /** The stream ended before the battle did. */
  private broken() {
    const { notice, words } = this;
    return html`<div class="failure" role="alert"><b>${notice?.title}</b>
      <p class="row"><button class="button primary" @click=${() => location.reload()}>${words.again}</button></p></div>`;
  }

  /** Buttons of this page in the bar of the viewer. */
  private tools() {
    const { words, battle, opener } = this;
    const another = battle && !opener.file ? battleAddress({ ...battle, seed: this.choice.seed }) : undefined;
    return html`<a class="button" href="/watch">${words.back}</a>
      ${another ? html`<a class="button" data-do="another" href=${another}>${words.another}</a>` : nothing}
      <button class="button primary" data-do="share" @click=${() => this.share()}>${words.share}</button>`;
  }

  private shareView(sharing: Sharing) {
    const { words } = this;
    const shut = () => this.querySelector<HTMLDialogElement>("dialog.share")?.close();
    return html`<dialog class="share panel" aria-label=${words.shareTitle} @close=${() => this.show(undefined)}>
      <h2>${sharing.failed ? words.shareFailed : words.shareTitle}</h2>
      <p role="status">${sharing.note}</p>
      ${
        sharing.address
          ? html`<div class="row"><input type="text" readonly aria-label=${words.address} .value=${sharing.address} />
              <button class="button primary" data-do="copy" @click=${() => this.copy()}>${sharing.copied ? words.copied : words.copy}</button></div>`
          : nothing
      }
      <button class="button" data-do="close" @click=${shut}>${words.close}</button>
    </dialog>`;
  }
}

customElements.define("joust-watch", JoustWatch);
