import type { Hues } from "../board/palette";
import { LANGUAGES, type Language, preferred } from "../words/words";

/** What a person chooses once and finds again. */
export interface Options {
  theme: "auto" | "light" | "dark";
  hues: Hues;
  motion: "auto" | "full" | "reduced";
  language: Language;
  trail: boolean;
  bars: boolean;
  ids: boolean;
}

const KEY = "joust-madmax-viewer";

export function loadOptions(): Options {
  const options: Options = {
    theme: "auto",
    hues: "safe",
    motion: "auto",
    language: preferred(),
    trail: true,
    bars: false,
    ids: false,
  };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const key of Object.keys(options) as (keyof Options)[]) {
      if (typeof kept[key] === typeof options[key]) Object.assign(options, { [key]: kept[key] });
    }
  } catch {
    // A page from a file may not keep anything; it works without.
  }
  if (!(options.language in LANGUAGES)) options.language = "en";
  return options;
}

export function keepOptions(options: Options): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(options));
  } catch {
    // As above.
  }
}
