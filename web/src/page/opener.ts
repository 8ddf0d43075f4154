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
  /** Of two games the second waits for the first, and stands in its place if that cannot be opened. */
  private first: "coming" | "shown" | "refused" = "shown";
  private waiting: ((into: 0 | 1) => void) | undefined;

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
    } else if (games.length === 0 && (lone || said)) {
      this.fail(namesOf(files), () => this.words.trouble.lone);
    }
    if (games.length > 2) {
      this.fail(namesOf(games.map(({ file }) => file)), () => this.words.trouble.tooMany);
      return;
    }
    this.first = games.length === 2 ? "coming" : "shown";
    this.waiting = undefined;
    games.forEach(({ file, notes }, i) =>
      this.read(file, notes, said, games.length === 2 ? (i as 0 | 1) : into),
    );
  }

  /** Opens files that were chosen or dropped. */
  async take(list: FileList | File[], into: 0 | 1): Promise<void> {
    const files: Named[] = [];
    for (const file of list) {
      try {
        files.push({ name: file.name, bytes: await file.arrayBuffer(), chosen: file });
      } catch {
        // Browsers give a folder as a file that cannot be read.
        this.fail(file.name, () => this.words.trouble.unreadable);
        return;
      }
    }
    await this.open(files, into);
  }

  private read(file: Named, notes: Notes | undefined, said: Said | undefined, into: 0 | 1): void {
    this.reading = file.name;
    this.changed();
    openGame(this.reader, file.name, file.bytes, {
      begun: film => this.begun(into, place => this.show(film, file, notes, said, place)),
      grown: () => this.viewer.grew(),
      ended: (film, why) => {
        this.reading = "";
        if (film && film.last >= 0) this.viewer.grew();
        else this.refused(file.name, why, into);
      },
    });
  }

  private begun(into: 0 | 1, show: (into: 0 | 1) => void): void {
    if (into === 1 && this.first === "coming") this.waiting = show;
    else show(this.first === "refused" ? 0 : into);
    if (into === 0) this.settle("shown");
  }

  /** It is known what became of the first game, so the second need not wait any longer. */
  private settle(first: "shown" | "refused"): void {
    const { waiting } = this;
    this.first = first;
    this.waiting = undefined;
    waiting?.(first === "refused" ? 0 : 1);
  }

  private show(film: Film, file: Named, notes: Notes | undefined, said: Said | undefined, into: 0 | 1): void {
    this.viewer.show(film, into, notes, said);
    if (into === 0) this.file = file.chosen;
    this.changed();
  }

  private refused(name: string, why: Trouble | undefined, into: 0 | 1): void {
    if (why) this.fail(name, () => troubleText(why, this.words));
    if (into === 0 && this.first === "coming") this.settle("refused");
  }

  /** Takes files that are dropped anywhere on the page. */
  listen(): void {
    const drag = (on: boolean) => {
      if (this.dragged === on) return;
      this.dragged = on;
      this.changed();
    };
    // A text that is dragged into a field is none of the viewer's business.
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    addEventListener("dragover", event => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      drag(true);
    });
    addEventListener("dragleave", event => event.relatedTarget === null && drag(false));
    addEventListener("drop", event => {
      if (!event.dataTransfer || !holdsFiles(event)) return;
      event.preventDefault();
      drag(false);
      void this.take(event.dataTransfer.files, 0);
    });
  }
}

const namesOf = (files: readonly Named[]) => files.map(({ name }) => name).join(", ");

/** Notes are unpacked here, games by the worker. */
async function unpackedNotes(file: Named): Promise<Named> {
  if (!isNotes(file)) return file;
  const bytes = await unpack(new Uint8Array(file.bytes));
  return typeof bytes === "string" ? file : { name: file.name, bytes: bytes.slice().buffer as ArrayBuffer };
}
