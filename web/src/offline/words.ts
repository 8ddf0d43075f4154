/** The words of the page for playing without a network. */
export interface OfflineWords {
  game: string;
  mad: string;
  wargame: string;
  level: string;
  side: string;
  /** By game and seat. */
  sides: { mad: [string, string]; wargame: [string, string] };
  fresh: string;
  table: string;
  gentle: string;
}

const en: OfflineWords = {
  game: "Game",
  mad: "MAD",
  wargame: "War Game",
  level: "Level",
  side: "Your side",
  sides: { mad: ["Red", "Blue"], wargame: ["Blue", "Green"] },
  fresh: "New game",
  table: "The game",
  gentle: "The engine is not on this device yet, so the computer just takes what it can.",
};

const fr: OfflineWords = {
  game: "Jeu",
  mad: "MAD",
  wargame: "War Game",
  level: "Niveau",
  side: "Votre camp",
  sides: { mad: ["Rouge", "Bleu"], wargame: ["Bleu", "Vert"] },
  fresh: "Nouvelle partie",
  table: "La partie",
  gentle: "Le moteur n’est pas encore sur cet appareil : l’ordinateur prend simplement ce qu’il peut.",
};

export const offlineWords = (language: string): OfflineWords => (language === "fr" ? fr : en);
