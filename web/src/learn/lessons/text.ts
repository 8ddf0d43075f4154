import type { Text } from "../steps";

/** A text in both languages. */
export const t = (en: string, fr: string): Text => ({ en, fr });
