import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { MadMaxViewer } from "../../src/viewer/viewer";
import { game } from "../games";
import { choose, launch, type Opened, openViewer, seen, settled, spot, unitOf } from "./page";

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

async function viewer(file = "a.res", options = {}): Promise<Page> {
  opened = await openViewer(browser, options);
  await choose(opened.page, game(file));
  return opened.page;
}

test("the chart is dragged to a round", async () => {
  const page = await viewer();
  const box = await page.locator("canvas.chart").boundingBox();
  if (!box) throw new Error("no chart");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  expect((await seen(page)).state).toBe(100);
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 4 });
  expect((await seen(page)).state).toBe(250);
  await page.mouse.up();
  await page.mouse.move(box.x + box.width * 0.9, y);
  expect((await seen(page)).state).toBe(250);
  expect(await page.locator(".round input").inputValue()).toBe("250");
});

for (const [speed, steps] of [
  [0.25, -2],
  [1, 0],
  [10, 3],
]) {
  test(`speed ${speed} plays ${speed * 10} rounds a second`, async () => {
    const page = await viewer();
    for (let i = 0; i < Math.abs(steps); i += 1) await page.keyboard.press(steps < 0 ? "[" : "]");
    expect((await seen(page)).speed).toBe(speed);
    await page.keyboard.press("Space");
    const rate = await page.evaluate(async () => {
      const { session } = document.querySelector<MadMaxViewer>("madmax-viewer")!;
      const frame = () => new Promise(done => requestAnimationFrame(done));
      for (let i = 0; i < 3; i += 1) await frame();
      const [start, from] = [performance.now(), session.time];
      while (performance.now() - start < 1200) await frame();
      return (session.time - from) / ((performance.now() - start) / 1000);
    });
    expect(rate / (speed * 10)).toBeGreaterThan(0.7);
    expect(rate / (speed * 10)).toBeLessThan(1.3);
    await page.keyboard.press("Space");
    const { time, playing } = await seen(page);
    expect([Number.isInteger(time), playing]).toEqual([true, false]);
  });
}

test("a click on a unit tells everything about it, as the file has it", async () => {
  const page = await viewer("a.res", { hash: "#round=60" });
  const unit = await unitOf(page, 85, 60);
  const { x, y } = await spot(page, unit.row, unit.col);
  await page.mouse.move(x, y);
  await settled(page);
  expect(await page.locator(".hover").innerText()).toContain("Car 85");
  await page.mouse.click(x, y);
  await settled(page);
  const told = await page.locator(".inspector").innerText();
  const text = readFileSync(game("a.res"), "utf8");
  const state = text.slice(text.indexOf("\nround 60\n"));
  const [, team, row, col, fuel] = state
    .split("\n")
    .filter(line => /^[wc] /.test(line))[85]
    .split(" ");
  expect(told).toContain("Car 85");
  expect(told).toContain(`row ${row}, column ${col}`);
  expect(told.replace(/\s+/g, " ")).toContain(`fuel ${fuel} / 100`);
  expect(unit.team).toBe(Number(team));
});

test("a unit is followed: it stays in the middle of a map that came nearer", async () => {
  const page = await viewer("a.res", { hash: "#round=60&unit=85" });
  await page.click("[data-do=follow]");
  for (const _ of [1, 2, 3]) {
    await page.keyboard.press("PageDown");
    await settled(page);
    const { state } = await seen(page);
    const unit = await unitOf(page, 85, state);
    const at = await spot(page, unit.row, unit.col);
    const box = await page.locator("canvas.board").boundingBox();
    if (!box) throw new Error("no map");
    const scale = (await spot(page, 0, 1)).x - (await spot(page, 0, 0)).x;
    expect(scale).toBeGreaterThan((1.5 * Math.min(box.width, box.height)) / 60);
    // In the middle, unless the border of the map is nearer.
    const half = box.height / 2 / scale;
    if (unit.row > half && unit.row < 59 - half)
      expect(Math.abs(at.y - box.y - box.height / 2)).toBeLessThan(scale);
    expect(at.x).toBeGreaterThan(box.x);
    expect(at.x).toBeLessThan(box.x + box.width);
  }
});

test("who captured a unit is one click away", async () => {
  const page = await viewer("a.res", { hash: "#round=500&unit=40" });
  await page.click("[data-do=who]");
  const { event, state } = await seen(page);
  expect(event).toBeGreaterThanOrEqual(0);
  const told = await page.evaluate(() => {
    const { session } = document.querySelector<MadMaxViewer>("madmax-viewer")!;
    return { kind: session.event?.kind, by: session.event?.by, round: session.event?.round };
  });
  expect(told).toEqual({ kind: "captured", by: 40, round: state - 1 });
  expect(await page.locator(".spoken").innerText()).toContain("40");
});

test("events are filtered and jumped to", async () => {
  const page = await viewer();
  await page.click(".filters [data-kind=captured]");
  await settled(page);
  const count = Number(await page.locator(".log h2 .count").innerText());
  const text = readFileSync(game("a.res"), "utf8");
  expect(count).toBeGreaterThan(5);
  const rows = page.locator(".rows .row");
  expect(await rows.first().getAttribute("data-kind")).toBe("city");
  const round = Number(await rows.first().locator(".r").innerText());
  await rows.first().click();
  expect((await seen(page)).state).toBe(round + 1);
  await settled(page);
  expect(await rows.first().getAttribute("aria-current")).toBe("true");
  // The map of the file has changed there.
  const map = (state: number) => {
    const end = text.indexOf(`\nround ${state}\n`);
    return text.slice(end - 61 * 60, end);
  };
  expect(map(round)).not.toBe(map(round + 1));
  await page.click("[title='Next event']");
  expect((await seen(page)).state).toBeGreaterThanOrEqual(round + 1);
});

test("teams are switched off and on", async () => {
  const page = await viewer("a.res", { hash: "#round=60" });
  const picture = () =>
    page.locator("canvas.board").evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL());
  const all = await picture();
  await page.click(".teams tr[data-seat='0'] button");
  await settled(page);
  expect(await picture()).not.toBe(all);
  await page.keyboard.press("1");
  await settled(page);
  expect(await picture()).toBe(all);
});

test("a link leads to a round and a unit, and the address follows what is seen", async () => {
  const page = await viewer("a.res", { hash: "#round=123&unit=4" });
  expect(await seen(page)).toMatchObject({ state: 123, unit: 4 });
  await page.keyboard.press("PageDown");
  await expect.poll(() => new URL(page.url()).hash).toBe("#round=133&unit=4");
  await page.evaluate(() => {
    location.hash = "#round=7&unit=85";
  });
  await expect.poll(() => seen(page)).toMatchObject({ state: 7, unit: 85 });
});

test("two results are compared, and the first difference is found", async () => {
  opened = await openViewer(browser);
  const { page } = opened;
  await choose(page, game("a.res"), game("b.res"));
  const told = await page.locator(".compare").innerText();
  const round = Number(/round (\d+)/.exec(told)?.[1]);
  expect(round).toBeGreaterThan(0);
  await page.click("[data-do=difference]");
  expect((await seen(page)).state).toBe(round);
  expect(await page.locator("canvas.board").count()).toBe(2);
  const units = (name: string, state: number) => {
    const text = readFileSync(game(name), "utf8");
    return text.slice(text.indexOf(`\nround ${state - 1}\n`), text.indexOf(`\nround ${state}\n`));
  };
  expect(units("a.res", round)).not.toBe(units("b.res", round));
  expect(units("a.res", round - 1)).toBe(units("b.res", round - 1));
  await page.click("[title='Close the second game']");
  await settled(page);
  expect(await page.locator("canvas.board").count()).toBe(1);
});

test("of two games both maps show the same part, and a click finds the unit of its own game", async () => {
  opened = await openViewer(browser, { hash: "#round=80" });
  const { page } = opened;
  await choose(page, game("a.res"), game("b.res"));
  const middle = await spot(page, 30, 30, 1);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -600);
  await settled(page);
  const scale = async (board: number) =>
    (await spot(page, 0, 1, board)).x - (await spot(page, 0, 0, board)).x;
  expect(await scale(0)).toBeCloseTo(await scale(1));
  expect(await scale(0)).toBeGreaterThan(10);
  await page.keyboard.press("0");
  await settled(page);
  // A unit that stands elsewhere in the first game.
  const unit = await page.evaluate(() => {
    const [a, b] = document.querySelector<MadMaxViewer>("madmax-viewer")!.session.films;
    const ids = Array.from({ length: b.head.unitCount }, (_, id) => id);
    const id = ids.find(number => a.unitAt(80, b.unit(80, number).row, b.unit(80, number).col) < 0);
    return b.unit(80, id ?? -1);
  });
  const at = await spot(page, unit.row, unit.col, 1);
  await page.mouse.click(at.x, at.y);
  expect((await seen(page)).unit).toBe(unit.id);
  // Another game alone closes the comparison.
  await choose(page, game("crowd.res"));
  expect(await page.locator("canvas.board").count()).toBe(1);
});

test("two results that are the same are called so", async () => {
  opened = await openViewer(browser);
  await choose(opened.page, game("a.res"), game("a.jmm"));
  expect(await opened.page.locator(".compare").innerText()).toBe("Both games are the same.");
});

test("the map comes nearer by the wheel, is dragged, and is whole again", async () => {
  const page = await viewer();
  const scale = async () => (await spot(page, 0, 1)).x - (await spot(page, 0, 0)).x;
  const whole = await scale();
  const middle = await spot(page, 30, 30);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -800);
  await expect.poll(scale).toBeGreaterThan(whole * 2);
  const before = await spot(page, 30, 30);
  await page.mouse.down();
  await page.mouse.move(middle.x + 60, middle.y + 40, { steps: 5 });
  await page.mouse.up();
  const after = await spot(page, 30, 30);
  expect(after.x - before.x).toBeCloseTo(60, 0);
  expect(after.y - before.y).toBeCloseTo(40, 0);
  expect((await seen(page)).cell).toBeUndefined();
  await page.keyboard.press("0");
  await expect.poll(scale).toBeCloseTo(whole);
});

test("a picture and a video are exported", async () => {
  const page = await viewer();
  await page.click("[data-do=export]");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("[data-do=picture]")]);
  expect(picture.suggestedFilename()).toBe("a-0.png");
  const png = readFileSync(await picture.path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await page.fill(".video [name=to]", "8");
  const [video] = await Promise.all([page.waitForEvent("download"), page.click("[data-do=record]")]);
  expect(video.suggestedFilename()).toMatch(/^a-\d+\.(webm|mp4)$/);
  expect(readFileSync(await video.path()).length).toBeGreaterThan(1000);
  expect((await seen(page)).state).toBe(8);
});
