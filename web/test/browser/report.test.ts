// The report of a tournament, opened from its file: small tournaments of the joust of this workspace.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GAMES, joust } from "../games";
import { serious } from "./axe";
import { launch, type Opened, openViewer } from "./page";

const FOLDER = join(GAMES, "reports");
const DUELS = `name = "Spring cup"
game = "wargame"
boards = ["tiny", "custom4x4"]
participants = ["random", "minimax:1", "minimax:2", { name = "Ada, with a name that is rather long for a table", player = "random" }]
`;
const ARMIES = `name = "Battles"
game = "madmax"
rules = "nb_rounds=30"
participants = ["Dummy", "Demo", "Null", "Dummy"]
`;

let browser: Browser;
let opened: Opened;
beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, file] of [
    ["duels", DUELS],
    ["armies", ARMIES],
  ]) {
    const run = (...words: string[]) =>
      execFileSync(joust(), ["tournament", ...words], { cwd: FOLDER, stdio: "ignore" });
    writeFileSync(join(FOLDER, `${name}.toml`), file);
    run(`${name}.toml`, "--quiet");
    run("export", `${name}.toml`, "--format", "html", "--out", `${name}.html`);
  }
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.page.context().close();
});

async function report(name: string, context = {}): Promise<Page> {
  opened = await openViewer(browser, { file: join(FOLDER, `${name}.html`), ...context });
  return opened.page;
}

test("the report of duels has standings, a heat map, and games that can be filtered and replayed", async () => {
  const page = await report("duels");
  expect(await page.locator("h1").innerText()).toBe("Spring cup");
  // Four participants, each with a place, and a matrix of four by four with an empty diagonal.
  expect(await page.locator(".standings tbody tr").count()).toBe(4);
  const places = await page.locator(".standings .place").allInnerTexts();
  expect(places).toEqual(["1", "2", "3", "4"]);
  expect(await page.locator(".matrix .heat").count()).toBe(12);
  expect(await page.locator(".matrix .none").count()).toBe(4);
  const heat = page.locator(".matrix .heat").first();
  expect(await heat.getAttribute("title")).toMatch(/ against .* % \(\d+ to \d+\) in \d+ games/);
  // Two cells of one meeting add up to 100, and their colours differ unless both are 50.
  const [one, other] = await page.evaluate(() =>
    [
      [0, 1],
      [1, 0],
    ].map(([row, column]) => {
      const cell = document.querySelectorAll(".matrix tbody tr")[row].querySelectorAll("td:not(.place)")[
        column
      ];
      return { score: Number(cell.textContent), colour: getComputedStyle(cell).backgroundColor };
    }),
  );
  expect(one.score + other.score).toBe(100);
  expect(one.colour === other.colour).toBe(one.score === 50);

  // Six meetings of two games each; everybody has six games, and two of them against one opponent.
  const rows = page.locator("#list tr");
  expect(await rows.count()).toBe(12);
  await page.selectOption("#who", { label: "minimax:2" });
  expect(await rows.count()).toBe(6);
  await page.selectOption("#whom", { label: "random" });
  expect(await rows.count()).toBe(2);
  expect(await page.locator("#count").innerText()).toBe("2 of 12 games, the last first");
  await page.check("#failed");
  expect(await rows.count()).toBe(0);
  await page.uncheck("#failed");

  await rows.first().locator("button.watch").click();
  const board = page.locator("#stage svg.board");
  const last = await board.getAttribute("aria-label");
  await page.locator("#stage [aria-label='first position']").click();
  const first = await board.getAttribute("aria-label");
  expect(first).not.toBe(last);
  const moves = await page.locator("#stage .moves button").count();
  for (let move = 0; move < moves; move += 1) {
    await page.locator("#stage [aria-label='one move on']").click();
  }
  expect(await board.getAttribute("aria-label")).toBe(last);
  expect(await serious(page)).toEqual([]);
  await page.locator("#stage button.plain").click();
  expect(await page.locator("#stage").isHidden()).toBe(true);
});

test("the report of Mad Max replays a game in the viewer", async () => {
  const page = await report("armies");
  expect(await page.locator(".standings tbody tr").count()).toBe(4);
  expect(await page.locator("#list tr").count()).toBe(4);
  await page.locator("#list button.watch").first().click();
  const viewer = page.frameLocator("#stage iframe");
  await viewer.locator("canvas.board").waitFor();
  const state = () =>
    page.frames()[1].evaluate(() => {
      const { session } = document.querySelector("madmax-viewer") as unknown as {
        session: { films: { ended: boolean }[]; state: number; last: number };
      };
      return {
        games: session.films.filter(film => film.ended).length,
        state: session.state,
        last: session.last,
      };
    });
  await expect.poll(async () => (await state()).games).toBe(1);
  expect((await state()).last).toBe(30);
  await viewer.locator("canvas.board").click();
  await page.keyboard.press("End");
  await expect.poll(async () => (await state()).state).toBe(30);
});

for (const name of ["duels", "armies"]) {
  for (const width of [320, 1366]) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`the report of ${name} fits ${width} pixels, ${colorScheme}, and axe finds nothing serious`, async () => {
        const page = await report(name, { viewport: { width, height: 800 }, colorScheme });
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(await over()).toBeLessThanOrEqual(0);
        expect(await serious(page)).toEqual([]);
        await page.locator("#list button.watch").first().click();
        await page.locator(name === "duels" ? "#stage svg.board" : "#stage iframe").waitFor();
        expect(await over()).toBeLessThanOrEqual(0);
      });
    }
  }
}
