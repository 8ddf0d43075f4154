// What the viewer promises, measured. `make bench` prints it.
import { readFileSync, statSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MadMaxViewer } from "../../src/viewer/viewer";
import { launch, openViewer, settled } from "../browser/page";
import { game, PAGE } from "../games";

const RUNS = 7;
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

function bar(what: string, value: number, most: number, unit: string, more = ""): void {
  const met = value < most ? "met" : "MISSED";
  process.stdout.write(`viewer: ${what} ${value.toFixed(1)} ${unit}, bar ${most} ${unit}: ${met}${more}\n`);
  expect(value).toBeLessThan(most);
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

test("the page is small", () => {
  bar("viewer.html", statSync(PAGE).size / 1000, 400, "kB");
});

/** Drops a result and waits until all of it is there and drawn. */
async function timeToOpen(): Promise<number> {
  const { page } = await openViewer(browser);
  const base64 = readFileSync(game("a.res")).toString("base64");
  const ms = await page.evaluate(async text => {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "a.res"));
    const { session } = document.querySelector<MadMaxViewer>("madmax-viewer")!;
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const start = performance.now();
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    while (!session.films[0]?.ended) await frame();
    session.seek(250);
    await frame();
    await frame();
    return performance.now() - start;
  }, base64);
  await page.context().close();
  return ms;
}

/** The most memory that a process with a page has held so far, in MB: a blank page takes 110. */
async function peak(of: Browser): Promise<number> {
  const devtools = await of.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  const most = (id: number) => {
    const status = readFileSync(`/proc/${id}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
  };
  return Math.max(...processInfo.filter(({ type }) => type === "renderer").map(({ id }) => most(id)));
}

test("a result of 2.6 MB is opened quickly", async () => {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i += 1) times.push(await timeToOpen());
  const size = (statSync(game("a.res")).size / 1e6).toFixed(1);
  const range = `, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} in ${RUNS} runs`;
  bar(`a result of ${size} MB, from the drop until all of it can be used,`, middle(times), 500, "ms", range);
});

test("a game is opened and played in little memory", async () => {
  const own = await launch();
  const { page } = await openViewer(own);
  const blank = await peak(own);
  await page.setInputFiles("#files", game("a.res"));
  await page.waitForFunction(
    () => document.querySelector<MadMaxViewer>("madmax-viewer")?.session.films[0]?.ended,
  );
  await page.keyboard.press("Space");
  await page.waitForTimeout(3000);
  const more = `; ${blank.toFixed(0)} MB of it before a game is open`;
  bar("memory of the page's process at its peak", await peak(own), 200, "MB", more);
  await own.close();
});

test("a frame of the whole map is drawn quickly", async () => {
  const { page } = await openViewer(browser, { viewport: { width: 1440, height: 900 } });
  await page.setInputFiles("#files", game("a.res"));
  await page.waitForFunction(
    () => document.querySelector<MadMaxViewer>("madmax-viewer")?.session.films[0]?.ended,
  );
  await settled(page);
  const measure = (moved: boolean) =>
    page.evaluate(pan => {
      const viewer = document.querySelector("madmax-viewer") as unknown as {
        session: MadMaxViewer["session"];
        boards: {
          canvas: HTMLCanvasElement;
          look(camera: object): void;
          camera: { scale: number; row: number; col: number };
        }[];
        drawBoard(board: object, place: number): void;
      };
      const [board] = viewer.boards;
      const context = board.canvas.getContext("2d");
      const times: number[] = [];
      if (pan) board.look({ ...board.camera, scale: board.camera.scale * 1.01 });
      for (let i = 0; i < 300; i += 1) {
        viewer.session.time = i + 0.5;
        if (pan) board.look({ ...board.camera, scale: board.camera.scale * (i % 2 ? 1.0005 : 0.9996) });
        const start = performance.now();
        viewer.drawBoard(board, 0);
        // Reading a pixel waits until everything is on the canvas.
        context?.getImageData(0, 0, 1, 1);
        times.push(performance.now() - start);
      }
      return times;
    }, moved);
  for (const [what, moved] of [
    ["a frame of the full map", false],
    ["the same while the map is zoomed", true],
  ] as const) {
    const times = await measure(moved);
    const worst = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
    bar(`${what}, the middle of 300,`, middle(times), 8, "ms", `; 95 % below ${worst.toFixed(1)} ms`);
  }
  await page.context().close();
});
