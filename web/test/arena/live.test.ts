import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { asked, House, make, press, reaches, view } from "./table";

const house = new House();

/** Two people at a game: the one who made it has the first seat. */
async function together(form: Record<string, string> = {}): Promise<[Page, Page, string]> {
  const ada = await house.visit();
  const place = await make(ada, house.arena, { opponent: "friend", rules: "app", ...form });
  await ada.locator("[data-panel=invite]").waitFor();
  const bob = await house.visit(place);
  await bob.locator("[data-panel=join] input[name=name]").fill("<b>Bob</b>");
  await bob.locator("[data-do=join]").click();
  await bob.locator("[data-panel=join]").waitFor({ state: "detached" });
  await ada.locator("[data-panel=invite]").waitFor({ state: "detached" });
  return [ada, bob, place];
}

async function both(pages: Page[], at: number): Promise<void> {
  await Promise.all(pages.map(page => reaches(page, at)));
}

test("a live game survives reload, a lost line, a second tab and a killed server; a spectator sees it all", async () => {
  const [ada, bob, place] = await together();
  // What somebody calls themselves is text, whatever it looks like.
  expect(await ada.locator("[data-player='1']").textContent()).toContain("<b>Bob</b>");
  const eve = await house.visit(place);
  const all = [ada, bob, eve];
  await press(ada, "211-c2-c4");
  await both(all, 1);
  await bob.reload();
  await view(bob);
  await press(bob, "211-c5xc4");
  await both(all, 2);

  // The line is cut while it is Ada's turn: her move waits, and arrives when the line is back.
  await ada.context().setOffline(true);
  await ada.waitForFunction(() => document.querySelector("[data-connection]:not([data-connection=open])"));
  await ada.context().setOffline(false);
  await ada.waitForFunction(() => document.querySelector("[data-connection=open]"));
  await press(ada, "112-d2-d3");
  await both(all, 3);

  // A second tab of the same visitor is the same player.
  const tab = await bob.context().newPage();
  await tab.goto(house.arena.address + place);
  await view(tab);
  await press(tab, "112-d5-d4");
  await both([...all, tab], 4);

  await house.arena.kill();
  await ada.waitForFunction(() => document.querySelector("[data-connection]:not([data-connection=open])"));
  // While the line is lost, nobody is said to be here or away.
  await ada.locator(".presence[aria-label='Reconnecting…']").first().waitFor();
  expect(await ada.locator(".presence.here").count()).toBe(0);
  await house.arena.start();
  await Promise.all(
    all.map(page => page.waitForFunction(() => document.querySelector("[data-connection=open]"))),
  );
  await asked(ada);
  await press(ada, "121-a2-a3");
  await both([...all, tab], 5);
  expect((await view(eve)).plies.map(({ text }) => text)).toEqual([
    "211-c2-c4",
    "211-c5xc4",
    "112-d2-d3",
    "112-d5-d4",
    "121-a2-a3",
  ]);
  // A spectator has no ships to move.
  expect(await eve.evaluate(() => [...(document.querySelector("mad-board")?.seats ?? [])])).toEqual([]);
});

test("the flag falls while the player is away, and they see it when they come back", async () => {
  const [ada, bob] = await together({ minutes: "0.05" });
  await press(ada, "211-c2-c4");
  await reaches(bob, 1);
  await press(bob, "122-b5-b4");
  await reaches(ada, 2);
  const address = ada.url();
  await ada.goto("about:blank");
  await bob.locator("[data-ending=time]").waitFor();
  await ada.goto(address);
  await ada.locator("[data-ending=time]").waitFor();
  // A victory has the colour of the winner; a defeat has none.
  const ground = (page: Page) =>
    page.locator(".status.ended").evaluate(status => getComputedStyle(status).backgroundColor);
  expect(await ada.locator(".status.lost h1").textContent()).toBe("You lose");
  expect(await bob.locator(".status.ended:not(.lost) h1").textContent()).toBe("You win");
  expect(await ground(ada)).not.toBe(await ground(bob));
  const record = await bob.request.get(`${address}/record`);
  expect(await record.text()).toMatch(/\n0-1\s*$/);
});

test("an offer to end is made, declined, made again and accepted", async () => {
  const [ada, bob] = await together({ rules: "current" });
  await press(ada, "pass");
  await reaches(bob, 1);
  await ada.locator("[data-do=paste]").click();
  // Players of a running game are not led to the analysis; afterwards they are.
  expect(await ada.locator("dialog[open]").innerText()).toContain("nothing is analysed here");
  expect(await ada.locator("dialog[open] [value=analyse]").count()).toBe(0);
  await ada.locator("dialog[open] textarea").fill("half a sentence");
  await bob.locator("[data-do=offer]").click();
  await bob.locator("dialog[open] [data-do=confirm]").click();
  // What somebody types is theirs; the offer waits.
  await ada.locator("[data-do=answer]").waitFor();
  expect(await ada.locator("dialog[open] textarea").inputValue()).toBe("half a sentence");
  await ada.keyboard.press("Escape");
  await ada.locator("[data-do=answer]").click();
  await ada.locator("dialog[open] [data-do=decline]").click();
  await reaches(bob, 3);
  await press(bob, "pass");
  await reaches(ada, 4);
  await ada.locator("[data-do=offer]").click();
  await ada.locator("dialog[open] [data-do=confirm]").click();
  await bob.locator("dialog[open] [data-do=accept]").click();
  await Promise.all([ada, bob].map(page => page.locator("[data-ending=agreed]").waitFor()));
  await ada.locator("[data-do=paste]").click();
  await ada.locator("dialog[open] [value=analyse]").waitFor();
  await ada.keyboard.press("Escape");
  // A rematch needs both: one offers it, the other declines, thinks better of it, and is accepted.
  const address = ada.url();
  await ada.locator("[data-do=rematch]").click();
  await bob.locator("[data-do=decline-rematch]").click();
  await ada.locator(".status p", { hasText: "declines" }).waitFor();
  expect(await ada.locator("[data-do=rematch]").count()).toBe(0);
  await bob.locator("[data-do=rematch]").click();
  await ada.locator("[data-do=decline-rematch]").waitFor();
  expect([ada.url(), bob.url()]).toEqual([address, address]);
  await ada.locator("[data-do=rematch]").click();
  await ada.waitForURL(url => url.href !== address);
  await bob.waitForURL(ada.url());
  // Colours are exchanged: now Bob begins.
  await press(bob, "pass");
  await reaches(ada, 1);
});
