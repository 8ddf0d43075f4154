import { expect, test } from "vitest";
import type { WarView } from "../../src/rules/view";
import { asked, House, make, square, take, view } from "./table";

const house = new House();

test("a War Game to its end, against the computer", async () => {
  const page = await house.visit();
  await make(page, house.arena, { game: "wargame", board: "Smolensk", level: "3" });
  for (let turns = 0; turns < 36; turns += 1) {
    await asked(page);
    const now = await view<WarView>(page);
    if (now.over) break;
    const best = now.moves.reduce((one, other) => (other.gain > one.gain ? other : one));
    await take(page, best.square);
  }
  const { over, scores, owners } = await view<WarView>(page);
  expect(over?.why).toBe("full");
  expect(owners).not.toContain(null);
  await page.locator("[data-ending=full]").waitFor();
  const shown = await page.locator("[data-points]").allTextContents();
  expect(shown.map(Number).sort()).toEqual([...scores].sort());
});

test("what a blitz would conquer is shown before, and a drop beside it can be chosen where the rules allow", async () => {
  const page = await house.visit();
  const position = "b.g.../....../....../....../....../...... b";
  await make(page, house.arena, { game: "wargame", rules: "optional-blitz", opponent: "screen", position });
  const cell = square(page, "B1");
  expect(await cell.getAttribute("aria-label")).toMatch(/blitz.*C1/i);
  await cell.click();
  await page.locator("[data-way=drop]").click();
  await page.waitForFunction(
    () => document.querySelector<HTMLElement & { view: { at: number } }>("war-board")?.view.at === 1,
  );
  const { last, owners, squares } = await view<WarView>(page);
  expect(last?.text).toBe("drop-B1");
  expect(owners[squares.indexOf("C1")]).toBe(1);
});

test("a War Game by keys alone", async () => {
  const page = await house.visit();
  await make(page, house.arena, { game: "wargame", board: "Smolensk:3x3", opponent: "screen" });
  await page.locator('[data-square][tabindex="0"]').focus();
  for (let taken = 0; taken < 9; taken += 1) {
    const now = await view<WarView>(page);
    await page.locator(`[data-square="${now.moves[0].square}"]`).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      at => (document.querySelector<HTMLElement & { view: { at: number } }>("war-board")?.view.at ?? 0) > at,
      taken,
    );
  }
  expect((await view<WarView>(page)).over?.why).toBe("full");
});

test("the city is turned, and keys go where they point", async () => {
  const page = await house.visit();
  await make(page, house.arena, { game: "wargame", board: "Smolensk:3x3", opponent: "screen" });
  const place = async (name: string) => (await square(page, name).boundingBox()) ?? { x: 0, y: 0 };
  const before = await place("A1");
  await page.locator("[data-do=flip]").click();
  await expect.poll(() => place("C3")).toEqual(before);
  await square(page, "C3").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("war-board")?.view?.at === 1);
  expect((await view<WarView>(page)).last?.text).toBe("drop-B3");
});
