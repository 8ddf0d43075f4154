import { chosen } from "./form";

type Show = (stage: HTMLElement, caption: HTMLElement, asked: Asked) => Promise<void>;

/** What is chosen in the form. */
export interface Asked {
  game: string;
  board: string;
  rules: string;
  position: string;
  /** The visitor has the second seat. */
  flipped: boolean;
  title: string;
  summary: string;
  rulesAddress: string;
  studyAddress: string;
}

/** Shows the board that is chosen, as soon as the page has nothing better to do. */
export function fillPreview(form: HTMLFormElement): void {
  const stage = document.querySelector<HTMLElement>("[data-stage]");
  const caption = document.querySelector<HTMLElement>("[data-caption]");
  const { preview, rules, study } = form.dataset;
  if (!stage || !caption || !preview || !rules || !study) return;
  let loaded: Promise<{ show: Show }> | undefined;
  const paint = () => {
    loaded ??= import(preview) as Promise<{ show: Show }>;
    // Without a picture the form is as good.
    loaded.then(module => module.show(stage, caption, asked(form, rules, study))).catch(() => {});
  };
  form.addEventListener("change", paint);
  // What the browser has restored since is shown too.
  addEventListener("pageshow", () => loaded && paint());
  if ("requestIdleCallback" in window) requestIdleCallback(paint, { timeout: 1500 });
  else setTimeout(paint, 200);
}

function asked(form: HTMLFormElement, rulesAddress: string, studyAddress: string): Asked {
  const board = form.querySelector<HTMLSelectElement>("[name=board]");
  const option = board?.selectedOptions[0];
  const game = chosen(form, "game");
  const name = form.querySelector(`[name=game][value="${game}"] ~ strong`)?.textContent ?? "";
  return {
    game,
    board: chosen(form, "board"),
    rules: chosen(form, "rules"),
    position: chosen(form, "position"),
    flipped: chosen(form, "seat") === "1" && chosen(form, "opponent") !== "screen",
    title: `${name} ${option?.value ?? ""}`,
    summary: option?.dataset.summary ?? "",
    rulesAddress,
    studyAddress,
  };
}
