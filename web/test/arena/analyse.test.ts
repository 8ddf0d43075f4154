import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { House, make, press, reaches } from "./table";

const house = new House();

/** The first forced win on 6x4: no other move wins. */
const WINS = readFileSync(new URL("../../../tests/data/mad/wins-6x4.tsv", import.meta.url), "utf8");
const [, KEY, WON] = (WINS.split("\n").find(line => !line.startsWith("#")) ?? "").split("\t");

/** A game on the board `small` whose first move gives the game away. */
const GIVEN_AWAY = `[Game "wargame"]
[Board "small"]

1. drop-C2 drop-B2
3. drop-A2 drop-A1
5. blitz-A3 blitz-B3
7. blitz-C3 drop-C1
9. drop-B1
0-1
`;

const STUDY = `[Game "mad"]
[Red "Ada"]
[Blue "Bo"]

1. pass (1. 112<>221 {a try} 2... pass 3. 211-c2-c3) 2... pass {as usual}
3. 211-c2-c4
*
`;

const address = (text: string) => `/analyse#text=${encodeURIComponent(text)}`;

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await house.visit(path, options);
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  return page;
}

/** The moves in the order in which the page shows them; a variation stands after the move that it replaces. */
const moves = (page: Page) => page.locator(".tree .move:not(.start) .text").allTextContents();

/** The record that the page offers to copy. */
async function record(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("[data-do=share]").click();
  await page.locator("[data-do=copy-record]").click();
  await page.locator(".line[data-note]").waitFor();
  await page.keyboard.press("Escape");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a forced win is shown as proven, and the engine is loaded only when it is asked", async () => {
  const page = await house.visit("/rules/mad");
  const loaded: string[] = [];
  page.on("request", asked => loaded.push(new URL(asked.url()).pathname));
  await page.goto(`${house.arena.address}/analyse?game=mad&position=${encodeURIComponent(WON)}`);
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  expect(loaded.filter(path => /analysis|engine/.test(path))).toEqual([]);
  await page.keyboard.press("e");
  const told = page.locator(".told[data-proven=true]");
  await told.waitFor();
  expect(await told.textContent()).toBe("Red wins in 3 turns (proven)");
  expect(await page.locator("[data-line='0']").first().textContent()).toBe(KEY);
  expect(await page.locator(".arrows .advice.rank0").count()).toBe(1);
  expect(loaded.filter(path => path.endsWith("/analysis.wasm")).length).toBe(1);
  // The best move by a key; then the other side is to move.
  await page.keyboard.press("b");
  await expect.poll(() => moves(page)).toEqual([KEY]);
});

test("a blunder is named in the graph, in both games and languages", async () => {
  const page = await visit(address(GIVEN_AWAY));
  await page.locator("[data-do=report]").click();
  await page.locator("[data-turning='0']").waitFor();
  const text = await page.locator("[data-turning='0']").innerText();
  expect(text).toMatch(/1\.\s*drop-C2\s+loses by force; drop-B2 wins/);
  expect(await page.locator(".graph .dot.blunder").count()).toBe(1);
  // What is refused says why, with the clause to open, on a flipped board too.
  await page.keyboard.press("f");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("joust-analyse").getAttribute("data-at")).toBe("1");
  await page.locator('[data-square="C2"]').click();
  await page.locator("[data-refusal='WAR-2.2'] a[href='/rules/wargame#WAR-2.2']").waitFor();
  expect(await page.locator(".tree .move.blunder").count()).toBe(1);
  // The graph by keys: from the start to the end, and back by one.
  await page.locator(".graph").focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator("joust-analyse").getAttribute("data-at")).toBe("9");
  await page.keyboard.press("ArrowLeft");
  await expect
    .poll(() => page.locator(".graph").getAttribute("aria-valuetext"))
    .toMatch(/^8… drop-C1: Green wins by/);

  // A solved board: the server knows its value exactly.
  await page.keyboard.press("Home");
  await page.locator("[data-do=engine]").click();
  await page.locator(".exact[data-exact]", { hasText: "Blue wins by 6" }).waitFor();

  const missed = `[Game "mad"]\n[Position "${WON}"]\n\n3. 111-a2-a1 111-a6-a5\n*\n`;
  const other = await visit(address(missed), { locale: "fr-FR" });
  await other.locator("[data-do=report]").click();
  await other.locator("[data-turning='0']").waitFor();
  const french = await other.locator("[data-turning='0']").innerText();
  expect(french).toContain("111-a2-a1");
  expect(french).toMatch(new RegExp(`; ${KEY} gagne$`));
});

test("a finished game opens with all its moves; a running game between people does not", async () => {
  const page = await house.visit();
  const place = await make(page, house.arena, { opponent: "screen", rules: "app" });
  await press(page, "211-c2-c4");
  await press(page, "211-c5xc4");
  await page.locator("[data-do=resign]").click();
  await page.locator("dialog[open] [data-do=confirm]").click();
  await page.locator("[data-ending=resigned]").waitFor();
  // The record that the page of the game gives away opens with all moves.
  const coming = page.waitForEvent("download");
  await page.locator("[data-do=download]").click();
  const saved = readFileSync(await (await coming).path());
  const board = await visit("/analyse");
  await board.keyboard.press("o");
  await board
    .locator("input[data-do=file]")
    .setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: saved });
  await expect.poll(() => moves(board)).toEqual(["211-c2-c4", "211-c5xc4", "resigns"]);
  const id = place.split("/").at(-1);
  await page.goto(`${house.arena.address}/analyse?game=${id}`);
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  expect(await moves(page)).toEqual(["211-c2-c4", "211-c5xc4", "resigns"]);
  // What is exported opens elsewhere.
  const text = await record(page);
  const elsewhere = await visit("/analyse", { locale: "fr-FR" });
  await elsewhere.locator("[data-do=open]").click();
  await elsewhere.locator("dialog textarea").fill(text);
  await elsewhere.locator("[data-do=read]").click();
  await expect.poll(() => moves(elsewhere)).toEqual(["211-c2-c4", "211-c5xc4", "abandonne"]);

  const friends = await make(page, house.arena, { opponent: "friend", rules: "app" });
  await page.goto(`${house.arena.address}/analyse?game=${friends.split("/").at(-1)}`);
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  expect(await page.locator(".who .warning").textContent()).toMatch(/still being played/);
  expect(await page.locator("joust-analyse").getAttribute("data-record")).toBeNull();

  // Nor is a record of it analysed that a player has pasted, as long as it is played.
  await page.locator("joust-analyse .origin").click();
  await page.waitForURL(`**${friends}`);
  const rival = await house.visit(friends);
  await rival.locator("[data-do=join]").click();
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement & { view: { awaits: number[] } }>("mad-board")?.view.awaits
        .length === 1,
  );
  await press(page, "211-c2-c4");
  await reaches(rival, 1);
  await press(rival, "211-c5xc4");
  const played = await (await page.request.get(`${house.arena.address}${friends}/record`)).text();
  const analyses = async (player: Page) => {
    await player.goto(`${house.arena.address}${address(played)}`);
    await player.locator("joust-analyse[data-ready=yes]").waitFor();
    await player.locator("[data-do=engine]").click();
    await player.locator(".engine.on, .line[data-note]").first().waitFor();
    return player.locator(".engine.on").count();
  };
  expect(await analyses(page)).toBe(0);
  await page.locator("[data-do=report]").click();
  await page.locator(".line[data-note]", { hasText: "You are playing this game" }).waitFor();
  expect(await page.locator("[data-do=stop-report]").count()).toBe(0);
  expect(await analyses(rival)).toBe(0);
  expect(await analyses(await house.visit())).toBe(1);
});

test("a tree of variations is made on the board, kept, exported, linked and opened again", async () => {
  const page = await visit(address(STUDY));
  expect(await moves(page)).toEqual(["pass", "112<>221", "pass", "211-c2-c3", "pass", "211-c2-c4"]);
  // Up and down choose among variations; a move on the board makes another one.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(".move.here").innerText()).toMatch(/112<>221/);
  await page.keyboard.press("Home");
  await page.locator('[data-square="c2"]').click();
  await page.locator('[data-square="c4"]').click();
  await page.locator("[data-refusal='MAD-6.1'] a").waitFor();
  await page.locator('button[data-shift="121<>212"]').click();
  await expect.poll(() => moves(page)).toContain("121<>212");
  await page.locator("[data-comment]").fill("mine {and} yours");
  await page.locator("[data-do=promote]").click();
  await page.locator("[data-do=promote]").click();
  const tree = ["121<>212", "pass", "pass", "211-c2-c4", "112<>221", "pass", "211-c2-c3"];
  await expect.poll(() => moves(page)).toEqual(tree);
  expect(await page.locator("[data-do=promote]").count()).toBe(0);

  // After the mouse, the arrows still step.
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.locator("joust-analyse").getAttribute("data-at")).toBe("0");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("joust-analyse").getAttribute("data-at")).toBe("1");

  const text = await record(page);
  expect(text).toContain("1. 121<>212 {mine {and) yours} (1. pass pass {as usual} 3. 211-c2-c4)");
  await page.waitForFunction(() => location.hash.includes("at=1"));
  const link = page.url();
  await page.reload();
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  expect(await moves(page)).toEqual(tree);
  // Without its address, the browser still has it.
  await page.goto(`${house.arena.address}/analyse`);
  await page.locator("joust-analyse[data-ready=yes]").waitFor();
  expect(await moves(page)).toEqual(tree);

  const elsewhere = await visit(link.slice(house.arena.address.length));
  expect(await moves(elsewhere)).toEqual(tree);
  expect(await elsewhere.locator("[data-comment]").inputValue()).toBe("mine {and) yours");
  expect(await record(elsewhere)).toBe(text);
  // What is deleted can be restored, also later, and the focus goes on.
  const focused = () => elsewhere.evaluate(() => document.activeElement?.className);
  await elsewhere.locator("[data-do=remove]").press("Enter");
  const rest = ["pass", "112<>221", "pass", "211-c2-c3", "pass", "211-c2-c4"];
  await expect.poll(() => moves(elsewhere)).toEqual(rest);
  await expect.poll(focused).toMatch(/move.*here/);
  await elsewhere.locator(".line[data-note]").waitFor({ state: "detached" });
  await elsewhere.locator("[data-do=restore]").press("Enter");
  await expect.poll(() => moves(elsewhere)).toEqual(tree);
  await expect.poll(focused).toMatch(/move.*here/);

  // Pictures and the film of the line: a file each.
  await elsewhere.locator("[data-do=share]").click();
  const saved = async (way: string) => {
    const coming = elsewhere.waitForEvent("download");
    await elsewhere.locator(`[data-do=${way}]`).click();
    const file = await coming;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const written = await saved("save-record");
  expect([written.name, written.bytes.toString()]).toEqual(["joust-mad.txt", text]);
  const svg = await saved("save-svg");
  expect(svg.name).toBe("joust-mad.svg");
  expect(svg.bytes.toString()).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/s);
  const { bytes: png } = await saved("save-png");
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 1080]);
  const { bytes: gif } = await saved("save-gif");
  expect(gif.toString("latin1", 0, 6)).toBe("GIF89a");
  // A picture for each position of the line, and the last one stays longest: times are in hundredths.
  const times: number[] = [];
  const control = Buffer.from([0x21, 0xf9, 4]);
  for (let at = gif.indexOf(control); at > 0; at = gif.indexOf(control, at + 1))
    if (gif[at + 7] === 0) times.push(gif.readUInt16LE(at + 4));
  expect(times).toEqual([90, 300]);
});

test("a study that the browser cannot keep says so, and offers its record", async () => {
  const page = await visit("/analyse");
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.locator("[data-pass]").first().click();
  const warning = page.locator(".remarks [role=alert]");
  expect(await warning.textContent()).toMatch(/cannot keep this study/);
  const coming = page.waitForEvent("download");
  await warning.locator("button").click();
  expect(readFileSync(await (await coming).path(), "utf8")).toContain("1. pass");
});

test("a link to an impossible position tells why, and stepping back ends the thinking of the computer", async () => {
  const page = await visit("/analyse?game=mad&position=r111,r111,,/,,,%20r", { locale: "fr-FR" });
  await expect.poll(() => page.locator("dialog[open] .reasons li").count()).toBeGreaterThan(1);
  expect(await page.locator("dialog[open] .reasons").innerText()).toMatch(/un second 111/);
  expect(await page.locator("dialog[open] textarea").inputValue()).toBe("r111,r111,,/,,, r");
  await page.keyboard.press("Escape");

  let answer = () => {};
  const held = new Promise<void>(done => {
    answer = done;
  });
  await page.route("**/analysis.wasm*", async route => {
    await held;
    await route.continue();
  });
  await page.locator("[data-do=play]").click();
  await page.locator("[data-do=spar]").click();
  await page.locator("[data-pass]").first().click();
  const sparring = page.locator(".sparring span");
  await expect.poll(() => sparring.textContent()).toMatch(/réfléchit/);
  await page.locator("[data-do=back]").click();
  answer();
  await expect.poll(() => sparring.textContent()).not.toMatch(/réfléchit/);
  expect(await moves(page)).toEqual(["pass"]);

  // The game goes on where the computer has not replied, and it replies otherwise where it is asked to.
  await page.locator("[data-do=next]").click();
  await expect.poll(() => moves(page)).toHaveLength(2);
  await page.locator("[data-do=back]").click();
  await page.locator("[data-do=ask]").click();
  await expect.poll(() => page.locator("joust-analyse").getAttribute("data-at")).toMatch(/^(2|1\.1\.0)$/);
});

test("the editor refuses with all reasons, and what it accepts is analysed and played", async () => {
  const page = await visit("/analyse", { locale: "fr-FR", bypassCSP: true });
  expect(await serious(page), "the board").toEqual([]);
  await page.locator("[data-do=edit]").click();
  await page.locator("[data-edit=clear]").click();
  await page.locator("[data-edit=turn]").fill("4");
  await page.locator("[data-edit=counter]").fill("50");
  const reasons = page.locator(".reasons li");
  await expect.poll(() => reasons.count()).toBe(4);
  expect((await reasons.allTextContents()).join("\n")).toMatch(/les deux corvettes 111 sont en exil/);
  expect(await page.locator("[data-edit=done]").isDisabled()).toBe(true);
  expect(await serious(page), "the editor").toEqual([]);
  for (const [ship, square] of [
    ["0111", "a1"],
    ["1111", "d6"],
  ]) {
    await page.locator(`[data-ship="${ship}"]`).click();
    await page.locator(`[data-cell=${square}]`).click();
  }
  // A ship that was picked up is let go by Escape.
  await page.locator("[data-cell=a1]").press("Enter");
  await expect.poll(() => page.locator(".cell.held").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".cell.held").count()).toBe(0);
  await page.locator("[data-edit=turn]").fill("61");
  await page.locator("[data-edit=counter]").fill("7");
  await page.locator("[data-edit=done]").click();
  await expect.poll(() => shown(page)).toMatch(/^,,,b111\/.*r111,,, r 61 7 -$/);

  // A city with values of one's own: analysed, linked, and played against a level.
  await page.locator("[data-do=edit]").click();
  await page.locator("[data-edit-game=wargame]").click();
  await page.locator("[data-edit=own]").check();
  await page.locator("[data-edit=rows]").waitFor();
  // Both before the next frame.
  await page.evaluate(() => {
    for (const [name, value] of [
      ["columns", "2"],
      ["rows", "1"],
    ]) {
      const field = document.querySelector<HTMLInputElement>(`[data-edit=${name}]`);
      if (!field) throw new Error(name);
      field.value = value;
      field.dispatchEvent(new Event("change"));
    }
  });
  await page.locator("[data-value=A1]").fill("100");
  await expect
    .poll(() => reasons.allTextContents())
    .toEqual([expect.stringMatching(/«\u00a0100\u00a0» n’est pas un entier de 0 à 99/)]);
  await page.locator("[data-value=A1]").fill("7");
  await page.locator("[data-edit=play]").click();
  await page.locator("[data-do=spar]").click();
  await page.locator('[data-square="A1"]').click();
  await expect.poll(() => moves(page)).toEqual(["drop-A1", "drop-B1"]);
  await page.waitForFunction(() => location.hash.includes("at=2"));
  expect(await serious(page), "the end").toEqual([]);
  await page.locator("[data-do=help]").click();
  expect(await serious(page), "a dialog").toEqual([]);
});

/** The position on the board. */
const shown = (page: Page) =>
  page.evaluate(
    () =>
      document.querySelector<HTMLElement & { view: { position: string } }>(".board mad-board")?.view
        .position ?? "",
  );

test("what cannot be read is told with its line, and the text stays", async () => {
  const page = await visit("/analyse", { locale: "fr-FR" });
  await page.keyboard.press("o");
  await page.locator("dialog textarea").fill('[Game "mad"]\n\n1. pass pass\n3. c2c9');
  await page.locator("[data-do=read]").click();
  await expect
    .poll(() => page.locator(".reasons li").textContent())
    .toMatch(/^ligne 4\u00a0: tour 3, «\u00a0c2c9\u00a0»\u00a0: /);
  expect(await page.locator("dialog textarea").inputValue()).toContain("c2c9");
  // A file of the MAD app.
  const app = "Version: 2\nTurn Number: 9\nGame Type: 5 by 5\n\nA5: Blue111\nE1: Red111\n";
  const file = { name: "partie.txt", mimeType: "text/plain", buffer: Buffer.from(app) };
  await page.locator("input[data-do=file]").setInputFiles(file);
  await page.locator(".who .warning").waitFor();
  expect(await shown(page)).toMatch(/r111 r 9 0 -$/);
});
