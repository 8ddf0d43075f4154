// The pictures of the arena for the README: `npm run pictures` after the pages have changed.
// With LOOK=FOLDER it also takes every page in light and dark, on a desk and on phones, in both languages, to
// look at.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { EVERY_PAGE } from "../arena/every";
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

const LANGUAGES = ["en-GB", "fr-FR"];
const WAYS = DEVICES.flatMap(([device, options]) =>
  LANGUAGES.flatMap(locale =>
    (["light", "dark"] as const).map(
      colorScheme =>
        [`${device}-${locale.slice(0, 2)}-${colorScheme}`, { ...options, locale, colorScheme }] as const,
    ),
  ),
);

test.runIf(LOOK).each(WAYS)("everything, %s", { timeout: 300_000 }, async (way, options) => {
  mkdirSync(LOOK ?? "", { recursive: true });
  const { page } = await visit(browser, arena, "/", options);
  const shoot = (name: string) => keep(page, join(LOOK ?? "", `${name}-${way}.png`), true);
  for (const { path, ready } of EVERY_PAGE) {
    await page.goto(arena.address + path);
    if (ready) await page.locator(ready).first().waitFor();
    await shoot(path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home");
  }
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
  await page.context().close();
});
