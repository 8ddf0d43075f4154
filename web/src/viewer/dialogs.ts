import { html, nothing } from "lit";
import { fill, LANGUAGES, percent, type Words } from "../words/words";
import { videoType } from "./export";
import { icon } from "./icons";
import type { Options } from "./options";
import type { Session } from "./session";

/** What the dialogs ask of the viewer. */
export interface Doings {
  savePicture(): void;
  record(from: number, to: number): void;
  copyLink(): void;
}

/** The keys in the order of the help. */
const KEYS: [string[], keyof Words["keys"]][] = [
  [["Space"], "space"],
  [["←", "→"], "step"],
  [["Page ↑", "Page ↓"], "ten"],
  [["Home", "End"], "ends"],
  [["[", "]"], "speed"],
  [["−", "+", "0"], "zoom"],
  [["Shift ←↑↓→"], "pan"],
  [["W", "A", "S", "D"], "cell"],
  [["U", "Shift U"], "unit"],
  [["N", "P"], "event"],
  [["K"], "who"],
  [["F"], "follow"],
  [["T", "B", "G"], "overlays"],
  [["1", "…", "4"], "hide"],
  [["O"], "open"],
  [["H", "?"], "help"],
  [["Esc"], "escape"],
];

/** The dialog that is open, if one is. */
export function dialogView(session: Session, doings: Doings, recording: number | undefined) {
  const { dialog, words } = session;
  if (!dialog) return nothing;
  const title = { help: words.keys.title, settings: words.settings, export: words.exportTitle }[dialog];
  // A click beside the dialog falls on its backdrop, which counts as the dialog itself.
  const shut = (event: Event) => (event.currentTarget as Element).closest("dialog")?.close();
  const beside = (event: Event) => event.target === event.currentTarget && shut(event);
  return html`<dialog aria-label=${title} @click=${beside} @close=${() => session.set({ dialog: undefined })}>
      <div class="sheet">
      <header role="group"><h2>${title}</h2>
        <button class="quiet" title=${words.close} aria-label=${words.close} @click=${shut}>${icon("close")}</button></header>
      ${dialog === "help" ? helpView(words) : dialog === "settings" ? settingsView(session) : exportView(session, doings, recording)}
      </div>
    </dialog>`;
}

function helpView(words: Words) {
  return html`<dl class="keys">
    ${KEYS.map(([keys, what]) => html`<div><dt>${keys.map(key => html`<kbd>${key}</kbd>`)}</dt><dd>${words.keys[what]}</dd></div>`)}
  </dl>`;
}

function settingsView(session: Session) {
  const { words, options } = session;
  const choice = (label: string, key: keyof Options, choices: Record<string, string>) =>
    html`<label class="choice">${label}
      <select data-option=${key} @change=${(event: Event) => session.choose({ [key]: (event.target as HTMLSelectElement).value })}>
        ${Object.entries(choices).map(([value, name]) => html`<option value=${value} ?selected=${options[key] === value}>${name}</option>`)}
      </select></label>`;
  const tick = (label: string, key: "trail" | "bars" | "ids") =>
    html`<label class="choice">${label}
      <input type="checkbox" .checked=${options[key]} @change=${() => session.choose({ [key]: !options[key] })} /></label>`;
  const languages = Object.fromEntries(
    Object.entries(LANGUAGES).map(([tag, { language }]) => [tag, language]),
  );
  return html`<div class="choices">
    ${session.hosted ? nothing : choice(words.words, "language", languages)}
    ${session.hosted ? nothing : choice(words.theme, "theme", words.themes)}
    ${choice(words.hues, "hues", words.hueNames)}
    ${choice(words.motion, "motion", words.motions)}
    ${tick(words.trail, "trail")} ${tick(words.bars, "bars")} ${tick(words.ids, "ids")}
  </div>`;
}

function exportView(session: Session, doings: Doings, recording: number | undefined) {
  const { words, last } = session;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    doings.record(Number(fields.get("from")), Number(fields.get("to")));
  };
  const end = Math.min(last, session.state + 50);
  return html`<div class="choices">
    <button data-do="picture" @click=${() => doings.savePicture()}>${words.exportPicture}</button>
    <button data-do="link" @click=${() => doings.copyLink()}>${words.copyLink}</button>
    ${
      videoType() === undefined
        ? html`<p class="hint">${words.exportNone}</p>`
        : html`<form class="video" @submit=${start}>
        <b>${words.exportVideo}</b>
        <label>${words.exportFrom} <input name="from" type="number" min="0" max=${last} .value=${String(session.state)} /></label>
        <label>${words.exportTo} <input name="to" type="number" min="0" max=${last} .value=${String(end)} /></label>
        <button class="primary" data-do="record" ?disabled=${recording !== undefined}>
          ${recording === undefined ? words.exportStart : fill(words.exportBusy, { percent: percent(recording, session.language) })}</button>
      </form>`
    }
  </div>`;
}
