// Makes the pictures of the app in src/arena/icons from src/arena/icon.svg: `node icons.mjs`. Their bytes
// depend on the browser, so they are made when the drawing changes and not by every build.
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const drawing = await readFile("src/arena/icon.svg", "utf8");
// A maskable picture is cut to any shape: its ground reaches the edges, and the drawing stays in the middle.
const maskable = drawing
  .replace(/rx="[^"]*"/, "")
  .replace("<path", '<g transform="translate(16 16) scale(.72) translate(-16 -16)"><path')
  .replace("</svg>", "</g></svg>");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage();
for (const [name, svg, size] of [
  ["icon-192", drawing, 192],
  ["icon-512", drawing, 512],
  ["icon-maskable", maskable, 512],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await writeFile(`src/arena/icons/${name}.png`, await page.screenshot({ omitBackground: true }));
}
await browser.close();
