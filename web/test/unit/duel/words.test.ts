import { expect, test } from "vitest";
import { en } from "../../../src/duel/words/en";
import { fr } from "../../../src/duel/words/fr";
import { say } from "../../../src/duel/words/say";
import { isSaid, type Table } from "../../../src/rules/view";
import { rules } from "../../rules";

/** The last action of a game, and any move that is allowed, in words. */
const last = (table: Table, language: string) => {
  const view = rules.view(table);
  return say(view.last!, view, language);
};
const move = (start: string, text: string, language: string) => {
  const view = rules.view({ game: "mad", start, course: [] });
  return say(view.moves.find(found => found.text === text)!, view, language);
};

test("movements", () => {
  const start = "b111,,,/,,,/,,b112,/,b121,,/r222,r111,,/,,, r 9 3 b";
  expect(move(start, "222-a2-a3", "en")).toBe("Red cruiser 222 moves from a2 to a3");
  expect(move(start, "222-a2xb3", "en")).toBe("Red cruiser 222 moves from a2 to b3 and expels frigate 121");
  expect(move(start, "222-a2xb3", "fr")).toBe(
    "Le croiseur rouge 222 se déplace de a2 à b3 et expulse la frégate 121",
  );
});

test("permutations and rotations, with exile and without", () => {
  const start = "b111,,,/,,,/,,,/,b121,,/r211,r111,r112,/,r222,, r 9 3 b";
  expect(last({ game: "mad", course: ["112<>221"] }, "en")).toBe(
    "Red permutes frigate 112 and destroyer 221",
  );
  expect(last({ game: "mad", course: ["pass", "112<>221"] }, "fr")).toBe(
    "Bleu permute la frégate 112 et le destroyer 221",
  );
  expect(move(start, "122<>211", "en")).toBe("Red recalls destroyer 122 to a2, frigate 211 goes into exile");
  expect(move(start, "122<>211", "fr")).toBe(
    "Rouge rappelle le destroyer 122 en a2, la frégate 211 part en exil",
  );
  expect(move(start, "112>121>211", "en")).toBe(
    "Red rotates its frigates: 112 into exile, 121 to a2, 211 to c2",
  );
  expect(move(start, "112>121>211", "fr")).toBe(
    "Rouge fait tourner ses frégates\u00a0: 112 en exil, 121 en a2, 211 en c2",
  );
});

test("a bonus is told from where the step has led", () => {
  const start = ",b111,b222,/r221,b122,,b112/,,r112,/,b211,r212,/,,r211,/r111,,r222, r 31 4 b";
  expect(move(start, "221-a5-a6+112<>221", "en")).toBe(
    "Red destroyer 221 moves from a5 to a6; bonus: Red permutes frigate 112 and destroyer 221",
  );
  expect(move(start, "221-a5-a6+122>212>221", "en")).toBe(
    "Red destroyer 221 moves from a5 to a6; bonus: Red rotates its destroyers: 122 to c3, 212 to a6, 221 into exile",
  );
});

test("the end of one's own corvette is not passed over", () => {
  const start = "b111,,,/,,,/,,,/,b121,,/r211,r111,,/,,, r 9 3 b";
  expect(move(start, "111<>222", "en")).toMatch(/; the corvette is lost$/);
});

test("words and the War Game", () => {
  expect(last({ game: "mad", course: ["pass"] }, "fr")).toBe("Rouge passe");
  expect(last({ game: "mad", course: ["pass", "pass", "offer", "accept"] }, "en")).toBe(
    "Blue accepts: the tie-break decides",
  );
  const city = { game: "wargame" as const, board: "Smolensk" };
  expect(last({ ...city, course: ["C3"] }, "en")).toBe("Blue drops on C3 for 39");
  const conquest = [...["C3", "E5", "C4", "D5", "D4"], "resign"];
  expect(last({ ...city, course: conquest.slice(0, 5) }, "en")).toBe(
    "Blue blitzes D4, conquers D5 and gains 90",
  );
  expect(last({ ...city, course: conquest }, "fr")).toBe("Vert abandonne");
  expect(rules.view({ ...city, course: conquest }).plies.filter(isSaid).length).toBe(1);
});

test("both languages have the same places to fill in", () => {
  const places = (words: object): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === "string"
        ? [`${key} ${(value.match(/\{\w+\}/g) ?? []).sort().join(" ")}`]
        : places(value).map(place => `${key}.${place}`),
    );
  expect(places(fr)).toEqual(places(en));
  const empty = (words: object): boolean =>
    Object.entries(words).some(
      ([key, value]) =>
        key !== "articles" &&
        (typeof value === "string" ? value === "" : !Array.isArray(value) && empty(value)),
    );
  expect([empty(en), empty(fr)]).toEqual([false, false]);
});
