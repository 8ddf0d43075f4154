// Builds viewer.html: one file with the page, its styles, the worker and the rules inside. Then
// dist/arena, the files of the web arena.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(here, "../target");

/** Rules or the engine, which cargo has compiled with this profile. */
function built(name, profile = "page") {
  const wasm = join(target, `wasm32-unknown-unknown/${profile}/${name}.wasm`);
  return readFile(wasm).catch(() => {
    throw new Error(`the rules are not built: ${wasm} is missing; run \`make web\``);
  });
}

/** Writes a file of dist/. The same file is not written again: whatever holds it would be built again, too. */
async function keep(name, bytes) {
  const place = join(here, "dist", name);
  await mkdir(dirname(place), { recursive: true });
  const old = await readFile(place).catch(() => null);
  if (!old?.equals(bytes)) await writeFile(place, bytes);
  const packed = gzipSync(bytes, { level: 9 }).length;
  console.log(`${name}: ${kilo(bytes.length)}, packed ${kilo(packed)}`);
  return packed;
}

const kilo = bytes => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

/** Browsers that know colours with a light and a dark form. */
const MODERN = ["chrome123", "firefox120", "safari17.5"];

/**
 * `rules:wasm` is the packed rules as a string, `page:worker` the text of the worker, `viewer:styles` that
 * of the viewer's styles.
 */
const inside = {
  name: "inside",
  setup(builder) {
    builder.onResolve({ filter: /^(rules|page|viewer):/ }, ({ path }) => ({ path, namespace: "inside" }));
    builder.onLoad({ filter: /.*/, namespace: "inside" }, async ({ path }) => {
      if (path === "rules:wasm") {
        const wasm = await built("joust_film");
        return { contents: gzipSync(wasm, { level: 9 }).toString("base64"), loader: "text" };
      }
      if (path === "viewer:styles") {
        const { css } = await styles("src/viewer/styles/viewer.css", MODERN, "dataurl");
        return { contents: css.toString(), loader: "text" };
      }
      return { contents: await bundle("src/load/worker.ts"), loader: "text" };
    });
  },
};

async function bundle(entry, format = "iife") {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    legalComments: "none",
    // Players that a lesson shows, and battles in it.
    loader: { ".cc": "text", ".jmm": "binary" },
    plugins: [inside],
  });
  return result.outputFiles[0].text;
}

/** Styles and, by their names, the fonts that they ask for; as `dataurl` fonts are inside the styles. */
async function styles(entry, target, fonts) {
  const { outputFiles } = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    write: false,
    outdir: join(here, "dist"),
    assetNames: "[name]",
    loader: { ".woff2": fonts },
    target,
  });
  const named = outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]);
  const isFont = ([name]) => name.endsWith(".woff2");
  return { css: named.find(file => !isFont(file))[1], fonts: named.filter(isFont) };
}

const [page, { css }, script] = await Promise.all([
  readFile(join(here, "src/page/viewer.html"), "utf8"),
  styles("src/page/page.css", MODERN, "dataurl"),
  bundle("src/page/main.ts"),
]);
// A closing tag inside a string would end the script.
const safe = script.replaceAll("</script", "<\\/script");
const html = page
  .replace("/* joust: styles */", () => css.toString())
  .replace("/* joust: script */", () => safe);
await keep("viewer.html", Buffer.from(html));

/** What the play page loads, packed; more would be felt on a phone. */
const MOST = 150_000;
/** The analysis, which is loaded only when it is asked for. */
const MOST_ANALYSIS = 400_000;
/** The typeface, which is kept for a year and never waited for. */
const MOST_FONTS = 30_000;

/** All puzzles, packed. */
const MOST_PUZZLES = 100_000;

const arena = await styles("src/arena/styles/arena.css", MODERN, "file");
const [game, home, preview, early] = await Promise.all([
  bundle("src/arena/game.ts", "esm"),
  bundle("src/arena/home.ts", "esm"),
  bundle("src/arena/preview.ts", "esm"),
  bundle("src/arena/early.ts"),
]);
const weighed = [
  await keep("arena/game.js", Buffer.from(game)),
  await keep("arena/arena.css", arena.css),
  await keep("arena/rules.wasm", await built("joust_view")),
  await keep("arena/early.js", Buffer.from(early)),
];
await keep("arena/home.js", Buffer.from(home));
// The play page does without these.
await keep("arena/home.css", (await styles("src/arena/styles/home.css", MODERN, "file")).css);
await keep("arena/preview.js", Buffer.from(preview));
await keep("arena/local.js", Buffer.from(await bundle("src/local/local.ts", "esm")));
await keep("arena/offline.js", Buffer.from(await bundle("src/offline/main.ts", "esm")));
await keep("arena/offline.css", (await styles("src/offline/offline.css", MODERN, "file")).css);
await keep("arena/sw.js", Buffer.from(await bundle("src/offline/worker.ts")));
for (const name of ["icon-192", "icon-512", "icon-maskable"])
  await keep(`arena/${name}.png`, await readFile(join(here, `src/arena/icons/${name}.png`)));
await keep("arena/icon.svg", await readFile(join(here, "src/arena/icon.svg")));
// Pages of their own: a script, and the styles that arena.css does not have.
for (const room of ["learn", "puzzles", "analyse", "watch", "contest"]) {
  await keep(`arena/${room}.js`, Buffer.from(await bundle(`src/${room}/main.ts`, "esm")));
  await keep(`arena/${room}.css`, (await styles(`src/${room}/${room}.css`, MODERN, "file")).css);
}
// The games of contests: on the boards of duels, and in the viewer of Mad Max.
await keep("arena/bout-duel.js", Buffer.from(await bundle("src/contest/duel.ts", "esm")));
await keep("arena/bout-film.js", Buffer.from(await bundle("src/contest/film.ts", "esm")));
// The rules of the analysis page: those of rules.wasm, and studies.
await keep("arena/study.wasm", await built("joust_study"));
// The engine: a worker, and the analysis that it loads when a page asks for it.
await keep("arena/engine.js", Buffer.from(await bundle("src/engine/worker.ts", "esm")));
const analysis = await keep("arena/analysis.wasm", await built("joust_analysis", "engine"));
// The puzzles are mined natively; a page loads them once.
const files = ["mad-6x4", "mad-5x5", "wargame"].map(name =>
  readFile(join(here, `../crates/joust-puzzles/data/${name}.tsv`), "utf8"),
);
const puzzles = (await Promise.all(files)).join("").replaceAll(/^#.*\n/gm, "");
const heavy = (await keep("arena/puzzles.tsv", Buffer.from(puzzles))) > MOST_PUZZLES;
if (heavy) throw new Error("there are too many puzzles for a page");
// What only some lessons need: a battle of Mad Max with its rules, and the laboratory with the agents.
await keep("arena/battle.js", Buffer.from(await bundle("src/learn/battle.ts", "esm")));
await keep("arena/laboratory.js", Buffer.from(await bundle("src/learn/laboratory/laboratory.ts", "esm")));
await keep("arena/search.wasm", await built("joust_trace"));
// What the viewer of Mad Max loads when a file is opened.
await keep("arena/reader.js", Buffer.from(await bundle("src/load/asset_worker.ts")));
await keep("arena/film.wasm", await built("joust_film"));
let fonts = 0;
for (const [name, bytes] of arena.fonts) {
  await keep(`arena/${name}`, bytes);
  fonts += bytes.length;
}
const total = weighed.reduce((sum, packed) => sum + packed);
console.log(
  `play page: packed ${kilo(total)} of ${kilo(MOST)}; typeface: ${kilo(fonts)} of ${kilo(MOST_FONTS)}`,
);
console.log(`analysis: packed ${kilo(analysis)} of ${kilo(MOST_ANALYSIS)}`);
if (analysis > MOST_ANALYSIS) throw new Error("the analysis has grown too heavy");
if (total > MOST) throw new Error("the play page has grown too heavy");
if (fonts > MOST_FONTS) throw new Error("the typeface has grown too heavy");
