import { beforeEach, expect, test, vi } from "vitest";
import { analysisOfText, setUpAddress } from "../../../src/arena/play/links";
import { study } from "../../rules";
import { info } from "./info";

beforeEach(() => {
  vi.stubGlobal("location", { href: "https://here.example/game/x" });
});

test("the address of a position can be pasted, from any host", () => {
  const position = "b.g.../....../....../....../....../...... b";
  const terms = new URLSearchParams({ game: "wargame", board: "Smolensk", rules: "mandatory", position });
  const address = new URL(setUpAddress(` https://there.example/new?${terms}\n`, study(), info()));
  expect(address.host).toBe("here.example");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    game: "wargame",
    board: "Smolensk",
    position,
  });
});

test("a new game begins where the main line of a pasted text ends", () => {
  const text =
    '[Game "mad"]\n[Rules "app"]\n\n1. 122-b2-b3 (1. 211-c2-c4 122-b5-b4) 2... 211-c5-c3 {why?}\n*';
  const { searchParams } = new URL(setUpAddress(text, study(), info()));
  expect(searchParams.get("rules")).toBe("app");
  expect(searchParams.get("position")).toBe(
    "b221,b111,b222,b212/b121,b122,,b112/,,,/,r122,b211,/r121,,r211,r112/r221,r111,r222,r212 r 3 2 -",
  );
  // A file of the MAD app.
  const app = "Version: 2\nTurn Number: 9\nGame Type: 5 by 5\n\nA5: Blue111\nE1: Red111\n";
  expect(new URL(setUpAddress(app, study(), info())).searchParams.get("board")).toBe("5x5");
});

test("a pasted text goes to the analysis as it is, and bare moves are those of the game on the page", () => {
  const page = info({ board: "5x5", rules: "app", start: "" });
  for (const text of ["1. c2c3 (1. a2a3 {é “…”})", " https://there.example/analyse#s=abc"]) {
    const { pathname, searchParams, hash } = new URL(analysisOfText(text, study(), page));
    expect([pathname, searchParams.get("board"), searchParams.get("rules")]).toEqual([
      "/analyse",
      "5x5",
      "app",
    ]);
    expect(new URLSearchParams(hash.slice(1)).get("text")).toBe(text);
  }
});

test("what cannot be read is refused in the language of the page", () => {
  for (const way of [analysisOfText, setUpAddress]) {
    expect(() => way("nonsense/of/many words", study(), info())).toThrow(/^[^\n]+(\n[^\n]+)?$/);
    expect(() => way("", study("fr"), info())).toThrow(/il n’y a rien à lire/);
    expect(() => way("1. pass pass 3. c2c9", study("fr"), info())).toThrow(/tour 3/);
  }
});
