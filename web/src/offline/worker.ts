// The service worker. The server puts the list of what it keeps before this script. Files have the hash of
// their content in their addresses, so a kept file is never stale. The engine is kept once a page asks for it. Pages come from the network; a kept page
// is shown only when there is none, and all files that it asks for are kept with it.

interface Shell {
  version: string;
  /** Addresses of files that are kept at once. */
  files: string[];
  /** Addresses of the files of the engine. */
  engine: string[];
  /** Paths of pages that work without a network, the general one first. */
  pages: string[];
  languages: string[];
}

interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Worker {
  readonly shell: Shell;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listen: (event: Fetching) => void): void;
  addEventListener(type: "message", listen: (event: Lasting & { data: unknown }) => void): void;
}

const worker = self as unknown as Worker;
const { shell } = worker;
const CACHE = `joust-${shell.version}`;
/** Outlives the versions: the language of the last page, which writes it here, and whether the engine is kept. */
const LASTING = "joust-language";
const WANTED = "/engine";
const known = [...shell.files, ...shell.engine];

worker.addEventListener("install", event => event.waitUntil(install().then(() => worker.skipWaiting())));
worker.addEventListener("activate", event =>
  event.waitUntil(forgetOthers().then(() => worker.clients.claim())),
);
worker.addEventListener("fetch", event => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageFor(request, address));
  else if (known.includes(address.pathname + address.search)) event.respondWith(fileFor(request));
});

worker.addEventListener("message", event => {
  if (event.data === "engine") event.waitUntil(keepEngine());
});

/** Keeps the engine, now and in later versions. */
async function keepEngine(): Promise<void> {
  await (await caches.open(LASTING)).put(WANTED, new Response());
  const cache = await caches.open(CACHE);
  const missing = await Promise.all(shell.engine.map(file => cache.match(file)));
  if (missing.includes(undefined)) await cache.addAll(shell.engine);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(shell.files);
  if (await (await caches.open(LASTING)).match(WANTED)) await cache.addAll(shell.engine);
  for (const path of shell.pages) {
    for (const language of shell.languages) {
      const address = `${path}?lang=${language}`;
      // Without cookies: the page belongs to no visitor, and its language is not remembered.
      const page = await fetch(address, { credentials: "omit", cache: "no-store" });
      if (!page.ok) throw new Error(`${address}: ${page.status}`);
      const text = await page.clone().text();
      const files = text.match(/\/assets\/[^"'\s]+\?v=[^"'\s]+/g) ?? [];
      // Another version of the server has answered: its own worker will come.
      const foreign = files.find(file => !known.includes(file) && !/icon-\d+\.png/.test(file));
      if (foreign) throw new Error(`${address} asks for ${foreign}`);
      await cache.put(address, page);
    }
  }
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter(name => name.startsWith("joust-") && name !== CACHE && name !== LASTING);
  await Promise.all(old.map(name => caches.delete(name)));
}

async function fileFor(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url)) ?? fetch(request);
}

async function pageFor(request: Request, address: URL): Promise<Response> {
  try {
    const answer = await fetch(request);
    return (isDown(answer) && (await keptPage(address))) || answer;
  } catch (why) {
    const kept = await keptPage(address);
    if (kept) return kept;
    throw why;
  }
}

/** Whether a proxy says that the arena does not answer. Refusals of the arena itself carry its policy. */
const isDown = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !headers.has("content-security-policy");

/** The page for an address when there is no network: itself if it is kept, and else the general one. */
async function keptPage(address: URL): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  const language = await languageOf(address);
  const own = shell.pages.find(path => address.pathname === path || address.pathname.startsWith(`${path}/`));
  return cache.match(`${own ?? shell.pages[0]}?lang=${language}`);
}

async function languageOf(address: URL): Promise<string> {
  const last = await (await caches.open(LASTING)).match("/language");
  const wishes = [address.searchParams.get("lang"), await last?.text(), navigator.language.slice(0, 2)];
  return wishes.find(wish => wish && shell.languages.includes(wish)) ?? shell.languages[0];
}
