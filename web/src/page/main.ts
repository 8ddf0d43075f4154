import { html, nothing, render } from "lit";
import type { Film } from "../film/film";
import type { Trouble } from "../film/head";
import type { Notes } from "../film/notes";
import { isNotes, type Named, sortFiles } from "../load/files";
import { openGame } from "../load/open";
import { fromBase64, unpack } from "../load/unpack";
import { icon } from "../viewer/icons";
import "../viewer/viewer";
import type { MadMaxViewer } from "../viewer/viewer";
import { fill, LANGUAGES, type Language, troubleText } from "../words/words";

const welcome = document.getElementById("welcome") as HTMLElement;
const viewer = document.querySelector<MadMaxViewer>("madmax-viewer") as MadMaxViewer;
const picker = document.getElementById("files") as HTMLInputElement;

/** Where the next file goes, what is being read, and what went wrong. */
let place: 0 | 1 = 0;
let reading = "";
let trouble: (() => string) | undefined;
let failed = "";
let dragged = false;

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
    html`${empty ? hall() : nothing} ${failed ? failure() : nothing} ${dragged ? html`<div class="drop">${words().dropNow}</div>` : nothing}`,
    welcome,
  );
}

function hall() {
  const own = words();
  const languages = Object.entries(LANGUAGES) as [Language, typeof own][];
  return html`<main class="hall">
    <svg class="emblem" viewBox="0 0 120 28" aria-hidden="true">
      <circle class="t0" cx="14" cy="14" r="10"></circle><rect class="t1" x="36" y="5" width="18" height="18"></rect>
      <path class="t2" d="M76 3 87 23H65Z"></path><path class="t3" d="m106 2 12 12-12 12-12-12Z"></path></svg>
    <h1>Mad Max</h1>
    <p class="lead">${own.dropTitle}</p>
    <button class="primary big" data-do="choose" @click=${() => choose(0)}>${icon("open")} ${own.openHint}</button>
    <p class="sub">${own.dropText}</p>
    <p class="sub" role="status">${reading ? fill(own.loading, { name: reading }) : own.dropPrivate}</p>
    <nav>${languages.map(
      ([
        tag,
        { language },
      ]) => html`<button class="quiet" lang=${tag} aria-pressed=${viewer.session.options.language === tag}
        @click=${() => {
          viewer.session.choose({ language: tag });
          paint();
        }}>${language}</button>`,
    )}</nav>
  </main>`;
}

function failure() {
  const own = words();
  return html`<div class="failure" role="alert">
    <b>${own.trouble.title}: ${failed}</b>
    <p>${trouble?.() ?? ""}</p>
    <p class="sub">${own.trouble.try}</p>
    <button data-do="dismiss" @click=${() => fail("")}>${own.close}</button>
  </div>`;
}

function fail(name: string, what?: () => string): void {
  failed = name;
  trouble = what;
  reading = "";
  paint();
}

function choose(into: 0 | 1): void {
  place = into;
  picker.value = "";
  picker.click();
}

/** Opens one game, or two side by side. */
async function open(files: Named[], into: 0 | 1): Promise<void> {
  const { games, bad, lone } = sortFiles(await Promise.all(files.map(unpackedNotes)));
  fail("");
  if (bad) fail(bad.name, () => fill(words().trouble.notes, bad));
  if (lone && viewer.session.films.length > 0) viewer.session.set({ notes: [lone] });
  if (games.length > 2) {
    fail(`${games.length}`, () => words().trouble.tooMany);
    return;
  }
  expected = games.length === 2;
  waiting = undefined;
  games.forEach(({ file, notes }, i) => read(file, notes, games.length === 2 ? (i as 0 | 1) : into));
}

/** Notes are read here, games by the worker. */
async function unpackedNotes(file: Named): Promise<Named> {
  if (!isNotes(file)) return file;
  const bytes = await unpack(new Uint8Array(file.bytes));
  return typeof bytes === "string" ? file : { name: file.name, bytes: bytes.slice().buffer as ArrayBuffer };
}

function read(file: Named, notes: Notes | undefined, into: 0 | 1): void {
  reading = file.name;
  paint();
  openGame(file.name, file.bytes, {
    begun: film => show(film, notes, into),
    grown: () => viewer.grew(),
    ended: (film, why) => {
      reading = "";
      if (!film || film.last < 0) refused(file.name, why);
      else viewer.grew();
    },
  });
}

/** Of two games the second waits for the first: either may be read more quickly. */
let expected = false;
let waiting: (() => void) | undefined;

function show(film: Film, notes: Notes | undefined, into: 0 | 1): void {
  if (into === 1 && expected) {
    waiting = () => show(film, notes, 1);
    return;
  }
  viewer.show(film, into, notes);
  if (into === 0) {
    expected = false;
    waiting?.();
    waiting = undefined;
  }
  paint();
}

function refused(name: string, why: Trouble | undefined): void {
  if (why) fail(name, () => troubleText(why, words()));
}

async function take(list: FileList | File[], into: 0 | 1): Promise<void> {
  const files = await Promise.all(
    [...list].map(async file => ({ name: file.name, bytes: await file.arrayBuffer() })),
  );
  await open(files, into);
}

picker.addEventListener("change", () => picker.files && take(picker.files, place));
viewer.addEventListener("open", () => choose(0));
viewer.addEventListener("opensecond", () => choose(1));
addEventListener("keydown", event => {
  if (
    viewer.session.films.length === 0 &&
    event.key.toLowerCase() === "o" &&
    !event.ctrlKey &&
    !event.metaKey
  )
    choose(0);
});
addEventListener("dragover", event => {
  event.preventDefault();
  if (!dragged) {
    dragged = true;
    paint();
  }
});
addEventListener("dragleave", event => {
  if (event.relatedTarget === null) {
    dragged = false;
    paint();
  }
});
addEventListener("drop", event => {
  event.preventDefault();
  dragged = false;
  paint();
  if (event.dataTransfer) void take(event.dataTransfer.files, 0);
});

/** Files that were put into the page itself. */
const attached = [...document.querySelectorAll<HTMLScriptElement>('script[type="application/x-joust"]')];
paint();
if (attached.length > 0) {
  void open(
    attached.map(script => ({
      name: script.dataset.name ?? "",
      bytes: fromBase64((script.textContent ?? "").trim()).buffer as ArrayBuffer,
    })),
    0,
  );
}
