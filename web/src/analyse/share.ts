// Ways to share an analysis: link, record, picture and film.
import { copy } from "../arena/play/copy";
import type { Look } from "../duel/mad/ships";
import { Refused } from "../rules/rules";
import { save } from "../viewer/export";
import type { Book } from "./book";
import { gif, MOST, png, svgOf } from "./picture";
import type { Node } from "./tree";
import type { Language, Words } from "./words/words";

/** What is shared, and how its sharing is told. */
export interface Sharing {
  words: Words;
  language: Language;
  book: Book;
  node: Node;
  flipped: boolean;
  look: Look;
  signal: AbortSignal;
  board(): HTMLElement;
  /** The address of the analysis; empty if it is too long. */
  link(): Promise<string>;
  busy(text: string): void;
  notice(text: string): void;
  /** Shows a text that cannot be copied by the page. */
  show(text: string): void;
}

export async function share(way: string, props: Sharing): Promise<void> {
  const { book, words } = props;
  const file = (end: string) => `joust-${book.terms.game}.${end}`;
  const ways: Record<string, () => void | Promise<void>> = {
    "copy-link": () => copyLink(props),
    "copy-record": () => copyText(book.record(), words.copiedRecord, props),
    "save-record": () => save(new Blob([book.record()], { type: "text/plain" }), file("txt")),
    "save-svg": () => save(new Blob([svgOf(props.board())], { type: "image/svg+xml" }), file("svg")),
    "save-png": async () => save(await png(svgOf(props.board())), file("png")),
    "save-gif": () => film(file("gif"), props),
  };
  try {
    await ways[way]?.();
  } catch (why) {
    if (why instanceof Refused) props.notice(why.message);
    // A film that was stopped is not missed.
    else if (!props.signal.aborted) props.notice(words.noPicture);
  }
}

/** A film of the line that is looked at, with what follows. */
async function film(name: string, props: Sharing): Promise<void> {
  const { book, node, words, busy, language, look, flipped, signal } = props;
  const nodes = [book.tree.root, ...book.tree.path(book.tree.end(node))];
  // Of a longer game the end is worth more than the beginning.
  const views = nodes.slice(-MOST).map(one => book.view(one));
  const progress = (done: number, of: number) => busy(words.filming(done, of));
  progress(0, views.length);
  try {
    save(await gif(views, { flipped, look, language, progress, signal }), name);
    if (views.length < nodes.length) props.notice(words.filmCut(MOST));
  } finally {
    busy("");
  }
}

async function copyLink(props: Sharing): Promise<void> {
  const address = await props.link();
  if (address) await copyText(address, props.words.copiedLink, props);
  else props.notice(props.words.tooLong);
}

async function copyText(text: string, said: string, { notice, show }: Sharing): Promise<void> {
  if (await copy(text)) notice(said);
  else show(text);
}
