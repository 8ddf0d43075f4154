/** The words of a game of a contest on its page. */
const WORDS = {
  en: {
    first: "First move",
    previous: "Previous move",
    next: "Next move",
    last: "Last move",
    move: "Move",
    of: "of",
    start: "Starting position",
    failed: "The record cannot be loaded. Reload the page.",
    board: "The game",
  },
  fr: {
    first: "Premier coup",
    previous: "Coup précédent",
    next: "Coup suivant",
    last: "Dernier coup",
    move: "Coup",
    of: "sur",
    start: "Position de départ",
    failed: "L’enregistrement ne peut pas être chargé. Rechargez la page.",
    board: "La partie",
  },
} as const;

export type BoutWords = (typeof WORDS)["en" | "fr"];

export const boutWords = (language: string): BoutWords => (language === "fr" ? WORDS.fr : WORDS.en);
