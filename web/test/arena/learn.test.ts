import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { trace } from "../trace";
import { House, PHONE, square } from "./table";

const house = new House();

/** Waits until the step is done, and goes on. */
async function next(page: Page, by: "click" | "tap" = "click"): Promise<void> {
  await page.locator("[data-status=done]").waitFor();
  await page.locator("[data-do=next]")[by]();
}

const told = (page: Page) => page.locator(".feedback").textContent();

test("a lesson by mouse, from the overview to its stars", async () => {
  const page = await house.visit("/learn");
  await page.locator('[data-lesson="mad/expel"]').click();
  await square(page, "b3").click();
  await square(page, "b4").click();
  await next(page);
  expect(new URL(page.url()).pathname).toBe("/learn/mad/expel/2");

  // A wrong move is explained, and can be made again.
  await square(page, "b3").click();
  await square(page, "b2").click();
  await page.locator("[data-status=wrong]").waitFor();
  expect(await told(page)).toContain("one shield");
  await page.locator("[data-do=retry]").click();
  await square(page, "b3").click();
  await square(page, "c3").click();
  await next(page);

  // What is shown must be played all the same.
  await page.locator("[data-do=show]").click();
  expect(await page.locator("mad-board").evaluate(board => (board as unknown as { hint: string }).hint)).toBe(
    "211-b2xb4",
  );
  await square(page, "b2").click();
  await square(page, "b4").click();
  await next(page);

  await square(page, "b4").click();
  expect(await told(page)).toContain("in the way");
  await square(page, "b3").click();
  await next(page);
  await square(page, "a3").click();
  await next(page);
  // Three of five steps needed a second try or help.
  expect(await page.locator(".ending .star.won").count()).toBe(1);
  await page.locator("[data-do=next-lesson]").click();
  await page.waitForURL("**/learn/mad/corvette");
  await page.goto(`${house.arena.address}/learn`);
  expect(await page.locator('[data-lesson="mad/expel"] .star.won').count()).toBe(1);
  // What is done in another tab is seen here, too.
  const other = await page.context().newPage();
  await other.goto(`${house.arena.address}/rules/mad`);
  await other.evaluate(() => localStorage.setItem("joust.learn", '{"stars":{"mad/expel":3},"reached":{}}'));
  await expect.poll(() => page.locator('[data-lesson="mad/expel"] .star.won').count()).toBe(3);
});

test("what a lesson offers to copy is copied, also where a page is not served over https", async () => {
  const page = await house.visit("/learn/madmax/player");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const button = page.locator("[data-do=copy]");
  await button.click();
  await expect.poll(() => button.textContent()).toBe("Copied");
});

test("a lesson by touch", async () => {
  const page = await house.visit("/learn/wargame/blitz", PHONE);
  // The first touch shows what it brings, the second takes it.
  await square(page, "B1").tap();
  await square(page, "B1").tap();
  await next(page, "tap");
  await square(page, "D3").tap();
  await square(page, "D3").tap();
  await next(page, "tap");
  expect(await page.locator(".dots .now a").getAttribute("aria-label")).toBe("Step 3 of 4");
});

test("a lesson by keys alone, in French; a move that loses the corvette is punished on the board", async () => {
  const page = await house.visit("/learn/mad/corvette?lang=fr");
  const press = async (name: string) => {
    await square(page, name).focus();
    await page.keyboard.press("Enter");
  };
  await press("b4");
  await press("b6");
  await page.locator("[data-status=done]").waitFor();
  expect(await told(page)).toContain("Vous avez gagné");
  // The focus is on the button that leads on.
  await page.keyboard.press("Enter");
  await page.waitForURL("**/corvette/2");
  await page.goto(`${house.arena.address}/learn/mad/corvette/3`);
  await press("c2");
  await press("d2");
  await page.locator("[data-status=wrong]").waitFor();
  await expect.poll(() => told(page)).toContain("Votre corvette est en exil");
  await page.locator("[data-do=retry]").press("Enter");
  // The button is gone, and the focus is on the board.
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("mad-board");
  await press("b1");
  await press("a1");
  await page.locator("[data-status=done]").waitFor();
  // The link to the other language leads to the step that is shown now.
  await page.locator("[data-do=next]").press("Enter");
  await page.waitForURL("**/corvette/4");
  await page.locator(".languages a[lang=en]").press("Enter");
  await page.waitForURL("**/corvette/4?lang=en");
});

test("behind the last step is the last step; a chase that was lost begins again when its moves are shown", async () => {
  const page = await house.visit("/learn/mad/parity/99");
  const left = page.locator(".left");
  await expect.poll(() => left.textContent()).toMatch(/^8 /);
  const ways = [
    ["c3", "c2"],
    ["c2", "c3"],
  ];
  for (let turn = 0; turn < 8; turn += 1) {
    for (const name of ways[turn % 2]) await square(page, name).click();
    const turns = 7 - turn;
    await expect.poll(() => left.textContent()).toBe(turns === 1 ? "1 turn left" : `${turns} turns left`);
  }
  await page.locator("[data-status=wrong]").waitFor();
  await page.locator("[data-do=show]").click();
  await page.locator("[data-status=shown]").waitFor();
  expect(await left.textContent()).toMatch(/^8 /);
});

test("a battle that cannot be loaded says so", async () => {
  const page = await house.visit();
  await page.route("**/film.wasm*", route => route.abort());
  await page.goto(`${house.arena.address}/learn/madmax/map/4`);
  expect(await page.locator(".error").textContent()).toContain("board");
});

test("a battle: a unit is found by keys, a round by stepping, a city by the mouse", async () => {
  const page = await house.visit("/learn/madmax/map/4");
  const map = page.locator("learn-battle canvas");
  await page.locator(".transport").waitFor();
  // Another choice of colours paints the map again.
  const painted = () => map.evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL());
  const light = await painted();
  for (const chosen of ["light", "dark"]) {
    await page.locator("[data-do=theme]").click();
    await page.locator(`html[data-colours=${chosen}]`).waitFor();
  }
  await expect.poll(painted).not.toBe(light);
  await map.focus();
  for (let tries = 0; tries < 25; tries += 1) {
    await page.keyboard.press("PageDown");
    if ((await page.locator(".told").textContent())?.startsWith("Car")) break;
  }
  await page.keyboard.press("Enter");
  await page.locator("[data-status=done]").waitFor();

  await page.goto(`${house.arena.address}/learn/madmax/rounds/3`);
  for (let round = 22; round < 28; round += 1) await page.locator("[data-do=following]").click();
  await page.locator("[data-status=done]").waitFor();
  expect(await page.locator(".transport output").textContent()).toBe("Round 28");

  await page.goto(`${house.arena.address}/learn/madmax/map`);
  await page.locator(".transport").waitFor();
  // The city of Disc is in the north-west; the square in the north-east is not.
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
  await map.click({ position: { x: (width * 54.5) / 60, y: (height * 5.5) / 60 } });
  await expect.poll(() => told(page)).toContain("Disc is orange");
  await map.click({ position: { x: (width * 5.5) / 60, y: (height * 5.5) / 60 } });
  await page.locator("[data-status=done]").waitFor();
});

test("the laboratory steps through the search, and shows the counts of the agents", async () => {
  const page = await house.visit("/learn/search");
  const counts = async () =>
    Promise.all(
      ["minimax", "row", "gain"].map(async name =>
        Number(await page.locator(`[data-nodes-of=${name}]`).textContent()),
      ),
    );
  const expected = (question: { values: string; start: string; depth: number }) => [
    trace(question).minimax.nodes,
    trace(question).alphabeta.nodes,
    trace({ ...question, order: "gain" }).alphabeta.nodes,
  ];
  await page.locator(".tree").waitFor();
  expect(await counts()).toEqual([17, 13, 11]);
  // Forward to the first cut-off, by keys.
  const event = page.locator(".event");
  for (let step = 0; step < 26 && !(await event.textContent())?.includes("Cut-off"); step += 1) {
    await page.keyboard.press("ArrowRight");
  }
  expect((await event.textContent())?.replace(/\s+/g, " ")).toContain(
    "Green can hold it to −35 here, and Blue already has 10 elsewhere. 2 more answers need no look.",
  );
  expect(await page.locator(".node.gone").count()).toBe(2);
  const at = await page.locator(".desk input[type=range]").inputValue();
  await expect.poll(() => page.url()).toMatch(new RegExp(`at=${at}$`));
  const address = page.url();
  await page.keyboard.press("End");
  expect(await event.textContent()).toContain("13 of 17 nodes");
  expect(await page.locator("[data-so-far]").getAttribute("data-so-far")).toBe("13");
  expect(await page.locator(".node.gone").count()).toBe(4);
  await page.keyboard.press("ArrowLeft");
  expect(await page.locator(".node.current").count()).toBe(1);

  // The tree by keys: down to the first move, right to the second, and to its step.
  await page.locator('[role=treeitem][tabindex="0"]').focus();
  for (const key of ["Home", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect.poll(() => event.textContent()).toContain("drop-B1");

  // A browser that refuses another address, as after many in a short time, stops nothing.
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException("too many", "SecurityError");
    };
  });
  await page.keyboard.press("ArrowRight");

  // A board of one's own.
  await page.locator("[data-field=depth]").selectOption("3");
  await page.locator("[data-value=A1]").fill("7");
  await page.locator("[data-value=A1]").press("Enter");
  await page.locator("[data-owner=B2]").click();
  const own = { values: "7 76/31 39", start: "../.b b", depth: 3 };
  await expect.poll(counts).toEqual(expected(own));
  await page.locator("[data-field=columns]").selectOption("4");
  await page.locator("[data-field=rows]").selectOption("4");
  await page.locator("[data-field=depth]").selectOption("6");
  await page.locator("[role=alert]").waitFor();

  // The address of a step opens it, in the other language too.
  await page.goto(`${address}&lang=fr`);
  await page.locator(".tree").waitFor();
  await expect.poll(() => event.textContent()).toContain("Coupure");
  expect(await page.locator(".node.gone").count()).toBe(2);
});

test.each([
  ["light", {}],
  ["dark", PHONE],
] as const)("axe finds nothing serious on the pages for learning, in %s", async (colorScheme, options) => {
  const search = "/learn/search?values=66+76%2F31+39&start=..%2F..+b&depth=2&at=26";
  const page = await house.visit("/learn", { ...options, colorScheme, bypassCSP: true });
  for (const path of [
    "/learn",
    "/learn/mad/permute/4",
    "/learn/madmax/water",
    "/learn/madmax/player/3",
    search,
  ]) {
    await page.goto(house.arena.address + path);
    await page.locator(".courses, mad-board, .transport, pre, .tree").first().waitFor();
    expect(await serious(page), path).toEqual([]);
  }
});
