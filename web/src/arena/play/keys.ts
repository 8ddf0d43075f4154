import type { Words } from "../words/words";

/** The keys of the page, as the dialog lists them. Keys that are not letters are named by words. */
export const KEYS: { keys: string[]; does: keyof Words["keys"] }[] = [
  { keys: ["arrows", "enter", "escape"], does: "board" },
  { keys: ["←", "→"], does: "step" },
  { keys: ["home", "end"], does: "ends" },
  { keys: ["U"], does: "undo" },
  { keys: ["H"], does: "hint" },
  { keys: ["F"], does: "flip" },
  { keys: ["L"], does: "look" },
  { keys: ["M"], does: "sound" },
  { keys: ["T"], does: "theme" },
  { keys: ["C"], does: "link" },
  { keys: ["?"], does: "help" },
];

const LETTERS: Record<string, string> = {
  u: "undo",
  h: "hint",
  f: "flip",
  l: "look",
  m: "sound",
  t: "theme",
  c: "copy-link",
  "?": "help",
};

const STEPS: Record<string, string> = {
  ArrowLeft: "back",
  ArrowRight: "next",
  Home: "first",
  End: "now",
};

/** What a key on the page means: the name of a button, or nothing. */
export function meaning(event: KeyboardEvent, letters: boolean): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const path = event.composedPath().filter(node => node instanceof Element);
  if (path.some(node => node.matches("input:not([type=checkbox]), textarea, select, dialog")))
    return undefined;
  if (event.key in STEPS) {
    // On the board the arrows belong to the board.
    return path.some(node => node.matches(".stage")) ? undefined : STEPS[event.key];
  }
  return letters ? LETTERS[event.key.length === 1 ? event.key.toLowerCase() : event.key] : undefined;
}
