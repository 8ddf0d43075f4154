// What the pages of a contest do with scripts: dates in the time of the reader, news of the judge as it comes, and a
// question before what cannot be undone. Without scripts they work, too.

const FRENCH = document.documentElement.lang === "fr";
const LOCALE = FRENCH ? "fr-FR" : "en-GB";
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
/** The pause between two looks at a page, in milliseconds: small games are over in a few. */
const PAUSE = 500;
const LEFT = new Intl.RelativeTimeFormat(LOCALE, { numeric: "always" });

/** How long until a moment, in its largest unit. */
function left(until: Date): string {
  const seconds = (until.getTime() - Date.now()) / 1000;
  const size = Math.abs(seconds);
  if (size < 90) return LEFT.format(Math.round(seconds), "second");
  if (size < 5400) return LEFT.format(Math.round(seconds / 60), "minute");
  if (size < 48 * 3600) return LEFT.format(Math.round(seconds / 3600), "hour");
  return LEFT.format(Math.round(seconds / 86_400), "day");
}

/** Tells the moments of a part of the page in the time of the reader; UTC stays in the title. */
function tellDates(part: ParentNode): void {
  for (const time of part.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    if (!time.title) time.title = time.textContent ?? "";
    const date = DATE.format(moment);
    time.textContent = time.hasAttribute("data-left") ? `${date} (${left(moment)})` : date;
  }
}

/** The page as it is now on the server. */
async function fresh(): Promise<Document | undefined> {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Puts a part of the fresh page in the place of the old one. */
function swap(old: Element, page: Document): void {
  const found = page.querySelector(old.id ? `#${old.id}` : "main");
  if (!found) return;
  const open = [...old.querySelectorAll("details[open]")].map(
    one => one.querySelector("summary")?.textContent,
  );
  const made = document.importNode(found, true);
  for (const one of made.querySelectorAll("details"))
    if (open.includes(one.querySelector("summary")?.textContent)) one.open = true;
  old.replaceWith(made);
  tellDates(made);
}

/** Follows the judge: each event says that the page has news, the last one that everything is there. */
function follow(part: HTMLElement): void {
  const address = part.dataset.live;
  if (!address) return;
  const events = new EventSource(address);
  const { id } = part;
  let busy = false;
  let again = false;
  const draw = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    const page = await fresh();
    const now = document.getElementById(id);
    const next = page?.getElementById(id);
    if (page && now && next?.dataset.live !== address) {
      // The judge is done: on the page of a version, buttons and games have come, too. Elsewhere the rest of the
      // page stays as it is: somebody may be filling in a form.
      events.close();
      const whole = document.querySelector("main");
      swap(now.hasAttribute("data-whole") && whole ? whole : now, page);
      watch();
      return;
    }
    if (page && now) swap(now, page);
    await new Promise(done => setTimeout(done, PAUSE));
    busy = false;
    if (again) {
      again = false;
      void draw();
    }
  };
  events.addEventListener("message", () => void draw());
  // The stream ends with the last step; a lost one is opened again by the browser.
  events.addEventListener("error", () => void draw());
}

/** Looks again after some seconds, while something waits for its turn. */
function lookAgain(part: HTMLElement): void {
  setTimeout(async () => {
    const page = await fresh();
    const main = document.querySelector("main");
    // The board of a game is not there before the game is over.
    if (page?.querySelector("joust-bout")) location.reload();
    else if (page && main) {
      swap(main, page);
      watch();
    } else lookAgain(part);
  }, 1000 * Number(part.dataset.again));
}

function watch(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-live]")) follow(part);
  for (const part of document.querySelectorAll<HTMLElement>("[data-again]")) lookAgain(part);
}

document.addEventListener("submit", event => {
  const sure = (event.submitter as HTMLElement | null)?.dataset.sure;
  if (sure && !confirm(sure)) event.preventDefault();
});

tellDates(document);
watch();
