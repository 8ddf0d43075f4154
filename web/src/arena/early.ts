// Runs before the page is drawn, so that it never flashes in the wrong colours. Kept tiny.
import { nextTheme, readTheme, type Theme, writeTheme } from "./settings";

const root = document.documentElement;

function show(theme: Theme): void {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const button of document.querySelectorAll<HTMLElement>("[data-do=theme]")) {
    // The words of the three themes come from the server with the button.
    const name = button.dataset[theme];
    if (name) {
      button.setAttribute("aria-label", name);
      button.title = name;
    }
  }
}

root.classList.add("scripted");
show(readTheme());
document.addEventListener("DOMContentLoaded", () => show(readTheme()));
// Another tab, or this page coming back from the past, may have chosen otherwise.
addEventListener("storage", () => show(readTheme()));
addEventListener("pageshow", () => show(readTheme()));
document.addEventListener("click", event => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-do=theme]")) return;
  const theme = nextTheme(readTheme());
  writeTheme(theme);
  show(theme);
});
