import { en, type WatchWords } from "./en";
import { fr } from "./fr";

export type { WatchWords };

/** The words of the language of the page. */
export const watchWords = (): WatchWords => (document.documentElement.lang === "fr" ? fr : en);
