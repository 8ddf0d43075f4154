import worker from "page:worker";
import { html, nothing, render } from "lit";
import { fromBase64 } from "../load/unpack";
import { icon } from "../viewer/icons";
import "../viewer/viewer";
import type { MadMaxViewer } from "../viewer/viewer";
import { fill, LANGUAGES, type Language } from "../words/words";
import { Opener } from "./opener";

const welcome = document.getElementById("welcome") as HTMLElement;
const viewer = document.querySelector<MadMaxViewer>("madmax-viewer") as MadMaxViewer;
const picker = document.getElementById("files") as HTMLInputElement;

/** The worker is inside the page. */
function reader(): Worker {
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  const made = new Worker(address);
  URL.revokeObjectURL(address);
  return made;
}

/** Where the next file goes. */
let place: 0 | 1 = 0;
const opener = new Opener(viewer, reader, paint);
const words = () => viewer.session.words;

/** Nothing is open yet, or the last file could not be opened: says so over what is there. */
function paint(): void {
  const { session } = viewer;
  const empty = session.films.length === 0;
  viewer.hidden = empty;
  document.documentElement.dataset.theme = session.dark ? "dark" : "light";
  document.documentElement.lang = session.options.language;
  document.title = empty ? `${words().title} · Joust` : `${session.film.name} · ${words().title}`;
  render(
    html`${empty ? hall() : nothing} ${opener.failed ? opener.failure() : nothing} ${opener.dragged ? html`<div class="drop">${words().dropNow}</div>` : nothing}`,
    welcome,
  );
}

function hall() {
  const own = words();
  const languages = Object.entries(LANGUAGES) as [Language, typeof own][];
  return html`<main class="hall">
    <svg class="four" viewBox="0 0 120 28" aria-hidden="true">
      <circle class="t0" cx="14" cy="14" r="10"></circle><rect class="t1" x="36" y="5" width="18" height="18"></rect>
      <path class="t2" d="M76 3 87 23H65Z"></path><path class="t3" d="m106 2 12 12-12 12-12-12Z"></path></svg>
    <h1>Mad Max</h1>
    <p class="lead">${own.dropTitle}</p>
    <button class="button primary" data-do="choose" @click=${() => choose(0)}>${icon("open")} ${own.openHint}</button>
    <p class="sub">${own.dropText}</p>
    <p class="sub" role="status">${opener.reading ? fill(own.loading, { name: opener.reading }) : own.dropPrivate}</p>
    <nav>${languages.map(
      ([
        tag,
        { language },
      ]) => html`<button class="button plain" lang=${tag} aria-pressed=${viewer.session.options.language === tag}
        @click=${() => {
          viewer.session.choose({ language: tag });
          paint();
        }}>${language}</button>`,
    )}</nav>
  </main>`;
}

function choose(into: 0 | 1): void {
  place = into;
  picker.value = "";
  picker.click();
}

picker.addEventListener("change", () => picker.files && opener.take(picker.files, place));
viewer.addEventListener("open", () => choose(0));
viewer.addEventListener("opensecond", () => choose(1));
viewer.addEventListener("copylink", event => {
  // A file of the visitor is not in the page.
  if (!opener.file) return;
  event.preventDefault();
  viewer.session.set({ message: words().linkLocal });
});
addEventListener("keydown", event => {
  if (
    viewer.session.films.length === 0 &&
    event.key.toLowerCase() === "o" &&
    !event.ctrlKey &&
    !event.metaKey
  )
    choose(0);
});
opener.listen();

/** Files that were put into the page itself. */
const attached = [...document.querySelectorAll<HTMLScriptElement>('script[type="application/x-joust"]')];
paint();
if (attached.length > 0) {
  void opener.open(
    attached.map(script => ({
      name: script.dataset.name ?? "",
      bytes: fromBase64((script.textContent ?? "").trim()).buffer as ArrayBuffer,
    })),
    0,
  );
}
