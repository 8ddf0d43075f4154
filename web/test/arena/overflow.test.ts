// No text is wider than its place, on any page, in either language, from the smallest phone to a wide desk.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { measure } from "../browser/overflow";
import { game } from "../games";
import { EVERY_GAME, EVERY_PAGE } from "./every";
import { House, keep, make } from "./table";

const NARROWEST = 320;
const WIDTHS = [360, 390, 768, 1024, 1366, 1920];

const house = new House();

const BLUNDER = `[Game "wargame"]
[Board "small"]
[Blue "Wolfeschlegelsteinhausenbergerdorff"]

1. drop-C2 {a comment that is long enough for more than one line of a narrow list} (1. drop-B2 drop-C2) drop-B2
3. drop-A2 drop-A1
*
`;

test.each([
  ["en-GB", "light", 0],
  ["fr-FR", "dark", 1],
] as const)("in %s and %s no text overflows, and axe finds nothing", async (locale, colorScheme, turn) => {
  const page = await house.visit("/", { locale, colorScheme, bypassCSP: true });
  let checked = turn;
  // A page is always as narrow as can be. The other widths and axe, which takes half of the time, take turns:
  // the two languages see a page at four of six widths, and axe sees it once. `make test-all` leaves nothing out.
  const check = async (what: string) => {
    checked += 1;
    const isIn = (place: number) => Boolean(process.env.JOUST_LONG) || (place + checked) % 3 === 0;
    await page.evaluate(() => document.fonts.ready);
    for (const width of [NARROWEST, ...WIDTHS.filter((_, place) => isIn(place))]) {
      await page.setViewportSize({ width, height: 800 });
      // Boards follow the width in the next frame.
      await page.evaluate(
        () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect.soft(await measure(page), `${what} at ${width} px`).toEqual([]);
    }
    if (process.env.JOUST_LONG || checked % 2 === 0) expect.soft(await serious(page), what).toEqual([]);
  };
  for (const { path, ready } of EVERY_PAGE) {
    await page.goto(house.arena.address + path);
    if (ready) await page.locator(ready).first().waitFor();
    await check(path);
  }
  // An account with everything that its page can show. Its name has no place to break.
  const name = `Wolfeschlegelstein${locale.slice(0, 2)}`;
  await keep(page, house.arena, name);
  await check("recovery codes");
  await page.goto(`${house.arena.address}/account`);
  await page.locator("[name=label]").fill("Wolfeschlegelsteinhausen");
  await page.locator("form[action='/account/tokens'] button").click();
  await check("a token");
  house.arena.tend("operator", name);
  for (const path of ["/account", "/account/delete", "/account/people"]) {
    await expect
      .poll(async () => (await page.goto(house.arena.address + path))?.status(), { timeout: 20_000 })
      .toBe(200);
    await check(path);
  }
  for (const form of EVERY_GAME) {
    await make(page, house.arena, form);
    await check(`${form.game} against ${form.opponent}`);
  }
  const press = (selector: string) => page.locator(selector).first().click();
  // A game between people that was aborted, and one that was lost; then they are in the lists.
  await press("[data-do=give-up]");
  await press("dialog[open] [data-do=confirm]");
  await page.locator("[data-ending=given-up]").waitFor();
  await check("an aborted game");
  await make(page, house.arena, { opponent: "screen", rules: "app", name: "Wolfeschlegelsteinhausen" });
  for (const name of ["c2", "c4", "c5", "c4"]) await press(`[data-square=${name}]`);
  await press("[data-do=resign]");
  await press("dialog[open] [data-do=confirm]");
  await page.locator("[data-ending=resigned]").waitFor();
  await check("a finished game");
  await page.goto(`${house.arena.address}/games`);
  await check("own games");
  await page.goto(`${house.arena.address}/`);
  await check("home with games");

  await page.goto(`${house.arena.address}/analyse#text=${encodeURIComponent(BLUNDER)}`);
  await press("[data-do=report]");
  await page.locator(".turning").waitFor();
  await press("[data-do=engine]");
  await page.locator("[data-line]").first().waitFor();
  await check("a report");
  for (const tool of ["open", "play", "share", "help"]) {
    await press(`.tools [data-do=${tool}]`);
    await check(`the dialog ${tool}`);
    await page.keyboard.press("Escape");
  }
  await press(".tools [data-do=edit]");
  await press("[data-edit=clear]");
  await check("the editor");

  const file = `${"Wolfeschlegelsteinhausen".repeat(3)}.res`;
  // The server reads a shared file in threads of low priority: on a busy machine it may need a second try.
  const share = () =>
    page.request.post(`${house.arena.address}/watch/films?name=${file}`, {
      data: readFileSync(game("a.res.gz")),
      headers: { origin: house.arena.address },
    });
  let shared = await share();
  for (let tries = 1; tries < 3 && !shared.ok(); tries++) shared = await share();
  await page.goto(`${house.arena.address}/watch/${(await shared.json()).id}#round=100&unit=4`);
  await page.locator("madmax-viewer .levels").waitFor();
  await check("a shared battle");
});
