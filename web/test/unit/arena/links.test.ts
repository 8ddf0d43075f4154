import { expect, test, vi } from "vitest";
import { setUpAddress } from "../../../src/arena/play/links";
import { rules } from "../../rules";
import { info } from "./info";

test("the address of a position can be pasted, from any host", () => {
  vi.stubGlobal("location", { href: "https://here.example/game/x" });
  const position = "b.g.../....../....../....../....../...... b";
  const terms = new URLSearchParams({ game: "wargame", board: "Smolensk", rules: "mandatory", position });
  const address = new URL(setUpAddress(` https://there.example/new?${terms}\n`, rules, info()));
  expect(address.host).toBe("here.example");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    game: "wargame",
    board: "Smolensk",
    position,
  });
  expect(() => setUpAddress("nonsense/of/many words", rules, info())).toThrow(/^[^\n]+(\n[^\n]+)?$/);
});
