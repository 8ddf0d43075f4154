import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readGame } from "../../src/load/rules";
import type { MadMaxViewer } from "../../src/viewer/viewer";
import { GAMES, game, joust, RULES } from "../games";
import { choose, launch, loaded, type Opened, openViewer, seen, settled } from "./page";

let browser: Browser;
let opened: Opened;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(async () => {
  expect(opened.complaints).toEqual([]);
  await opened.page.context().close();
});

async function viewer(options = {}): Promise<Page> {
  opened = await openViewer(browser, options);
  return opened.page;
}

/** Drops files onto the page, as from a file manager. */
async function drop(page: Page, ...names: string[]): Promise<void> {
  const files = names.map(name => ({ name, base64: readFileSync(game(name)).toString("base64") }));
  await page.evaluate(list => {
    const data = new DataTransfer();
    for (const { name, base64 } of list) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, files);
}

test("a result is opened by the picker", async () => {
  const page = await viewer();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("[data-do=choose]")]);
  await chooser.setFiles(game("a.res"));
  await loaded(page);
  expect(await page.locator(".teams tbody tr").count()).toBe(4);
  expect(await page.locator(".teams tbody tr[data-seat='0'] .name").innerText()).toContain("Dummy");
  expect(await page.locator(".bar").innerText()).toContain("seed 5");
  expect(await seen(page)).toMatchObject({ state: 0, last: 500, playing: false });
  await page.keyboard.press("End");
  await settled(page);
  expect(await page.locator(".teams tr[data-seat='0'] .strong").innerText()).toBe("3685");
});

test("a result is opened by dropping it", async () => {
  const page = await viewer();
  await drop(page, "a.res");
  await loaded(page);
  expect((await seen(page)).last).toBe(500);
});

test("a packed result is opened", async () => {
  const page = await viewer();
  await choose(page, game("a.res.gz"));
  expect((await seen(page)).last).toBe(500);
});

test("a judge's result shows the time used and who is out", async () => {
  const page = await viewer({ hash: "#round=400" });
  await choose(page, game("judge.res"));
  expect(await page.locator(".teams tr[data-seat='0']").innerText()).toContain("40%");
  expect(await page.locator(".teams tr[data-seat='3']").innerText()).toContain("out");
  await page.click("[data-metric=status]");
  expect(await page.locator(".bar").innerText()).toContain("judge");
});

test("a compact record is opened, and tells of rejected orders", async () => {
  const page = await viewer();
  await choose(page, game("a.jmm"));
  expect((await seen(page)).last).toBe(500);
  await page.click(".filters [data-kind=captured]");
  await page.click(".filters [data-kind=city]");
  await page.click(".filters [data-kind=refused]");
  await settled(page);
  expect(await page.locator(".rows .row").first().innerText()).toContain("rejected");
});

test("a file that is no result is refused with the place, and another can be opened then", async () => {
  const page = await viewer();
  for (const [name, ...said] of [
    ["bad.res", "line 7, column 17", "`many`"],
    ["other.txt", "line 1, column 1", "`Game` or `SecGame`"],
    ["cut.res.gz", "gzip"],
  ]) {
    await page.setInputFiles("#files", game(name));
    const alert = page.locator(".failure", { hasText: name });
    await alert.waitFor();
    for (const words of said) expect(await alert.innerText()).toContain(words);
  }
  await page.click("[data-do=dismiss]");
  expect(await page.locator(".failure").count()).toBe(0);
  await choose(page, game("a.res"));
  await page.setInputFiles("#files", game("bad.res"));
  await page.locator(".failure").waitFor();
  // The game that was open stays open.
  expect(await page.locator(".bar .file").innerText()).toBe("a.res");
});

test("of two games that are dropped the good one is shown, whichever it is, and the other is named", async () => {
  for (const files of [
    ["bad.res", "a.res"],
    ["a.res", "bad.res"],
  ]) {
    const page = await viewer();
    await drop(page, ...files);
    await loaded(page);
    expect(await page.locator(".bar .file").innerText()).toBe("a.res");
    expect(await page.locator(".failure").innerText()).toContain("bad.res");
    if (files[1] === "bad.res") break;
    expect(opened.complaints).toEqual([]);
    await page.context().close();
  }
});

test("what is dropped and cannot be shown is told: notes alone, three games, a folder", async () => {
  const page = await viewer();
  const failure = page.locator(".failure");
  await drop(page, "a.res.notes");
  expect(await failure.innerText()).toMatch(/a\.res\.notes.*belong to a game/s);
  await drop(page, "a.res", "b.res", "judge.res");
  await expect.poll(() => failure.innerText()).toMatch(/a\.res, b\.res, judge\.res.*One or two games/s);
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("no", "NotFoundError"));
  });
  await drop(page, "a.res");
  await expect.poll(() => failure.innerText()).toMatch(/: a\.res.*is it a folder/s);
});

test("the beginning of a cut result is shown, and where it ends is said", async () => {
  const page = await viewer();
  await choose(page, game("cut.res"));
  const lines = readFileSync(game("cut.res"), "utf8").split("\n").length;
  expect(await page.locator(".trouble").innerText()).toContain(`line ${lines}, column`);
  const { last } = await seen(page);
  expect(last).toBeGreaterThan(100);
  expect(last).toBeLessThan(500);
});

test("notes of a player are shown at their cell", async () => {
  const page = await viewer({ hash: "#round=100" });
  await drop(page, "a.res", "a.res.notes");
  await loaded(page);
  await page.evaluate(() => document.querySelector<MadMaxViewer>("madmax-viewer")?.session.selectCell(5, 7));
  const notes = page.locator(".inspector .notes");
  expect(await notes.innerText()).toContain("go north\nor stay");
  expect(await notes.locator("li").count()).toBe(2);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => notes.count()).toBe(0);
});

test("joust replay --web makes a page that opens with the game and its notes, and nothing else", async () => {
  execFileSync(joust(), ["replay", game("a.res"), `--web=${game("page.html")}`]);
  const page = await viewer({ file: `${GAMES}/page.html`, hash: "#round=100" });
  await loaded(page);
  expect(await seen(page)).toMatchObject({ state: 100, last: 500 });
  const notes = await page.evaluate(
    () => document.querySelector<MadMaxViewer>("madmax-viewer")?.session.notes[0]?.count,
  );
  expect(notes).toBe(3);
});

test("joust replay --web --compare opens two games side by side", async () => {
  execFileSync(joust(), ["replay", game("a.jmm"), `--web=${game("two.html")}`, "--compare", game("b.res")]);
  const page = await viewer({ file: `${GAMES}/two.html` });
  await loaded(page, 2);
  expect(await page.locator("canvas.board").count()).toBe(2);
});

test("a game is watched while it is played", async () => {
  const page = await viewer();
  const pieces = [...readGame(new WebAssembly.Module(readFileSync(RULES)), readFileSync(game("a.res")), 50)];
  const head = pieces.flatMap(piece => (piece.kind === "head" ? [piece.head] : []))[0];
  const chunks = pieces.flatMap(piece =>
    piece.kind === "chunk" ? [Buffer.from(piece.chunk).toString("base64")] : [],
  );
  await page.evaluate(told => {
    const element = document.querySelector<MadMaxViewer>("madmax-viewer")!;
    element.hidden = false;
    Object.assign(window, { game: element.stream(told, "live") });
  }, head);
  const feed = (chunk: string) =>
    page.evaluate(base64 => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      (window as unknown as { game: { append(chunk: ArrayBuffer): void } }).game.append(bytes.buffer);
    }, chunk);
  await feed(chunks[0]);
  await feed(chunks[1]);
  expect(await page.locator(".live").count()).toBe(1);
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  expect(await seen(page)).toMatchObject({ state: 50, playing: true });
  // It waits for the next rounds, and goes on with them.
  await feed(chunks[2]);
  await expect.poll(async () => (await seen(page)).state).toBeGreaterThan(55);
  await page.evaluate(() => (window as unknown as { game: { end(): void } }).game.end());
  await expect.poll(() => page.locator(".live").count()).toBe(0);
});
