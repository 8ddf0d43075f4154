import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Puzzle, readPuzzles } from "../../src/puzzles/data";
import type { MadMove, MadView, View, WarView } from "../../src/rules/view";
import { serious } from "../browser/axe";
import { House, PHONE } from "./table";

const house = new House();

const file = (name: string) =>
  readFileSync(new URL(`../../../crates/joust-puzzles/data/${name}.tsv`, import.meta.url), "utf8");
const mad = readPuzzles(file("mad-6x4"));
const war = readPuzzles(file("wargame"));

/** Whether all moves to find go from square to square, so that a hand can make them on the board. */
const steps = ({ line }: Puzzle) => line.every((text, i) => i % 2 === 1 || /^\d+-\w\d[-x]\w\d$/.test(text));
const two = mad.find(puzzle => puzzle.moves === 2 && steps(puzzle)) as Puzzle;
const city = war.find(({ moves }) => moves === 2) as Puzzle;

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();
const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const ends = (text: string) => /-(\w\d)[-x](\w\d)$/.exec(text)?.slice(1) ?? [text.split("-")[1]];

async function shown(page: Page): Promise<View> {
  const board = await page.waitForFunction(
    () => document.querySelector<HTMLElement & { view: View }>("mad-board, war-board")?.view ?? false,
  );
  return (await board.jsonValue()) as View;
}

/** Makes all moves of the solution; `press` puts a finger, a key or the mouse on a square. */
async function solve(page: Page, { line, moves }: Puzzle, press: (name: string) => Promise<void>) {
  for (let found = 0; found < moves; found += 1) {
    await phase(page, "find");
    for (const name of ends(line[2 * found])) await press(name);
    if (found < moves - 1)
      await page.waitForFunction(
        at => document.querySelector<HTMLElement & { view: View }>("mad-board, war-board")?.view.at === at,
        2 * found + 2,
      );
  }
  await phase(page, "solved");
}

test("a puzzle by mouse: a wrong move is told, answered and taken back, and the solution wins", async () => {
  const page = await house.visit(`/puzzles/${two.id}`);
  const before = await shown(page);
  const wrong = (before.moves as readonly MadMove[]).find(
    ({ text, kind, fatal, bonus }) =>
      kind === "move" && text !== two.line[0] && !fatal && bonus === null && steps({ ...two, line: [text] }),
  ) as MadMove;
  // What the rules refuse says why, with the clause to open.
  const [from] = ends(two.line[0]);
  const taken = new Set((before as MadView).ships.map(({ at }) => at));
  const reached = (before as MadView).moves.filter(move => move.from === from).map(({ to }) => to);
  const far = before.squares.find(name => !taken.has(name) && !reached.includes(name)) as string;
  await square(page, from).click();
  await square(page, far).click();
  await page.locator("[data-refusal^=MAD] a[href^='/rules/mad#']").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (const name of ends(wrong.text)) await square(page, name).click();
  // A step to the last row may earn a bonus, which is declined.
  const declines = page.locator('[data-bonus="none"]');
  if (await declines.count()) await declines.click();
  await phase(page, "wrong");
  expect(await page.locator("[data-rating]").textContent()).not.toBe("1000");
  await page.locator("[data-do=why]").click();
  await phase(page, "refuted");
  expect((await shown(page)).at).toBe(2);
  // Another move must wait until this one is taken back.
  const now = (await shown(page)) as MadView;
  const own = now.ships.find(({ side, at }) => side === before.side && at) as { at: string };
  await square(page, own.at).click();
  await square(page, now.squares.find(name => now.ships.every(({ at }) => at !== name)) as string).click();
  await page.locator("[data-refusal='']", { hasText: "try again" }).waitFor();
  await page.locator("[data-do=undo]").click();
  await solve(page, two, name => square(page, name).click());
  // The solution can be looked at move by move, and a puzzle counts once.
  await page.locator("[data-do=first]").click();
  expect((await shown(page)).at).toBe(0);
  await page.locator('[data-ply="1"]').click();
  expect((await shown(page)).last?.text).toBe(two.line[0]);
  expect(await page.locator(".recent a").count()).toBe(1);
  expect(await page.locator(".recent a").getAttribute("aria-label")).toMatch(/not solved/);
  await page.locator("[data-do=another]").click();
  await phase(page, "find");
  expect(new URL(page.url()).pathname).not.toBe(`/puzzles/${two.id}`);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(`/puzzles/${two.id}`);
  await page.reload();
  await shown(page);
  expect(await page.locator("[data-solved]").textContent()).toBe("0");
});

test("a puzzle by touch, in French, with hints first", async () => {
  const page = await house.visit(`/puzzles/${city.id}`, { ...PHONE, locale: "fr-FR" });
  await shown(page);
  const status = page.locator(".status");
  const { owners, squares } = (await shown(page)) as WarView;
  await square(page, squares[owners.findIndex(owner => owner !== null)]).tap();
  await page.locator("[data-refusal^=WAR]", { hasText: "n’est pas libre" }).waitFor();
  expect(await status.textContent()).toMatch(/Trouvez les 2 coups gagnants/);
  await page.locator("[data-do=hint]").tap();
  expect(await status.textContent()).toMatch(/Pensez à/);
  await page.locator("[data-do=hint]").tap();
  expect(await page.locator("[data-do=hint]").isDisabled()).toBe(true);
  expect(await status.textContent()).toContain(ends(city.line[0])[0]);
  await solve(page, city, async name => {
    // The first touch shows what a move would do, the second makes it.
    await square(page, name).tap();
    await square(page, name).tap();
  });
  expect(await status.textContent()).toMatch(/Résolu avec un indice/);
  expect(await page.locator("[data-streak]").textContent()).toBe("0");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a puzzle by keys alone, and the focus goes on to the next one", async () => {
  const page = await house.visit(`/puzzles/${two.id}`);
  await shown(page);
  await solve(page, two, async name => {
    await square(page, name).focus();
    await page.keyboard.press("Enter");
  });
  await page.waitForFunction(() => document.activeElement?.matches("[data-do=another]"));
  expect(await page.locator("[data-streak]").textContent()).toBe("1");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => (await shown(page)).at).toBe(two.line.length - 1);
  await page.locator("[data-do=another]").focus();
  await page.keyboard.press("Enter");
  await phase(page, "find");
  await page.waitForFunction(() => document.activeElement?.matches("mad-board, war-board"));
});

test("the puzzle of the day, filters, and addresses that lead nowhere", async () => {
  const page = await house.visit("/puzzles/daily");
  await page.locator(".tag").waitFor();
  await page.locator("select[name=kind]").selectOption("wargame");
  await page.locator("war-board").waitFor();
  await page.locator("select[name=theme]").selectOption("drop");
  const id = new URL(page.url()).pathname.split("/")[2];
  expect(war.find(puzzle => puzzle.id === id)?.themes).toContain("drop");
  await page.reload();
  expect(await page.locator("select[name=theme]").inputValue()).toBe("drop");
  const answer = await page.request.get(`${house.arena.address}/puzzles/nothing`);
  expect(answer.status()).toBe(404);
});

test.each([
  ["light", {}],
  ["dark", PHONE],
] as const)("axe finds nothing before and after, in %s", async (colorScheme, options) => {
  const page = await house.visit(`/puzzles/${two.id}`, { ...options, colorScheme, bypassCSP: true });
  await shown(page);
  expect(await serious(page), "find").toEqual([]);
  await page.locator("[data-do=solution]").click();
  await page.locator("[data-do=next]").click();
  expect(await serious(page), "shown").toEqual([]);
});
