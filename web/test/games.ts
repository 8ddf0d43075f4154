// The games that the tests look at, played by the joust of this workspace.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const root = resolve(import.meta.dirname, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const GAMES = join(target, "web-games");
export const PAGE = join(root, "web/dist/viewer.html");
export const RULES = join(target, "wasm32-unknown-unknown/page/joust_film.wasm");
export const game = (name: string) => join(GAMES, name);

/** The command, newest of those that were built. */
export function joust(): string {
  const built = [process.env.JOUST, join(target, "release/joust"), join(target, "debug/joust")];
  const found = built.find(path => path && existsSync(path));
  if (!found) throw new Error("no joust to play games with: run `cargo build -p joust-cli`");
  return found;
}

function play(name: string, players: string, seed: number, config: string): void {
  const args = ["game", ...players.split(" "), "-s", String(seed), "-i", config];
  execFileSync(joust(), [...args, "-o", game(`${name}.res`), "--record", game(`${name}.jmm`)], {
    stdio: ["ignore", "ignore", "ignore"],
  });
}

export default function setup(): void {
  // Tests that run beside these may be reading them.
  if (process.env.JOUST_GAMES === "made") return;
  mkdirSync(GAMES, { recursive: true });
  const kits = join(root, "kits/madmax");
  const crowd = join(root, "tests/data/madmax/cnf/crowd.cnf");
  play("a", "Dummy Demo Demo Demo", 5, join(kits, "default.cnf"));
  play("b", "Dummy Demo Demo Dummy", 5, join(kits, "default.cnf"));
  play("dummies", "Dummy Dummy Dummy Dummy", 5, join(kits, "default.cnf"));
  play("crowd", "Demo Demo Demo Demo", 5, crowd);
  const text = readFileSync(game("a.res"), "utf8");
  writeFileSync(game("a.res.gz"), gzipSync(text));
  writeFileSync(game("cut.res"), text.slice(0, 1_000_000));
  writeFileSync(game("bad.res"), text.replace("nb_rounds       500", "nb_rounds       many"));
  writeFileSync(game("other.txt"), "This is not a game.\n");
  writeFileSync(game("cut.res.gz"), gzipSync(text).subarray(0, 5000));
  // A judge's result has shares of time; the last player dies in round 300.
  let state = -1;
  const judged = text.replace(/^Game/, "SecGame").replace(/^status .*$/gm, () => {
    state += 1;
    return `status ${state / 1000} ${state / 2000} 0 ${state >= 300 ? -1 : 0}`;
  });
  writeFileSync(game("judge.res"), judged);
  writeFileSync(game("a.res.notes"), "100 0 5 7 go north\\nor stay\n100 2 5 7 mine\n101 0 6 7 here\n");
}
