import { en, type Words } from "./en";
import { fr } from "./fr";

export const LANGUAGES = { en, fr };
export type Language = keyof typeof LANGUAGES;
export { fill } from "../../duel/words/words";
export type { Words };
