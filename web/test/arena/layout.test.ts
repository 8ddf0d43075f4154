// The board has its place whatever the font: with two fonts of the system, with the typeface of the
// pages and without it.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { only, systemFonts } from "../fonts";
import { House, make } from "./table";

/** Sizes of the window. */
const WINDOWS = [
  { name: "a desk", width: 1366, height: 768 },
  { name: "a small desk", width: 1024, height: 768 },
  { name: "a phone", width: 360, height: 740 },
  { name: "a small phone", width: 320, height: 640 },
  { name: "a phone on its side", width: 740, height: 360 },
  { name: "a small phone on its side", width: 667, height: 375 },
  { name: "a large phone on its side", width: 932, height: 430 },
  { name: "a desk at 200 %", width: 720, height: 450 },
];

const GAMES: Record<string, string>[] = [
  { game: "mad", board: "6x4", opponent: "computer" },
  { game: "mad", board: "5x5", opponent: "screen" },
  { game: "wargame", board: "", opponent: "computer" },
  { game: "wargame", board: "", rules: "optional-blitz", opponent: "screen" },
];

/** What is seen of a game, in pixels of the window. */
function measure(page: Page) {
  return page.evaluate(() => {
    const board = document.querySelector("joust-game mad-board, joust-game war-board");
    const grid = board?.shadowRoot?.querySelector(".grid")?.getBoundingClientRect();
    const scores = board?.shadowRoot?.querySelector(".scores")?.getBoundingClientRect();
    const cell = board?.shadowRoot?.querySelector("[data-square]")?.getBoundingClientRect();
    const bar = document.querySelector(".actions");
    // What must be known and done in a positioning turn.
    const needed = [...(board?.shadowRoot?.querySelectorAll("[data-note=positioning], [data-pass]") ?? [])]
      .map(found => found.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const fixed = bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect() : null;
    // A word that is wider than its button.
    const buttons = [
      ...document.querySelectorAll<HTMLElement>(".actions .button, .tools .button, .top a"),
      ...(board?.shadowRoot?.querySelectorAll<HTMLElement>("button") ?? []),
    ];
    const cut = buttons
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent?.trim());
    return {
      top: Math.min(grid?.top ?? -1, scores?.top ?? 0),
      bottom: grid?.bottom ?? Number.POSITIVE_INFINITY,
      cell: Math.min(cell?.width ?? 0, cell?.height ?? 0),
      room: fixed?.top ?? innerHeight,
      needed: needed.map(box => [box.top, box.bottom, box.right]),
      wide: document.documentElement.scrollWidth - innerWidth,
      cut,
    };
  });
}

/** The font that the words of a page are really drawn in. */
async function drawnIn(page: Page): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument");
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector: ".status h1" });
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(font => font.familyName);
}

describe.each(systemFonts())("with $family", font => {
  const house = new House(only(font));

  test.each([
    ["en-GB", "the typeface", true],
    ["fr-FR", "the typeface", true],
    ["en-GB", "no typeface", false],
    ["fr-FR", "no typeface", false],
  ])("in %s and %s the whole board is seen and no button cuts its word", async (locale, _, shipped) => {
    const page = await house.visit("/", { locale });
    // An empty file is a font that cannot be used.
    if (!shipped)
      await page.route("**/*.woff2*", route => route.fulfill({ contentType: "font/woff2", body: "" }));
    for (const game of GAMES) {
      await make(page, house.arena, game);
      await page.evaluate(() => document.fonts.ready);
      expect(await drawnIn(page)).toEqual([shipped ? "Geist" : font.family]);
      for (const { name, width, height } of WINDOWS) {
        await page.setViewportSize({ width, height });
        const what = `${game.game} ${game.board}${game.rules ?? ""}, ${name}`;
        const seen = await measure(page);
        expect.soft(seen.top, `${what}: top`).toBeGreaterThanOrEqual(0);
        expect.soft(seen.bottom, `${what}: bottom`).toBeLessThanOrEqual(seen.room);
        expect.soft(seen.cell, `${what}: a finger hits what it means`).toBeGreaterThan(32);
        expect.soft(seen.wide, `${what}: nothing stands beside the window`).toBe(0);
        // On its side a phone shows the note of a positioning turn and its button without scrolling.
        if (height < 400 && game.game === "mad") {
          expect.soft(seen.needed.length, `${what}: the note and its button`).toBe(2);
          for (const [top, bottom, right] of seen.needed) {
            expect.soft(top, `${what}: the note`).toBeGreaterThanOrEqual(0);
            expect.soft(bottom, `${what}: the note`).toBeLessThanOrEqual(seen.room);
            expect.soft(right, `${what}: the note`).toBeLessThanOrEqual(width);
          }
        }
        expect.soft(seen.cut, `${what}: words`).toEqual([]);
      }
    }
  });
});

describe("beside games", () => {
  const house = new House();
  const bottom = (page: Page, selector: string) =>
    page.locator(selector).evaluate(found => found.getBoundingClientRect().bottom);

  test("on a phone no bar covers the board of a lesson or a puzzle", async () => {
    for (const [path, bar, width, height] of [
      ["/learn/mad/ships", ".teach > .buttons", 390, 844],
      ["/puzzles/hjtna1", ".puzzle .actions", 320, 640],
    ] as const) {
      const page = await house.visit(path, { viewport: { width, height }, hasTouch: true, isMobile: true });
      await page.locator("mad-board .grid").waitFor();
      const top = await page.locator(bar).evaluate(found => found.getBoundingClientRect().top);
      expect(await bottom(page, "mad-board .grid"), path).toBeLessThanOrEqual(top);
    }
  });

  test("on a phone on its side the map of a battle and the board of an analysis have the height", async () => {
    const options = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
    const battle = await house.visit("/watch/battle?players=Dummy,Null,Null,Dummy&map=oasis&seed=1", options);
    await battle.locator("madmax-viewer .teams").waitFor();
    const map = await battle.locator("canvas.board").boundingBox();
    expect(map?.height).toBeGreaterThan(200);
    expect(await bottom(battle, ".map-tools")).toBeLessThan((map?.y ?? 0) + (map?.height ?? 0));
    const study = await house.visit("/analyse", options);
    await study.locator("mad-board .grid").waitFor();
    const grid = await study.locator("mad-board .grid").boundingBox();
    expect(grid?.height).toBeGreaterThan(240);
    expect((grid?.y ?? 0) + (grid?.height ?? 0)).toBeLessThanOrEqual(390);
  });
});
