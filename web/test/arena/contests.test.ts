// The whole way of a contest, for student and teacher, on a real server with real builds: make it, join, hand in,
// fail, qualify, choose, climb, the official round, the gradebook, what is alike.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { serious } from "../browser/axe";
import { measure } from "../browser/overflow";
import {
  appoint,
  army,
  armyTerms,
  brittle,
  broken,
  copied,
  enrol,
  greedy,
  hand,
  judged,
  made,
  moment,
  send,
  warTerms,
} from "./class";
import { House, keep } from "./table";

const house = new House();
/** What the first test leaves for the last one: the contest, and the cookies of a student and a teacher. */
let left: { contest: string; good: number; copy: number; match: string; student: Cookies; teacher: Cookies };
type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
const main = (page: Page) => page.locator("main").innerText();

/** A teacher, whom an operator has made one. */
async function teacher(name: string, options = {}): Promise<Page> {
  const page = await house.visit("/", options);
  await keep(page, house.arena, name);
  const operator = await house.visit();
  await keep(operator, house.arena, `${name} Op`);
  house.arena.tend("operator", `${name} Op`);
  await expect
    .poll(async () => (await operator.goto(`${house.arena.address}/account/people`))?.status(), {
      timeout: 20_000,
    })
    .toBe(200);
  await appoint(operator, house.arena, name);
  return page;
}

/** Makes a contest from its terms, and opens it. Gives its address and the link for the class. */
async function open(page: Page, terms: string): Promise<{ contest: string; link: string }> {
  // The role is known within seconds.
  await expect
    .poll(async () => (await page.goto(`${house.arena.address}/contests/new?game=wargame`))?.status(), {
      timeout: 20_000,
    })
    .toBe(200);
  await send(page, "/contests/new", { terms });
  const contest = page.url();
  await page.locator("button.primary").first().click();
  await page.locator(".state.good").first().waitFor();
  return { contest, link: await page.locator("code.link").first().innerText() };
}

test("in English: a class of the War Game from the first form to the gradebook", async () => {
  const tina = await teacher("Tina");
  // A text with mistakes comes back with its lines.
  await expect
    .poll(async () => (await tina.goto(`${house.arena.address}/contests/new?game=wargame`))?.status(), {
      timeout: 20_000,
    })
    .toBe(200);
  expect(await tina.locator("textarea").inputValue()).toContain('game = "wargame"');
  await send(tina, "/contests/new", {
    terms: 'name = "Spring"\ngame = "wargame"\nboards = ["Atlantis"]\nsped = 3\n',
  });
  expect(await tina.locator("[role=alert]").innerText()).toMatch(/line 3[\s\S]*line 4/);
  expect(await tina.locator("textarea").inputValue()).toContain("sped = 3");
  const { contest, link } = await open(tina, warTerms("Spring league", 80_000));
  const base = new URL(contest).pathname;

  // A student without an account is told what to do, and joins by the link. A wrong code is refused.
  const ada = await house.visit("/");
  await ada.goto(link);
  expect(await main(ada)).toContain("keep a name");
  await keep(ada, house.arena, "Ada");
  await ada.goto(link.replace(/code=.*/, "code=WRONG"));
  await ada.locator("main form button[type=submit]").click();
  expect(await ada.locator("[role=alert]").innerText()).toContain("the code is wrong");
  await ada.goto(link);
  await ada.locator("main form button[type=submit]").click();
  expect(await main(ada)).toContain("Hand in a version");

  // A compile error, with the words of the compiler.
  await hand(ada, contest, "bot.cc", broken, "Ada");
  await judged(ada, "failed");
  expect(await ada.locator(".steps-list li.bad pre").innerText()).toContain("nothing");

  // A fault in a game: what it was, the last words, and the game to replay.
  await hand(ada, contest, "brittle.js", brittle, "Ada");
  await judged(ada, "failed");
  const fault = ada.locator(".game-list details[open]").first();
  expect(await fault.innerText()).toMatch(/crashed in round \d/);
  expect(await fault.innerText()).toContain("small cities frighten me");
  await fault.locator("a.button").click();
  await ada.locator("joust-bout war-board").waitFor();
  await ada.locator("[data-do=last]").click();
  expect(await ada.locator("joust-bout .told").innerText()).toMatch(/^(\d+) of \1 ·/);

  // A good version, and the next one, which is then chosen.
  await hand(ada, contest, "greedy.js", greedy, "Ada");
  await judged(ada, "qualified");
  expect(await ada.locator(".state.mark").first().innerText()).toBe("official");
  const good = await hand(
    ada,
    contest,
    "greedy.js",
    greedy.replace("turn.moves[0]", "turn.moves.at(-1)"),
    "Ada",
  );
  await judged(ada, "qualified");
  expect(await ada.locator(".fuel svg").count()).toBeGreaterThan(0);
  await send(ada, `${base}/versions/${good}/choose`);
  expect(await ada.locator(".state.mark").first().innerText()).toBe("official");
  await ada.locator("select[name=with]").selectOption(String(good - 1));
  await send(ada, `${base}/versions/${good}/compare`);
  expect(await ada.locator(".diff .added").count()).toBe(1);

  // A second student, who has the code only; the name is in the list of the class.
  const bob = await house.visit("/");
  await keep(bob, house.arena, "Bob");
  await bob.goto(`${house.arena.address}/contests`);
  await send(bob, "/contests/join", { code: new URL(link).searchParams.get("code") ?? "" });
  await bob.locator("main form button[type=submit]").click();
  const copy = await hand(bob, contest, "mine.js", copied, "Bob");
  await judged(bob, "qualified");
  // Nobody reads what is somebody else's.
  for (const path of ["", "/source", "/module", "/live"]) {
    const answer = await bob.request.get(`${contest}/versions/${good}${path}`);
    expect([403, 404], path).toContain(answer.status());
  }
  for (const path of ["/class", "/similarity", "/similarity/report", "/gradebook", "/terms", "/archive"])
    expect([403, 404], path).toContain((await bob.request.get(contest + path)).status());

  // A friendly match within the budget.
  await bob.goto(`${contest}/matches`);
  expect(await main(bob)).toContain("20 of 20 friendly matches are left");
  await send(bob, `${base}/matches`, { own: String(copy), opponent: String(good), seat: "1" });
  await bob.locator("joust-bout war-board").waitFor({ timeout: 60_000 });
  const players = await bob.locator(".line-up").innerText();
  expect(players).toMatch(/1 · Ada[\s\S]*2 · Bob/);
  // What Ada's player wrote is Ada's.
  expect(await bob.locator("#private").count()).toBe(1);
  expect(await bob.locator("section:has(#private) h3").allInnerTexts()).toEqual(["Bob"]);

  const match = new URL(bob.url()).pathname.replace(base, "");

  // The ladder plays by itself, until everybody is placed.
  await expect
    .poll(
      async () => {
        await ada.goto(`${contest}/ranking`);
        return ada.locator(".ranking tbody tr .interval").count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(await ada.locator("#head-to-head").innerText()).toContain("Bob");
  await ada.goto(contest);
  expect(await ada.locator(".rank .big").innerText()).toMatch(/^[12] of 2$/);

  // The teacher sees everybody, and sets the round to now.
  await tina.goto(`${contest}/versions`);
  expect(await tina.locator(".lines > li").count()).toBe(5);
  await tina.goto(`${contest}/class`);
  expect(await main(tina)).toMatch(/Ada[\s\S]*Bob/);
  await send(tina, `${base}/class/import`, { csv: "name,key\nCleo,s1003\n" });
  expect(await main(tina)).toContain("1 added");
  await tina.goto(`${contest}/terms`);
  const terms = await tina.locator("textarea").inputValue();
  await send(tina, `${base}/terms`, { terms: terms.replace(/^at = .*$/m, `at = ${moment(1)}`) });
  expect(tina.url()).toBe(contest);
  await expect
    .poll(
      async () => {
        await tina.goto(`${contest}/rounds/1`);
        return tina.locator("main h1 + .state").innerText();
      },
      { timeout: 60_000 },
    )
    .toBe("over");
  expect(await tina.locator(".ranking tbody tr").count()).toBe(2);
  const file = async (path: string) => {
    const answer = await tina.request.get(contest + path);
    expect(answer.status(), path).toBe(200);
    return answer;
  };
  const gradebook = await (await file("/rounds/1/gradebook")).text();
  expect(gradebook).toMatch(/Ada/);
  expect(gradebook).toMatch(/Bob/);
  expect(await (await file("/gradebook")).text()).toMatch(/Ada[\s\S]*Bob/);
  expect((await (await file("/rounds/1/journal")).body()).length).toBeGreaterThan(100);
  // The archive is made by a job, which the page follows.
  await tina.goto(contest);
  await tina.locator(`main a[href="${base}/archive"]`).click();
  await made(tina, "archive");
  expect((await (await file("/archive/file")).body()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  // The report is a page of its own, without the origin and the cookies of the arena.
  const report = await file("/rounds/1/report");
  expect(report.headers()["content-security-policy"]).toMatch(/^sandbox allow-scripts /);
  await tina.goto(`${contest}/rounds/1/report`);
  expect(await tina.locator("h1").innerText()).toContain("Final");
  expect(await tina.evaluate(() => self.origin)).toBe("null");

  const [student, lead] = await Promise.all([ada, tina].map(page => page.context().cookies()));
  left = { contest, good, copy, match, student, teacher: lead };

  // What is alike: the copy is found, and the page works although it reaches nothing.
  await tina.goto(`${contest}/similarity`);
  await made(tina, "similarity");
  expect(await main(tina)).toMatch(/Made \d/);
  await tina.locator("main a.button.primary").click();
  await tina.waitForLoadState();
  expect(await tina.locator("#pairs").innerText()).toMatch(/Ada[\s\S]*Bob|Bob[\s\S]*Ada/);
  await tina.locator("button.open").first().click();
  expect(await tina.locator("#stage .pane").count()).toBe(2);
  expect(await tina.evaluate(() => self.origin)).toBe("null");
});

test("in French and without scripts: the same way through a class of the War Game", async () => {
  const french = { locale: "fr-FR", javaScriptEnabled: false };
  const lea = await teacher("Léa", french);
  await expect
    .poll(async () => (await lea.goto(`${house.arena.address}/contests/new?game=wargame`))?.status(), {
      timeout: 20_000,
    })
    .toBe(200);
  await send(lea, "/contests/new", {
    terms: 'name = "Été"\ngame = "wargame"\nboards = ["Atlantis"]\nsped = 3\n',
  });
  const mistakes = await lea.locator("[role=alert]").innerText();
  expect(mistakes).toMatch(/ligne 3[\s\S]*il n’y a pas de plateau « Atlantis »/);
  expect(mistakes).toMatch(/ligne 4[\s\S]*vouliez-vous dire « seed »/);
  const { contest, link } = await open(lea, warTerms("Ligue d’été", 80_000));
  const base = new URL(contest).pathname;
  expect(await main(lea)).toContain("Pour l’enseignant");

  const zoe = await house.visit("/", french);
  await enrol(zoe, house.arena, "Zoé", link);
  expect(await main(zoe)).toContain("Soumettre une version");
  // A rule for sources, with its line, and a compile error, with the words of the compiler.
  await hand(zoe, contest, "bot.js", `import "./other.js";\n${greedy}`, "Zoe");
  await judged(zoe, "refusée");
  expect(await zoe.locator(".steps-list li.bad").innerText()).toContain(
    "ligne 1 : « ./other.js » est un autre fichier",
  );
  await hand(zoe, contest, "bot.cc", broken, "Zoe");
  await judged(zoe, "refusée");
  expect(await zoe.locator(".steps-list").innerText()).toContain("Compilation");
  expect(await zoe.locator(".steps-list li.bad pre").innerText()).toContain("nothing");
  // A fault, and its game; stepping through it needs a script.
  await hand(zoe, contest, "brittle.js", brittle, "Zoe");
  await judged(zoe, "refusée");
  const fault = zoe.locator(".game-list details[open]").first();
  expect(await fault.innerText()).toMatch(/planté au tour \d/);
  const place = await fault.locator("a.button").getAttribute("href");
  await zoe.goto(house.arena.address + place);
  expect(await main(zoe)).toContain("Seuls vous et vos enseignants");
  const viewer = await house.visit("/", { locale: "fr-FR" });
  await viewer.context().addCookies(await zoe.context().cookies());
  await viewer.goto(house.arena.address + place);
  await viewer.locator("joust-bout war-board").waitFor();
  expect(await viewer.locator("joust-bout .told").innerText()).toMatch(/ sur /);
  await viewer.close();

  await hand(zoe, contest, "greedy.js", greedy, "Zoe");
  await judged(zoe, "qualifiée");
  const chosen = await hand(zoe, contest, "greedy.js", copied, "Zoe");
  await judged(zoe, "qualifiée");
  await send(zoe, `${base}/versions/${chosen}/choose`);
  expect(await zoe.locator(".state.mark").first().innerText()).toBe("officielle");
  const tom = await house.visit("/", french);
  await enrol(tom, house.arena, "Tom", link);
  await hand(tom, contest, "greedy.js", greedy, "Tom");
  await judged(tom, "qualifiée");
  await expect
    .poll(
      async () => {
        await zoe.goto(`${contest}/ranking`);
        return zoe.locator(".ranking tbody tr .interval").count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(2);
  expect(await main(zoe)).toContain("Face à face");
  await zoe.goto(contest);
  expect(await zoe.locator(".rank .big").innerText()).toMatch(/^[12] sur 2$/);

  await lea.goto(`${contest}/terms`);
  const terms = await lea.locator("textarea").inputValue();
  await send(lea, `${base}/terms`, { terms: terms.replace(/^at = .*$/m, `at = ${moment(1)}`) });
  await expect
    .poll(
      async () => {
        await lea.goto(`${contest}/rounds/1`);
        return lea.locator("main h1 + .state").innerText();
      },
      { timeout: 60_000 },
    )
    .toBe("finie");
  expect(await lea.locator(".ranking tbody tr").count()).toBe(2);
  const gradebook = await lea.request.get(`${contest}/gradebook`);
  expect(await gradebook.text()).toMatch(/Tom[\s\S]*Zoé/);
  await lea.goto(`${contest}/similarity`);
  expect(await main(lea)).toContain("jamais un verdict");
  await made(lea, "similarity");
  expect(await main(lea)).toContain("Fait le");
  expect((await lea.request.get(`${contest}/similarity/report`)).status()).toBe(200);
});

test("in French and without scripts: a class of Mad Max in short", async () => {
  const french = { locale: "fr-FR", javaScriptEnabled: false };
  const luc = await teacher("Luc", french);
  const { contest, link } = await open(luc, armyTerms("Désert"));
  const base = new URL(contest).pathname;
  const max = await house.visit("/", french);
  await enrol(max, house.arena, "Maxime", link);
  await hand(max, contest, "AIMaxime.cc", army("Maxime"));
  await judged(max, "qualifiée");
  await max.locator(".game-list summary").first().click();
  const place = await max.locator(".game-list a.button").first().getAttribute("href");

  // The battle needs the script of the viewer.
  const viewer = await house.visit("/", { locale: "fr-FR" });
  await viewer.context().addCookies(await max.context().cookies());
  await viewer.goto(house.arena.address + place);
  await viewer.locator("joust-bout madmax-viewer .transport").waitFor();
  expect(await main(viewer)).toContain("Carburant par tour");

  await luc.goto(`${contest}/terms`);
  const terms = await luc.locator("textarea").inputValue();
  await send(luc, `${base}/terms`, { terms: terms.replace(/^at = .*$/m, `at = ${moment(1)}`) });
  await expect
    .poll(
      async () => {
        await luc.goto(`${contest}/rounds/1`);
        return luc.locator("main h1 + .state").innerText();
      },
      { timeout: 60_000 },
    )
    .toBe("pas jouée");
  // One army is not enough for a battle of four: the teacher is told, and may try again.
  expect(await luc.locator("main form button").innerText()).toBe("Réessayer");
});

test.each([
  ["en-GB", "light"],
  ["fr-FR", "dark"],
] as const)(
  "in %s and %s no text of a contest overflows, and axe finds nothing serious",
  async (locale, colorScheme) => {
    const { contest, good, copy, match, student, teacher } = left;
    const page = await house.visit("/contests", { locale, colorScheme, bypassCSP: true });
    const look = async (path: string, ready = "main") => {
      await page.goto(contest + path);
      await page.locator(ready).first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      for (const width of [320, 1366]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(
          () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        expect.soft(await measure(page), `${path} at ${width} px`).toEqual([]);
      }
      expect.soft(await serious(page), path).toEqual([]);
    };
    // A spectator, the student and the teacher see different pages.
    for (const path of ["", "/ranking", "/join?code=abc"]) await look(path);
    await page.context().addCookies(student);
    const versions = ["/versions", `/versions/${good}`, `/versions/${good - 2}`, `/versions/${good - 3}`];
    for (const path of [
      "",
      ...versions,
      `/versions/${good}/compare?with=${good - 1}`,
      "/ranking",
      "/matches",
    ])
      await look(path);
    await look(match, "joust-bout war-board");
    await page.context().addCookies(teacher);
    for (const path of [
      "",
      "/versions",
      `/versions/${copy}`,
      "/class",
      "/similarity",
      "/archive",
      "/terms",
      "/rounds/1",
      "/../new",
    ])
      await look(path);
  },
);
