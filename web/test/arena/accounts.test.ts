// The whole way of an account, in a real browser, without scripts as well, and by a real identity provider.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENT, School, SECRET } from "./provider";
import { House, keep, make, PASSWORD, view } from "./table";

const OTHER = "seven quiet volcanoes";

/** Fills in a form of a page and sends it. */
async function send(page: Page, action: string, fields: Record<string, string>): Promise<void> {
  const form = page.locator(`main form[action="${action}"]`).first();
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="${name}"]`).fill(value);
  await form.locator("button[type=submit]").click();
}

const WORDS = {
  "en-GB": {
    keep: "Keep your name",
    in: "Signed in as",
    wrong: "the name or the password is wrong",
    weak: "easy to guess",
    left: "7 codes are left",
    gone: "Your account is gone",
  },
  "fr-FR": {
    keep: "Garder votre nom",
    in: "Connecté :",
    wrong: "le nom ou le mot de passe est faux",
    weak: "facile à deviner",
    left: "Il reste 7 codes",
    gone: "Votre compte n’existe plus",
  },
} as const;

describe("by a password", () => {
  const house = new House();

  test.each([
    ["en-GB", true],
    ["fr-FR", true],
    ["en-GB", false],
    ["fr-FR", false],
  ] as const)(
    "in %s, scripts %s: keep a name, come back, recover, leave",
    async (locale, javaScriptEnabled) => {
      const words = WORDS[locale];
      const name = `Ada ${locale.slice(0, 2)}${javaScriptEnabled ? "s" : "n"}`;
      const page = await house.visit("/", { locale });
      const place = await make(page, house.arena, { opponent: "screen", name });
      const context = page.context();
      // From here on without scripts, if the test says so: the cookies of the guest come along.
      const plain = javaScriptEnabled ? page : await house.visit("/", { locale, javaScriptEnabled });
      if (plain !== page) await plain.context().addCookies(await context.cookies());
      const here = plain;
      const text = () => here.locator("main").innerText();
      const open = (path: string) => here.goto(house.arena.address + path);

      await open("/");
      await here.locator(".top a[href='/account']").click();
      await here.locator("main a", { hasText: words.keep }).click();
      expect(await here.locator("main [name=name]").inputValue()).toBe(name);
      await send(here, "/account/new", { name, password: "password1234" });
      expect(await text()).toContain(words.weak);
      await send(here, "/account/new", { name, password: PASSWORD });
      const codes = await here.locator(".secrets code").allTextContents();
      expect(codes).toHaveLength(8);
      await here.locator("main a.button").click();
      expect(await text()).toContain(`${words.in} ${name}`);
      await open("/games");
      expect(await here.locator(`main a[href="${place}"]`).count()).toBe(1);

      await open("/account");
      await send(here, "/account/out", {});
      await open("/account");
      await send(here, "/account/in", { name, password: "wrong words here" });
      expect(await text()).toContain(words.wrong);
      await send(here, "/account/in", { name: name.toUpperCase(), password: PASSWORD });
      expect(await text()).toContain(`${words.in} ${name}`);
      await send(here, "/account/name", { name: `${name}x` });
      expect(await text()).toContain(`${words.in} ${name}x`);

      // Another browser, and the way back without the password.
      const other = await house.visit("/account", { locale, javaScriptEnabled });
      await send(other, "/account/in", { name: `${name}x`, password: PASSWORD });
      expect(await other.locator("main").innerText()).toContain(`${words.in} ${name}x`);
      await send(here, "/account/out", {});
      await open("/account/recover");
      await send(here, "/account/recover", { name: `${name}x`, code: codes[0], password: OTHER });
      expect(await text()).toContain(words.left);
      await other.reload();
      expect(await other.locator("main").innerText()).not.toContain(words.in);

      await open("/account/delete");
      await send(here, "/account/delete", { name: `${name}x`, password: OTHER });
      expect(await text()).toContain(words.gone);
      await open("/games");
      expect(await here.locator(`main a[href="${place}"]`).count()).toBe(0);
    },
  );

  test("a game that is open in another tab goes on when its player keeps a name", async () => {
    const page = await house.visit();
    const place = await make(page, house.arena, { opponent: "screen" });
    const game = await page.context().newPage();
    await game.goto(house.arena.address + place);
    await view(game);
    await keep(page, house.arena, "Tabitha");
    // The connection of the guest is closed, and the page comes back as the account.
    await game.waitForFunction(() => {
      const board = document.querySelector<HTMLElement & { seats: number[] }>("joust-game mad-board");
      return board?.seats.length === 2;
    });
    await game.locator("[data-pass]").first().click();
    await game.waitForFunction(() => {
      const board = document.querySelector<HTMLElement & { view: { at: number }; pending: string | null }>(
        "joust-game mad-board",
      );
      return board?.view.at === 1 && !board.pending;
    });
  });

  test("a token and the own data can be taken, and an operator makes a teacher", async () => {
    const page = await house.visit();
    await keep(page, house.arena, "Olga");
    const teacher = await house.visit();
    await keep(teacher, house.arena, "Theo");
    house.arena.tend("operator", "Olga");
    await page.goto(`${house.arena.address}/account`);
    await send(page, "/account/tokens", { label: "laptop" });
    const token = await page.locator(".secrets code").innerText();
    const headers = { authorization: `Bearer ${token}` };
    const asked = await fetch(`${house.arena.address}/games`, { headers });
    expect(asked.status).toBe(200);
    await page.locator("main a.button").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("a[href='/account/data']").click(),
    ]);
    expect(download.suggestedFilename()).toBe("joust-account.json");
    const data = await page.request.get(`${house.arena.address}/account/data`);
    expect((await data.json()).account.name).toBe("Olga");
    await expect
      .poll(async () => (await page.goto(`${house.arena.address}/account/people`))?.status(), {
        timeout: 20_000,
      })
      .toBe(200);
    const row = page.locator(".keys li", { hasText: "Theo" });
    await row.locator("select").selectOption("teacher");
    await row.locator("button").click();
    expect(await page.locator("[role=status]").innerText()).toBe("Theo is now: teacher");
    await teacher.goto(`${house.arena.address}/account`);
    expect(await teacher.locator("main").innerText()).toContain("teacher");
  });
});

describe("by an identity provider", () => {
  let school: School;
  beforeAll(async () => {
    school = await School.open();
  });
  afterAll(() => school.close());
  const provider = () => [
    ...["--openid-issuer", school.issuer, "--openid-client", CLIENT],
    ...["--openid-secret", SECRET, "--openid-name", "the school"],
  ];
  const house = new House({}, provider);

  /** Signs in at the provider, whose pages are those of its own examples. */
  async function at(page: Page, user: string): Promise<void> {
    await page.waitForURL(url => url.origin === school.issuer);
    await page.locator("[name=login]").fill(user);
    await page.locator("[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    // The provider asks once whether the arena may know the name.
    await page.locator("button[type=submit]", { hasText: "Continue" }).click();
    await page.waitForURL(url => url.origin === house.arena.address);
  }

  test.each([
    ["en-GB", "Sign in with the school", "Signed in as"],
    ["fr-FR", "Se connecter avec the school", "Connecté :"],
  ] as const)(
    "in %s: the first time a name is chosen, and then never again",
    async (locale, link, signed) => {
      const user = `grace-${locale.slice(0, 2)}`;
      const page = await house.guest("/", { locale });
      const place = await make(page, house.arena, { opponent: "screen", name: "" });
      await page.goto(`${house.arena.address}/account`);
      await page.locator("main a", { hasText: link }).click();
      await at(page, user);
      expect(await page.locator("main [name=name]").inputValue()).toBe(user);
      await page.locator("main form button[type=submit]").click();
      expect(await page.locator("main").innerText()).toContain(`${signed} ${user}`);
      await page.goto(`${house.arena.address}/games`);
      expect(await page.locator(`main a[href="${place}"]`).count()).toBe(1);

      const other = await house.guest("/account", { locale });
      await other.locator("main a", { hasText: link }).click();
      await at(other, user);
      expect(await other.locator("main").innerText()).toContain(`${signed} ${user}`);
      await other.goto(`${house.arena.address}/games`);
      expect(await other.locator(`main a[href="${place}"]`).count()).toBe(1);
    },
  );

  test("a sign-in belongs to the browser that began it, and ends once", async () => {
    const page = await house.guest("/account");
    let back = "";
    page.on("request", asked => {
      if (asked.url().includes("/account/openid/back")) back = asked.url();
    });
    await page.locator("main a[href='/account/openid']").click();
    await at(page, "henry");
    // Again in this browser, and in another one.
    await page.goto(back);
    expect(await page.locator("[role=alert]").innerText()).toContain("this sign-in has expired");
    const begun = await house.guest("/account");
    const thief = await house.guest("/account");
    await begun.route("**/account/openid/back*", route => route.abort());
    await begun.locator("main a[href='/account/openid']").click();
    const asked = begun.waitForRequest("**/account/openid/back*");
    await at(begun, "henry").catch(() => undefined);
    const stolen = (await asked).url();
    await thief.goto(stolen);
    expect(await thief.locator("[role=alert]").innerText()).toContain("this sign-in has expired");
    // What the provider refuses is told.
    await page.goto(`${house.arena.address}/account/openid/back?error=access_denied&state=x`);
    expect(await page.locator("[role=alert]").innerText()).toContain("expired");
  });

  test("an account with a password connects the provider, and an account without one gets a password", async () => {
    const page = await house.guest("/");
    await keep(page, house.arena, "Ida");
    await page.goto(`${house.arena.address}/account`);
    await page.locator("main a", { hasText: "Connect the school" }).click();
    await at(page, "ida");
    const text = () => page.locator("main").innerText();
    expect(await text()).toContain(school.issuer);
    await send(page, "/account/out", {});
    await page.goto(`${house.arena.address}/account`);
    await page.locator("main a[href='/account/openid']").click();
    await page.waitForURL(url => url.pathname === "/account");
    expect(await text()).toContain("Signed in as Ida");
    await send(page, "/account/openid/end", {});
    expect(await page.locator("form[action='/account/openid/end']").count()).toBe(0);

    const other = await house.guest("/account");
    await other.locator("main a[href='/account/openid']").click();
    await at(other, "jon");
    await other.locator("main form button[type=submit]").click();
    expect(await other.locator("form[action='/account/openid/end']").count()).toBe(0);
    await send(other, "/account/password", { new: PASSWORD });
    await send(other, "/account/out", {});
    await other.goto(`${house.arena.address}/account`);
    await send(other, "/account/in", { name: "jon", password: PASSWORD });
    expect(await other.locator("main").innerText()).toContain("Signed in as jon");
  });

  test("a provider that is away is told, and everything else works", async () => {
    const page = await house.guest("/account");
    await school.close();
    await house.arena.kill("SIGTERM");
    await house.arena.start();
    await page.goto(`${house.arena.address}/account`);
    await page.locator("main a[href='/account/openid']").click();
    expect(await page.locator("[role=alert]").innerText()).toContain("does not answer");
    await keep(page, house.arena, "Kim");
    await page.goto(`${house.arena.address}/account`);
    expect(await page.locator("main").innerText()).toContain("Signed in as Kim");
  });
});
