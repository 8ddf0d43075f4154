// A class and its contest: the terms, the players, and the forms that the tests of contests fill in.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Arena } from "./server";
import { keep } from "./table";

/** A moment as TOML writes it, some seconds from now. */
export const moment = (seconds: number) =>
  `${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)}Z`;

/** A War Game on a tiny board with few games: everything is there, and nothing takes long. */
export const warTerms = (name: string, round: number) => `name = "${name}"
game = "wargame"
boards = ["Keren:4x4"]
languages = ["cpp", "javascript", "module"]
closes = ${moment(86_400)}

[limits]
fuel = 200_000_000
bank = 300_000_000

[qualification]
against = "random"
seeds = [1, 2, 3]
wins = 1

[ladder]
blocks = 2

[sees]
games = true
ranking = true
names = true

[[round]]
name = "Final"
at = ${moment(round)}
format = { kind = "round-robin", games = 2 }
`;

/** Mad Max against players that do nothing. */
export const armyTerms = (name: string) => `name = "${name}"
game = "madmax"
maps = ["generator"]
languages = ["madmax-cpp"]
closes = ${moment(86_400)}

[qualification]
against = "Null"
seeds = [1, 2, 3]
wins = 1

[ladder]
blocks = 0

[[round]]
name = "Finale"
at = ${moment(86_000)}
format = { kind = "round-robin", games = 4 }
`;

const bot = (body: string) => `import { Action, Bot, run } from "./joust/index.js";
class Player extends Bot {
  turns = 0;
  act(turn) {
    this.turns += 1;
    ${body}
  }
}
run(game => (game === "wargame" ? new Player() : null));
`;

const GREEDY = `const position = turn.wargame();
    console.error("move", this.turns, "of", turn.moves.length);
    let best = turn.moves[0], most = -1e9;
    for (const move of turn.moves) {
      const after = position.play(move);
      const worth = after.score(position.side) - after.score(1 - position.side);
      if (worth > most) [best, most] = [move, worth];
    }
    return new Action(best, {});`;

/** Takes what is worth most now. */
export const greedy = bot(GREEDY);
/** The same player by somebody else: other names, another comment. */
export const copied = bot(`// entirely my own work
    const here = turn.wargame();
    let choice = turn.moves[0], top = -1e9;
    for (const one of turn.moves) {
      const next = here.play(one);
      const gain = next.score(here.side) - next.score(1 - here.side);
      if (gain > top) [choice, top] = [one, gain];
    }
    return new Action(choice, {});`);
/** Plays well in the check, whose cities are large, and throws in its second turn in the small city of the class. */
export const brittle = bot(
  `if (turn.wargame().board.columns < 6 && this.turns > 1) throw new Error("small cities frighten me");
    return new Action(turn.moves[0], {});`,
);
/** Does not compile. */
export const broken = `#include "joust/joust.hh"\nint make = nothing;\nJOUST_BOT(make)\n`;

/** A player of Mad Max that goes for cities, under a name. */
export function army(name: string): string {
  const file = resolve(import.meta.dirname, "../../../kits/class/AIStudent.cc");
  return readFileSync(file, "utf8").replace("PLAYER_NAME Student", `PLAYER_NAME ${name}`);
}

/** Fills in a form of a page and sends it. */
export async function send(page: Page, action: string, fields: Record<string, string> = {}): Promise<void> {
  const form = page.locator(`main form[action="${action}"]`).first();
  for (const [name, value] of Object.entries(fields)) {
    const field = form.locator(`[name="${name}"]`);
    const tag = await field.evaluate(one => (one as HTMLInputElement).type);
    if (tag === "select-one") await field.selectOption({ value });
    else if (tag !== "hidden") await field.fill(value);
  }
  await form.locator("button[type=submit]").first().click();
}

/** Makes an account a teacher: an operator does it, on the page of people. */
export async function appoint(operator: Page, arena: Arena, name: string): Promise<void> {
  await operator.goto(`${arena.address}/account/people?name=${encodeURIComponent(name)}`);
  const form = operator.locator("form[action='/account/people'][method=post]").first();
  await form.locator("select").selectOption("teacher");
  await form.locator("button").click();
}

/** Keeps a name and joins a contest by the link of the class. */
export async function enrol(page: Page, arena: Arena, name: string, link: string): Promise<void> {
  await keep(page, arena, name);
  await page.goto(link);
  await page.locator("main form button[type=submit]").click();
  expect(new URL(page.url()).pathname).toMatch(/^\/contests\/[^/]+$/);
}

/** Hands in a file by the form of the contest, and gives the number of the version. */
export async function hand(
  page: Page,
  contest: string,
  file: string,
  text: string,
  player = "",
): Promise<number> {
  await page.goto(contest);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: file, mimeType: "text/plain", buffer: Buffer.from(text) });
  if (player) await page.locator("#player").fill(player);
  await page.locator("form.submit button[type=submit]").click();
  await page.locator(".steps-list").waitFor();
  return Number(/versions\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]);
}

/** Waits until the judge is done, which ends with a state; the page follows it by itself, with scripts or without. */
export async function judged(page: Page, state: string): Promise<void> {
  await page.locator("#judging:not([data-live])").waitFor({ timeout: 60_000 });
  const told = await page.locator(".steps-list").innerText();
  expect(await page.locator("main h1 + .state").innerText(), told).toBe(state);
}

/** Starts a job on its page, and waits until it is over; the page follows it by itself, with scripts or without. */
export async function made(page: Page, job: string): Promise<void> {
  await page.locator(`main form[action$="/${job}"] button`).click();
  await page.locator("#job:not([data-live]) #made").waitFor({ timeout: 60_000 });
}
