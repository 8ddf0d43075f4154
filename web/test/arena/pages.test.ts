import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { House, make, PHONE, press, view } from "./table";

const house = new House();

test.each([
  ["light", {}],
  ["dark", PHONE],
] as const)("axe finds nothing in a game, in %s", async (colorScheme, options) => {
  // The checker is a script that the pages' own policy would not let in.
  const page = await house.visit("/", { ...options, colorScheme, bypassCSP: true });
  await make(page, house.arena, { opponent: "screen" });
  expect(await serious(page), "positioning").toEqual([]);
  await press(page, "pass");
  await press(page, "112<>221");
  await page.locator('[data-square="c2"]').click();
  expect(await serious(page), "a ship is chosen").toEqual([]);
  await page.locator("[data-do=resign]").click();
  expect(await serious(page), "a question").toEqual([]);
  await page.locator("dialog[open] [data-do=confirm]").click();
  await page.locator("[data-ending]").waitFor();
  expect(await serious(page), "the end").toEqual([]);
  await make(page, house.arena, { game: "wargame", opponent: "friend" });
  expect(await serious(page), "an invitation").toEqual([]);
});

test("French, from the browser or by choice, everywhere", async () => {
  const page = await house.visit("/", { locale: "fr-FR" });
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  expect(await page.locator("body").textContent()).toMatch(/Jouer votre première partie/);
  await make(page, house.arena, { opponent: "screen", rules: "app" });
  await press(page, "211-c2-c4");
  expect(await page.locator("[data-ply]").first().getAttribute("aria-label")).toMatch(/211-c2-c4.*rouge/i);
  expect(await page.locator('[data-square="c4"]').getAttribute("aria-label")).toMatch(/frégate/);
  await page.goto(`${house.arena.address}/?lang=en`);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.goto(`${house.arena.address}/rules/mad`);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});

test("a link to a position leads to a game from there, and a wrong one is refused without losing the form", async () => {
  const page = await house.visit();
  await make(page, house.arena, { opponent: "screen", rules: "app" });
  await press(page, "211-c2-c4");
  const { position } = await view(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("[data-do=copy-position]").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  expect(await page.locator("[name=position]").inputValue()).toBe(position);
  // Blue is to move there, and Red again when the position is changed.
  const begins = () => page.locator("[data-begins]:visible").getAttribute("data-begins");
  expect(await begins()).toBe("1");
  await page.locator("[name=position]").fill("");
  await page.locator("[name=name]").focus();
  await expect.poll(begins).toBe("0");
  await page.locator("[name=position]").evaluate((field: HTMLTextAreaElement) => {
    field.value = "nonsense";
  });
  await page.locator("form[action='/games'] button[type=submit]").click();
  await page.locator("[role=alert]").first().waitFor();
  expect(await page.locator("[name=position]").inputValue()).toBe("nonsense");
  // The other language shows the same form: what was refused cannot be asked for again.
  const other = await page.locator(".languages a").first().getAttribute("href");
  expect(other).toMatch(/\/new\?.*position=nonsense.*lang=/);
});

test("nothing jumps while a page loads, and nothing comes from elsewhere", async () => {
  const page = await house.visit();
  await make(page, house.arena, { opponent: "screen" });
  await page.reload();
  await view(page);
  const jumped = await page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0;
        const watch = new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        });
        watch.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 300);
      }),
  );
  expect(jumped).toBeLessThan(0.02);
});

test("what the browser restores on the way back is what the form sends, and a position stays with its game", async () => {
  const page = await house.visit("/new");
  const sent = () =>
    page.evaluate(() => {
      const fields = new FormData(
        document.querySelector<HTMLFormElement>("form[data-form=new]") ?? undefined,
      );
      return ["game", "board", "minutes", "increment", "position"].map(name => fields.get(name));
    });
  await page.evaluate(() => {
    const check = (selector: string) => {
      const field = document.querySelector<HTMLInputElement>(selector);
      if (field) field.checked = true;
    };
    check("[name=game][value=wargame]");
    check("[data-minutes='5']");
    const board = document.querySelector<HTMLSelectElement>("select[name=board]");
    if (board) board.value = "Narvik";
    dispatchEvent(new Event("pageshow"));
  });
  expect(await sent()).toEqual(["wargame", "Narvik", "5", "3", ""]);
  await page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>("[name=position]");
    if (field) field.value = "b.g... b";
  });
  await page.locator("[name=game][value=mad]").check({ force: true });
  expect((await sent()).at(-1)).toBe("");
  await page.locator("[name=game][value=wargame]").check({ force: true });
  expect((await sent()).at(-1)).toBe("b.g... b");
});
