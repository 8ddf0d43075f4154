import { en, type Words } from "./en";
import { fr } from "./fr";

export const LANGUAGES = { en, fr };
export type Language = keyof typeof LANGUAGES;
export type { Words };

/** The words of a language; English where it is not known. */
export function wordsOf(language: string): Words {
  return language.startsWith("fr") ? fr : en;
}

/** Fills in what stands in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
export function list(names: readonly string[], words: Words): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${words.and} ${names.at(-1)}`;
}

/** A sentence begins with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export type SideName = "red" | "blue" | "green";

/** The name of a side as a word of its own. */
export function sideName(view: { sides: readonly [string, string] }, seat: 0 | 1, words: Words): string {
  return words.sides[view.sides[seat] as SideName];
}
