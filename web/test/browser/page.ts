import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { MadMaxViewer } from "../../src/viewer/viewer";
import { PAGE } from "../games";

/** The browser of the machine. */
export function browserPath(): string {
  const known = [
    process.env.CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = known.find(path => path && existsSync(path));
  if (!found)
    throw new Error("no Chromium is installed: apt-get install chromium, or set CHROMIUM to its path");
  return found;
}

/** Starts it, with variables of the environment of its own where some are given. */
export function launch(env: Record<string, string> = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    env: { ...process.env, ...env },
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
}

/** A page with the viewer, and all that it complained about or asked the network for. */
export interface Opened {
  page: Page;
  complaints: string[];
}

export async function openViewer(
  browser: Browser,
  { hash = "", file = PAGE, ...context }: BrowserContextOptions & { hash?: string; file?: string } = {},
): Promise<Opened> {
  const own = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    ...context,
  });
  const page = await own.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on("pageerror", why => complaints.push(why.message));
  page.on("console", said => said.type() === "error" && complaints.push(said.text()));
  page.on("request", asked => /^(file|blob|data):/.test(asked.url()) || complaints.push(asked.url()));
  await page.goto(`file://${file}${hash}`);
  return { page, complaints };
}

/** Chooses files and waits until they are read. */
export async function choose(page: Page, ...files: string[]): Promise<void> {
  await page.setInputFiles("#files", files);
  await loaded(page, files.filter(file => !file.endsWith(".notes")).length);
}

export async function loaded(page: Page, games = 1): Promise<void> {
  await page.waitForFunction(count => {
    const { films } = document.querySelector<MadMaxViewer>("madmax-viewer")!.session;
    return films.length === count && films.every(film => film.ended);
  }, games);
  await settled(page);
}

/** Waits until what was changed is drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What the viewer shows. */
export function seen(page: Page) {
  return page.evaluate(() => {
    const { session } = document.querySelector<MadMaxViewer>("madmax-viewer")!;
    const { state, time, playing, unit, cell, follow, speed, last } = session;
    return { state, time, playing, unit, cell, follow, speed, last, event: session.event?.index ?? -1 };
  });
}

/** Where a cell of a map is on the page. */
export async function spot(
  page: Page,
  row: number,
  col: number,
  board = 0,
): Promise<{ x: number; y: number }> {
  const camera = await page.evaluate(place => {
    const viewer = document.querySelector("madmax-viewer") as unknown as { boards: { camera: object }[] };
    return viewer.boards[place].camera as { row: number; col: number; scale: number };
  }, board);
  const box = await page.locator("canvas.board").nth(board).boundingBox();
  if (!box) throw new Error("the map is not seen");
  return {
    x: box.x + (col + 0.5 - camera.col) * camera.scale,
    y: box.y + (row + 0.5 - camera.row) * camera.scale,
  };
}

/** A unit as the page knows it. */
export function unitOf(page: Page, id: number, state: number) {
  return page.evaluate(
    ([number, at]) => document.querySelector<MadMaxViewer>("madmax-viewer")!.session.film.unit(at, number),
    [id, state],
  );
}
