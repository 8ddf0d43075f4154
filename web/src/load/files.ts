import { BadNote, type Notes, readNotes } from "../film/notes";
import { isLog, readLog, type Said } from "../film/said";

/** A file to open. */
export interface Named {
  name: string;
  bytes: ArrayBuffer;
  /** The file itself, if a visitor has chosen it. */
  chosen?: File;
}

/** Games, each with the notes that lie beside it. */
export interface Sorted {
  games: { file: Named; notes: Notes | undefined }[];
  /** The first line of a file of notes that is none. */
  bad: { name: string; line: number } | undefined;
  /** Notes without a game: they are for the one that is open. */
  lone: Notes | undefined;
  /** What players wrote, from the log of a game. */
  said: Said | undefined;
}

/** Whether a file is called as notes are. */
export const isNotes = ({ name }: { name: string }) => /\.notes(\.gz)?$/i.test(name);

/** The longest beginning of a file that tells a log from a game. */
const SNIFFED = 4096;

/** Whether a file is the log of a game, by its content: logs have any name. */
const isLogFile = ({ bytes }: Named) => isLog(new TextDecoder().decode(bytes.slice(0, SNIFFED)));

/** Tells games from notes by their names and from logs by their content, and puts `X.notes` beside `X`. */
export function sortFiles(files: Named[]): Sorted {
  const written = new Map<string, Notes>();
  let bad: Sorted["bad"];
  for (const file of files.filter(isNotes)) {
    try {
      written.set(stem(file.name), readNotes(new TextDecoder().decode(file.bytes)));
    } catch (why) {
      if (!(why instanceof BadNote)) throw why;
      bad ??= { name: file.name, line: why.line };
    }
  }
  const logs = files.filter(file => !isNotes(file) && isLogFile(file));
  const games = files.filter(file => !isNotes(file) && !logs.includes(file));
  // A single file of notes belongs to a single game, whatever it is called.
  const only = games.length === 1 && written.size === 1 ? [...written.values()][0] : undefined;
  return {
    games: games.map(file => ({ file, notes: written.get(stem(file.name)) ?? only })),
    bad,
    lone: games.length === 0 ? [...written.values()][0] : undefined,
    said: logs.length > 0 ? readLog(new TextDecoder().decode(logs[0].bytes)) : undefined,
  };
}

/** A name without what says how it is packed. */
const stem = (name: string) => name.replace(/\.notes$/i, "").replace(/\.gz$/i, "");
