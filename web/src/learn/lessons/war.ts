// The War Game in seven lessons.
import type { DuelStep, Lesson } from "../steps";
import { t } from "./text";

const lesson = (id: string, steps: readonly DuelStep[]): Lesson => ({ game: "wargame", id, steps });

const TOWN = "5 9 2/7 3 8/4 6 1";

export const war: readonly Lesson[] = [
  lesson("drop", [
    {
      do: "move",
      values: TOWN,
      start: ".../.../... b",
      text: t(
        "A city of squares, each worth what is written on it. You are **Blue**, and you begin. Taking a vacant square from the air is a **drop**.",
        "Une ville faite de cases ; chacune vaut le nombre qu’elle porte. Vous êtes **Bleu**, et vous commencez. Prendre une case libre par les airs, c’est un **parachutage**.",
      ),
      task: t("Take the square that is worth the most.", "Prenez la case qui vaut le plus."),
      moves: ["drop-B1"],
      goal: { kind: "drop", most: true },
      otherwise: t("There is a 9 on the board.", "Il y a un 9 sur le plateau."),
      done: t("B1 is yours: 9 points.", "B1 est à vous : 9 points."),
      clauses: ["WAR-2.2", "WAR-3.1"],
    },
    {
      do: "move",
      values: TOWN,
      start: ".../.../... b",
      course: ["drop-B1", "drop-C2"],
      text: t(
        "Green answered on C2. You may drop anywhere, near or far, as long as **no square of yours touches** the square you take.",
        "Vert a répondu en C2. Vous pouvez parachuter n’importe où, tant qu’**aucune de vos cases ne touche** la case que vous prenez.",
      ),
      task: t(
        "Drop on the most valuable square that does not touch yours.",
        "Parachutez sur la case la plus chère qui ne touche pas la vôtre.",
      ),
      moves: ["drop-A2"],
      goal: { kind: "drop" },
      wrong: [
        {
          moves: ["blitz-A1", "blitz-C1", "blitz-B2"],
          say: t(
            "That square touches B1, which is yours: it was a blitz, the next lesson.",
            "Cette case touche B1, qui est à vous : c’était un assaut, la prochaine leçon.",
          ),
        },
      ],
      otherwise: t("A drop, but not the most valuable one.", "Un parachutage, mais pas le plus cher."),
      done: t(
        "A2 is worth 7. It touches no square of yours.",
        "A2 vaut 7. Elle ne touche aucune de vos cases.",
      ),
      clauses: ["WAR-2.3", "WAR-3.1", "WAR-1.3"],
    },
    {
      do: "point",
      values: TOWN,
      start: ".b./b.g/... g",
      text: t(
        "Neighbours are up, down, left and right. **Diagonals do not count.**",
        "Les voisines sont en haut, en bas, à gauche et à droite. **Les diagonales ne comptent pas.**",
      ),
      task: t(
        "Green owns C2. Choose a vacant square that touches it.",
        "Vert tient C2. Choisissez une case libre qui la touche.",
      ),
      squares: ["B2", "C1", "C3"],
      wrong: { B3: t("B3 touches C2 only at a corner.", "B3 ne touche C2 que par un coin.") },
      otherwise: t(
        "It must be vacant and share a side with C2.",
        "Elle doit être libre et partager un côté avec C2.",
      ),
      done: t("These are the squares from which Green can strike.", "C’est de là que Vert peut frapper."),
      clauses: ["WAR-1.3", "WAR-1.2"],
    },
    {
      do: "choose",
      values: TOWN,
      start: "bgb/gbg/bg. g",
      text: t(
        "The sides alternate until no square is left. Then the **higher sum** wins. Nobody passes.",
        "Chacun joue à son tour jusqu’à ce qu’il n’y ait plus de case libre. Alors la **plus grande somme** gagne. On ne passe jamais.",
      ),
      task: t(
        "One square is left, and Green is to move. What must Green do?",
        "Il reste une case, et c’est à Vert. Que doit faire Vert ?",
      ),
      options: [
        { label: t("Take C3", "Prendre C3"), say: t("Yes.", "Oui.") },
        { label: t("Pass", "Passer"), say: t("There is no passing.", "On ne passe pas.") },
        {
          label: t("Take back a blue square", "Reprendre une case bleue"),
          say: t("Only vacant squares can be taken.", "On ne prend que des cases libres."),
        },
      ],
      answer: 0,
      done: t("And then the game is over.", "Et la partie est finie."),
      clauses: ["WAR-2.2", "WAR-4.2"],
    },
  ]),
  lesson("blitz", [
    {
      do: "move",
      values: TOWN,
      start: "b../.g./... b",
      text: t(
        "A square that **touches one of yours** is taken by a **blitz**. A blitz conquers: enemy squares that touch the new one become yours.",
        "Une case qui **touche une des vôtres** se prend par un **assaut**. L’assaut conquiert : les cases ennemies qui touchent la nouvelle deviennent vôtres.",
      ),
      task: t(
        "Blitz next to your square on A1 so that Green’s B2 falls.",
        "Donnez l’assaut à côté de votre case A1, pour faire tomber B2.",
      ),
      moves: ["blitz-B1", "blitz-A2"],
      goal: { kind: "blitz", conquers: ["B2"] },
      wrong: [
        {
          moves: ["drop-C2", "drop-B3"],
          say: t(
            "That touches B2, but none of your squares touches it: a drop conquers nothing.",
            "Elle touche B2, mais aucune de vos cases ne la touche : un parachutage ne conquiert rien.",
          ),
        },
      ],
      otherwise: t(
        "Take a square that touches both A1 and B2.",
        "Prenez une case qui touche à la fois A1 et B2.",
      ),
      done: t("You took one square and conquered another.", "Une case prise, une autre conquise."),
      clauses: ["WAR-2.3", "WAR-3.2"],
    },
    {
      do: "move",
      board: "Smolensk",
      start: "...b../..bbb./....../..gg../....../...... g",
      text: t(
        "A real city, Smolensk, and this time you are **Green**. A blitz strikes in all four directions at once.",
        "Une vraie ville, Smolensk, et cette fois vous êtes **Vert**. Un assaut frappe dans les quatre directions à la fois.",
      ),
      task: t("Blitz D3 from D4, and conquer D2.", "Donnez l’assaut en D3 depuis D4, et conquérez D2."),
      moves: ["blitz-D3"],
      goal: { conquers: ["D2"] },
      otherwise: t(
        "D3 is the square between your D4 and Blue’s D2.",
        "D3 est la case entre votre D4 et la case bleue D2.",
      ),
      done: t("46 to 157 became 113 to 149.", "De 46 contre 157, on passe à 113 contre 149."),
      clauses: ["WAR-3.2"],
    },
    {
      do: "move",
      board: "Smolensk",
      start: "...b../..bbb./....../..gg../....../...... g",
      course: ["blitz-D3"],
      text: t(
        "Now you are Blue, and Green has just blitzed D3. A blitz conquers **every** enemy neighbour.",
        "Vous êtes Bleu, et Vert vient de donner l’assaut en D3. Un assaut conquiert **toutes** les voisines ennemies.",
      ),
      task: t(
        "Strike back: conquer D3 and C4 with one blitz.",
        "Ripostez : conquérez D3 et C4 d’un seul assaut.",
      ),
      moves: ["blitz-C3"],
      goal: { conquers: ["C4", "D3"] },
      otherwise: t(
        "Which vacant square touches D3, C4 and one of yours?",
        "Quelle case libre touche D3, C4 et l’une des vôtres ?",
      ),
      done: t(
        "11 to 290. In this game fortunes turn quickly.",
        "11 contre 290. Dans ce jeu, la chance tourne vite.",
      ),
      clauses: ["WAR-3.2", "WAR-3.3"],
    },
    {
      do: "choose",
      values: TOWN,
      start: "b../..g/... b",
      text: t(
        "You cannot choose between drop and blitz: the **square** decides.",
        "On ne choisit pas entre parachutage et assaut : c’est la **case** qui décide.",
      ),
      task: t(
        "Blue takes B1, beside its own A1. No green square touches B1. What is it?",
        "Bleu prend B1, à côté de sa case A1. Aucune case verte ne touche B1. Qu’est-ce que c’est ?",
      ),
      options: [
        {
          label: t("A drop", "Un parachutage"),
          say: t(
            "B1 touches an own square, so it is a blitz.",
            "B1 touche une case à soi : c’est donc un assaut.",
          ),
        },
        {
          label: t("A blitz that conquers nothing", "Un assaut qui ne conquiert rien"),
          say: t("Yes.", "Oui."),
        },
        {
          label: t("Not allowed", "Interdit"),
          say: t("An empty blitz is allowed.", "Un assaut à vide est permis."),
        },
      ],
      answer: 1,
      done: t(
        "An empty blitz is legal, and often a good way to grow.",
        "L’assaut à vide est permis, et c’est souvent une bonne façon de s’étendre.",
      ),
      clauses: ["WAR-2.3", "WAR-3.4"],
    },
  ]),
  lesson("conquest", [
    {
      do: "move",
      values: TOWN,
      start: ".b./g.g/.g. b",
      text: t(
        "The more enemy squares touch the new one, the better. B2 has four neighbours.",
        "Plus il y a de cases ennemies autour de la nouvelle, mieux c’est. B2 a quatre voisines.",
      ),
      task: t("Conquer three squares with one blitz.", "Conquérez trois cases d’un seul assaut."),
      moves: ["blitz-B2"],
      goal: { conquers: ["A2", "B3", "C2"] },
      otherwise: t("Look at the square in the middle.", "Regardez la case du milieu."),
      done: t("Three squares changed sides at once.", "Trois cases ont changé de camp d’un coup."),
      clauses: ["WAR-3.2"],
    },
    {
      do: "point",
      values: TOWN,
      start: "gb./g.g/... b",
      text: t(
        "Blue is about to take B2. Remember: sides count, corners do not.",
        "Bleu s’apprête à prendre B2. Rappel : les côtés comptent, pas les coins.",
      ),
      task: t("Which green square will **not** fall?", "Quelle case verte ne tombera **pas** ?"),
      squares: ["A1"],
      otherwise: t(
        "That one shares a side with B2, so it falls.",
        "Celle-ci partage un côté avec B2 : elle tombe.",
      ),
      done: t("A1 touches B2 at a corner only.", "A1 ne touche B2 que par un coin."),
      clauses: ["WAR-1.3", "WAR-3.2"],
    },
    {
      do: "point",
      values: "5 9 2 6/7 3 8 4",
      start: "b.gg/..gg b",
      text: t(
        "There is **no chain**: a conquered square conquers nothing. Blue takes B1, beside A1.",
        "Il n’y a **pas de réaction en chaîne** : une case conquise ne conquiert rien. Bleu prend B1, à côté de A1.",
      ),
      task: t("Which green square changes sides?", "Quelle case verte change de camp ?"),
      squares: ["C1"],
      wrong: {
        D1: t(
          "D1 touches C1, not the square that was taken.",
          "D1 touche C1, pas la case qui vient d’être prise.",
        ),
      },
      otherwise: t("Only squares that touch B1.", "Seulement les cases qui touchent B1."),
      done: t("C1 falls, and nothing beyond it.", "C1 tombe, et rien au-delà."),
      clauses: ["WAR-3.3"],
    },
    {
      do: "point",
      values: "5 9 2/7 3 8/4 6 1",
      start: "bbg/bb./bg. g",
      text: t(
        "A square with **no vacant neighbour** is out of reach: nobody can ever take a square beside it again. It is safe for good.",
        "Une case **sans voisine libre** est hors d’atteinte : plus personne ne pourra prendre une case à côté d’elle. Elle est à l’abri pour toujours.",
      ),
      task: t(
        "Choose the blue square that Green can still conquer.",
        "Choisissez la case bleue que Vert peut encore conquérir.",
      ),
      squares: ["B2"],
      wrong: {
        A1: t("A1 touches no vacant square.", "A1 ne touche aucune case libre."),
        B1: t("B1 touches no vacant square.", "B1 ne touche aucune case libre."),
        A2: t("A2 touches no vacant square.", "A2 ne touche aucune case libre."),
        A3: t("A3 touches no vacant square.", "A3 ne touche aucune case libre."),
      },
      otherwise: t("A blue square that touches C2 or C3.", "Une case bleue qui touche C2 ou C3."),
      done: t("By a blitz on C2, next to its own C1.", "Par un assaut en C2, à côté de sa case C1."),
      clauses: ["WAR-7.2"],
    },
  ]),
  lesson("count", [
    {
      do: "choose",
      values: TOWN,
      start: "bb./g../..g b",
      text: t(
        "Your **score** is the sum of your squares. Blue owns A1 and B1: 5 + 9.",
        "Votre **score** est la somme de vos cases. Bleu tient A1 et B1 : 5 + 9.",
      ),
      task: t("What is the score now, Blue to Green?", "Quel est le score, Bleu contre Vert ?"),
      options: [
        { label: t("14 to 8", "14 à 8"), say: t("Yes.", "Oui.") },
        { label: t("14 to 7", "14 à 7"), say: t("Green also owns C3.", "Vert tient aussi C3.") },
        { label: t("9 to 8", "9 à 8"), say: t("Add A1 as well.", "Ajoutez aussi A1.") },
      ],
      answer: 0,
      done: t(
        "The score stands above the board, so you need not add.",
        "Le score est affiché au-dessus du plateau : inutile d’additionner.",
      ),
      clauses: ["WAR-4.1"],
    },
    {
      do: "choose",
      values: TOWN,
      start: "bb./g../..g b",
      text: t(
        "A conquered square counts **twice**: you gain it and the enemy loses it. Blue considers B2, worth 3: it touches A2, worth 7.",
        "Une case conquise compte **double** : vous la gagnez, l’ennemi la perd. Bleu pense à B2, qui vaut 3 : elle touche A2, qui vaut 7.",
      ),
      task: t(
        "By how much does a blitz on B2 change the difference?",
        "De combien un assaut en B2 change-t-il l’écart ?",
      ),
      options: [
        { label: t("3", "3"), say: t("That is the square alone.", "C’est la case seule.") },
        { label: t("10", "10"), say: t("Green also loses its 7.", "Vert perd aussi ses 7.") },
        { label: t("17", "17"), say: t("Yes.", "Oui.") },
      ],
      answer: 2,
      done: t("3 + 7 for you, and 7 less for Green.", "3 + 7 pour vous, et 7 de moins pour Vert."),
      clauses: ["WAR-3.2", "WAR-4.1"],
    },
    {
      do: "move",
      values: TOWN,
      start: "b.g/.../g.b b",
      text: t(
        "Compare all moves in this way: the value of the square, plus **twice** what it conquers.",
        "Comparez ainsi tous les coups : la valeur de la case, plus **deux fois** ce qu’elle conquiert.",
      ),
      task: t("Make the move that changes the difference most.", "Jouez le coup qui change le plus l’écart."),
      goal: { most: true },
      otherwise: t(
        "There is a better one. B1: 9 + 2 × 2. What about A2 and B3?",
        "Il y a mieux. B1 : 9 + 2 × 2. Et A2, et B3 ?",
      ),
      done: t(
        "A2: 7 + 2 × 4 = 15. Next best is B3 with 6 + 2 × 4 = 14.",
        "A2 : 7 + 2 × 4 = 15. Puis vient B3, avec 6 + 2 × 4 = 14.",
      ),
      clauses: ["WAR-3.2", "WAR-4.1"],
    },
    {
      do: "move",
      board: "Smolensk",
      start: "...b../..bbb./....../..gg../....../...... g",
      text: t(
        "Green’s turn on Smolensk. Point at a square and the line below the board tells what it would bring.",
        "À Vert, sur Smolensk. Pointez une case : la ligne sous le plateau dit ce qu’elle apporterait.",
      ),
      task: t(
        "Find the move that changes the difference most.",
        "Trouvez le coup qui change le plus l’écart.",
      ),
      goal: { most: true },
      otherwise: t(
        "Something changes the difference even more. Look for conquests, and for high values.",
        "Un autre coup change davantage l’écart. Cherchez les conquêtes et les grandes valeurs.",
      ),
      done: t(
        "That is the greedy choice. Whether it is also the best is another question.",
        "C’est le choix glouton. Est-ce aussi le meilleur ? C’est une autre question.",
      ),
      clauses: ["WAR-4.1"],
    },
  ]),
  lesson("wait", [
    {
      do: "move",
      values: "1 2 5/2 2 5/7 3 5",
      start: "bbg/.../bg. b",
      text: t(
        "A blitz on B2 conquers B3: eight points better at once. But then Green blitzes C2, and B2 is lost again. **Look at the answer before you strike.**",
        "Un assaut en B2 conquiert B3 : huit points de mieux tout de suite. Mais Vert donne ensuite l’assaut en C2, et B2 est reperdue. **Regardez la réponse avant de frapper.**",
      ),
      task: t(
        "One move wins this game. It conquers nothing. Find it.",
        "Un seul coup gagne cette partie. Il ne conquiert rien. Trouvez-le.",
      ),
      moves: ["drop-C3"],
      proven: true,
      goal: { kind: "drop" },
      wrong: [
        {
          moves: ["blitz-B2"],
          reply: "blitz-C2",
          say: t(
            "Green blitzes C2 and takes B2 back. With best play you lose by 2.",
            "Vert donne l’assaut en C2 et reprend B2. Au mieux, vous perdez de 2.",
          ),
        },
        {
          moves: ["drop-C2"],
          reply: "blitz-B2",
          say: t(
            "Green blitzes B2 and conquers C2 and B1.",
            "Vert donne l’assaut en B2 et conquiert C2 et B1.",
          ),
        },
        {
          moves: ["blitz-A2"],
          reply: "blitz-B2",
          say: t(
            "Green blitzes B2 and conquers A2 and B1.",
            "Vert donne l’assaut en B2 et conquiert A2 et B1.",
          ),
        },
      ],
      otherwise: t("Green has a strong answer to that.", "Vert a une réponse forte à ce coup."),
      done: t(
        "C3 can hardly be attacked, and it prepares C2. You win by 4.",
        "C3 est difficile à attaquer, et prépare C2. Vous gagnez de 4.",
      ),
      clauses: ["WAR-3.1", "WAR-3.2"],
    },
    {
      do: "choose",
      values: "8 4 1/6 2 9/7 6 3",
      start: "..b/b.g/b.g b",
      text: t(
        "The blitz on B2 conquers C2, worth 9: twenty points! Before you play it, search for Green’s best answer.",
        "L’assaut en B2 conquiert C2, qui vaut 9 : vingt points ! Avant de le jouer, cherchez la meilleure réponse de Vert.",
      ),
      task: t("After blitz B2, what does Green do?", "Après l’assaut en B2, que fait Vert ?"),
      options: [
        {
          label: t("Take A1, worth 8", "Prendre A1, qui vaut 8"),
          say: t(
            "Good value, but Green has something that hits you.",
            "Bonne valeur, mais Vert a un coup qui vous frappe.",
          ),
        },
        {
          label: t("Blitz B3, and conquer B2 and A3", "Assaut en B3, qui conquiert B2 et A3"),
          say: t("Yes.", "Oui."),
        },
        {
          label: t("Blitz B1, and conquer C1", "Assaut en B1, qui conquiert C1"),
          say: t("No green square touches B1 then.", "Aucune case verte ne touche alors B1."),
        },
      ],
      answer: 1,
      done: t(
        "You gained twenty and lose twenty-four. With best play, Green wins by 2.",
        "Vous en gagnez vingt et en perdez vingt-quatre. Au mieux, Vert gagne de 2.",
      ),
      clauses: ["WAR-3.2"],
    },
    {
      do: "move",
      values: "8 4 1/6 2 9/7 6 3",
      start: "..b/b.g/b.g b",
      text: t(
        "So keep your strike for later. Let Green come forward first, and then hit what it has taken.",
        "Gardez donc votre coup pour plus tard. Laissez Vert avancer, puis frappez ce qu’il a pris.",
      ),
      task: t("Find the only move that wins.", "Trouvez le seul coup gagnant."),
      moves: ["blitz-A1"],
      proven: true,
      goal: { kind: "blitz", conquers: [] },
      wrong: [
        {
          moves: ["blitz-B2"],
          reply: "blitz-B3",
          say: t(
            "Green blitzes B3 and conquers B2 and A3.",
            "Vert donne l’assaut en B3 et conquiert B2 et A3.",
          ),
        },
        {
          moves: ["blitz-B3"],
          reply: "blitz-B2",
          say: t(
            "Green blitzes B2 and conquers A2 and B3.",
            "Vert donne l’assaut en B2 et conquiert A2 et B3.",
          ),
        },
        {
          moves: ["blitz-B1"],
          reply: "blitz-B2",
          say: t(
            "Green blitzes B2 and conquers A2 and B1.",
            "Vert donne l’assaut en B2 et conquiert A2 et B1.",
          ),
        },
      ],
      otherwise: t("Green has a strong answer to that.", "Vert a une réponse forte à ce coup."),
      done: t(
        "A quiet blitz: 8 points that nobody can attack soon. If Green takes B2, your B3 takes it back.",
        "Un assaut tranquille : 8 points que personne n’attaquera de sitôt. Si Vert prend B2, votre B3 la reprend.",
      ),
      clauses: ["WAR-3.4"],
    },
  ]),
  lesson("endgame", [
    {
      do: "move",
      values: "8 4 7/8 8 1/2 9 4",
      start: "bbg/.gb/b.g b",
      text: t(
        "Two squares are left: you take one, Green the other. Count both orders to the end.",
        "Il reste deux cases : une pour vous, une pour Vert. Comptez les deux ordres jusqu’au bout.",
      ),
      task: t("Win the game.", "Gagnez la partie."),
      moves: ["blitz-B3"],
      proven: true,
      goal: { conquers: ["B2", "C3"] },
      wrong: [
        {
          moves: ["blitz-A2"],
          reply: "blitz-B3",
          say: t(
            "Green ends with B3 and conquers A3 and B2: you lose by 9.",
            "Vert finit par B3 et conquiert A3 et B2 : vous perdez de 9.",
          ),
        },
      ],
      otherwise: t("Count again.", "Recomptez."),
      done: t(
        "Green’s A2 at the end touches no square of its own: it conquers nothing.",
        "À la fin, A2 ne touche aucune case verte : elle ne conquiert rien.",
      ),
      clauses: ["WAR-4.2"],
    },
    {
      do: "move",
      values: "5 7 5/4 3 8/2 5 8",
      start: "g.g/g.b/.bg b",
      text: t(
        "Three squares are left, and **you** take the last one. The order matters more than the values.",
        "Il reste trois cases, et **vous** prenez la dernière. L’ordre compte plus que les valeurs.",
      ),
      task: t("Win the game.", "Gagnez la partie."),
      moves: ["blitz-A3"],
      proven: true,
      goal: { conquers: ["A2"] },
      wrong: [
        {
          moves: ["blitz-B2"],
          reply: "blitz-B1",
          say: t(
            "Green blitzes B1, takes B2 back, and you lose by 9.",
            "Vert donne l’assaut en B1, reprend B2, et vous perdez de 9.",
          ),
        },
        {
          moves: ["drop-B1"],
          reply: "blitz-B2",
          say: t(
            "Green blitzes B2 and conquers three squares.",
            "Vert donne l’assaut en B2 et conquiert trois cases.",
          ),
        },
      ],
      otherwise: t("Count the whole line.", "Comptez toute la suite."),
      done: t(
        "A2 is conquered, and nothing beside it stays vacant for long.",
        "A2 est conquise, et rien ne reste longtemps libre à côté.",
      ),
      clauses: ["WAR-4.2", "WAR-7.2"],
    },
    {
      do: "move",
      values: "2 4 4/2 2 1/8 3 7",
      start: "..g/bb./.gg b",
      text: t(
        "Four squares are left. The blitz on C2 looks best, with two conquests. Count to the end: does it win?",
        "Il reste quatre cases. L’assaut en C2 paraît le meilleur, avec deux conquêtes. Comptez jusqu’au bout : gagne-t-il ?",
      ),
      task: t("Find the only move that wins.", "Trouvez le seul coup gagnant."),
      moves: ["blitz-A3"],
      proven: true,
      goal: { conquers: ["B3"] },
      wrong: [
        {
          moves: ["blitz-C2"],
          reply: "blitz-A3",
          say: t(
            "Green blitzes A3 and conquers A2: you lose by a single point.",
            "Vert donne l’assaut en A3 et conquiert A2 : vous perdez d’un seul point.",
          ),
        },
        {
          moves: ["blitz-B1"],
          reply: "blitz-A3",
          say: t(
            "Green blitzes A3, worth 8, and conquers A2.",
            "Vert donne l’assaut en A3, qui vaut 8, et conquiert A2.",
          ),
        },
        {
          moves: ["blitz-A1"],
          reply: "blitz-B1",
          say: t(
            "Green blitzes B1 and conquers A1 and B2.",
            "Vert donne l’assaut en B1 et conquiert A1 et B2.",
          ),
        },
      ],
      otherwise: t("Count the whole line.", "Comptez toute la suite."),
      done: t(
        "You win by one point. Games are won here.",
        "Vous gagnez d’un point. C’est ici que se gagnent les parties.",
      ),
      clauses: ["WAR-4.2"],
    },
  ]),
  lesson("minimax", [
    {
      do: "choose",
      values: "66 76/31 39",
      start: "../.. b",
      text: t(
        "Four squares, the corner of Smolensk. Blue thinks **two moves ahead**: its own move, and Green’s best answer. If Blue drops on A1 (66), Green answers on B1 (76).",
        "Quatre cases, le coin de Smolensk. Bleu réfléchit **deux coups à l’avance** : le sien, et la meilleure réponse de Vert. Si Bleu prend A1 (66), Vert répond en B1 (76).",
      ),
      task: t(
        "What is A1 worth for Blue, after Green’s answer?",
        "Que vaut A1 pour Bleu, après la réponse de Vert ?",
      ),
      options: [
        { label: t("66", "66"), say: t("Green has not answered yet.", "Vert n’a pas encore répondu.") },
        { label: t("−10", "−10"), say: t("Yes.", "Oui.") },
        { label: t("10", "10"), say: t("66 − 76 is less than nothing.", "66 − 76 est négatif.") },
      ],
      answer: 1,
      done: t(
        "66 − 76 = −10. The value of a move is its value after the best answer.",
        "66 − 76 = −10. La valeur d’un coup, c’est sa valeur après la meilleure réponse.",
      ),
      clauses: ["WAR-4.1"],
    },
    {
      do: "point",
      values: "66 76/31 39",
      start: "../.b g",
      text: t(
        "Green wants the difference **as small as possible**. Blue has just taken B2 (39).",
        "Vert veut l’écart **le plus petit possible**. Bleu vient de prendre B2 (39).",
      ),
      task: t(
        "Where will Green answer? Choose the square.",
        "Où Vert va-t-il répondre ? Choisissez la case.",
      ),
      squares: ["B1"],
      otherwise: t("Another square hurts Blue more.", "Une autre case fait plus mal à Bleu."),
      done: t("39 − 76 = −37. That is what B2 is worth.", "39 − 76 = −37. Voilà ce que vaut B2."),
      clauses: ["WAR-4.1"],
    },
    {
      do: "move",
      values: "66 76/31 39",
      start: "../.. b",
      text: t(
        "A1 is worth −10, B2 −37, A2 −45. Blue chooses the move whose **worst answer is best**. That is **minimax**.",
        "A1 vaut −10, B2 −37, A2 −45. Bleu choisit le coup dont la **pire réponse est la meilleure**. C’est **minimax**.",
      ),
      task: t(
        "Make Blue’s best move, two moves deep.",
        "Jouez le meilleur coup de Bleu, à deux coups de profondeur.",
      ),
      moves: ["drop-B1"],
      goal: { kind: "drop", most: true },
      otherwise: t("Look at Green’s best answer to it.", "Regardez la meilleure réponse de Vert."),
      done: t(
        "B1 is worth 10: after 76, the best answer is 66.",
        "B1 vaut 10 : après 76, la meilleure réponse est 66.",
      ),
      clauses: ["WAR-4.1"],
    },
    {
      do: "choose",
      values: "66 76/31 39",
      start: "../b. g",
      text: t(
        "Blue already knows a move worth **10**. Now it looks at A2 (31), and Green’s first answer, A1, makes it 31 − 66 = **−35**.",
        "Bleu connaît déjà un coup qui vaut **10**. Il examine A2 (31), et la première réponse de Vert, A1, donne 31 − 66 = **−35**.",
      ),
      task: t(
        "Must Blue look at Green’s other answers?",
        "Bleu doit-il regarder les autres réponses de Vert ?",
      ),
      options: [
        {
          label: t(
            "Yes, one of them may be better for Blue",
            "Oui, l’une d’elles est peut-être meilleure pour Bleu",
          ),
          say: t(
            "Green would not choose it. Green already has −35.",
            "Vert ne la choisirait pas. Vert a déjà −35.",
          ),
        },
        { label: t("No, A2 is worth at most −35", "Non, A2 vaut au plus −35"), say: t("Yes.", "Oui.") },
      ],
      answer: 1,
      done: t(
        "That is a cut-off, the idea of **alpha-beta**. Watch it at work in the search laboratory.",
        "C’est une coupure, l’idée d’**alpha-bêta**. Voyez-la à l’œuvre dans le laboratoire de recherche.",
      ),
      clauses: ["WAR-4.1"],
    },
  ]),
];
