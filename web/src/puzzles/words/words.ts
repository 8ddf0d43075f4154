import { en, type Words } from "./en";
import { fr } from "./fr";

export type { Words };

/** The words of the page's language. */
export const puzzleWords = (language: string): Words => (language.startsWith("fr") ? fr : en);

/** A word of a table by its name, or the name itself. */
export const named = (table: Readonly<Record<string, string>>, name: string): string => table[name] ?? name;
