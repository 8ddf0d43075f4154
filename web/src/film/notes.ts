/** What a player wrote about a cell in a round. */
export interface Note {
  round: number;
  seat: number;
  row: number;
  col: number;
  text: string;
}

/** Notes by round and by cell. */
export class Notes {
  private readonly byRound = new Map<number, Note[]>();
  count = 0;

  add(note: Note): void {
    const notes = this.byRound.get(note.round);
    if (notes) notes.push(note);
    else this.byRound.set(note.round, [note]);
    this.count += 1;
  }

  in(round: number): readonly Note[] {
    return this.byRound.get(round) ?? [];
  }

  at(round: number, row: number, col: number): readonly Note[] {
    return this.in(round).filter(note => note.row === row && note.col === col);
  }
}

/** A line that is not a note. */
export class BadNote extends Error {
  constructor(readonly line: number) {
    super(`line ${line}: expected \`round seat row col text\``);
  }
}

/** Reads a file of notes: lines `round seat row col text`, in which `\n` is a new line. */
export function readNotes(text: string): Notes {
  const notes = new Notes();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const found = /^(\d+) ([0-3]) (-?\d+) (-?\d+)(?: (.*))?$/.exec(line);
    if (!found) throw new BadNote(index + 1);
    const [round, seat, row, col] = found.slice(1, 5).map(Number);
    const words = (found[5] ?? "").replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
    notes.add({ round, seat, row, col, text: words });
  }
  return notes;
}
