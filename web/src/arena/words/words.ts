import { en, type Words } from "./en";
import { fr } from "./fr";

const LANGUAGES = { en, fr };
export type Language = keyof typeof LANGUAGES;
export type { Words };

/** The language of the page, which the server has chosen. */
export function pageLanguage(): Language {
  return document.documentElement.lang.startsWith("fr") ? "fr" : "en";
}

export const words = (language: Language): Words => LANGUAGES[language];
