import type { Trouble } from "../film/head";
import { en, type Words } from "./en";
import { fr } from "./fr";

export const LANGUAGES = { en, fr };
export type Language = keyof typeof LANGUAGES;
export type { Words };

/** The language of the browser, if it is known here. */
export function preferred(): Language {
  return navigator.languages.find(tag => /^(en|fr)\b/.test(tag))?.startsWith("fr") ? "fr" : "en";
}

/** A share from 0 to 1 in percent. */
export const percent = (share: number, language: Language): string =>
  share.toLocaleString(language, { style: "percent" });

/** Fills in what stands in braces. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/** What is wrong with a file, where it is known with its place. */
export function troubleText(trouble: Trouble, words: Words): string {
  const phrase = (text: string) => {
    const range = /^(.*), at least (-?\d+) and at most (-?\d+)$/.exec(text);
    const known = (part: string) => words.phrases[part] ?? part;
    if (!range) return known(text);
    return `${known(range[1])}, ${known("at least")} ${range[2]} ${known("and at most")} ${range[3]}`;
  };
  const values: Record<string, string | number> = { message: "" };
  for (const [key, value] of Object.entries(trouble)) {
    values[key] = typeof value === "string" ? phrase(value) : Number(value);
  }
  const what = fill(words.trouble[trouble.kind], values);
  if (trouble.line === undefined) return what;
  return fill(words.trouble.where, { ...values, what });
}
