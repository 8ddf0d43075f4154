// The dialogs of the analysis page.
import { html, nothing, type TemplateResult } from "lit";
import { emblem, icon } from "../arena/icons";
import { wordsOf } from "../duel/words/words";
import type { Seat } from "../rules/view";
import { reasonsView } from "./reasons";
import type { Kept } from "./store";
import type { Language, Words } from "./words/words";

export type Dialog =
  | { kind: "open"; text: string; reasons: readonly string[] }
  | { kind: "share"; busy: string }
  | { kind: "play" }
  | { kind: "keys" }
  | { kind: "text"; text: string };

export interface DialogProps {
  words: Words;
  language: Language;
  recent: readonly Kept[];
  levels: readonly string[];
  colours: readonly ["red" | "blue", "blue" | "green"];
  side: Seat;
  /** What was just done. */
  note: string;
  /** The address of the form for a new game from here; none for boards that the server does not know. */
  newGame: string | null;
  close(): void;
  open(text: string): void;
  file(file: File): void;
  reopen(kept: Kept): void;
  fresh(game: "mad" | "wargame"): void;
  does(name: string): void;
  play(seat: Seat, level: number): void;
}

const KEYS: { keys: string[]; does: keyof Words["keys"] }[] = [
  { keys: ["←", "→"], does: "step" },
  { keys: ["↑", "↓"], does: "choose" },
  { keys: ["home", "end"], does: "ends" },
  { keys: ["E"], does: "engine" },
  { keys: ["B"], does: "best" },
  { keys: ["F"], does: "flip" },
  { keys: ["C"], does: "comment" },
  { keys: ["U"], does: "undo" },
  { keys: ["O"], does: "open" },
  { keys: ["L"], does: "copy" },
  { keys: ["right"], does: "arrows" },
  { keys: ["arrows", "enter", "escape"], does: "board" },
  { keys: ["?"], does: "help" },
];

export function dialogView(dialog: Dialog, props: DialogProps): TemplateResult {
  const { words } = props;
  switch (dialog.kind) {
    case "open":
      return openView(dialog, props);
    case "share":
      return shareView(dialog.busy, props);
    case "play":
      return playView(props);
    case "keys":
      return html`${head(words.keysTitle, props)}
        <dl class="keys">${KEYS.map(
          ({ keys, does }) => html`<div>
            <dt>${keys.map(key => html`<kbd>${(words.keyNames as Record<string, string>)[key] ?? key}</kbd>`)}</dt>
            <dd>${words.keys[does]}</dd></div>`,
        )}</dl>`;
    case "text":
      return html`${head(words.share, props)}<p>${words.copyFailed}</p>
        <textarea readonly rows="8" autofocus aria-label=${words.openLabel} .value=${dialog.text}></textarea>`;
  }
}

const head = (title: string, { words, close }: DialogProps) => html`
  <h2 id="dialog-title">${title}</h2>
  <button class="button tool shut" data-do="close" aria-label=${words.close} title=${words.close} @click=${close}>${icon("close")}</button>`;

function openView({ text, reasons }: Extract<Dialog, { kind: "open" }>, props: DialogProps): TemplateResult {
  const { words, recent } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.open(String(new FormData(event.target as HTMLFormElement).get("text") ?? ""));
  };
  const picked = (event: Event) => {
    const [file] = (event.target as HTMLInputElement).files ?? [];
    if (file) props.file(file);
  };
  return html`${head(words.openTitle, props)}
    <form @submit=${submit}>
      <p>${words.openText}</p>
      <label class="field"><span>${words.openLabel}</span>
        <textarea name="text" rows="7" autofocus spellcheck="false" autocomplete="off" autocapitalize="off" .value=${text}
          aria-invalid=${reasons.length > 0 ? "true" : nothing} aria-describedby=${reasons.length > 0 ? "open-trouble" : nothing}></textarea></label>
      ${
        reasons.length > 0
          ? html`<div id="open-trouble" role="alert"><p class="warn-text">${words.wrong(reasons.length)}</p>
            ${reasonsView(reasons)}</div>`
          : nothing
      }
      <div class="row">
        <label class="button file">${icon("download")}<span>${words.openFile}</span><input type="file" class="unseen" data-do="file" @change=${picked}></label>
        <button class="button primary" data-do="read">${words.openGo}</button>
      </div>
    </form>
    <h3>${words.start}</h3>
    <div class="row left">${(["mad", "wargame"] as const).map(
      game =>
        html`<button class="button" data-fresh=${game} @click=${() => props.fresh(game)}>${words.startOf[game]}</button>`,
    )}</div>
    ${
      recent.length > 0
        ? html`<h3>${words.recent}</h3><ul class="recent">${recent.map(
            kept => html`<li><button class="button plain" @click=${() => props.reopen(kept)}><span>${kept.title}</span>
              <time class="soft small">${new Date(kept.time).toLocaleDateString(props.language)}</time></button></li>`,
          )}</ul>`
        : nothing
    }`;
}

function shareView(busy: string, props: DialogProps): TemplateResult {
  const { words } = props;
  const button = (name: string, text: string, primary = false) =>
    html`<button class="button ${primary ? "primary" : ""}" data-do=${name} ?disabled=${busy !== ""} @click=${() => props.does(name)}>${text}</button>`;
  return html`${head(words.shareTitle, props)}
    <p>${words.linkText}</p>
    <div class="row left">${button("copy-link", words.copyLink, true)}</div>
    <h3>${words.recordText}</h3>
    <div class="row left">${button("copy-record", words.copyRecord)}${button("save-record", words.saveRecord)}</div>
    <h3>${words.picture}</h3>
    <div class="row left">${button("save-svg", words.saveSvg)}${button("save-png", words.savePng)}</div>
    <h3>${words.film}</h3>
    <div class="row left">${button("save-gif", words.saveGif)}</div>
    <p class="soft note" role="status">${busy || props.note}</p>`;
}

function playView(props: DialogProps): TemplateResult {
  const { words, levels, colours, language, side, newGame } = props;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    props.play(form.get("seat") === "1" ? 1 : 0, Number(form.get("level")));
  };
  const names = colours.map(colour => wordsOf(language).sides[colour]);
  // With ten names the levels begin at 1; an eleventh is level 0.
  const least = levels.length > 10 ? 0 : 1;
  return html`${head(words.playTitle, props)}
    <form @submit=${submit}>
      <p>${words.playText}</p>
      <label class="field"><span>${words.playLevel}</span><select name="level">${levels.map(
        (name, i) =>
          html`<option value=${i + least} ?selected=${i + least === 1}>${i + least} · ${name}</option>`,
      )}</select></label>
      <fieldset class="field"><legend>${words.playSide}</legend><div class="choice">${names.map(
        (name, seat) =>
          html`<label class="button radio"><input type="radio" name="seat" value=${seat} ?checked=${seat === side}>${emblem(colours[seat], seat as Seat)}${name}</label>`,
      )}</div></fieldset>
      <div class="row">
        ${newGame ? html`<a class="button" data-do="new-game" href=${newGame}>${words.playNew}</a>` : nothing}
        <button class="button primary" data-do="spar">${words.playGo}</button>
      </div>
    </form>`;
}
