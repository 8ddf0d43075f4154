import { html, type TemplateResult } from "lit";
import type { Film } from "../film/film";
import type { Trouble } from "../film/head";
import type { Notes } from "../film/notes";
import type { Said } from "../film/said";
import { isNotes, type Named, sortFiles } from "../load/files";
import { openGame, type Reader } from "../load/open";
import { unpack } from "../load/unpack";
import type { MadMaxViewer } from "../viewer/viewer";
import { fill, troubleText } from "../words/words";

/** Opens the files that a person chooses or drops, in a viewer. */
export class Opener {
  /** The name of the file that is being read. */
  reading = "";
  /** The name of the file that cannot be opened, and why not. */
  failed = "";
  private trouble: (() => string) | undefined;
  /** Whether files hover over the page. */
  dragged = false;
  /** The file of the game in the first place, if a visitor has chosen it: nobody else has it. */
  file: File | undefined;
  /** Of two games the second waits for the first: either may be read more quickly. */
  private expected = false;
  private waiting: (() => void) | undefined;

  constructor(
    private readonly viewer: MadMaxViewer,
    private readonly reader: Reader,
    private readonly changed: () => void,
  ) {}

  /** What is wrong with the file that cannot be opened. */
  get why(): string {
    return this.trouble?.() ?? "";
  }

  /** Says which file cannot be opened, and why not. */
  failure(): TemplateResult {
    const own = this.words;
    return html`<div class="failure" role="alert">
      <b>${fill(own.trouble.title, { name: this.failed })}</b>
      <p>${this.why}</p>
      <p class="soft small">${own.trouble.try}</p>
      <button class="button" data-do="dismiss" @click=${() => this.fail("")}>${own.close}</button>
    </div>`;
  }

  private get words() {
    return this.viewer.session.words;
  }

  fail(name: string, what?: () => string): void {
    this.failed = name;
    this.trouble = what;
    this.reading = "";
    this.changed();
  }

  /** Opens one game, or two side by side. */
  async open(files: Named[], into: 0 | 1): Promise<void> {
    const { session } = this.viewer;
    const { games, bad, lone, said } = sortFiles(await Promise.all(files.map(unpackedNotes)));
    this.fail("");
    if (bad) this.fail(bad.name, () => fill(this.words.trouble.notes, bad));
    if (games.length === 0 && session.films.length > 0) {
      if (lone) session.set({ notes: [lone] });
      if (said) session.set({ said });
    }
    if (games.length > 2) {
      this.fail(`${games.length}`, () => this.words.trouble.tooMany);
      return;
    }
    this.expected = games.length === 2;
    this.waiting = undefined;
    games.forEach(({ file, notes }, i) =>
      this.read(file, notes, said, games.length === 2 ? (i as 0 | 1) : into),
    );
  }

  /** Opens files that were chosen or dropped. */
  async take(list: FileList | File[], into: 0 | 1): Promise<void> {
    const chosen = [...list];
    const files = await Promise.all(
      chosen.map(async file => ({ name: file.name, bytes: await file.arrayBuffer(), chosen: file })),
    );
    await this.open(files, into);
  }

  private read(file: Named, notes: Notes | undefined, said: Said | undefined, into: 0 | 1): void {
    this.reading = file.name;
    this.changed();
    openGame(this.reader, file.name, file.bytes, {
      begun: film => this.show(film, file, notes, said, into),
      grown: () => this.viewer.grew(),
      ended: (film, why) => {
        this.reading = "";
        if (!film || film.last < 0) this.refused(file.name, why);
        else this.viewer.grew();
      },
    });
  }

  private show(film: Film, file: Named, notes: Notes | undefined, said: Said | undefined, into: 0 | 1): void {
    if (into === 1 && this.expected) {
      this.waiting = () => this.show(film, file, notes, said, 1);
      return;
    }
    this.viewer.show(film, into, notes, said);
    if (into === 0) {
      this.file = file.chosen;
      this.expected = false;
      this.waiting?.();
      this.waiting = undefined;
    }
    this.changed();
  }

  private refused(name: string, why: Trouble | undefined): void {
    if (why) this.fail(name, () => troubleText(why, this.words));
  }

  /** Takes files that are dropped anywhere on the page. */
  listen(): void {
    const drag = (on: boolean) => {
      if (this.dragged === on) return;
      this.dragged = on;
      this.changed();
    };
    addEventListener("dragover", event => {
      event.preventDefault();
      drag(true);
    });
    addEventListener("dragleave", event => event.relatedTarget === null && drag(false));
    addEventListener("drop", event => {
      event.preventDefault();
      drag(false);
      if (event.dataTransfer) void this.take(event.dataTransfer.files, 0);
    });
  }
}

/** Notes are unpacked here, games by the worker. */
async function unpackedNotes(file: Named): Promise<Named> {
  if (!isNotes(file)) return file;
  const bytes = await unpack(new Uint8Array(file.bytes));
  return typeof bytes === "string" ? file : { name: file.name, bytes: bytes.slice().buffer as ArrayBuffer };
}
