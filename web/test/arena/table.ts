// Visitors at a table: how the tests make games, see them and move.
import { execFileSync } from "node:child_process";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { MadMove, MadView, View, WarView } from "../../src/rules/view";
import { launch } from "../browser/page";
import { joust } from "../games";
import { Arena } from "./server";

/** A visitor with a page, and all that it complained about. */
export interface Visitor {
  page: Page;
  complaints: string[];
}

const DESK = { viewport: { width: 1280, height: 900 }, locale: "en-GB" };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** What a browser says when a line is cut is no complaint of the page. */
const EXPECTED = /WebSocket connection to|net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED)/;

export async function visit(
  browser: Browser,
  arena: Arena,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    ...DESK,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on("pageerror", why => complaints.push(why.message));
  page.on("console", said => {
    // A page that says no is shown, and the browser notes its status; a file must be there.
    const refused = / status of 4\d\d /.test(said.text()) && !said.location().url.includes("/assets/");
    if (said.type() === "error" && !refused && !EXPECTED.test(said.text())) complaints.push(said.text());
  });
  page.on("request", asked => {
    const { protocol, host } = new URL(asked.url());
    if (host !== new URL(arena.address).host && protocol !== "data:") complaints.push(asked.url());
  });
  await page.goto(arena.address + path);
  return { page, complaints };
}

/** Makes a game by what the form would send, and goes to it. */
export async function make(page: Page, arena: Arena, form: Record<string, string>): Promise<string> {
  const all = {
    game: "mad",
    board: "",
    rules: "",
    position: "",
    opponent: "computer",
    level: "1",
    seat: "0",
    minutes: "",
    increment: "",
    name: "Ada",
    ...form,
  };
  const answer = await page.request.post(`${arena.address}/games`, {
    form: all,
    headers: { origin: arena.address },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(303);
  const place = answer.headers().location;
  await page.goto(arena.address + place);
  await view(page);
  return place;
}

/** A password that nobody guesses. */
export const PASSWORD = "orange tiger piano";

/** Keeps a name by the form; the page then shows the recovery codes, which are given. */
export async function keep(page: Page, arena: Arena, name: string): Promise<string[]> {
  await page.goto(`${arena.address}/account/new`);
  await page.locator("main [name=name]").fill(name);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.locator("main form button[type=submit]").click();
  await page.locator(".secrets").waitFor();
  return page.locator(".secrets code").allTextContents();
}

type Board = HTMLElement & { view: View | null; seats: number[]; pending: string | null };

/** What the board shows now, once it shows something. */
export async function view<V extends View = MadView>(page: Page): Promise<V> {
  const found = await page.waitForFunction(() => {
    const board = document.querySelector<Board>("joust-game mad-board, joust-game war-board");
    return board?.view ?? false;
  });
  return (await found.jsonValue()) as V;
}

/** Waits until at least `at` actions are done and none is on its way. */
export async function reaches(page: Page, at: number): Promise<void> {
  await page.waitForFunction(wanted => {
    const board = document.querySelector<Board>("joust-game mad-board, joust-game war-board");
    return board?.view && board.view.at >= wanted && !board.pending;
  }, at);
}

/** Waits until exactly `at` actions are left after an undo. */
export async function returns(page: Page, at: number): Promise<void> {
  await page.waitForFunction(wanted => {
    const board = document.querySelector<Board>("joust-game mad-board, joust-game war-board");
    return board?.view?.at === wanted && !board.pending;
  }, at);
}

/** Waits until one of these seats is asked, or the game is over. */
export async function asked(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const board = document.querySelector<Board>("joust-game mad-board, joust-game war-board");
    if (!board?.view || board.pending) return false;
    return board.view.over !== null || board.view.awaits.some(seat => board.seats.includes(seat));
  });
}

/** The engine's move, so that games come to an end. */
export function advice({ game, position, rules, board }: View): string {
  const args = ["analyze", game, "--rules", rules, "--board", board, "--position", position];
  const text = execFileSync(joust(), [...args, "--depth", "5", "--json"], { encoding: "utf8" });
  return JSON.parse(text).best.replace(" ", "-");
}

/** The move of that text, which is allowed now. */
export function moveOf(now: MadView, text: string): MadMove {
  const found = now.moves.find(move => move.text === text);
  if (!found) throw new Error(`${text} is not among ${now.moves.map(move => move.text).join(" ")}`);
  return found;
}

/** Whether a movement has a bonus, so that the board asks. */
function earns(now: MadView, move: MadMove): boolean {
  return now.moves.some(other => other.from === move.from && other.to === move.to && other.bonus !== null);
}

export const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

/** Makes a move of MAD by presses: of the mouse or a finger. */
export async function press(page: Page, text: string, by: "click" | "tap" = "click"): Promise<void> {
  const now = await view(page);
  const move = moveOf(now, text);
  if (move.kind === "pass") {
    await page.locator("[data-pass]").first()[by]();
  } else if (move.kind === "move") {
    await square(page, move.from ?? "")[by]();
    await square(page, move.to ?? "")[by]();
    if (earns(now, move))
      await page
        .locator(`[data-bonus="${move.bonus ?? "none"}"]`)
        .first()
        [by]();
  } else {
    await page.locator(`button[data-shift="${text}"]`)[by]();
  }
  if (move.fatal) await page.locator("[data-fatal-yes]")[by]();
  await reaches(page, now.at + 1);
}

/** Moves the focus of the grid to a square by the arrow keys. */
async function walk(page: Page, to: string): Promise<void> {
  const place = () =>
    page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return (active as HTMLElement | null)?.dataset.square ?? "";
    });
  for (let tries = 0; tries < 40; tries += 1) {
    const from = await place();
    if (from === to) return;
    if (!from) {
      await page.locator('[data-square][tabindex="0"]').focus();
      continue;
    }
    const across = to.charCodeAt(0) - from.charCodeAt(0);
    const up = Number(to.slice(1)) - Number(from.slice(1));
    const flipped = await page.evaluate(
      () => document.querySelector<HTMLElement & { flipped: boolean }>("mad-board")?.flipped,
    );
    const sign = flipped ? -1 : 1;
    if (across !== 0) await page.keyboard.press(across * sign > 0 ? "ArrowRight" : "ArrowLeft");
    else await page.keyboard.press(up * sign > 0 ? "ArrowUp" : "ArrowDown");
  }
  throw new Error(`the arrow keys do not lead to ${to}`);
}

/** Makes a move of MAD by keys alone. */
export async function type(page: Page, text: string): Promise<void> {
  const now = await view(page);
  const move = moveOf(now, text);
  const enter = async (selector: string) => {
    await page.locator(selector).first().focus();
    await page.keyboard.press("Enter");
  };
  if (move.kind === "pass") {
    await enter("[data-pass]");
  } else if (move.kind === "move") {
    await walk(page, move.from ?? "");
    await page.keyboard.press("Enter");
    await walk(page, move.to ?? "");
    await page.keyboard.press("Enter");
    if (earns(now, move)) await enter(`[data-bonus="${move.bonus ?? "none"}"]`);
  } else {
    await enter(`button[data-shift="${text}"]`);
  }
  await reaches(page, now.at + 1);
}

/** Takes a square of the War Game. */
export async function take(page: Page, name: string): Promise<void> {
  const { at } = await view<WarView>(page);
  await square(page, name).click();
  await reaches(page, at + 1);
}

/** A browser and an arena for all tests of a file or a group; visitors leave after each, without complaints. */
export class House {
  browser!: Browser;
  arena!: Arena;
  private visitors: Visitor[] = [];

  constructor(env: Record<string, string> = {}, more: () => readonly string[] = () => []) {
    beforeAll(async () => {
      [this.browser, this.arena] = await Promise.all([launch(env), Arena.open(more())]);
    });
    afterAll(async () => {
      await this.browser.close();
      await this.arena.close();
    });
    afterEach(async () => {
      const visitors = this.visitors.splice(0);
      for (const { page } of visitors) await page.context().close();
      expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
    });
  }

  /** A visitor whose page may lead to another site, such as an identity provider. */
  async guest(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    const { page } = await visit(this.browser, this.arena, path, options);
    this.visitors.push({ page, complaints: [] });
    return page;
  }

  async visit(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    const visitor = await visit(this.browser, this.arena, path, options);
    this.visitors.push(visitor);
    return visitor.page;
  }
}
