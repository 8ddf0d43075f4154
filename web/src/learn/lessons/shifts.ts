// Permutations and rotations in four lessons: by themselves, as a bonus, and in the positioning turn.
import type { Lesson } from "../steps";
import { lesson, START } from "./mad_lesson";
import { t } from "./text";

export const shifts: readonly Lesson[] = [
  lesson("permute", [
    {
      do: "point",
      start: `${START} r`,
      text: t(
        "Every ship has a **complement**: where one has 1, the other has 2. `111` and `222`, `112` and `221`, and so on.",
        "Chaque vaisseau a son **complémentaire** : là où l’un a 1, l’autre a 2. `111` et `222`, `112` et `221`, et ainsi de suite.",
      ),
      task: t("Choose the red complement of `121`.", "Choisissez le complémentaire rouge de `121`."),
      squares: ["d1"],
      otherwise: t(
        "Turn every digit around: 1 becomes 2, 2 becomes 1.",
        "Inversez chaque chiffre : 1 devient 2, 2 devient 1.",
      ),
      done: t(
        "`121` and `212`: together they have three of everything.",
        "`121` et `212` : à eux deux, trois de chaque.",
      ),
      clauses: ["MAD-4.1"],
    },
    {
      do: "move",
      panel: true,
      start: ",,,b111/,,b212,/,,r112,/,,,/,,,/r221,r111,, r",
      text: t(
        "Instead of moving you may **permute** two complementary ships: they trade places, however far apart they are. Your `112` faces a destroyer with two shields, and has one cannon.",
        "Au lieu de vous déplacer, vous pouvez **permuter** deux vaisseaux complémentaires : ils échangent leurs places, à n’importe quelle distance. Votre `112` fait face à un destroyer à deux boucliers, avec un seul canon.",
      ),
      task: t(
        "Bring `221` with its two cannons to the front: permute `112` and `221`.",
        "Amenez `221` et ses deux canons en première ligne : permutez `112` et `221`.",
      ),
      moves: ["112<>221"],
      goal: { kind: "permute", at: { "221": "c4", "112": "a1" } },
      otherwise: t(
        "Choose `112` and follow its arc to `221`, or use the list of permutations.",
        "Choisissez `112` et suivez son arc vers `221`, ou utilisez la liste des permutations.",
      ),
      done: t("Across the whole board in one turn.", "À travers tout le plateau en un tour."),
      clauses: ["MAD-4.1"],
    },
    {
      do: "move",
      panel: true,
      start: ",,,b111/,,b212,/,,r112,/,,,/,,,/,r111,, r",
      text: t(
        "This time `221` is **in exile**. A permutation works all the same: the exiled ship appears, and its complement goes into exile. That is a **recall**.",
        "Cette fois, `221` est **en exil**. La permutation marche quand même : l’exilé apparaît, et son complémentaire part en exil. C’est un **rappel**.",
      ),
      task: t("Recall `221` to the front.", "Rappelez `221` en première ligne."),
      moves: ["112<>221"],
      goal: { recalls: "221", at: { "221": "c4" } },
      otherwise: t("Permute `112` with `221`.", "Permutez `112` et `221`."),
      done: t(
        "`221` is back, and `112` waits in exile. It can come back the same way.",
        "`221` est de retour, et `112` attend en exil. Elle pourra revenir de même.",
      ),
      clauses: ["MAD-4.2", "MAD-1.8"],
    },
    {
      do: "choose",
      panel: true,
      start: ",,,b111/,b222,,/,,,/,r121,,/,r112,,/,r111,, r",
      text: t(
        "One recall is deadly. The red cruiser is in exile. Permuting `111` and `222` would bring it back, and send your **own corvette** into exile.",
        "Un rappel est mortel. Le croiseur rouge est en exil. Permuter `111` et `222` le ramènerait, et enverrait votre **propre corvette** en exil.",
      ),
      task: t(
        "What happens if Red plays `111<>222` here?",
        "Que se passe-t-il si Rouge joue `111<>222` ici ?",
      ),
      options: [
        {
          label: t("Red gets a strong ship back", "Rouge récupère un vaisseau fort"),
          say: t(
            "It does, and loses its corvette at the same moment.",
            "Oui, et perd sa corvette au même instant.",
          ),
        },
        { label: t("Red loses at once", "Rouge perd aussitôt"), say: t("Yes.", "Oui.") },
        {
          label: t("It is not allowed", "C’est interdit"),
          say: t(
            "It is allowed. The arena asks before it lets you do it.",
            "C’est permis. L’arène demande confirmation avant.",
          ),
        },
      ],
      answer: 1,
      done: t("So a cruiser that is lost stays lost.", "Un croiseur perdu est donc perdu pour de bon."),
      clauses: ["MAD-4.4", "MAD-7.1"],
    },
  ]),
  lesson("rotate", [
    {
      do: "move",
      panel: true,
      start: ",,,b111/,,b212,/,,r112,/,,,/r121,,,/,r111,,r211 r",
      text: t(
        "The three frigates `112`, `121`, `211` can **rotate**: each takes the place of another. There are two directions.",
        "Les trois frégates `112`, `121`, `211` peuvent **tourner** : chacune prend la place d’une autre. Il y a deux sens.",
      ),
      task: t(
        "Rotate so that `121`, with its two cannons, stands on c4.",
        "Faites tourner pour que `121`, avec ses deux canons, se trouve en c4.",
      ),
      moves: ["112>211>121"],
      goal: { kind: "rotate", at: { "121": "c4" } },
      wrong: [
        {
          moves: ["112>121>211"],
          say: t(
            "The other way round: now `211` stands there.",
            "Dans l’autre sens : c’est `211` qui s’y trouve.",
          ),
        },
      ],
      otherwise: t(
        "Use a rotation from the list: the one in which `121` takes the place of `112`.",
        "Utilisez une rotation de la liste : celle où `121` prend la place de `112`.",
      ),
      done: t(
        "`112 → 211 → 121`: the first takes the place of the second, and so on round.",
        "`112 → 211 → 121` : la première prend la place de la deuxième, et ainsi de suite.",
      ),
      clauses: ["MAD-5.1"],
    },
    {
      do: "move",
      panel: true,
      start: ",,,b111/r212,,,/,,,/,r221,b112,/,,,r122/,r111,, r",
      text: t(
        "The three destroyers `122`, `212`, `221` rotate in the same way.",
        "Les trois destroyers `122`, `212`, `221` tournent de la même façon.",
      ),
      task: t(
        "Bring `122`, with two cannons and two shields, to b3.",
        "Amenez `122`, deux canons et deux boucliers, en b3.",
      ),
      moves: ["122>221>212"],
      goal: { kind: "rotate", at: { "122": "b3" } },
      otherwise: t(
        "Choose the rotation in which `122` takes the place of `221`.",
        "Choisissez la rotation où `122` prend la place de `221`.",
      ),
      done: t("All three have moved in one turn.", "Les trois ont bougé en un tour."),
      clauses: ["MAD-5.1"],
    },
    {
      do: "move",
      panel: true,
      start: ",,,b111/,,b112,/,,r212,/,,,/,r221,,/r111,,, r",
      text: t(
        "With **one of the three in exile**, a rotation recalls it: it takes one place, the ship there takes the other place, and the last one goes into exile.",
        "Si **un des trois est en exil**, une rotation le rappelle : il prend une place, le vaisseau qui s’y trouvait prend l’autre, et le dernier part en exil.",
      ),
      task: t(
        "Recall `122` to c4, and keep `212` on the board.",
        "Rappelez `122` en c4, et gardez `212` sur le plateau.",
      ),
      moves: ["122>212>221"],
      goal: { recalls: "122", at: { "122": "c4", "212": "b2" } },
      wrong: [
        {
          moves: ["122>221>212"],
          say: t(
            "That recalls `122` too, but on b2, and `212` is gone.",
            "Cela rappelle aussi `122`, mais en b2, et `212` a disparu.",
          ),
        },
      ],
      otherwise: t("Choose a rotation of the destroyers.", "Choisissez une rotation des destroyers."),
      done: t(
        "`122` came, `212` moved over, `221` left.",
        "`122` est venu, `212` s’est décalé, `221` est parti.",
      ),
      clauses: ["MAD-5.2"],
    },
    {
      do: "choose",
      panel: true,
      start: ",,,b111/,,b112,/,,r212,/,,,/,r211,,/r111,,, r",
      text: t(
        "Now two of the three red destroyers are in exile: only `212` is left.",
        "Maintenant, deux des trois destroyers rouges sont en exil : il ne reste que `212`.",
      ),
      task: t(
        "How many rotations of destroyers does Red have?",
        "Combien de rotations de destroyers Rouge a-t-il ?",
      ),
      options: [
        {
          label: t("Two", "Deux"),
          say: t("That needs at least two of them on the board.", "Il en faut au moins deux sur le plateau."),
        },
        {
          label: t("One", "Une"),
          say: t("There are two rotations or none.", "Il y a deux rotations, ou aucune."),
        },
        { label: t("None", "Aucune"), say: t("Yes.", "Oui.") },
      ],
      answer: 2,
      done: t(
        "With two or three in exile there is no rotation. A permutation can still help: `211` recalls `122`.",
        "Avec deux ou trois exilés, pas de rotation. Une permutation peut encore aider : `211` rappelle `122`.",
      ),
      clauses: ["MAD-5.3", "MAD-4.2"],
    },
  ]),
  lesson("bonus", [
    {
      do: "move",
      panel: true,
      start: ",,,b111/,r112,,/,,,/,,,/,,,/r111,,,r221 r",
      stars: ["b6"],
      text: t(
        "The far row is your **last row**. A ship that reaches it by a step of **one square** earns a bonus: it may permute or rotate in the same turn.",
        "La rangée du fond est votre **dernière rangée**. Un vaisseau qui l’atteint par un pas d’**une case** gagne un bonus : il peut permuter ou tourner dans le même tour.",
      ),
      task: t(
        "Step to the star, then permute `112` and `221`.",
        "Avancez sur l’étoile, puis permutez `112` et `221`.",
      ),
      moves: ["112-b5-b6+112<>221"],
      goal: { bonus: true, at: { "221": "b6" } },
      wrong: [
        {
          moves: ["112-b5-b6"],
          say: t(
            "You declined the bonus. Take it this time.",
            "Vous avez refusé le bonus. Prenez-le, cette fois.",
          ),
        },
      ],
      otherwise: t(
        "First step to b6, then choose the permutation.",
        "D’abord le pas en b6, puis la permutation.",
      ),
      done: t(
        "Two actions in one turn: `221` now threatens the corvette.",
        "Deux actions en un tour : `221` menace maintenant la corvette.",
      ),
      clauses: ["MAD-6.3", "MAD-1.7"],
    },
    {
      do: "point",
      start: ",,,b111/,r121,,/r211,,,/,,,/,,,/r111,,,r212 r",
      stars: ["a6", "b6"],
      text: t(
        "Only a step of **one** square earns it. Two squares at once earn nothing.",
        "Seul un pas d’**une** case le rapporte. Deux cases d’un coup ne rapportent rien.",
      ),
      task: t(
        "Which red ship can earn a bonus in this turn?",
        "Quel vaisseau rouge peut gagner un bonus à ce tour ?",
      ),
      squares: ["b5"],
      wrong: {
        a4: t("`211` needs two squares to get there.", "`211` a besoin de deux cases pour y arriver."),
      },
      otherwise: t(
        "Choose a red ship that is one step from the last row.",
        "Choisissez un vaisseau rouge à un pas de la dernière rangée.",
      ),
      done: t("`121` is one step away.", "`121` est à un pas."),
      clauses: ["MAD-6.3", "MAD-6.5"],
    },
    {
      do: "move",
      panel: true,
      start: ",b211,,b111/,r121,,/,,,/,,,/,,,/r111,,,r212 r",
      stars: ["b6"],
      text: t(
        "A step that **expels** earns the bonus, too.",
        "Un pas qui **expulse** rapporte aussi le bonus.",
      ),
      task: t(
        "Expel the blue frigate, and take the bonus.",
        "Expulsez la frégate bleue, et prenez le bonus.",
      ),
      moves: ["121-b5xb6+121<>212"],
      goal: { bonus: true, expels: "211" },
      wrong: [
        {
          moves: ["121-b5xb6"],
          say: t(
            "Expelled, but the bonus was yours as well.",
            "Expulsée, mais le bonus vous revenait aussi.",
          ),
        },
      ],
      otherwise: t("`121` to b6, then the permutation.", "`121` en b6, puis la permutation."),
      done: t(
        "One ship expelled and another one brought forward, in one turn.",
        "Un vaisseau expulsé et un autre avancé, en un tour.",
      ),
      clauses: ["MAD-6.3", "MAD-6.4"],
    },
    {
      do: "move",
      panel: true,
      start: ",,,b111/,r112,,/,,,/,,,/,,,/r111,,, r",
      stars: ["b6"],
      text: t(
        "With the complement **in exile**, the bonus is a recall right in the enemy’s home: the ship that stepped goes, its complement comes.",
        "Si le complémentaire est **en exil**, le bonus est un rappel au cœur du camp adverse : le vaisseau qui a fait le pas s’en va, son complémentaire arrive.",
      ),
      task: t(
        "Step to the last row and recall `221` there.",
        "Avancez sur la dernière rangée et rappelez-y `221`.",
      ),
      moves: ["112-b5-b6+112<>221"],
      goal: { bonus: true, recalls: "221", at: { "221": "b6" } },
      otherwise: t(
        "First step to b6, then permute with `221`.",
        "D’abord le pas en b6, puis la permutation avec `221`.",
      ),
      done: t(
        "A slow frigate became a fast destroyer, two squares from the corvette.",
        "Une frégate lente est devenue un destroyer rapide, à deux cases de la corvette.",
      ),
      clauses: ["MAD-6.7", "MAD-4.2"],
    },
  ]),
  lesson("positioning", [
    {
      do: "move",
      panel: true,
      start: `${START} r 1 0 -`,
      text: t(
        "The **first turn** of each side is special: no ship moves. You permute, rotate, or pass. So no two games need begin alike.",
        "Le **premier tour** de chaque camp est particulier : aucun vaisseau ne se déplace. On permute, on tourne, ou on passe. Ainsi, les parties ne commencent pas toutes pareil.",
      ),
      task: t("Permute two ships: any pair you like.", "Permutez deux vaisseaux : la paire de votre choix."),
      goal: { kind: "permute" },
      otherwise: t("This time, a permutation.", "Cette fois, une permutation."),
      done: t(
        "There are nine choices: four permutations, four rotations, and the pass.",
        "Il y a neuf choix : quatre permutations, quatre rotations, et passer.",
      ),
      clauses: ["MAD-6.1"],
    },
    {
      do: "move",
      panel: true,
      start: `${START} r 1 0 -`,
      text: t(
        "You may leave everything as it is. Only in this turn is passing allowed.",
        "Vous pouvez tout laisser en place. C’est le seul tour où l’on a le droit de passer.",
      ),
      task: t("Pass.", "Passez."),
      moves: ["pass"],
      goal: { kind: "pass" },
      otherwise: t("The button “Pass” is beside the board.", "Le bouton « Passer » est à côté du plateau."),
      done: t("Blue has its positioning turn next.", "C’est au tour de Bleu de se positionner."),
      clauses: ["MAD-6.1", "MAD-2.3"],
    },
    {
      do: "move",
      panel: true,
      start: `${START} r 1 0 -`,
      course: ["pass", "112<>221"],
      text: t(
        "Blue has permuted `112` and `221`. From now on turns are ordinary: one move, one permutation or one rotation.",
        "Bleu a permuté `112` et `221`. Désormais les tours sont ordinaires : un déplacement, une permutation ou une rotation.",
      ),
      task: t("Move a ship: any you like.", "Déplacez un vaisseau : celui de votre choix."),
      goal: { kind: "move" },
      otherwise: t("Move a ship this time.", "Cette fois, déplacez un vaisseau."),
      done: t(
        "The game has begun. Some rulesets leave the positioning turns out.",
        "La partie est lancée. Certaines règles se passent des tours de positionnement.",
      ),
      clauses: ["MAD-6.2", "MAD-2.2"],
    },
  ]),
];
