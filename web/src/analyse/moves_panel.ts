// The moves, with what can be said of the current one and done with it.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { type Icon, icon } from "../arena/icons";
import type { Trouble } from "./keeper";
import { type MovesProps, movesView } from "./moves";
import type { Node } from "./tree";
import type { Words } from "./words/words";

export interface PanelProps extends Omit<MovesProps, "current"> {
  node: Node;
  /** Changes with everything that the list shows, except the current move. */
  version: number;
  trouble: Trouble | null;
  /** Whether something was deleted. */
  canRestore: boolean;
  comment(text: string): void;
  promote(): void;
  remove(): void;
  restore(): void;
  save(): void;
}

export function movesPanel(props: PanelProps): TemplateResult {
  const { tree, node, words, version } = props;
  const button = (is: boolean, name: string, of: Icon, text: string, press: () => void) =>
    is
      ? html`<button class="button plain" data-do=${name} @click=${press}>${icon(of)}<span>${text}</span></button>`
      : nothing;
  return html`<section class="moves panel" aria-labelledby="moves-title">
    <header><h2 id="moves-title">${words.movesTitle}</h2>
    </header>
    <div class="scroll" tabindex="-1">${guard([tree, node, version], () => movesView({ ...props, current: node }))}</div>
    <div class="remarks">
      <label class="unseen" for="comment">${words.comment}</label>
      <textarea id="comment" rows="2" maxlength="2000" data-comment placeholder=${words.commentHint} .value=${node.comment}
        @input=${(event: Event) => props.comment((event.target as HTMLTextAreaElement).value)}></textarea>
      ${troubleView(props.trouble, words, props.save)}
      <div class="row">
        ${button(tree.branch(node) !== null, "promote", "flip", words.promote, props.promote)}
        ${button(node.parent !== null, "remove", "close", words.remove, props.remove)}
        ${button(props.canRestore, "restore", "undo", words.restore, props.restore)}
      </div>
    </div>
  </section>`;
}

/** Why the browser does not keep the study, as long as it does not. */
function troubleView(trouble: Trouble | null, words: Words, save: () => void) {
  if (!trouble) return nothing;
  if (trouble.kind === "unwritten")
    return html`<p class="warning" role="alert">${words.unwritten(trouble.why)}</p>`;
  return html`<p class="warning" role="alert">${words.unkept}
    <button class="button" data-do="save-record" @click=${save}>${words.saveRecord}</button></p>`;
}
