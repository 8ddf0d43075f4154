// The rules of MAD in nine lessons.
import type { Lesson } from "../steps";
import { lesson, START } from "./mad_lesson";
import { shifts } from "./shifts";
import { t } from "./text";

export const mad: readonly Lesson[] = [
  lesson("ships", [
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "Two fleets of eight ships face each other. Every ship carries three digits: **M** sails, **A** cannons, **D** shields, each 1 or 2. Yours is the red fleet. The ship to protect is the **corvette**: 1, 1, 1.",
        "Deux flottes de huit vaisseaux se font face. Chaque vaisseau porte trois chiffres : **M** voiles, **A** canons, **D** boucliers, chacun 1 ou 2. La flotte rouge est la vôtre. Le vaisseau à protéger est la **corvette** : 1, 1, 1.",
      ),
      task: t(
        "Find your corvette, `111`, and choose it.",
        "Trouvez votre corvette, `111`, et choisissez-la.",
      ),
      squares: ["b1"],
      otherwise: t(
        "Look for the red ship with one of everything.",
        "Cherchez le vaisseau rouge qui n’a qu’un de chaque.",
      ),
      wrong: { b6: t("That is the corvette of Blue.", "C’est la corvette de Bleu.") },
      done: t("Lose it and you lose the game.", "La perdre, c’est perdre la partie."),
      clauses: ["MAD-1.1", "MAD-7.1"],
    },
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "The first digit counts the **sails**. One sail: the ship is slow. Two sails: it is fast.",
        "Le premier chiffre compte les **voiles**. Une voile : le vaisseau est lent. Deux voiles : il est rapide.",
      ),
      task: t("Choose a red ship with two sails.", "Choisissez un vaisseau rouge à deux voiles."),
      squares: ["a1", "c1", "d1", "c2"],
      otherwise: t(
        "Its first digit must be 2, and it must be red.",
        "Son premier chiffre doit être 2, et il doit être rouge.",
      ),
      done: t("Two sails carry it one square or two.", "Deux voiles la portent d’une case ou de deux."),
      clauses: ["MAD-1.1", "MAD-3.1"],
    },
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "The second digit counts the **cannons**. A ship with two 1s and one 2 is a **frigate**.",
        "Le deuxième chiffre compte les **canons**. Un vaisseau avec deux 1 et un 2 est une **frégate**.",
      ),
      task: t("Choose your frigate with two cannons.", "Choisissez votre frégate à deux canons."),
      squares: ["a2"],
      otherwise: t(
        "You are looking for `121`: slow, well armed, lightly shielded.",
        "Cherchez `121` : lente, bien armée, peu protégée.",
      ),
      done: t("Two cannons expel any ship.", "Deux canons expulsent n’importe quel vaisseau."),
      clauses: ["MAD-1.1", "MAD-3.3"],
    },
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "The third digit counts the **shields**. A ship with two 2s is a **destroyer**. Against one shield, one cannon is enough.",
        "Le troisième chiffre compte les **boucliers**. Un vaisseau avec deux 2 est un **destroyer**. Contre un bouclier, un canon suffit.",
      ),
      task: t(
        "Choose the blue destroyer with only one shield.",
        "Choisissez le destroyer bleu qui n’a qu’un bouclier.",
      ),
      squares: ["a6"],
      otherwise: t(
        "Two 2s, and the last digit is 1. It is blue.",
        "Deux 2, et le dernier chiffre est 1. Il est bleu.",
      ),
      done: t(
        "`221` is fast and strong, but easy to hit.",
        "`221` est rapide et fort, mais facile à toucher.",
      ),
      clauses: ["MAD-1.1", "MAD-3.3"],
    },
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "One ship has two of everything: the **cruiser**. It is the strongest ship, and you have only one.",
        "Un vaisseau a tout en double : le **croiseur**. C’est le plus fort, et vous n’en avez qu’un.",
      ),
      task: t("Choose your cruiser.", "Choisissez votre croiseur."),
      squares: ["c1"],
      otherwise: t("Look for `222` among the red ships.", "Cherchez `222` parmi les vaisseaux rouges."),
      done: t("Now you can read the whole board.", "Vous savez lire tout le plateau."),
      clauses: ["MAD-1.1"],
    },
  ]),
  lesson("move", [
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,,,/,r112,,/r111,,, r",
      stars: ["b3"],
      text: t(
        "With **one sail** a ship moves one square: forward, back, left or right. Never diagonally.",
        "Avec **une voile**, un vaisseau avance d’une case : devant, derrière, à gauche ou à droite. Jamais en diagonale.",
      ),
      task: t(
        "Choose frigate `112`, then the star. Or drag it there.",
        "Choisissez la frégate `112`, puis l’étoile. Ou faites-la glisser.",
      ),
      moves: ["112-b2-b3"],
      goal: { at: { "112": "b3" } },
      otherwise: t("The star is one square ahead.", "L’étoile est une case plus loin."),
      done: t(
        "That is a move. Each turn you do exactly one thing.",
        "Voilà un déplacement. À chaque tour, on fait une seule chose.",
      ),
      clauses: ["MAD-3.1", "MAD-2.2"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,,,/,r211,,/r111,,, r",
      stars: ["b4"],
      text: t(
        "With **two sails** a ship moves one square or two.",
        "Avec **deux voiles**, un vaisseau avance d’une case ou de deux.",
      ),
      task: t(
        "Take frigate `211` two squares ahead, to the star.",
        "Avancez la frégate `211` de deux cases, jusqu’à l’étoile.",
      ),
      moves: ["211-b2-b4"],
      goal: { at: { "211": "b4" } },
      otherwise: t("Go the full two squares, in one turn.", "Avancez des deux cases, en un seul tour."),
      done: t("Two squares in one turn.", "Deux cases en un tour."),
      clauses: ["MAD-3.1"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,,,/,r211,,/r111,,, r",
      stars: ["c3"],
      text: t(
        "The second square may be **around a corner**.",
        "La deuxième case peut être **après un virage**.",
      ),
      task: t(
        "Reach the star: one square ahead and one to the right.",
        "Rejoignez l’étoile : une case devant et une à droite.",
      ),
      moves: ["211-b2-c3"],
      goal: { at: { "211": "c3" } },
      otherwise: t("The star is on c3.", "L’étoile est en c3."),
      done: t(
        "Ahead and right, or right and ahead: the way does not matter.",
        "Devant puis à droite, ou l’inverse : le chemin ne compte pas.",
      ),
      clauses: ["MAD-3.2"],
    },
    {
      do: "point",
      start: ",,,b111/,,,/,,,/,r122,,/,r211,,/r111,,, r",
      stars: ["b4", "c3"],
      text: t(
        "Ships do not jump. The square **midway** must be vacant. Around a corner there are two ways, and one free way is enough.",
        "On ne saute pas par-dessus un vaisseau. La case **intermédiaire** doit être libre. Pour un virage, il y a deux chemins : un seul libre suffit.",
      ),
      task: t(
        "Which star can frigate `211` on b2 reach?",
        "Quelle étoile la frégate `211` en b2 peut-elle rejoindre ?",
      ),
      squares: ["c3"],
      wrong: {
        b4: t("Your own `122` stands on b3, in the way.", "Votre propre `122` est en b3, sur le chemin."),
      },
      otherwise: t("Choose one of the two stars.", "Choisissez l’une des deux étoiles."),
      done: t("By way of c2, which is vacant.", "En passant par c2, qui est libre."),
      clauses: ["MAD-3.2"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,b122,,/,r222,,/r111,,, r",
      stars: ["c3"],
      text: t(
        "The same holds for ships of the other side: you cannot pass through them.",
        "Il en va de même des vaisseaux adverses : on ne passe pas au travers.",
      ),
      task: t("Take your cruiser to the star.", "Amenez votre croiseur sur l’étoile."),
      moves: ["222-b2-c3"],
      goal: { at: { "222": "c3" } },
      wrong: [
        {
          moves: ["222-b2xb3"],
          say: t(
            "You just expelled a destroyer! Strong, but not the task.",
            "Vous venez d’expulser un destroyer ! C’est fort, mais ce n’était pas la consigne.",
          ),
        },
      ],
      otherwise: t(
        "The star is on c3; go round the blue ship.",
        "L’étoile est en c3 ; contournez le vaisseau bleu.",
      ),
      done: t(
        "Around it. What else you could have done on b3 is the next lesson.",
        "Contourné. Ce que vous auriez pu faire en b3, c’est la prochaine leçon.",
      ),
      clauses: ["MAD-3.2"],
    },
  ]),
  lesson("expel", [
    {
      do: "move",
      start: ",,,b111/,,,/,b222,,/,r121,,/,,,/r111,,, r",
      stars: ["b4"],
      text: t(
        "Move onto a ship of the other side and it is **expelled**: it leaves the board and you take its place. Two cannons expel **any** ship.",
        "Allez sur un vaisseau adverse et il est **expulsé** : il quitte le plateau et vous prenez sa place. Deux canons expulsent **n’importe quel** vaisseau.",
      ),
      task: t(
        "Expel the blue cruiser with your frigate `121`.",
        "Expulsez le croiseur bleu avec votre frégate `121`.",
      ),
      moves: ["121-b3xb4"],
      goal: { expels: "222" },
      otherwise: t("Move your `121` onto the cruiser.", "Déplacez votre `121` sur le croiseur."),
      done: t(
        "A frigate has expelled a cruiser. It is now in exile.",
        "Une frégate a expulsé un croiseur. Il est maintenant en exil.",
      ),
      clauses: ["MAD-3.3", "MAD-3.4"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,b212,,/,r112,b221,/,,,/r111,,, r",
      text: t(
        "**One cannon** beats **one shield** only. The last digit of the target must not be larger than the middle digit of your ship.",
        "**Un canon** ne vient à bout que d’**un bouclier**. Le dernier chiffre de la cible ne doit pas dépasser le chiffre du milieu de votre vaisseau.",
      ),
      task: t(
        "Your `112` touches two destroyers. Expel the one it can.",
        "Votre `112` touche deux destroyers. Expulsez celui qu’elle peut.",
      ),
      moves: ["112-b3xc3"],
      goal: { expels: "221" },
      otherwise: t(
        "Compare your cannons with their shields: `221` has one shield.",
        "Comparez vos canons à leurs boucliers : `221` n’a qu’un bouclier.",
      ),
      done: t(
        "One cannon, one shield. `212` with its two shields would have stood firm.",
        "Un canon, un bouclier. `212` et ses deux boucliers auraient tenu bon.",
      ),
      clauses: ["MAD-3.3"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,b121,,/,,,/,r211,,/r111,,, r",
      stars: ["b4"],
      text: t(
        "A fast ship expels at a distance of two squares. Only the **last** square is attacked.",
        "Un vaisseau rapide expulse à deux cases de distance. Seule la **dernière** case est attaquée.",
      ),
      task: t("Expel the blue frigate.", "Expulsez la frégate bleue."),
      moves: ["211-b2xb4"],
      goal: { expels: "121" },
      otherwise: t(
        "Go two squares ahead, onto the blue ship.",
        "Avancez de deux cases, sur le vaisseau bleu.",
      ),
      done: t(
        "From two squares away, with one cannon against one shield.",
        "À deux cases, un canon contre un bouclier.",
      ),
      clauses: ["MAD-3.1", "MAD-3.4"],
    },
    {
      do: "point",
      start: ",,,b111/,,,/,b211,,/,b112,,/,r221,,/r111,,, r",
      text: t(
        "The square midway must still be vacant, so ships protect those behind them.",
        "La case intermédiaire doit toujours être libre : un vaisseau protège donc celui qui est derrière.",
      ),
      task: t(
        "Which blue ship can destroyer `221` expel now?",
        "Quel vaisseau bleu le destroyer `221` peut-il expulser ?",
      ),
      squares: ["b3"],
      wrong: { b4: t("`112` on b3 is in the way.", "`112` en b3 barre le chemin.") },
      otherwise: t("One of the two blue ships ahead of it.", "L’un des deux vaisseaux bleus devant lui."),
      done: t(
        "Two cannons beat the two shields of `112`. `211` behind it is safe for now.",
        "Deux canons contre les deux boucliers de `112`. `211`, derrière, ne craint rien pour l’instant.",
      ),
      clauses: ["MAD-3.2", "MAD-3.3"],
    },
    {
      do: "point",
      start: ",,,b111/,,,/b112,,b211,/r211,,r112,/,,,/,r111,, b",
      text: t(
        "Now defend. It is Blue’s turn. Look at each red ship: can a blue ship reach it, and has it enough cannons?",
        "À présent, défendez. C’est à Bleu de jouer. Regardez chaque vaisseau rouge : un bleu peut-il l’atteindre, et a-t-il assez de canons ?",
      ),
      task: t("Which red ship is in danger?", "Quel vaisseau rouge est en danger ?"),
      squares: ["a3"],
      wrong: {
        c3: t(
          "`112` has two shields; one cannon does not hurt it.",
          "`112` a deux boucliers ; un canon ne lui fait rien.",
        ),
        b1: t(
          "No blue ship reaches the corvette in one turn.",
          "Aucun vaisseau bleu n’atteint la corvette en un tour.",
        ),
      },
      otherwise: t("Choose a red ship.", "Choisissez un vaisseau rouge."),
      done: t(
        "`211` has one shield, and `112` stands right in front of it.",
        "`211` n’a qu’un bouclier, et `112` est juste devant elle.",
      ),
      clauses: ["MAD-3.3"],
    },
  ]),
  lesson("corvette", [
    {
      do: "move",
      start: ",b111,,/,,,/,r211,,/,,,/,,,/,,,r111 r",
      stars: ["b6"],
      text: t(
        "The goal of the game: send the other **corvette** into exile. It has one shield, so every ship can do it.",
        "Le but du jeu : envoyer la **corvette** adverse en exil. Elle n’a qu’un bouclier : tout vaisseau peut le faire.",
      ),
      task: t("Win in one move.", "Gagnez en un coup."),
      moves: ["211-b4xb6"],
      goal: { wins: "exile" },
      otherwise: t(
        "The blue corvette is two squares ahead of `211`.",
        "La corvette bleue est à deux cases devant `211`.",
      ),
      done: t(
        "The blue corvette is in exile. You have won!",
        "La corvette bleue est en exil. Vous avez gagné !",
      ),
      clauses: ["MAD-7.1"],
    },
    {
      do: "move",
      start: "b121,b111,,/r222,,b212,/,,,/,r121,,/,,,/r111,,, r",
      text: t(
        "Sometimes a big catch hides the win. Look at the corvette first.",
        "Parfois, une belle prise cache le gain. Regardez d’abord la corvette.",
      ),
      task: t("There is a win in one. Find it.", "Il y a un gain en un coup. Trouvez-le."),
      moves: ["222-a5xb6"],
      goal: { wins: "exile" },
      wrong: [
        {
          moves: ["222-a5xa6"],
          say: t(
            "A frigate, while the corvette was within reach!",
            "Une frégate, alors que la corvette était à portée !",
          ),
        },
        {
          moves: ["222-a5xc5"],
          say: t(
            "A destroyer, while the corvette was within reach!",
            "Un destroyer, alors que la corvette était à portée !",
          ),
        },
      ],
      otherwise: t(
        "Your cruiser has two sails, and a corner is allowed.",
        "Votre croiseur a deux voiles, et il peut tourner.",
      ),
      done: t(
        "Around the corner, by way of b5. The game is over.",
        "En tournant par b5. La partie est finie.",
      ),
      clauses: ["MAD-7.1", "MAD-3.2"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,b211,,/,,r122,/,r111,, r",
      text: t(
        "Now it is your corvette that is in danger: `211` is two squares away, and the way is free.",
        "Cette fois, c’est votre corvette qui est en danger : `211` est à deux cases, et la voie est libre.",
      ),
      task: t(
        "Make a move after which Blue cannot expel your corvette.",
        "Jouez un coup après lequel Bleu ne peut pas expulser votre corvette.",
      ),
      goal: { keeps: ["111"] },
      otherwise: t("Step aside, or block the way.", "Écartez-vous, ou barrez la voie."),
      done: t(
        "Safe. Stepping aside and blocking are two ways out; the third is to expel the attacker.",
        "À l’abri. S’écarter et barrer la voie sont deux issues ; la troisième est d’expulser l’attaquant.",
      ),
      clauses: ["MAD-7.1", "MAD-3.2"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,,/,,b222,/,r122,,/,,r111,b121 r",
      text: t(
        "Two blue ships aim at your corvette. Escaping one of them is not enough.",
        "Deux vaisseaux bleus visent votre corvette. Échapper à l’un ne suffit pas.",
      ),
      task: t("Find a move that saves the corvette.", "Trouvez un coup qui sauve la corvette."),
      goal: { keeps: ["111"] },
      otherwise: t(
        "Count what each blue ship reaches.",
        "Comptez ce que chaque vaisseau bleu peut atteindre.",
      ),
      done: t(
        "Before every move, look at your corvette. It is the habit that wins games.",
        "Avant chaque coup, regardez votre corvette. C’est l’habitude qui fait gagner.",
      ),
      clauses: ["MAD-7.1"],
    },
  ]),
  ...shifts,
  lesson("tiebreak", [
    {
      do: "choose",
      panel: true,
      start: ",,b111,/,b122,,/,,,/,,,/,r122,,/,r111,, r 101 38 b",
      text: t(
        "A **counter** counts the turns since the last expulsion. At 40 the game ends, and the side that **expelled last** wins: half a victory.",
        "Un **compteur** compte les tours depuis la dernière expulsion. À 40, la partie s’arrête, et le camp qui a **expulsé en dernier** gagne : une semi-victoire.",
      ),
      task: t(
        "The counter is at 38, and Blue expelled last. Nobody can expel any more. Who wins?",
        "Le compteur est à 38, et Bleu a expulsé en dernier. Plus personne ne peut expulser. Qui gagne ?",
      ),
      options: [
        {
          label: t("Red", "Rouge"),
          say: t("The last expulsion was Blue’s.", "La dernière expulsion était de Bleu."),
        },
        { label: t("Blue", "Bleu"), say: t("Yes.", "Oui.") },
        {
          label: t("It is a draw", "Partie nulle"),
          say: t("MAD has no draws.", "Il n’y a pas de nulle à MAD."),
        },
      ],
      answer: 1,
      done: t("Blue gets half a point, Red nothing.", "Bleu marque un demi-point, Rouge rien."),
      clauses: ["MAD-7.2", "MAD-7.3", "MAD-7.5"],
    },
    {
      do: "move",
      panel: true,
      start: ",,b111,/,,,/,b122,,/,r122,,/,,,/,r111,, r 101 39 b",
      text: t(
        "This is the last turn before the tie-break, and Blue would win it. An expulsion **sets the counter back to 0**, and then you are the last to have expelled.",
        "C’est le dernier tour avant le départage, et Bleu le gagnerait. Une expulsion **remet le compteur à 0**, et c’est alors vous qui avez expulsé en dernier.",
      ),
      task: t("Turn the tie-break around.", "Renversez le départage."),
      moves: ["122-b3xb4"],
      goal: { expels: "122" },
      otherwise: t(
        "Then the counter reaches 40, and Blue wins. Expel something!",
        "Alors le compteur atteint 40, et Bleu gagne. Expulsez !",
      ),
      done: t(
        "The counter is at 0, and the tie-break is yours now.",
        "Le compteur est à 0, et le départage vous revient.",
      ),
      clauses: ["MAD-7.2", "MAD-7.3"],
    },
    {
      do: "choose",
      panel: true,
      start: `${START} r 39 38 -`,
      text: t(
        "And if nobody has expelled anything? Then a fixed side wins.",
        "Et si personne n’a rien expulsé ? Alors le gagnant est fixé d’avance.",
      ),
      task: t(
        "38 turns without any expulsion. Which side must do something?",
        "38 tours sans la moindre expulsion. Quel camp doit agir ?",
      ),
      options: [
        { label: t("Red", "Rouge"), say: t("Yes.", "Oui.") },
        {
          label: t("Blue", "Bleu"),
          say: t(
            "Blue wins if nothing happens, so Blue can wait.",
            "Bleu gagne si rien ne se passe : il peut attendre.",
          ),
        },
      ],
      answer: 0,
      done: t(
        "Without any expulsion Blue wins. Red, who began, must attack.",
        "Sans expulsion, Bleu gagne. Rouge, qui a commencé, doit attaquer.",
      ),
      clauses: ["MAD-7.3"],
    },
    {
      do: "move",
      panel: true,
      start: ",,b111,/,b122,,/,,,/,r122,,/,,,/,r111,, r 101 39 r",
      text: t(
        "Now you expelled last, and one turn is missing. Any quiet turn wins, as long as your corvette stays on the board.",
        "À présent, c’est vous qui avez expulsé en dernier, et il manque un tour. N’importe quel coup tranquille gagne, tant que votre corvette reste sur le plateau.",
      ),
      task: t("End the game.", "Terminez la partie."),
      goal: { wins: "tie-break" },
      otherwise: t(
        "That loses the corvette. Choose a quiet move.",
        "Cela perd la corvette. Choisissez un coup tranquille.",
      ),
      done: t("A semi-victory: half a point for you.", "Une semi-victoire : un demi-point pour vous."),
      clauses: ["MAD-7.3", "MAD-7.4", "MAD-7.5"],
    },
  ]),
];
