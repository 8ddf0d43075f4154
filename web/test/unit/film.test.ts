import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { differingUnits, firstDifference } from "../../src/film/difference";
import { readNotes } from "../../src/film/notes";
import { sortFiles } from "../../src/load/files";
import { readLink } from "../../src/viewer/link";
import { en } from "../../src/words/en";
import { fr } from "../../src/words/fr";
import { plain, sentence } from "../../src/words/sentence";
import { troubleText } from "../../src/words/words";
import { game } from "../games";
import { load } from "../load";

const film = (name: string) => {
  const { film: found } = load(readFileSync(game(name)));
  if (!found) throw new Error(name);
  return found;
};

test("a game does not differ from itself, whichever form it has", () => {
  expect(firstDifference(film("a.res"), film("a.jmm"))).toBeUndefined();
});

test("the first difference of two games is found", () => {
  const [a, b] = [film("a.res"), film("b.res")];
  const found = firstDifference(a, b);
  expect(found?.what).toBe("moves");
  const state = found?.state ?? -1;
  expect(state).toBeGreaterThan(0);
  expect([...a.shots[state].moves]).not.toEqual([...b.shots[state].moves]);
  for (let before = 0; before < state; before += 1) {
    expect([...a.shots[before].units]).toEqual([...b.shots[before].units]);
    expect(differingUnits(a, b, before)).toEqual([]);
  }
});

test("games of other sizes differ from the start", () => {
  expect(firstDifference(film("a.res"), film("crowd.res"))).toMatchObject({ what: "head", state: 0 });
});

test("a single unit that differs is named", () => {
  const text = readFileSync(game("a.res"), "utf8");
  const at = text.indexOf("round 3\n");
  const line = text.indexOf("\nw ", at);
  const end = text.indexOf("\n", line + 1);
  const changed = `${text.slice(0, line)}${text.slice(line, end).replace(/ \d+$/, " 1")}${text.slice(end)}`;
  const other = load(Buffer.from(changed)).film;
  expect(other && firstDifference(film("a.res"), other)).toEqual({ state: 3, what: "unit", unit: 0 });
});

test("notes are read line by line, and a wrong line is named", () => {
  const notes = readNotes("3 0 1 2 go\\nthere \\\\ now\n3 1 1 2\n\n4 0 -1 70 off the map\n");
  expect(notes.count).toBe(3);
  expect(notes.at(3, 1, 2).map(note => note.text)).toEqual(["go\nthere \\ now", ""]);
  expect(notes.at(4, 1, 2)).toEqual([]);
  expect(() => readNotes("3 0 1 2 a\n3 0 x 2 b")).toThrow("line 2");
  expect(() => readNotes("3 4 1 2 seats end at 3")).toThrow("line 1");
});

test("notes find their game by its name, and a lone file of notes a lone game", () => {
  const file = (name: string, text = "") => ({
    name,
    bytes: new TextEncoder().encode(text).buffer as ArrayBuffer,
  });
  const note = "1 0 1 1 x";
  const two = sortFiles([file("a.res"), file("b.res.gz"), file("b.res.notes", note)]);
  expect(two.games.map(({ file: { name }, notes }) => [name, notes?.count])).toEqual([
    ["a.res", undefined],
    ["b.res.gz", 1],
  ]);
  expect(sortFiles([file("a.res"), file("mine.notes", note)]).games[0].notes?.count).toBe(1);
  expect(sortFiles([file("a.res.notes", note)])).toMatchObject({ games: [], lone: { count: 1 } });
  expect(sortFiles([file("a.res"), file("a.res.notes", "what")]).bad).toEqual({
    name: "a.res.notes",
    line: 1,
  });
});

test("a link says where to go, and nonsense is ignored", () => {
  expect(readLink("#round=120&unit=17")).toEqual({ round: 120, unit: 17 });
  expect(readLink("#round=-1&unit=x&play=1&speed=0.5")).toEqual({ play: true, speed: 0.5 });
  expect(readLink("")).toEqual({});
});

test("every kind of event has its sentence in both languages, with nothing left to fill in", () => {
  const events = [...film("crowd.jmm").events, ...film("a.jmm").events, ...film("b.jmm").events];
  const kinds = new Set<string>();
  for (const event of events) {
    kinds.add(event.kind);
    for (const words of [en, fr]) {
      const said = plain(sentence(event, film_a, words), film_a);
      expect(said).not.toMatch(/[{}]|undefined|-1/);
    }
  }
  expect([...kinds].sort()).toEqual(Object.keys(en.kinds).sort());
});
const film_a = film("a.jmm");

test("both languages have the same places to fill in", () => {
  const holes = (value: unknown, path = ""): string[] => {
    if (path === "phrases") return [];
    if (typeof value === "string")
      return [`${path}: ${[...value.matchAll(/\{\w+\}/g)].flat().sort().join()}`];
    return Object.entries(value as object).flatMap(([key, inner]) =>
      holes(inner, path ? `${path}.${key}` : key),
    );
  };
  expect(holes(fr)).toEqual(holes(en));
});

test("trouble is told with its place, in French too", () => {
  const { trouble } = load(readFileSync(game("cut.res")));
  if (!trouble) throw new Error("there is trouble");
  expect(troubleText(trouble, en)).toMatch(/^line \d+, column \d+: the file ends here, in the middle: /);
  expect(troubleText(trouble, fr)).toMatch(/^ligne \d+, colonne \d+\u00a0: le fichier s’arrête ici/);
  const range = { kind: "unexpected", expected: "a row, at least 0 and at most 59", found: "`99`" } as const;
  expect(troubleText(range, fr)).toBe("attendu : une ligne, au moins 0 et au plus 59 ; trouvé : `99`");
});

test("everything that the reader of results can miss or expect has a French name", () => {
  const source = readFileSync(
    new URL("../../../crates/joust-madmax/src/read_result.rs", import.meta.url),
    "utf8",
  );
  const asked = [...source.matchAll(/(?:word|number)\("([^"]+)"/g)].map(found => found[1]);
  expect(asked.length).toBeGreaterThan(12);
  for (const phrase of asked.filter(phrase => phrase !== "the end"))
    expect(Object.keys(fr.phrases)).toContain(phrase);
});
