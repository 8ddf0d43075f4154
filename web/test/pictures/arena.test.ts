// The pictures of the arena for the README: `npm run pictures` after the pages have changed.
// With LOOK=FOLDER it also takes every page in light and dark, on a desk and on phones, to look at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { Arena } from "../arena/server";
import { asked, make, PHONE, press, square, take, view, visit } from "../arena/table";
import { launch, settled } from "../browser/page";

const IMAGES = join(import.meta.dirname, "../../../docs/images");
const LOOK = process.env.LOOK;
let browser: Browser;
let arena: Arena;
beforeAll(async () => {
  [browser, arena] = await Promise.all([launch(), Arena.open()]);
});
afterAll(async () => {
  await browser.close();
  await arena.close();
});

const OPENING = ["112<>221", "pass", "211-c2-c4", "122-b5-b4", "112-a2-a3", "211-c5xc4", "222-c1-c2"];

async function keep(page: Page, path: string, fullPage = false): Promise<void> {
  await settled(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path, fullPage });
}

async function battle(page: Page): Promise<void> {
  await make(page, arena, { opponent: "screen", minutes: "10", increment: "5" });
  for (const text of OPENING) {
    const { moves } = await view(page);
    await press(page, moves.some(move => move.text === text) ? text : moves[moves.length - 1].text);
  }
}

async function campaign(page: Page): Promise<void> {
  await make(page, arena, { game: "wargame", board: "Smolensk", level: "4" });
  for (const name of ["C3", "D4", "B3", "E4", "B5", "D2"]) {
    await asked(page);
    const { moves } = await view<import("../../src/rules/view").WarView>(page);
    await take(page, (moves.find(move => move.square === name) ?? moves[0]).square);
  }
  await asked(page);
}

test("the pictures of the README", async () => {
  const { page } = await visit(browser, arena, "/", {
    viewport: { width: 1440, height: 900 },
    colorScheme: "dark",
  });
  await battle(page);
  await square(page, "d5").click();
  await keep(page, join(IMAGES, "arena-mad.png"));
  await page.context().close();
  const light = await visit(browser, arena, "/", {
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
  });
  await campaign(light.page);
  await square(light.page, "C4").hover();
  await keep(light.page, join(IMAGES, "arena-wargame.png"));
  await light.page.context().close();
});

const DEVICES: [string, BrowserContextOptions][] = [
  ["desk", { viewport: { width: 1440, height: 900 } }],
  ["tablet", { viewport: { width: 1024, height: 768 } }],
  ["phone", { ...PHONE, viewport: { width: 390, height: 844 } }],
  ["small", PHONE],
];

test.runIf(LOOK).each(DEVICES)("everything on a %s", { timeout: 300_000 }, async (device, options) => {
  mkdirSync(LOOK ?? "", { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await visit(browser, arena, "/", { ...options, colorScheme });
    const shoot = (name: string) =>
      keep(page, join(LOOK ?? "", `${name}-${device}-${colorScheme}.png`), true);
    await shoot("home");
    await make(page, arena, { opponent: "screen" });
    await shoot("positioning");
    await make(page, arena, { opponent: "friend", minutes: "5" });
    await shoot("invitation");
    await battle(page);
    await square(page, "c2").click();
    await shoot("chosen");
    await page.keyboard.press("Escape");
    await page.locator("[data-do=look]").click();
    await shoot("digits");
    await page.locator("[data-do=look]").click();
    await page.locator("[data-do=resign]").click();
    await shoot("question");
    await page.locator("dialog[open] [data-do=confirm]").click();
    await page.locator("[data-ending]").waitFor();
    await shoot("ended");
    await make(page, arena, { opponent: "screen", board: "aztec" });
    await shoot("aztec");
    await campaign(page);
    await shoot("wargame");
    for (const path of ["/rules/mad", "/rules/wargame", "/nothing", "/?lang=fr"]) {
      await page.goto(arena.address + path);
      await shoot(path.replace(/[^a-z]/g, ""));
    }
    await page.context().close();
  }
});
