import { createServer } from "node:http";
// The home page, and what works without the server after one visit.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { View } from "../../src/rules/view";
import { House, PHONE, square, view } from "./table";

const house = new House();

type Board = HTMLElement & { view: View | null };

/** Waits until the board of a local game has so many moves behind it and it is the visitor's turn. */
async function localReaches(page: Page, at: number): Promise<View> {
  const found = await page.waitForFunction(wanted => {
    const board = document.querySelector<Board>("joust-local mad-board, joust-local war-board");
    return board?.view && board.view.at >= wanted ? board.view : false;
  }, at);
  return (await found.jsonValue()) as View;
}

/** A bubble on the board says why, and leads to the clause; ears hear it, too. */
async function refused(page: Page, why: RegExp): Promise<void> {
  const bubble = page.locator("[data-refusal]");
  await bubble.waitFor();
  expect(await bubble.innerText()).toMatch(why);
  expect(await bubble.locator("a").getAttribute("href")).toMatch(/^\/rules\/\w+#(MAD|WAR)-\d/);
  await page.waitForFunction(
    wanted => new RegExp(wanted).test(document.querySelector("joust-local .unseen")?.textContent ?? ""),
    why.source,
  );
}

test.each([
  ["a mouse", {}, "click"],
  ["a finger", PHONE, "tap"],
] as const)(
  "the board of the home page answers a move by %s, and undo takes both back",
  async (_, options, by) => {
    const page = await house.visit("/", options);
    await localReaches(page, 0);
    await square(page, "c2")[by]();
    // What is refused says why, with the clause to open.
    await square(page, "a4")[by]();
    await refused(page, /one or two squares/);
    await square(page, "c4")[by]();
    const answered = await localReaches(page, 2);
    expect(answered.plies[0].text).toBe("211-c2-c4");
    expect(answered.side).toBe(0);
    const on = await page.locator("joust-local a.button").getAttribute("href");
    expect(new URLSearchParams(on?.split("?")[1]).get("position")).toBe(answered.position);
    await page.locator("[data-do=undo]").click();
    await page.waitForFunction(() => document.querySelector<Board>("joust-local mad-board")?.view?.at === 0);
  },
);

test("one press starts a first game: the gentlest level, and no positioning turn", async () => {
  const page = await house.visit("/");
  await page.locator(".hero form button[type=submit]").click();
  await page.waitForURL(/\/game\//);
  const now = await view(page);
  expect(now.positioning).toBe(false);
  expect(await page.locator("joust-game").textContent()).toMatch(/Jester/);
});

test("a link to a game shows a picture of it elsewhere", async () => {
  const page = await house.visit("/");
  await page.locator(".hero form button[type=submit]").click();
  await page.waitForURL(/\/game\//);
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(picture).toBe(`${page.url()}/picture.png`);
  const answer = await page.request.get(picture ?? "");
  expect(answer.headers()["content-type"]).toBe("image/png");
  const png = await answer.body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

/** Waits until the service worker is there, and tells what it keeps of the engine. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === "activated";
  });
}
const keepsEngine = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return ["engine.js", "analysis.wasm"].map(name => kept.flat().some(url => url.includes(name)));
  });

test("after one visit, games against the computer and puzzles need no network, in the language of the visit", async () => {
  const page = await house.visit("/?lang=fr", { serviceWorkers: "allow" });
  const asked: string[] = [];
  page.context().on("request", request => asked.push(new URL(request.url()).pathname));
  await settled(page);
  // The engine is not loaded for a visitor who has not asked for it.
  expect(await keepsEngine(page)).toEqual([false, false]);
  expect(asked.filter(path => /engine|analysis/.test(path))).toEqual([]);
  await house.arena.kill();
  try {
    await page.goto(`${house.arena.address}/`);
    expect(await page.locator("h1").textContent()).toBe("Jouer hors ligne");
    await localReaches(page, 0);
    await page.locator(".soft", { hasText: "Le moteur n’est pas encore sur cet appareil" }).waitFor();
    await square(page, "c2").click();
    await square(page, "a4").click();
    await refused(page, /d’une ou deux cases/);
    await square(page, "c4").click();
    expect((await localReaches(page, 2)).side).toBe(0);
    // The game is still there after a reload.
    await page.reload();
    expect((await localReaches(page, 2)).plies[0].text).toBe("211-c2-c4");
    await page.locator("select[name=game]").selectOption("wargame");
    await page.waitForFunction(() => document.querySelector("joust-local war-board"));
    await page.goto(`${house.arena.address}/puzzles?lang=en`);
    await page.locator("joust-puzzles mad-board, joust-puzzles war-board").first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    // A link to a puzzle opens that puzzle.
    await page.goto(`${house.arena.address}/puzzles/hjtna1`);
    await page.locator("joust-puzzles mad-board").waitFor();
    expect(new URL(page.url()).pathname).toBe("/puzzles/hjtna1");
    expect(await page.title()).toContain("hjtna1");
  } finally {
    await house.arena.start();
  }
  // Who opens a page that uses the engine has it afterwards, with all levels.
  await page.goto(`${house.arena.address}/offline`);
  await expect.poll(() => keepsEngine(page), { timeout: 15_000 }).toEqual([true, true]);
  await house.arena.kill();
  try {
    await page.reload();
    await localReaches(page, 0);
    await page.locator("select[name=level]").selectOption("3");
    await page.locator("select[name=game]").selectOption("mad");
    const workers = page.waitForEvent("worker");
    await square(page, "c2").click();
    await square(page, "c4").click();
    expect((await localReaches(page, 2)).side).toBe(0);
    expect((await workers).url()).toContain("engine.js");
  } finally {
    await house.arena.start();
  }
});

test("where a proxy says that the arena is down, a kept page is shown; the refusals of the arena are not hidden", async () => {
  const page = await house.guest("/", { serviceWorkers: "allow" });
  await settled(page);
  await house.arena.kill();
  const proxy = createServer(({ url }, answer) => {
    // Only the arena itself has a policy.
    if (url?.startsWith("/full")) answer.setHeader("content-security-policy", "default-src 'self'");
    answer.writeHead(503).end("Service Unavailable");
  });
  const port = Number(new URL(house.arena.address).port);
  await new Promise<void>(done => proxy.listen(port, "127.0.0.1", done));
  try {
    await page.goto(`${house.arena.address}/new`);
    expect(await page.locator("h1").textContent()).toBe("Play offline");
    await page.goto(`${house.arena.address}/full`);
    expect(await page.locator("body").innerText()).toBe("Service Unavailable");
  } finally {
    const closed = new Promise(done => proxy.close(done));
    proxy.closeAllConnections();
    await closed;
    await house.arena.start();
  }
});
