// Code that a lesson shows: files that a test compiles, and commands.

import { html, type TemplateResult } from "lit";
import { copy } from "../arena/play/copy";
import first from "./player/AIFirst.cc";
import thirsty from "./player/AIThirsty.cc";
import type { Words } from "./words/words";

const CODE: Record<string, string> = {
  "AIFirst.cc": first,
  "AIThirsty.cc": thirsty,
  start: `joust bot new madmax-cpp arena
cd arena
make all
./Game Demo Demo Demo Demo -s 30 -i default.cnf -o default.res
`,
  match: `joust match madmax ./Game:Thirsty ./Game:First Dummy Demo --games 100
`,
};

const KEYWORDS =
  /\b(struct|public|static|virtual|void|bool|int|for|while|if|return|not|or|and|new|true|false|continue)\b/;

/** A line with its comment and its keywords marked. */
function line(text: string, plain: boolean): TemplateResult {
  if (plain) return html`${text}\n`;
  const [code, comment] = text.split(/(?=\/\/)/);
  const parts = (code ?? "").split(KEYWORDS);
  return html`${parts.map((part, i) => (i % 2 ? html`<b>${part}</b>` : part))}${comment ? html`<i>${comment}</i>` : ""}\n`;
}

/** A file or some commands, with a button that copies them. */
export function codeView(name: string, words: Words): TemplateResult {
  const text = CODE[name] ?? "";
  const isFile = name.endsWith(".cc");
  const press = async (event: Event) => {
    const button = event.currentTarget as HTMLButtonElement;
    if (!(await copy(text))) return;
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, 1500);
  };
  return html`<figure class="code">
    <figcaption><span>${isFile ? name : "$"}</span><button type="button" class="button small" data-do="copy" @click=${press}>${words.copy}</button></figcaption>
    <pre tabindex="0" aria-label=${isFile ? name : "bash"}><code>${text
      .trimEnd()
      .split("\n")
      .map(row => line(row, !isFile))}</code></pre>
  </figure>`;
}
