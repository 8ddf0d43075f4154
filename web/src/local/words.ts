/** The words of a game that is played in the page alone. */
export interface LocalWords {
  yourMove: string;
  theirMove: string;
  won: string;
  lost: string;
  drawn: string;
  again: string;
  undo: string;
  playOn: string;
  failed: string;
}

const en: LocalWords = {
  yourMove: "Your move",
  theirMove: "The computer is thinking…",
  won: "You win!",
  lost: "The computer wins. Try again?",
  drawn: "A draw.",
  again: "Start over",
  undo: "Undo",
  playOn: "Play on from here",
  failed: "The board could not be loaded. Reload the page to try again.",
};

const fr: LocalWords = {
  yourMove: "À vous de jouer",
  theirMove: "L’ordinateur réfléchit…",
  won: "Vous avez gagné !",
  lost: "L’ordinateur gagne. On recommence ?",
  drawn: "Partie nulle.",
  again: "Recommencer",
  undo: "Annuler",
  playOn: "Continuer la partie",
  failed: "Le plateau n’a pas pu être chargé. Rechargez la page pour réessayer.",
};

export const localWords = (language: string): LocalWords => (language === "fr" ? fr : en);
