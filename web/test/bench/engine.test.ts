// The speed of the engine in a page beside that of one native thread. `make bench` prints it.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Answer, Info } from "../../src/engine/engine";
import { House } from "../arena/table";
import { joust } from "../games";

/** Nodes of a measurement: about two seconds. */
const NODES = 2_000_000;
const RUNS = 3;
const house = new House();

/** The best nodes per second of some runs, and the milliseconds until the first line of a warm engine. */
async function inPage(name: string, course: string[]): Promise<{ nps: number; first: number }> {
  const page = await house.visit();
  return page.evaluate(
    async ({ name, course, nodes, runs }) => {
      const worker = new Worker("/assets/engine.js", { type: "module" });
      worker.postMessage({ wasm: `${location.origin}/assets/analysis.wasm` });
      let last = 0;
      const ask = (course: string[], nodes: number) =>
        new Promise<{ info: Info; first: number }>((resolve, reject) => {
          const id = ++last;
          const begin = performance.now();
          let first = 0;
          worker.onerror = event => reject(new Error(event.message));
          worker.onmessage = ({ data }: MessageEvent<Answer>) => {
            if ("failed" in data) reject(new Error(data.failed));
            if (data.id !== id || !("info" in data)) return;
            first ||= performance.now() - begin;
            if (data.info.done) resolve({ info: data.info, first });
          };
          worker.postMessage({ id, do: "analyse", table: { game: name, course }, lines: 1, nodes });
        });
      // The engine is loaded, and has not seen the position.
      await ask([], 20_000);
      const { info, first } = await ask(course, nodes);
      let nps = info.nps;
      for (let run = 1; run < runs; run += 1) nps = Math.max(nps, (await ask(course, nodes)).info.nps);
      worker.terminate();
      return { nps, first };
    },
    { name, course, nodes: NODES, runs: RUNS },
  );
}

function native(name: string, course: string[]): number {
  const applied = execFileSync(joust(), ["apply", name, ...course, "--json"], { encoding: "utf8" });
  const { position } = JSON.parse(applied);
  const limits = ["--threads", "1", "--nodes", String(NODES), "--table", "32", "--json"];
  const speeds = Array.from({ length: RUNS }, () => {
    const text = execFileSync(joust(), ["analyze", name, "--position", position, ...limits], {
      encoding: "utf8",
    });
    const { nodes, time_ms } = JSON.parse(text);
    return (nodes / time_ms) * 1000;
  });
  return Math.max(...speeds);
}

test("the page searches at least half as fast as a native thread", async () => {
  for (const [name, course] of [
    ["mad", ["pass", "pass"]],
    ["wargame", ["drop-A1"]],
  ] as [string, string[]][]) {
    const own = native(name, course);
    const { nps, first } = await inPage(name, course);
    const kilo = (speed: number) => Math.round(speed / 1000).toLocaleString("en");
    process.stdout.write(
      `engine, ${name}: ${kilo(nps)} knodes/s in the page, ${kilo(own)} natively: ${(nps / own).toFixed(2)} ` +
        `(bar: 0.5); first line after ${first.toFixed(0)} ms (bar: 100)\n`,
    );
    expect(nps / own).toBeGreaterThan(0.5);
    expect(first).toBeLessThan(100);
  }
});
