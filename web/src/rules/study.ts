// What study.wasm answers beside the questions of the rules: pasted texts, records with variations, and the
// position editor. The module does all reading and writing; here are only the types.
import type { Rules } from "./rules";
import type { FullTable, Seat, Table } from "./view";

/** How a game begins. */
export type Terms = Omit<FullTable, "course">;

/** How a game begins, as far as it is said. */
export type Asked = Omit<Table, "course">;

/** A node as it is read: after its parent, which stands before it in the list. */
export interface ReadNode {
  parent: number | null;
  text: string;
  seat: Seat;
  turn: number;
  comment: string;
}

/** A study that was read from a text. */
export interface Found extends Terms {
  nodes: readonly ReadNode[];
  /** The word of a referee at the end of the main line, such as `time`. */
  forfeit: string | null;
  result: string;
  /** Headers that say nothing about the rules, such as the names of the players. */
  headers: readonly (readonly [string, string])[];
  /** What the reader should know, a sentence each. */
  warnings: readonly string[];
}

/** What is written as a record. */
export interface Written extends Terms {
  nodes: readonly { parent: number | null; text: string; comment: string }[];
  forfeit: string | null;
  headers: readonly (readonly [string, string])[];
}

/** What an editor of MAD shows. Without a turn, the counters are the usual ones. */
export interface MadDraft {
  game: "mad";
  rules: string;
  board: string;
  ships: readonly { side: Seat; ship: string; at: string }[];
  side: Seat;
  turn: number | null;
  counter: number | null;
  expeller: Seat | null;
}

/** What an editor of the War Game shows; the owners row by row from the top. */
export interface WarDraft {
  game: "wargame";
  rules: string;
  board: string;
  values: string | null;
  columns: number;
  owners: readonly (Seat | null)[];
  side: Seat;
}

/** What an editor offers for a game. */
export interface Offer {
  game: "mad" | "wargame";
  boards: readonly string[];
  rules: readonly string[];
  /** The longest side, the most squares and the highest value of a city of one's own. */
  longest: number;
  squares: number;
  highest: number;
}

/** The module, with the language of its reasons. */
export class Study {
  constructor(
    readonly rules: Rules,
    private readonly language: string,
  ) {}

  /** The study in a text; the page supplies what the text leaves open. Throws `Refused`. */
  read(text: string, page?: Asked | null): Found {
    return this.ask("read", { ...page, text }) as Found;
  }

  /** A study without moves; what is left open is as usual. Throws `Refused`. */
  begin(terms: Asked): Found {
    return this.ask("begin", terms) as Found;
  }

  /** The record of a study. Throws `Refused`. */
  write(study: Written): string {
    return (this.ask("write", study) as { record: string }).record;
  }

  /** The terms of a game that begins with what an editor shows. Throws `Refused`. */
  edit(draft: MadDraft | WarDraft): Terms {
    return this.ask("edit", draft) as Terms;
  }

  offers(): readonly Offer[] {
    return this.ask("boards", {}) as Offer[];
  }

  private ask(study: string, question: object): unknown {
    return this.rules.ask({ ...question, study, language: this.language });
  }
}
