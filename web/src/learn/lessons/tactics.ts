// Tactics and an endgame of MAD, in four lessons.
import type { Lesson } from "../steps";
import { lesson } from "./mad_lesson";
import { t } from "./text";

export const tactics: readonly Lesson[] = [
  lesson("recall", [
    {
      do: "move",
      panel: true,
      start: ",,,b111/,,b212,/,,r211,/,,,/,,,/,r111,, r",
      text: t(
        "Your destroyer `122` was expelled. Its complement, `211`, stands beside a blue destroyer. Recall `122` there: two cannons for the attack, and two shields that the one cannon of `212` cannot hurt.",
        "Votre destroyer `122` a été expulsé. Son complémentaire, `211`, est à côté d’un destroyer bleu. Rappelez-y `122` : deux canons pour attaquer, et deux boucliers que l’unique canon de `212` n’entame pas.",
      ),
      task: t("Recall the destroyer to where it hurts.", "Rappelez le destroyer là où il fait mal."),
      moves: ["122<>211"],
      goal: { recalls: "122", keeps: ["111", "122"] },
      otherwise: t("Permute `211` with the exiled `122`.", "Permutez `211` avec l’exilé `122`."),
      done: t(
        "A frigate became a destroyer, and `212` is under attack.",
        "Une frégate est devenue un destroyer, et `212` est attaqué.",
      ),
      clauses: ["MAD-4.2"],
    },
    {
      do: "move",
      start: ",,,b111/,,b221,/b121,b212,r121,/,,,/,,,/,r111,, r",
      text: t(
        "Now from the other side. Blue’s destroyers can come back, too. `212` returns through its complement `121`, which is on the board. The complement of `221` is `112`, and it is in exile.",
        "Voyons l’autre camp. Les destroyers bleus peuvent revenir aussi. `212` revient grâce à son complémentaire `121`, qui est sur le plateau. Le complémentaire de `221` est `112`, et il est en exil.",
      ),
      task: t(
        "Expel the destroyer that Blue cannot recall.",
        "Expulsez le destroyer que Bleu ne peut pas rappeler.",
      ),
      moves: ["121-c4xc5"],
      goal: { expels: "221" },
      wrong: [
        {
          moves: ["121-c4xb4"],
          reply: "121<>212",
          say: t(
            "Blue recalls `212` at once, in the place of `121`.",
            "Bleu rappelle aussitôt `212`, à la place de `121`.",
          ),
        },
      ],
      otherwise: t(
        "Expel one of the two destroyers beside your `121`.",
        "Expulsez l’un des deux destroyers à côté de votre `121`.",
      ),
      done: t(
        "`221` is gone: no permutation, and with two destroyers in exile no rotation.",
        "`221` est parti : pas de permutation, et avec deux destroyers en exil, pas de rotation.",
      ),
      clauses: ["MAD-4.2", "MAD-4.3", "MAD-5.3"],
    },
    {
      do: "move",
      start: ",,,b111/,,,/,,b112,/,b212,r221,/,,,b122/r111,r112,,b121 r",
      text: t(
        "Destroyers are worth more than frigates. Giving a destroyer for a frigate is a bad trade, even if you can recall it: the recall costs a turn.",
        "Un destroyer vaut plus qu’une frégate. Donner un destroyer pour une frégate est un mauvais échange, même s’il peut revenir : le rappel coûte un tour.",
      ),
      task: t(
        "Your `221` can expel three ships. Take the one after which it is not expelled in return.",
        "Votre `221` peut expulser trois vaisseaux. Prenez celui qui ne vous coûte pas `221` en retour.",
      ),
      goal: { expels: "212", keeps: ["111", "221"] },
      moves: ["221-c3xb3"],
      otherwise: t("Look at what Blue can reach afterwards.", "Regardez ce que Bleu peut atteindre ensuite."),
      done: t("A destroyer for nothing.", "Un destroyer pour rien."),
      clauses: ["MAD-3.3", "MAD-4.2"],
    },
    {
      do: "choose",
      panel: true,
      start: ",,,b111/,,,/,,,/,,r112,/,,,/,r111,r121,r122 r",
      text: t(
        "When few ships are left, keep the ones that can call others. Red has `112`, `121` and `122` beside its corvette.",
        "Quand il reste peu de vaisseaux, gardez ceux qui peuvent en appeler d’autres. Rouge a `112`, `121` et `122` avec sa corvette.",
      ),
      task: t(
        "Which destroyer can Red recall by permuting `121`?",
        "Quel destroyer Rouge peut-il rappeler en permutant `121` ?",
      ),
      options: [
        {
          label: t("`221`", "`221`"),
          say: t("`221` is the complement of `112`.", "`221` est le complémentaire de `112`."),
        },
        { label: t("`212`", "`212`"), say: t("Yes.", "Oui.") },
        {
          label: t("`122`", "`122`"),
          say: t("`122` is on the board already.", "`122` est déjà sur le plateau."),
        },
      ],
      answer: 1,
      done: t(
        "Every frigate on the board is a destroyer in waiting.",
        "Chaque frégate sur le plateau est un destroyer en attente.",
      ),
      clauses: ["MAD-4.2"],
    },
  ]),
  lesson("cruiser", [
    {
      do: "point",
      start: "b221,b111,,/,,,/,,,/,r222,,/,,r112,/r111,,r121, r",
      text: t(
        "Every exiled ship can be recalled, except one. Its complement is the corvette, and recalling it would send the corvette into exile.",
        "Tout vaisseau exilé peut être rappelé, sauf un. Son complémentaire est la corvette, et le rappeler enverrait la corvette en exil.",
      ),
      task: t(
        "Which red ship must not be lost, because it never comes back?",
        "Quel vaisseau rouge ne faut-il pas perdre, parce qu’il ne revient jamais ?",
      ),
      squares: ["b3"],
      wrong: {
        a1: t(
          "Losing the corvette ends the game. Look for the ship that is lost for good while the game goes on.",
          "Perdre la corvette met fin à la partie. Cherchez celui qui est perdu pour de bon, la partie continuant.",
        ),
      },
      otherwise: t(
        "That one can be recalled by its complement.",
        "Celui-là peut être rappelé par son complémentaire.",
      ),
      done: t(
        "The cruiser: strongest of all, and lost for good when it is lost.",
        "Le croiseur : le plus fort de tous, et perdu à jamais quand il est perdu.",
      ),
      clauses: ["MAD-4.4"],
    },
    {
      do: "move",
      start: "b221,b111,,/,,,/,,b222,/,,r121,/,,,/r111,r112,, r",
      text: t(
        "Blue has advanced its cruiser too soon. A modest frigate with two cannons is enough.",
        "Bleu a avancé son croiseur trop tôt. Une modeste frégate à deux canons suffit.",
      ),
      task: t("Punish it.", "Punissez-le."),
      moves: ["121-c3xc4"],
      goal: { expels: "222" },
      otherwise: t("Use the frigate with two cannons.", "Utilisez la frégate à deux canons."),
      done: t(
        "The strongest ship for the price of a frigate at most.",
        "Le plus fort des vaisseaux, pour une frégate au plus.",
      ),
      clauses: ["MAD-3.3", "MAD-4.4"],
    },
    {
      do: "move",
      start: ",b111,b221,/,,b121,/,,r222,/,,,/,,,/r111,,r112, r",
      text: t(
        "Now your cruiser is attacked by frigate `121`. You could take it, but `221` stands behind and would take back.",
        "Cette fois, c’est votre croiseur qui est attaqué par la frégate `121`. Vous pourriez la prendre, mais `221` est derrière et reprendrait.",
      ),
      task: t(
        "Save the cruiser, and do not endanger your corvette.",
        "Sauvez le croiseur, sans exposer votre corvette.",
      ),
      goal: { keeps: ["111", "222"] },
      wrong: [
        {
          moves: ["111<>222"],
          reply: "121-c5xc4",
          say: t(
            "The permutation put your corvette where the cruiser was: expelled, and the game is lost.",
            "La permutation a mis votre corvette à la place du croiseur : expulsée, et la partie est perdue.",
          ),
        },
        {
          moves: ["222-c4xc5"],
          reply: "221-c6xc5",
          say: t(
            "`221` takes back: a cruiser for a frigate, and it never returns.",
            "`221` reprend : un croiseur pour une frégate, et il ne reviendra pas.",
          ),
        },
      ],
      otherwise: t("Blue can still expel the cruiser there.", "Bleu peut encore y expulser le croiseur."),
      done: t("A cruiser retreats without shame.", "Un croiseur recule sans honte."),
      clauses: ["MAD-4.4", "MAD-3.2"],
    },
  ]),
  lesson("pair", [
    {
      do: "choose",
      panel: true,
      start: ",,,b111/,,,/,b122,,/,,,/,r112,,/r111,,r221, r",
      text: t(
        "Red has `112` and `221` beside its corvette: a **complementary pair**. Permuting them only makes them trade places. All other ships are in exile.",
        "Rouge a `112` et `221` avec sa corvette : une **paire de complémentaires**. Les permuter ne fait qu’échanger leurs places. Tous les autres vaisseaux sont en exil.",
      ),
      task: t(
        "How many exiled ships can Red recall, without losing its corvette?",
        "Combien d’exilés Rouge peut-il rappeler, sans perdre sa corvette ?",
      ),
      options: [
        { label: t("None", "Aucun"), say: t("Yes.", "Oui.") },
        {
          label: t("One", "Un"),
          say: t(
            "`112` and `221` are both here, so neither calls anybody.",
            "`112` et `221` sont là tous les deux : aucun n’appelle personne.",
          ),
        },
        {
          label: t("Two", "Deux"),
          say: t(
            "Every recall needs a ship whose complement is in exile.",
            "Un rappel exige un vaisseau dont le complémentaire est en exil.",
          ),
        },
      ],
      answer: 0,
      done: t(
        "The pair blocks all recalls: permutations need a complement in exile, rotations two ships of a kind.",
        "La paire bloque tous les rappels : une permutation veut un complémentaire en exil, une rotation deux vaisseaux du même genre.",
      ),
      clauses: ["MAD-4.2", "MAD-5.3"],
    },
    {
      do: "move",
      start: ",,,b111/,b221,,/b112,r222,b121,/,,,/,,,/r111,,, r",
      text: t(
        "Use it against Blue. Blue has `112`, `221` and `121` beside its corvette. Your cruiser can expel any of them.",
        "Retournez cela contre Bleu. Bleu a `112`, `221` et `121` avec sa corvette. Votre croiseur peut expulser n’importe lequel.",
      ),
      task: t(
        "Expel the ship whose loss leaves Blue with a complementary pair, unable to recall anything.",
        "Expulsez celui dont la perte laisse à Bleu une paire de complémentaires, sans aucun rappel possible.",
      ),
      moves: ["222-b4xc4"],
      goal: { expels: "121", stuck: true },
      wrong: [
        {
          moves: ["222-b4xa4"],
          reply: "112<>221",
          say: t("Blue recalls `112` in the place of `221`.", "Bleu rappelle `112` à la place de `221`."),
        },
        {
          moves: ["222-b4xb5"],
          reply: "112<>221",
          say: t("Blue recalls `221` in the place of `112`.", "Bleu rappelle `221` à la place de `112`."),
        },
      ],
      otherwise: t(
        "Expel one of the three, so that two complementary ships are left.",
        "Expulsez l’un des trois, pour qu’il reste deux vaisseaux complémentaires.",
      ),
      done: t(
        "`112` and `221` are left. Blue can recall nobody any more.",
        "Il reste `112` et `221`. Bleu ne peut plus rappeler personne.",
      ),
      clauses: ["MAD-4.2", "MAD-4.3", "MAD-5.3"],
    },
    {
      do: "choose",
      panel: true,
      start: ",,,b111/,,,/,,,/,,,/,r112,r212,/r111,,, r",
      text: t(
        "Compare: Red has `112` and `212` beside its corvette. They are not complementary.",
        "Comparez : Rouge a `112` et `212` avec sa corvette. Ils ne sont pas complémentaires.",
      ),
      task: t("Which ships can Red recall now?", "Quels vaisseaux Rouge peut-il rappeler ?"),
      options: [
        { label: t("`221` and `121`", "`221` et `121`"), say: t("Yes.", "Oui.") },
        {
          label: t("Only `221`", "`221` seulement"),
          say: t(
            "`212` has a complement in exile as well: `121`.",
            "`212` a aussi un complémentaire en exil : `121`.",
          ),
        },
        {
          label: t("None", "Aucun"),
          say: t(
            "Their complements are in exile, so both can call.",
            "Leurs complémentaires sont en exil : les deux peuvent appeler.",
          ),
        },
      ],
      answer: 0,
      done: t(
        "Two ships, two recalls. Keep ships that are no pair.",
        "Deux vaisseaux, deux rappels. Gardez des vaisseaux qui ne forment pas une paire.",
      ),
      clauses: ["MAD-4.2"],
    },
  ]),
  lesson("parity", [
    {
      do: "move",
      start: ",,,/,,,/,b111,,/,r111,,/,,,/,,, r",
      text: t(
        "Only the two corvettes are left. Each has one cannon and one shield, so the one that **strikes first** wins.",
        "Il ne reste que les deux corvettes. Chacune a un canon et un bouclier : celle qui **frappe la première** gagne.",
      ),
      task: t("It is your turn. Strike.", "C’est à vous. Frappez."),
      moves: ["111-b3xb4"],
      goal: { wins: "exile" },
      otherwise: t("The blue corvette stands right ahead.", "La corvette bleue est juste devant."),
      done: t(
        "At a distance of one, the side to move wins.",
        "À une case de distance, celui qui a le trait gagne.",
      ),
      clauses: ["MAD-7.1"],
    },
    {
      do: "choose",
      start: ",,,/,b111,,/,,,/,r111,,/,,,/,,, r",
      text: t(
        "Now the distance is **two**: one vacant square between them. Step forward, and Blue strikes. Step back, and Blue comes after you.",
        "La distance est maintenant de **deux** : une case libre entre elles. Avancez, et Bleu frappe. Reculez, et Bleu vous suit.",
      ),
      task: t(
        "Red is to move. Who wins with best play?",
        "Rouge a le trait. Qui gagne si chacun joue au mieux ?",
      ),
      options: [
        {
          label: t("Red", "Rouge"),
          say: t(
            "Every step changes the distance by one, so it is odd whenever Blue is to move.",
            "Chaque pas change la distance d’une case : elle est donc impaire quand Bleu a le trait.",
          ),
        },
        { label: t("Blue", "Bleu"), say: t("Yes.", "Oui.") },
      ],
      answer: 1,
      done: t(
        "Every step changes the distance by exactly one. Blue will always find it odd.",
        "Chaque pas change la distance d’exactement une case. Bleu la trouvera toujours impaire.",
      ),
      clauses: ["MAD-3.1", "MAD-7.1"],
    },
    {
      do: "choose",
      start: "b111,,,/,,,/,,,/,,,/,r111,,/,,, r",
      text: t(
        "So count the steps from one corvette to the other: columns plus rows. **Odd** with your turn: you win. **Even**: you lose. The endgame tables of Joust prove it for all 552 positions of this board, and for all 600 of the 5×5 board.",
        "Comptez donc les pas d’une corvette à l’autre : colonnes plus rangées. **Impair** à votre tour : vous gagnez. **Pair** : vous perdez. Les tables de finales de Joust le prouvent pour les 552 positions de ce plateau et les 600 du 5×5.",
      ),
      task: t(
        "Red to move: one column and four rows apart. Who wins?",
        "Rouge a le trait : une colonne et quatre rangées d’écart. Qui gagne ?",
      ),
      options: [
        { label: t("Red", "Rouge"), say: t("Yes.", "Oui.") },
        { label: t("Blue", "Bleu"), say: t("1 + 4 = 5, which is odd.", "1 + 4 = 5, c’est impair.") },
      ],
      answer: 0,
      done: t("Five steps: odd, and it is your turn.", "Cinq pas : impair, et c’est à vous."),
      clauses: ["MAD-3.1"],
    },
    {
      do: "hunt",
      start: ",,b111,/,,,/,,,/,,r111,/,,,/,,, r",
      within: 8,
      text: t(
        "Parity says that you win; now do it. Come closer and drive the blue corvette into a corner. With no way left, it must step next to you.",
        "La parité dit que vous gagnez ; à vous de le faire. Approchez et poussez la corvette bleue dans un coin. Quand elle n’a plus d’issue, elle doit venir à votre contact.",
      ),
      task: t("Catch the blue corvette.", "Attrapez la corvette bleue."),
      otherwise: t(
        "That loses the corvette. `111<>222` is never a way out.",
        "Cela perd la corvette. `111<>222` n’est jamais une issue.",
      ),
      done: t(
        "Caught! The longest such chase takes 13 turns of both sides together.",
        "Attrapée ! La plus longue de ces chasses dure 13 tours, les deux camps compris.",
      ),
      clauses: ["MAD-7.1"],
    },
  ]),
];
