// No text is wider than its place, on any page, in either language, from the smallest phone to a wide desk.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { EVERY_GAME, EVERY_PAGE } from "./every";
import { House, make } from "./table";

const WIDTHS = [320, 360, 390, 768, 1024, 1366, 1920];

const house = new House();

/** Elements whose text is wider than they are, and are not made to scroll or to be cut. */
function measure(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const told = (element: Element, what: string) => {
      const text = element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
      found.push(`${element.tagName.toLowerCase()}.${element.className} “${text}” ${what}`);
    };
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth - root.clientWidth} px wider`);
    const look = (within: Document | ShadowRoot) => {
      for (const element of within.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot) look(element.shadowRoot);
        const holds = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim());
        // The width of SVG cannot be asked for in this way; its text scales with the picture.
        if (!holds || element.clientWidth === 0 || element instanceof SVGElement) continue;
        const style = getComputedStyle(element);
        // Text for screen readers, and what scrolls or ends in dots on purpose.
        if (style.clipPath !== "none" || style.visibility === "hidden") continue;
        if (["auto", "scroll"].includes(style.overflowX)) continue;
        // A list shows its entry in full when it is open; names that people choose may be longer than a line,
        // and end in dots.
        const mayEnd = ["SELECT", "BDI"].includes(element.tagName) || element.title === element.textContent;
        if (style.textOverflow === "ellipsis" && mayEnd) continue;
        const cut = element.scrollWidth - element.clientWidth;
        if (cut > 1) told(element, `is cut by ${cut} px`);
        const { left, right } = element.getBoundingClientRect();
        const scrolls = element.closest("pre, .statute table, .scrolls");
        if (!scrolls && (right > innerWidth + 1 || left < -1) && style.position !== "absolute")
          told(element, "stands beside the window");
      }
    };
    look(document);
    return found;
  });
}

test.each([
  ["en-GB", "light"],
  ["fr-FR", "dark"],
] as const)("in %s and %s no text overflows, and axe finds nothing serious", async (locale, colorScheme) => {
  const page = await house.visit("/", { locale, colorScheme, bypassCSP: true });
  const check = async (what: string) => {
    await page.evaluate(() => document.fonts.ready);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // Boards follow the width in the next frame.
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect.soft(await measure(page), `${what} at ${width} px`).toEqual([]);
    }
    expect.soft(await serious(page), what).toEqual([]);
  };
  for (const { path, ready } of EVERY_PAGE) {
    await page.goto(house.arena.address + path);
    if (ready) await page.locator(ready).first().waitFor();
    await check(path);
  }
  for (const form of EVERY_GAME) {
    await make(page, house.arena, form);
    await check(`${form.game} against ${form.opponent}`);
  }
});
