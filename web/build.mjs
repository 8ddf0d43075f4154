// Builds viewer.html: one file with the page, its styles, the worker and the rules inside.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, "../target");
const rules = join(target, "wasm32-unknown-unknown/page/joust_wasm.wasm");

/** `rules:wasm` is the packed rules as a string, `page:worker` the text of the worker. */
const inside = {
  name: "inside",
  setup(builder) {
    builder.onResolve({ filter: /^(rules|page):/ }, ({ path }) => ({ path, namespace: "inside" }));
    builder.onLoad({ filter: /.*/, namespace: "inside" }, async ({ path }) => {
      if (path === "rules:wasm") {
        const wasm = await readFile(rules).catch(() => {
          throw new Error(`the rules are not built: ${rules} is missing; run \`make web\``);
        });
        return { contents: gzipSync(wasm, { level: 9 }).toString("base64"), loader: "text" };
      }
      return { contents: await bundle("src/load/worker.ts"), loader: "text" };
    });
  },
};

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    plugins: [inside],
  });
  return result.outputFiles[0].text;
}

async function styles() {
  const result = await build({
    entryPoints: [join(here, "src/page/viewer.css")],
    bundle: true,
    minify: true,
    write: false,
    target: ["chrome110", "firefox115", "safari16.4"],
  });
  return result.outputFiles[0].text;
}

const [page, css, script] = await Promise.all([
  readFile(join(here, "src/page/viewer.html"), "utf8"),
  styles(),
  bundle("src/page/main.ts"),
]);
// A closing tag inside a string would end the script.
const safe = script.replaceAll("</script", "<\\/script");
const html = page.replace("/* joust: styles */", () => css).replace("/* joust: script */", () => safe);
await mkdir(join(here, "dist"), { recursive: true });
// The same page is not written again: whatever holds it would be built again, too.
const place = join(here, "dist/viewer.html");
if ((await readFile(place, "utf8").catch(() => "")) !== html) await writeFile(place, html);
console.log(`viewer.html: ${(Buffer.byteLength(html) / 1000).toFixed(0)} kB`);
