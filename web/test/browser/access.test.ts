import type { Browser, FileChooser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { game } from "../games";
import { serious } from "./axe";
import { measure } from "./overflow";
import { choose, launch, loaded, type Opened, openViewer, seen, settled } from "./page";

let browser: Browser;
let opened: Opened;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.page.context().close();
});

test("everything is done by the keyboard alone", async () => {
  opened = await openViewer(browser);
  const { page } = opened;
  await page.locator("[data-do=choose]").waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.do)).toBe("choose");
  // A browser that has just started on a busy machine may not count the first key as a person's.
  let chooser: FileChooser | undefined;
  for (let i = 0; i < 5 && !chooser; i += 1) {
    const asked = page.waitForEvent("filechooser", { timeout: 3000 }).catch(() => undefined);
    await page.keyboard.press("Enter");
    chooser = await asked;
  }
  await chooser?.setFiles(game("a.res"));
  await loaded(page);
  const state = async () => (await seen(page)).state;
  await page.keyboard.press("ArrowRight");
  await expect.poll(state).toBe(1);
  await page.keyboard.press("ArrowLeft");
  expect(await state()).toBe(0);
  await page.keyboard.press("PageDown");
  expect(await state()).toBe(10);
  await page.keyboard.press("PageUp");
  expect(await state()).toBe(0);
  await page.keyboard.press("End");
  expect(await state()).toBe(500);
  await page.keyboard.press("Home");
  expect(await state()).toBe(0);
  await page.keyboard.press("Space");
  expect((await seen(page)).playing).toBe(true);
  await page.keyboard.press("Space");
  await page.keyboard.press("u");
  expect((await seen(page)).unit).toBe(0);
  await page.keyboard.press("Shift+U");
  expect((await seen(page)).unit).toBe(91);
  await page.keyboard.press("Escape");
  expect((await seen(page)).unit).toBe(-1);
  await page.keyboard.press("w");
  expect((await seen(page)).unit >= 0 || (await seen(page)).cell !== undefined).toBe(true);
  await page.keyboard.press("n");
  expect((await seen(page)).event).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("]");
  expect((await seen(page)).speed).toBe(2);
  await page.keyboard.press("h");
  await settled(page);
  expect(await page.locator("dialog").innerText()).toContain("Space");
  await page.keyboard.press("Escape");
  await settled(page);
  expect(await page.locator("dialog").count()).toBe(0);
  // A filter is reached by Tab and switched by Space, which then does not play.
  await page.locator(".filters [data-kind=attack]").focus();
  await page.keyboard.press("Space");
  await settled(page);
  expect(await page.locator(".filters [data-kind=attack]").getAttribute("aria-pressed")).toBe("true");
  expect((await seen(page)).playing).toBe(false);
});

test("a dialog takes the focus, keeps it, and gives it back", async () => {
  opened = await openViewer(browser);
  const { page } = opened;
  await choose(page, game("a.res"));
  await page.locator("[data-do=settings]").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  // Between the last field and the first the focus is with the browser, never with the page behind.
  const inside = () =>
    page.evaluate(() => {
      const active = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return active === document.body || active?.closest("dialog") !== null;
    });
  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement?.shadowRoot?.activeElement as HTMLElement | null;
      return { within: active?.closest("dialog") !== null, does: active?.dataset.do };
    });
  expect((await focused()).within).toBe(true);
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press("Tab");
    expect(await inside()).toBe(true);
  }
  await page.keyboard.press("Escape");
  await settled(page);
  expect((await focused()).does).toBe("settings");
});

test("a French browser gets a French page, and the language can be changed", async () => {
  opened = await openViewer(browser, { locale: "fr-FR" });
  const { page } = opened;
  expect(await page.locator(".hall").innerText()).toContain("Rien ne quitte votre ordinateur");
  await page.setInputFiles("#files", game("bad.res"));
  await page.locator(".failure").waitFor();
  expect(await page.locator(".failure").innerText()).toContain("ligne 7, colonne 17");
  await page.click("[data-do=dismiss]");
  await choose(page, game("a.res"));
  expect(await page.locator(".log").innerText()).toContain("Événements");
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr");
  await page.click("[data-do=settings]");
  await page.selectOption("[data-option=language]", "en");
  await settled(page);
  expect(await page.locator(".log").innerText()).toContain("Events");
});

test("with reduced motion a step does not glide", async () => {
  opened = await openViewer(browser, { reducedMotion: "reduce" });
  const { page } = opened;
  await choose(page, game("a.res"));
  await page.keyboard.press("ArrowRight");
  expect((await seen(page)).time).toBe(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`axe finds nothing and no text overflows, ${colorScheme}, ${viewport.width} wide`, async () => {
      opened = await openViewer(browser, { colorScheme, viewport });
      const { page } = opened;
      expect(await serious(page)).toEqual([]);
      expect(await measure(page)).toEqual([]);
      await choose(page, game("judge.res"));
      await page.keyboard.press("PageDown");
      await page.keyboard.press("u");
      await page.click(".filters [data-kind=all]");
      await settled(page);
      expect(await serious(page)).toEqual([]);
      expect(await measure(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      for (const dialog of ["keys", "settings", "export"]) {
        await page.click(`.bar [data-do=${dialog}]`);
        await settled(page);
        expect(await serious(page)).toEqual([]);
        expect(await measure(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await settled(page);
      }
    });
  }
}
