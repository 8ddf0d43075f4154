import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  advice,
  asked,
  House,
  make,
  moveOf,
  PHONE,
  press,
  reaches,
  returns,
  square,
  type,
  view,
} from "./table";

const house = new House();

/** Plays the engine's moves until the game is over. */
async function toTheEnd(page: Page, by: (text: string) => Promise<void>): Promise<void> {
  for (let turns = 0; turns < 200; turns += 1) {
    await asked(page);
    const now = await view(page);
    if (now.over) return;
    await by(advice(now));
  }
  throw new Error("the game does not end");
}

test("a whole game against the computer, by the mouse, from the form to the result", async () => {
  const page = await house.visit("/new");
  await page.locator("input[name=name]").fill("Ada");
  await page.locator("input[name=opponent][value=computer]").check({ force: true });
  await page.locator("input[name=seat][value='0']").check({ force: true });
  await page.locator("[data-slider=level]").fill("1");
  await page.locator("form[action='/games'] button[type=submit]").click();
  await page.waitForURL(/\/game\/\w+$/);
  await page.locator("[data-note=positioning]").first().waitFor();
  await toTheEnd(page, text => press(page, text));
  await page.locator("[data-ending]").waitFor();
  const { over, plies } = await view(page);
  expect(over?.winner).toBe(0);
  expect(await page.locator("[data-ply]").count()).toBeGreaterThanOrEqual(plies.length);
  const answer = await page.request.get(`${page.url()}/record`);
  expect(await answer.text()).toContain("\n1-0");
  // The way back through the game, and to its end again.
  await page.locator("[data-do=first]").click();
  await expect.poll(async () => (await view(page)).at).toBe(0);
  await page.locator("[data-do=now]").first().click();
  await expect.poll(async () => (await view(page)).at).toBe(plies.length);
});

test("a whole game against the computer, by keys alone", async () => {
  const page = await house.visit();
  await make(page, house.arena, { seat: "1", rules: "app" });
  await toTheEnd(page, text => type(page, text));
  await page.locator("[data-ending]").waitFor();
  expect((await view(page)).over?.winner).toBe(1);
});

test("a ship is dragged", async () => {
  const page = await house.visit();
  await make(page, house.arena, { opponent: "screen", rules: "app" });
  await square(page, "c2").dragTo(square(page, "c4"));
  await reaches(page, 1);
  expect((await view(page)).last?.text).toBe("211-c2-c4");
});

test("a bonus and a rotation by touch on a small phone", async () => {
  const page = await house.visit("/", PHONE);
  const position = "b111,,,b222/,r221,,/,,,/,r122,,/,,r212,r112/r111,,r222, r 9 0 -";
  await make(page, house.arena, { opponent: "screen", position });
  const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await widest()).toBeLessThanOrEqual(360);
  const rotation = (await view(page)).moves.find(move => move.kind === "rotate");
  await press(page, rotation?.text ?? "none", "tap");
  await press(page, "111-a6-a5", "tap");
  const bonus = (await view(page)).moves.find(move => move.bonus?.includes(">"));
  expect(bonus).toBeDefined();
  await press(page, bonus?.text ?? "none", "tap");
  const { last, at } = await view(page);
  expect([last?.text, at]).toEqual([bonus?.text, 3]);
  expect(await widest()).toBeLessThanOrEqual(360);
});

test("a phone that lies on its side shows the whole board", async () => {
  for (const [width, height] of [
    [740, 360],
    [932, 430],
  ]) {
    const page = await house.visit("/", { ...PHONE, viewport: { width, height } });
    for (const [game, board] of [
      ["mad", "6x4"],
      ["mad", "5x5"],
      ["wargame", ""],
    ]) {
      await make(page, house.arena, { opponent: "screen", game, board });
      const grid = await page.locator("joust-game .stage .grid").boundingBox();
      const name = `${game} ${board} ${width}`;
      expect(grid?.y, name).toBeGreaterThan(0);
      expect((grid?.y ?? 0) + (grid?.height ?? height), name).toBeLessThanOrEqual(height);
      // The rest stands beside it, and a finger hits what it means.
      const side = await page.locator("joust-game .players").boundingBox();
      expect((grid?.x ?? 0) + (grid?.width ?? width), name).toBeLessThanOrEqual(side?.x ?? 0);
      const cell = await page.locator("joust-game [data-square]").first().boundingBox();
      expect(Math.min(cell?.width ?? 0, cell?.height ?? 0), name).toBeGreaterThan(32);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
    }
  }
});

test("a step to the last row can be taken back before the bonus is chosen", async () => {
  const page = await house.visit();
  const position = "b111,,,b222/,r221,,/,,,/,r122,,/,,r212,r112/r111,,r222, r 9 0 -";
  await make(page, house.arena, { opponent: "screen", position });
  await square(page, "b5").click();
  await square(page, "b6").click();
  await page.locator("[data-note=bonus]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-note=bonus]").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  expect((await view(page)).at).toBe(0);
  await press(page, "221-b5-b6");
  expect((await view(page)).last?.text).toBe("221-b5-b6");
});

test("nobody exiles the own corvette without being asked", async () => {
  const page = await house.visit();
  const position = "b111,,,b222/,r221,,/,,,/,r122,,/,,r212,r112/r111,,, r 9 0 -";
  await make(page, house.arena, { opponent: "screen", position });
  expect(moveOf(await view(page), "111<>222").fatal).toBe(true);
  await page.locator('button[data-shift="111<>222"]').click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" }).catch(() => undefined);
  expect((await view(page)).over).toBeNull();
  await press(page, "111<>222");
  expect((await view(page)).over?.winner).toBe(1);
});

test("the keyboard has a place after every button", async () => {
  const page = await house.visit();
  await make(page, house.arena, { level: "1" });
  const place = () =>
    page.evaluate(() => {
      const held = document.activeElement;
      const inner = held?.shadowRoot?.activeElement ?? held;
      return inner instanceof HTMLElement ? Object.keys(inner.dataset).join() + (inner.dataset.do ?? "") : "";
    });
  await page.locator("[data-pass]").first().focus();
  await page.keyboard.press("Enter");
  await asked(page);
  await expect.poll(place).toContain("square");
  await page.locator("[data-do=undo]").focus();
  await page.keyboard.press("Enter");
  await returns(page, 0);
  await expect.poll(place).toContain("square");
  await page.locator("[data-do=give-up]").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open] [data-do=confirm]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-ending=given-up]").waitFor();
  await expect.poll(place).toBe("dorematch");
});

test("undo, hint, resignation and another game", async () => {
  const page = await house.visit();
  const first = await make(page, house.arena, { level: "2" });
  await press(page, "pass");
  await asked(page);
  expect((await view(page)).at).toBe(2);
  await page.locator("[data-do=undo]").click();
  await returns(page, 0);
  await page.locator("[data-do=hint]").click();
  await page.waitForFunction(() => document.querySelector<HTMLElement & { hint: string }>("mad-board")?.hint);
  const hint = await page.evaluate(
    () => document.querySelector<HTMLElement & { hint: string }>("mad-board")?.hint,
  );
  await press(page, hint ?? "none");
  await asked(page);
  await page.locator("[data-do=resign]").click();
  await page.locator("dialog[open] [data-do=confirm]").click();
  await page.locator("[data-ending=resigned]").waitFor();
  await page.locator("[data-do=rematch]").click();
  await page.waitForURL(url => /\/game\//.test(url.pathname) && url.pathname !== first);
  expect((await view(page)).over).toBeNull();
});
