// The pictures of the README: `npm run pictures` after the page has changed.
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose, launch, openViewer, seen, settled } from "../browser/page";
import { game } from "../games";

const IMAGES = join(import.meta.dirname, "../../../docs/images");
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const keep = async (page: Page, name: string) => {
  await page.mouse.move(0, 0);
  await settled(page);
  await page.screenshot({ path: join(IMAGES, `${name}.png`) });
};

test("who captured a warrior, by day", async () => {
  const viewport = { width: 1440, height: 900 };
  const { page } = await openViewer(browser, { viewport, colorScheme: "light", hash: "#round=300&unit=12" });
  await choose(page, game("dummies.res"));
  await page.click("[data-do=who]");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect((await seen(page)).event).toBeGreaterThanOrEqual(0);
  await keep(page, "viewer-light");
});

test("two games side by side, by night", async () => {
  const { page } = await openViewer(browser, { viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
  await choose(page, game("dummies.res"), game("b.res"));
  await page.click("[data-metric=cities]");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let i = 0; i < 9; i += 1) await page.keyboard.press("PageDown");
  await keep(page, "viewer-dark");
});
