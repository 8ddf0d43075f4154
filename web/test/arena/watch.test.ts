// Battles of Mad Max in the arena: run, scrubbed and linked; files that are shared; everything in French.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { MadMaxViewer } from "../../src/viewer/viewer";
import { serious } from "../browser/axe";
import { game } from "../games";
import { House, PHONE } from "./table";

const house = new House();

/** How long a server may take that shares its machine. */
const PATIENCE = { timeout: 20_000 };

/** What the viewer of the page shows. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const { session } = document.querySelector("madmax-viewer") as MadMaxViewer;
    const { state, unit, films, playing } = session;
    return { state, unit, playing, last: films[0]?.last ?? -1, ended: films[0]?.ended ?? false };
  });

/** Waits until all of a game has arrived. */
const whole = (page: Page) => expect.poll(async () => (await seen(page)).ended, PATIENCE).toBe(true);

/** Drops files onto the page, as from a file manager. */
async function drop(page: Page, ...files: { name: string; bytes: Buffer }[]): Promise<void> {
  const list = files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") }));
  await page.evaluate(dropped => {
    const data = new DataTransfer();
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, list);
}

const file = (name: string) => ({ name, bytes: readFileSync(game(name)) });

test("a battle is streamed, scrubbed while it runs, and linked", async () => {
  const page = await house.visit("/watch");
  await page.selectOption("[data-seat='1']", "Null");
  await page.locator("input[value=oasis]").check({ force: true });
  await page.locator("#seed").fill("7");
  // The film comes slowly, so that it is scrubbed while it comes.
  const network = await page.context().newCDPSession(page);
  const slow = (bytes: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: bytes,
      uploadThroughput: -1,
    });
  await slow(150_000);
  await page.locator("[data-do=battle]").click();
  await page.waitForURL(/\/watch\/battle\?players=Dummy,Null,Dummy,Demo&map=oasis&seed=7/);
  // The first rounds are seen before the last ones are simulated, and it plays by itself.
  await expect.poll(async () => (await seen(page)).last, PATIENCE).toBeGreaterThan(20);
  const early = await seen(page);
  expect(early.playing).toBe(true);
  await page.keyboard.press("Home");
  await page.keyboard.press("PageDown");
  expect(await seen(page)).toMatchObject({ state: 10, playing: false, ended: false });
  await slow(-1);
  await whole(page);
  expect((await seen(page)).last).toBe(500);
  await page.locator("canvas.chart").click({ position: { x: 300, y: 30 } });
  const { state } = await seen(page);
  expect(state).toBeGreaterThan(50);
  await expect.poll(() => new URL(page.url()).hash, PATIENCE).toBe(`#round=${state}`);
  await page.locator("[data-do=share]").click();
  const address = await page.locator("dialog.share input").inputValue();
  expect(address).toBe(page.url());
  // Keys in a dialog of the page are not for the viewer.
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("dialog.share").count()).toBe(0);
  // Elsewhere the address is the same battle at the same round.
  const score = (at: Page) => at.locator(".teams tr[data-seat='0'] .strong").innerText();
  const other = await house.visit(address.slice(house.arena.address.length));
  await whole(other);
  await expect.poll(async () => (await seen(other)).state, PATIENCE).toBe(state);
  expect(await score(other)).toBe(await score(page));
  await other.goto(`${house.arena.address}/watch`);
  expect(await other.locator(".recent a").first().getAttribute("href")).toContain("seed=7");
});

test("a dropped result is seen at once and gets an address that opens elsewhere", async () => {
  const page = await house.visit("/watch");
  const log = "info: start round 100\ninfo:     start player 2\nI am thirsty\ninfo:     end player 2\n";
  await drop(page, file("a.res"));
  await whole(page);
  // What comes later does not take the place of the game.
  await drop(page, { name: "a.log", bytes: Buffer.from(log) });
  await drop(page, { name: "b.notes", bytes: Buffer.from("100 0 5 7 north\n") });
  await page.evaluate(() => {
    location.hash = "#round=100&unit=4";
  });
  await page.locator(".said pre", { hasText: "I am thirsty" }).waitFor();
  await page.locator("svg.levels").waitFor();
  // Equal names are told apart.
  expect(await page.locator(".teams tbody").innerText()).toContain("Demo 3");
  // The address of the page does not lead to the file, so the viewer's own link is made by sharing, too.
  await page.locator("madmax-viewer [data-do=export]").click();
  await page.locator("madmax-viewer [data-do=link]").click();
  const field = page.locator("dialog.share input");
  await field.waitFor();
  const address = await field.inputValue();
  expect(address).toMatch(/\/watch\/[0-9a-z]{13}#round=100/);
  const other = await house.visit(address.slice(house.arena.address.length));
  await whole(other);
  await expect.poll(() => seen(other), PATIENCE).toMatchObject({ last: 500, state: 100, unit: 4 });
  await page.goto(`${house.arena.address}/watch`);
  expect(await page.locator(".shared a").innerText()).toBe("a.res");
});

test("what cannot be shared is said in words, and the page goes on", async () => {
  const page = await house.visit("/watch?lang=fr");
  await drop(page, file("cut.res"));
  await expect.poll(async () => (await seen(page)).last, PATIENCE).toBeGreaterThan(100);
  await page.locator("[data-do=share]").click();
  const dialog = page.locator("dialog.share");
  await expect
    .poll(() => dialog.innerText(), PATIENCE)
    .toMatch(/ni un résultat ni un enregistrement.*ligne \d+/s);
  await dialog.locator("[data-do=close]").click();
  await drop(page, file("other.txt"));
  expect(await page.locator(".failure").innerText()).toContain("other.txt");
  await page.locator(".failure [data-do=dismiss]").click();
  // A result with a tail that cannot be packed is too large.
  const noise = Buffer.alloc(3 << 20);
  for (let i = 0; i < noise.length; i += 4) noise.writeInt32LE((Math.random() * 2 ** 31) | 0, i);
  await drop(page, { name: "large.res", bytes: Buffer.concat([file("a.res").bytes, noise]) });
  await expect.poll(async () => (await seen(page)).last, PATIENCE).toBe(500);
  await page.locator("[data-do=share]").click();
  await expect.poll(() => dialog.innerText(), PATIENCE).toContain("trop gros");
  await dialog.locator("[data-do=close]").click();
  const tries = Array.from({ length: 8 }, () =>
    page.evaluate(() => fetch("/watch/films", { method: "POST", body: "x" }).then(answer => answer.text())),
  );
  expect((await Promise.all(tries)).join()).toContain("Trop de fichiers à la fois");
});

test("everything is in French, and axe finds nothing serious", async () => {
  const options = { locale: "fr-FR", bypassCSP: true };
  for (const more of [{}, { ...PHONE, colorScheme: "dark" as const }]) {
    const page = await house.visit("/watch", { ...options, ...more });
    expect(await page.locator("joust-watch").innerText()).toMatch(/Lancer une bataille.*Galerie/s);
    expect(await serious(page), "the lobby").toEqual([]);
    await page.goto(
      `${house.arena.address}/watch/battle?players=Demo,Demo,Null,Demo&map=crossroads&seed=1#round=50&unit=4`,
    );
    await whole(page);
    expect(await page.locator(".inspector").innerText()).toContain("Guerrier 4");
    expect(await page.locator("madmax-viewer > [data-do=share]").innerText()).toBe("Partager");
    expect(await serious(page), "a battle").toEqual([]);
    await page.locator("madmax-viewer > [data-do=share]").click();
    expect(await serious(page), "an address").toEqual([]);
    await page.goto(`${house.arena.address}/rules/madmax`);
    expect(await page.locator(".lessons").innerText()).toContain("dôme du tonnerre");
    expect(await serious(page), "the rules").toEqual([]);
  }
});

test("an event selects its unit, and nobody is cut off in the list", async () => {
  const path = "/watch/battle?players=Demo,Demo,Null,Demo&map=crossroads&seed=1#round=300";
  const page = await house.visit(path, { viewport: { width: 1366, height: 768 } });
  await whole(page);
  // A row in sight: a list that scrolls to another one would show others in its place.
  const index = await page.locator(".rows").evaluate(list => {
    const { top, bottom } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll<HTMLElement>(".row[data-kind=captured]")];
    const row = rows.find(one => {
      const box = one.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    });
    row?.click();
    return Number(row?.dataset.event ?? -1);
  });
  const { unit, state } = await seen(page);
  const by = await page.evaluate(
    at => (document.querySelector("madmax-viewer") as MadMaxViewer).session.film.events[at].by,
    index,
  );
  expect(unit).toBe(by);
  // Who wants no letters as commands keeps the other keys.
  await page.evaluate(() => localStorage.setItem("joust.keys", "off"));
  await page.keyboard.press("u");
  await page.keyboard.press("PageUp");
  // Up and down scroll the page.
  await page.keyboard.press("ArrowDown");
  expect(await seen(page)).toMatchObject({ unit, state: state - 10 });
  const cut = await page
    .locator(".rows .text")
    .evaluateAll(
      texts =>
        texts.filter(
          text => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1,
        ).length,
    );
  expect(cut).toBe(0);
});
