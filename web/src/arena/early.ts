// Runs before the page is drawn, so that it never flashes in the wrong colours. Kept tiny.
import { nextTheme, readTheme, writeTheme } from "./settings";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** `data-theme` is what is shown, `data-colours` what was chosen. */
function show(): void {
  const theme = readTheme();
  root.dataset.colours = theme;
  root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  for (const button of document.querySelectorAll<HTMLElement>("[data-do=theme]")) {
    // The words of the three themes come from the server with the button.
    const name = button.dataset[theme];
    if (name) {
      button.setAttribute("aria-label", name);
      button.title = name;
    }
  }
}

/** Another language changes nothing else in the address that the page has now. */
function keepAddress(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    const address = new URL(location.href);
    // A form that was refused is shown where nothing can be asked for: its fields lead back to it.
    if (address.pathname === "/games") {
      const form = document.querySelector<HTMLFormElement>("form[data-form=new]");
      if (form) {
        const fields = new URLSearchParams([...new FormData(form)] as [string, string][]);
        fields.delete("name");
        address.pathname = "/new";
        address.search = String(fields);
      }
    }
    address.searchParams.set("lang", link.lang);
    link.href = address.href;
  }
}

/** Keeps what is needed without a network, once the page has nothing else to load. */
function settleIn(): void {
  // Where workers are not allowed, the arena needs its network.
  if (!navigator.serviceWorker) return;
  const language = caches
    .open("joust-language")
    .then(cache => cache.put("/language", new Response(root.lang)));
  Promise.all([navigator.serviceWorker.register("/sw.js"), language]).catch(() => {});
  // The engine is kept for visitors who use it, or have the app.
  if (
    /^\/(offline|analyse|puzzles)/.test(location.pathname) ||
    matchMedia("(display-mode: standalone)").matches
  )
    keepEngine();
  addEventListener("appinstalled", keepEngine);
}

function keepEngine(): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("engine"));
}

addEventListener("load", () => setTimeout(settleIn, 1000));
root.classList.add("scripted");
show();
document.addEventListener("DOMContentLoaded", () => {
  show();
  keepAddress();
});
// Pages change their address while they are used, so the links are written again before one is followed.
for (const type of ["pointerover", "pointerdown", "focusin", "click"]) {
  document.addEventListener(
    type,
    ({ target }) => target instanceof Element && target.closest(".languages") && keepAddress(),
    { capture: true },
  );
}
dark.addEventListener("change", show);
// Another tab, or this page coming back from the past, may have chosen otherwise.
addEventListener("storage", show);
addEventListener("pageshow", show);
document.addEventListener("click", event => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-do=theme]")) return;
  writeTheme(nextTheme(readTheme()));
  show();
});
