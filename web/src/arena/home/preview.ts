import { chosen } from "./form";

type Show = (stage: HTMLElement, caption: HTMLElement | null, asked: Asked) => Promise<void>;

/** What is chosen in the form. */
export interface Asked {
  game: string;
  board: string;
  rules: string;
  position: string;
  rulesAddress: string;
}

/** Shows the board that is chosen, as soon as the page has nothing better to do. */
export function fillPreview(form: HTMLFormElement): void {
  const stage = document.querySelector<HTMLElement>("[data-stage]");
  const { preview, rules: rulesAddress } = form.dataset;
  if (!stage || !preview || !rulesAddress) return;
  const caption = document.querySelector<HTMLElement>("[data-caption]");
  let loaded: Promise<{ show: Show }> | undefined;
  const paint = () => {
    loaded ??= import(preview) as Promise<{ show: Show }>;
    const [game, board, rules, position] = ["game", "board", "rules", "position"].map(name =>
      chosen(form, name),
    );
    // Without a picture the form is as good.
    loaded
      .then(module => module.show(stage, caption, { game, board, rules, position, rulesAddress }))
      .catch(() => {});
  };
  form.addEventListener("change", paint);
  if ("requestIdleCallback" in window) requestIdleCallback(paint, { timeout: 1500 });
  else setTimeout(paint, 200);
}
