// The first minute: what is refused says why, what is touched says what it can do, and help is at hand.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { House, make, PHONE, square, view } from "./table";

const house = new House();

const refusal = (page: Page) => page.locator("[data-refusal]");
const clause = async (page: Page, wanted: string) => {
  await page.locator(`[data-refusal="${wanted}"]`).waitFor();
  return (await refusal(page).innerText()).replace(/\s+/g, " ");
};
const heard = (page: Page) => page.locator("joust-game > [aria-live]").textContent();

test("a refused move of MAD shows its clause: by mouse, by dragging, by keys", async () => {
  const page = await house.visit("/", { bypassCSP: true });
  await make(page, house.arena, { opponent: "screen" });
  await square(page, "c2").click();
  await page.locator('[data-card="0211"]').waitFor();
  await square(page, "c4").click();
  expect(await clause(page, "MAD-6.1")).toContain("positioning turn");
  await expect.poll(() => heard(page)).toContain("positioning turn");
  // The clause opens beside the game.
  const opened = page.context().waitForEvent("page");
  await refusal(page).locator("a").click();
  const law = await opened;
  await law.locator("[id='MAD-6.1']").waitFor();
  await law.close();
  const position = "b111,,,b222/,r221,,/,,b122,/,r112,,/,,r212,/r111,,r222, r 9 0 -";
  await make(page, house.arena, { opponent: "screen", position });
  await square(page, "b3").click();
  await square(page, "d6").click();
  expect(await clause(page, "MAD-3.1")).toContain("one square");
  // The ship that is too far away shows its own card.
  await page.locator('[data-card="1222"]').waitFor();
  await square(page, "c2").dragTo(square(page, "c4"));
  expect(await clause(page, "MAD-3.3")).toContain("defends with 2");
  await square(page, "d6").dragTo(square(page, "d5"));
  await clause(page, "MAD-2.2");
  await page.keyboard.press("Escape");
  await square(page, "c1").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await clause(page, "MAD-3.1");
  await page.locator('button[data-shift="112>211>121"]').click({ force: true });
  expect(await clause(page, "MAD-5.3")).toContain("needs two of the three");
  expect((await view(page)).at).toBe(0);
  expect(await serious(page)).toEqual([]);
});

test("out of turn and by touch, in French", async () => {
  const page = await house.visit("/", { ...PHONE, locale: "fr-FR" });
  await make(page, house.arena, { game: "wargame", opponent: "friend", seat: "1" });
  await square(page, "C3").tap();
  expect(await clause(page, "WAR-2.1")).toContain("C’est à Bleu de jouer");
  const position = "b.g.../....../....../....../....../...... b";
  await make(page, house.arena, { game: "wargame", opponent: "screen", position });
  await square(page, "C1").tap();
  expect(await clause(page, "WAR-2.2")).toContain("C1 n’est pas libre");
  // What is under the bubble can still be pressed.
  await square(page, "B1").tap();
  await refusal(page).waitFor({ state: "detached" });
  await make(page, house.arena, { opponent: "friend", seat: "1" });
  await square(page, "b2").tap();
  await page.locator('[data-card="0122"]').first().waitFor();
  const card = await page.locator(".over").boundingBox();
  const board = await page.locator("mad-board .grid").boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 999)).toBeLessThanOrEqual(board?.y ?? 0);
  expect(card?.y).toBeGreaterThanOrEqual(0);
  await square(page, "b4").tap();
  expect(await clause(page, "MAD-2.1")).toContain("C’est à Rouge de jouer");
});

test("in French, the clause of a refusal and the rules behind the help are in French", async () => {
  const page = await house.visit("/", { locale: "fr-FR" });
  const opened = async (link: string) => {
    const [tab] = await Promise.all([page.context().waitForEvent("page"), page.locator(link).click()]);
    await tab.waitForLoadState();
    expect(await tab.locator("html").getAttribute("lang")).toBe("fr");
    return tab;
  };
  await make(page, house.arena, { opponent: "screen", rules: "app" });
  await square(page, "c2").click();
  await square(page, "d6").click();
  const law = await opened("[data-refusal='MAD-3.1'] a");
  expect(await law.locator(":target").textContent()).toMatch(/^MAD-3.1 \(portée\) Un vaisseau/);
  await page.keyboard.press("?");
  await page.locator("dialog[open] .lesson", { hasText: "Trois chiffres" }).waitFor();
  const rules = await opened("dialog[open] a[href='/rules/mad']");
  expect(await rules.locator("#law").textContent()).toMatch(/La loi de MAD/);
});

test("help is beside the board, with the cards and the keys", async () => {
  const page = await house.visit("/", { bypassCSP: true });
  for (const game of ["mad", "wargame"]) {
    await make(page, house.arena, { game, opponent: "screen" });
    const address = page.url();
    await page.keyboard.press("?");
    await page.locator("dialog[open] .lesson").first().waitFor();
    expect(await page.locator("dialog[open] kbd").count()).toBeGreaterThan(8);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(page.url()).toBe(address);
  }
});

test("a phone steps through the game with the board in sight, and a hint is for now", async () => {
  const page = await house.visit("/", { ...PHONE, viewport: { width: 390, height: 844 } });
  await make(page, house.arena, { level: "1" });
  await page.locator("[data-pass]").first().tap();
  await expect.poll(async () => (await view(page)).at).toBe(2);
  await page.locator(".steps [data-do=back]").tap();
  await expect.poll(async () => (await view(page)).at).toBe(1);
  const step = await page.locator(".steps [data-do=back]").boundingBox();
  const board = await page.locator("mad-board .grid").boundingBox();
  expect(step?.y).toBeGreaterThan(0);
  expect((board?.y ?? 0) + (board?.height ?? 999)).toBeLessThan(844);
  await square(page, "c2").tap();
  await square(page, "c4").tap();
  expect(await clause(page, "")).toContain("return to the game");
  await page.locator("[data-do=hint]").tap();
  await expect.poll(async () => (await view(page)).at).toBe(2);
});

test("a pasted game leads to its analysis with variations, comments and names, or says in French why not", async () => {
  const page = await house.visit("/", { locale: "fr-FR" });
  await make(page, house.arena, { opponent: "screen", board: "5x5" });
  const paste = async (text: string) => {
    await page.locator("[data-do=paste]").click();
    await page.locator("dialog[open] textarea").fill(text);
    await page.locator("dialog[open] button[value=analyse]").click();
  };
  await paste("1. pass c9c9");
  await expect.poll(() => page.locator("#paste-trouble").textContent()).toMatch(/^ligne 1\u00a0: tour 2, /);
  await page.keyboard.press("Escape");
  const moves = () => page.locator(".tree .move:not(.start) .text").allTextContents();
  await paste('[Game "mad"]\n[Red "Ada"]\n\n1. pass (1. 112<>221 {a try}) pass\n2. c2c4 *');
  await expect.poll(moves).toEqual(["pass", "112<>221", "pass", "211-c2-c4"]);
  expect(await page.locator(".versus").innerText()).toContain("Ada");
  expect(await page.locator(".tree").innerText()).toContain("a try");
  // Bare moves are those of the game on the page.
  await page.goBack();
  await view(page);
  await paste("1. pass pass 3. 122-c3");
  await expect.poll(moves).toEqual(["pass", "pass", "122-c2-c3"]);
});
