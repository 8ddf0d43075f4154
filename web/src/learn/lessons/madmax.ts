// Mad Max in eight lessons: a battle that is read step by step, and a first player.
import type { Lesson, MaxStep } from "../steps";
import { t } from "./text";

const lesson = (id: string, steps: readonly MaxStep[]): Lesson => ({ game: "madmax", id, steps });

export const madmax: readonly Lesson[] = [
  lesson("map", [
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Four teams, four programs: **Disc**, **Square**, **Triangle** and **Diamond**. Each begins with two cities. In every round a team scores one point for each city that it owns.",
        "Quatre équipes, quatre programmes : **Disque**, **Carré**, **Triangle** et **Losange**. Chacune commence avec deux villes. À chaque tour, une équipe marque un point par ville qu’elle possède.",
      ),
      task: t("Choose a city of Disc, the orange team.", "Choisissez une ville de Disque, l’équipe orange."),
      find: { find: "city", team: 0 },
      otherwise: t(
        "A city has the colour of its owner. Disc is orange.",
        "Une ville a la couleur de son propriétaire. Disque est orange.",
      ),
      done: t(
        "One point for Disc, every round, as long as it holds.",
        "Un point par tour pour Disque, tant qu’il la tient.",
      ),
      clauses: ["MAX-1.3", "MAX-4.15"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Warriors walk on desert, roads and cities. They cannot swim, but they must **drink**.",
        "Les guerriers marchent dans le désert, sur les routes et dans les villes. Ils ne nagent pas, mais ils doivent **boire**.",
      ),
      task: t("Choose a cell of water.", "Choisissez une case d’eau."),
      find: { find: "cell", letter: "W" },
      otherwise: t(
        "Water is blue. There is a lake in the middle.",
        "L’eau est bleue. Il y a un lac au milieu.",
      ),
      done: t("A warrior beside water fills up.", "Un guerrier à côté de l’eau fait le plein."),
      clauses: ["MAX-1.2", "MAX-4.16"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Cars drive on desert and roads. Beside a **station** they refuel. Stations stand where roads cross.",
        "Les voitures roulent dans le désert et sur les routes. À côté d’une **station**, elles font le plein. Les stations sont aux carrefours.",
      ),
      task: t("Choose a fuel station.", "Choisissez une station-service."),
      find: { find: "cell", letter: "S" },
      otherwise: t("Stations are golden, on the crossroads.", "Les stations sont dorées, aux carrefours."),
      done: t(
        "Six to eight of them stand on a map of the contest.",
        "Une carte du concours en a de six à huit.",
      ),
      clauses: ["MAX-1.2", "MAX-1.4"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Units are drawn in the shape and colour of their team. **Cars** start on roads at the edge.",
        "Les unités ont la forme et la couleur de leur équipe. Les **voitures** partent sur les routes du bord.",
      ),
      task: t(
        "Choose a car. Point at units to see what they are.",
        "Choisissez une voiture. Pointez les unités pour savoir ce que c’est.",
      ),
      find: { find: "unit", kind: "car" },
      otherwise: t(
        "Look at the ends of the roads, on the edge of the map.",
        "Regardez au bout des routes, au bord de la carte.",
      ),
      done: t(
        "In the contest a team has 20 warriors and 3 cars. Here it has 4 and 1, so that you see each of them.",
        "Au concours, une équipe a 20 guerriers et 3 voitures. Ici, 4 et 1, pour bien voir chacun.",
      ),
      clauses: ["MAX-1.6", "MAX-2.1"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 110,
      text: t(
        "We are in round 110. Cities have changed hands.",
        "Nous sommes au tour 110. Des villes ont changé de mains.",
      ),
      task: t(
        "Choose a city of the team that owns the most cities.",
        "Choisissez une ville de l’équipe qui en possède le plus.",
      ),
      find: { find: "leader", by: "cities" },
      otherwise: t("Count the cities of each colour.", "Comptez les villes de chaque couleur."),
      done: t(
        "Diamond owns four of eight. It now scores four points in every round.",
        "Losange en possède quatre sur huit. Il marque désormais quatre points par tour.",
      ),
      clauses: ["MAX-4.15", "MAX-4.17"],
    },
  ]),
  lesson("rounds", [
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Each team moves in **every fourth round**: Disc in rounds 0, 4, 8, …, Square in 1, 5, 9, …, and so on.",
        "Chaque équipe joue **un tour sur quatre** : Disque aux tours 0, 4, 8…, Carré aux tours 1, 5, 9…, et ainsi de suite.",
      ),
      task: t(
        "Choose a warrior that may move in round 0.",
        "Choisissez un guerrier qui peut bouger au tour 0.",
      ),
      find: { find: "unit", kind: "warrior", team: 0 },
      otherwise: t(
        "Round 0 belongs to Disc, the orange team.",
        "Le tour 0 appartient à Disque, l’équipe orange.",
      ),
      done: t("500 rounds are 125 turns for each team.", "500 tours, cela fait 125 fois pour chaque équipe."),
      clauses: ["MAX-3.3"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 22,
      text: t(
        "There is an exception: a **car with fuel on a road** moves in every round. Round 22 belongs to Triangle, but look what is driving.",
        "Une exception : une **voiture qui a de l’essence, sur une route**, bouge à chaque tour. Le tour 22 est celui de Triangle, mais regardez qui roule.",
      ),
      task: t("Choose a car that moves in this round.", "Choisissez une voiture qui bouge à ce tour."),
      find: { find: "mover", kind: "car" },
      otherwise: t(
        "A car, on a road. Step on and back to see which one moves.",
        "Une voiture, sur une route. Avancez et reculez d’un tour pour voir laquelle bouge.",
      ),
      done: t(
        "On roads a car is four times as fast as a warrior.",
        "Sur route, une voiture est quatre fois plus rapide qu’un guerrier.",
      ),
      clauses: ["MAX-3.3", "MAX-4.11"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 22,
      text: t(
        "All players give their orders at the same time; then the moves are made one after the other, in an order that is **drawn at random**.",
        "Tous les joueurs donnent leurs ordres en même temps ; puis les mouvements se font l’un après l’autre, dans un ordre **tiré au sort**.",
      ),
      task: t(
        "Step on, round by round, to the first moment when a car runs over a warrior.",
        "Avancez, tour par tour, jusqu’au premier moment où une voiture écrase un guerrier.",
      ),
      find: { find: "round", event: "runOver" },
      otherwise: t(
        "Not yet. Use the buttons below the map, or the arrow keys on the slider.",
        "Pas encore. Utilisez les boutons sous la carte, ou les flèches sur le curseur.",
      ),
      done: t(
        "Diamond’s car has run over a warrior of Triangle. The warrior now belongs to Diamond, and comes back at the edge.",
        "La voiture de Losange a écrasé un guerrier de Triangle. Il appartient maintenant à Losange, et revient au bord.",
      ),
      clauses: ["MAX-4.2", "MAX-4.5", "MAX-4.13"],
    },
  ]),
  lesson("water", [
    {
      do: "battle",
      battle: "oasis",
      at: 240,
      text: t(
        "A warrior begins with 40 food and 40 water, and uses one of each in every turn of its team. At zero it is lost: another team gets it.",
        "Un guerrier part avec 40 de nourriture et 40 d’eau, et en consomme un de chaque à chaque tour de son équipe. À zéro, il est perdu : une autre équipe le reçoit.",
      ),
      task: t(
        "Choose the warrior with the least water. The blue bar is water, the green bar food.",
        "Choisissez le guerrier qui a le moins d’eau. La barre bleue est l’eau, la verte la nourriture.",
      ),
      find: { find: "thirstiest" },
      otherwise: t(
        "Another one has less. Point at units to see numbers.",
        "Un autre en a moins. Pointez les unités pour voir les chiffres.",
      ),
      done: t(
        "Eight left, and it stands near the lake in the south-west: it will make it.",
        "Il lui en reste huit, et il est près de l’eau au sud-ouest : il y arrivera.",
      ),
      clauses: ["MAX-4.11", "MAX-4.12"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 240,
      text: t(
        "A **city** fills up food, whoever owns it. **Water** fills up water. Every warrior wanders between the two.",
        "Une **ville** refait la nourriture, quel que soit son propriétaire. L’**eau** refait l’eau. Chaque guerrier va de l’une à l’autre.",
      ),
      task: t(
        "Choose a cell of water, where that warrior is heading.",
        "Choisissez une case d’eau, là où va ce guerrier.",
      ),
      find: { find: "cell", letter: "W" },
      otherwise: t("Water is blue.", "L’eau est bleue."),
      done: t(
        "Recharging happens in the turns of its own team, at the very end of the round.",
        "La recharge se fait aux tours de son équipe, tout à la fin du tour.",
      ),
      clauses: ["MAX-4.16"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 270,
      text: t(
        "Fights cost food and water, too. Somebody has fought in the desert, far from everything.",
        "Les combats coûtent aussi de la nourriture et de l’eau. Quelqu’un s’est battu dans le désert, loin de tout.",
      ),
      task: t(
        "Which warrior will starve first? Choose it.",
        "Quel guerrier mourra le premier de faim ou de soif ? Choisissez-le.",
      ),
      find: { find: "next", event: "starved" },
      otherwise: t(
        "Look for short bars, far from water and cities.",
        "Cherchez les barres courtes, loin de l’eau et des villes.",
      ),
      done: t(
        "A warrior of Square, at the eastern edge. Let us see.",
        "Un guerrier de Carré, au bord est. Voyons.",
      ),
      clauses: ["MAX-4.12", "MAX-4.8"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 270,
      text: t(
        "Time runs. A lost unit is not gone: it goes to another team, filled up, and comes back at the edge.",
        "Le temps passe. Une unité perdue ne disparaît pas : elle va à une autre équipe, rechargée, et revient au bord.",
      ),
      task: t("Step to the round in which it starves.", "Avancez jusqu’au tour où il meurt."),
      find: { find: "round", event: "starved" },
      otherwise: t("Not yet.", "Pas encore."),
      done: t(
        "The number of warriors on the map never changes. Only their owners do.",
        "Le nombre de guerriers sur la carte ne change jamais. Seuls changent leurs maîtres.",
      ),
      clauses: ["MAX-4.12", "MAX-4.10", "MAX-4.13"],
    },
  ]),
  lesson("cars", [
    {
      do: "battle",
      battle: "oasis",
      at: 23,
      text: t(
        "A car that moves onto a warrior of another team **captures** it. A warrior of Triangle is near the road, and a car is coming.",
        "Une voiture qui roule sur un guerrier adverse le **capture**. Un guerrier de Triangle est près de la route, et une voiture arrive.",
      ),
      task: t(
        "Which warrior will be run over? Choose it.",
        "Quel guerrier va se faire écraser ? Choisissez-le.",
      ),
      find: { find: "next", event: "runOver" },
      otherwise: t(
        "A green triangle outside its city, in the south-east.",
        "Un triangle vert hors de sa ville, au sud-est.",
      ),
      done: t("Five rounds later it belongs to Diamond.", "Cinq tours plus tard, il est à Losange."),
      clauses: ["MAX-4.5"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 58,
      text: t(
        "Cars are dangerous, but they cannot enter cities. And a warrior that walks onto a car captures nothing: it is lost itself.",
        "Les voitures sont dangereuses, mais n’entrent pas dans les villes. Et un guerrier qui marche sur une voiture ne capture rien : c’est lui qui est perdu.",
      ),
      task: t(
        "Step to the next time a car runs over a warrior.",
        "Avancez jusqu’à la prochaine fois qu’une voiture écrase un guerrier.",
      ),
      find: { find: "round", event: "runOver" },
      otherwise: t("Not yet.", "Pas encore."),
      done: t("Now Triangle takes revenge on Diamond.", "Cette fois, Triangle se venge de Losange."),
      clauses: ["MAX-4.5", "MAX-4.6", "MAX-1.2"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 62,
      text: t(
        "A car on a road with fuel uses one unit in every round, even when it waits. Without fuel it is as slow as a warrior.",
        "Sur route, une voiture qui a de l’essence en consomme 1 par tour, même à l’arrêt. À sec, elle est aussi lente qu’un guerrier.",
      ),
      task: t("Choose a station where it can refuel.", "Choisissez une station où elle peut faire le plein."),
      find: { find: "cell", letter: "S" },
      otherwise: t("Stations are golden, on the crossroads.", "Les stations sont dorées, aux carrefours."),
      done: t("A full tank lasts a hundred rounds on the road.", "Un plein dure cent tours de route."),
      clauses: ["MAX-4.11", "MAX-4.16", "MAX-3.3"],
    },
  ]),
  lesson("thunderdome", [
    {
      do: "battle",
      battle: "oasis",
      at: 254,
      text: t(
        "A warrior that moves onto a warrior of another team **attacks**. Outside cities the victim loses up to 6 food and 6 water, and half of that goes to the attacker.",
        "Un guerrier qui marche sur un guerrier adverse l’**attaque**. Hors des villes, la victime perd jusqu’à 6 de nourriture et 6 d’eau, dont la moitié va à l’attaquant.",
      ),
      task: t(
        "Two warriors are about to fight in the east. Choose one of them.",
        "Deux guerriers vont se battre à l’est. Choisissez l’un d’eux.",
      ),
      find: { find: "either", event: "attack" },
      otherwise: t(
        "Two warriors of different teams, side by side near the eastern edge.",
        "Deux guerriers d’équipes différentes, côte à côte près du bord est.",
      ),
      done: t(
        "Square strikes first, and Triangle strikes back.",
        "Carré frappe le premier, et Triangle riposte.",
      ),
      clauses: ["MAX-4.8"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 69,
      text: t(
        "Inside a city the law is another: **two men enter, one man leaves**. The chance of each is in proportion to its **water**.",
        "Dans une ville, la loi est autre : **deux hommes entrent, un seul sort**. Les chances de chacun sont proportionnelles à son **eau**.",
      ),
      task: t(
        "Choose one of the two warriors that will meet in the thunderdome.",
        "Choisissez l’un des deux guerriers qui vont s’affronter sous le dôme.",
      ),
      find: { find: "either", event: "thunderdome" },
      otherwise: t(
        "A city with warriors of two teams, in the north-west.",
        "Une ville où se trouvent deux équipes, au nord-ouest.",
      ),
      done: t(
        "30 water against 22: the intruder wins with a chance of 30 in 52.",
        "30 d’eau contre 22 : l’intrus a 30 chances sur 52 de gagner.",
      ),
      clauses: ["MAX-4.7"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 69,
      text: t(
        "The loser is captured by the team of the winner. The winner keeps its levels and stays where it is.",
        "Le perdant est capturé par l’équipe du gagnant. Le gagnant garde ses niveaux et reste où il est.",
      ),
      task: t("Step to the round of the thunderdome.", "Avancez jusqu’au tour du dôme."),
      find: { find: "round", event: "thunderdome" },
      otherwise: t("Not yet.", "Pas encore."),
      done: t(
        "Diamond won, far from home. A well-watered warrior is a good attacker.",
        "Losange a gagné, loin de chez lui. Un guerrier bien abreuvé est un bon attaquant.",
      ),
      clauses: ["MAX-4.7", "MAX-4.10"],
    },
  ]),
  lesson("cities", [
    {
      do: "battle",
      battle: "oasis",
      at: 101,
      text: t(
        "A city goes to the team that has **strictly more** warriors in it than every other team. An empty city keeps its owner.",
        "Une ville va à l’équipe qui y a **strictement plus** de guerriers que chaque autre. Une ville vide garde son propriétaire.",
      ),
      task: t(
        "Which city changes hands next? Choose it.",
        "Quelle ville va changer de mains ? Choisissez-la.",
      ),
      find: { find: "nextCity" },
      otherwise: t(
        "Look for a city whose guards have left, with a stranger inside.",
        "Cherchez une ville que ses gardes ont quittée, avec un intrus dedans.",
      ),
      done: t(
        "Disc’s warriors went to drink, and one warrior of Diamond stayed behind.",
        "Les guerriers de Disque sont allés boire, et un guerrier de Losange est resté.",
      ),
      clauses: ["MAX-4.14"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 101,
      text: t(
        "One warrior is enough, if nobody else is there at the end of a round.",
        "Un seul guerrier suffit, si personne d’autre n’est là à la fin d’un tour.",
      ),
      task: t("Step to the round in which the city falls.", "Avancez jusqu’au tour où la ville tombe."),
      find: { find: "round", event: "city" },
      otherwise: t("Not yet.", "Pas encore."),
      done: t(
        "A moment later a second one falls, in the north-east. Guards that must drink are the problem of every player.",
        "Un instant plus tard, une seconde tombe, au nord-est. Les gardes qui doivent boire : le souci de tout joueur.",
      ),
      clauses: ["MAX-4.14", "MAX-4.15"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 245,
      text: t(
        "Round 245. Two cities are about to fall in the same round.",
        "Tour 245. Deux villes vont tomber au même tour.",
      ),
      task: t("Choose one of them.", "Choisissez l’une d’elles."),
      find: { find: "nextCity" },
      otherwise: t("Who stands inside, and who owns it?", "Qui est dedans, et à qui est-elle ?"),
      done: t(
        "Yes. Ask this of every city, in every round: who is inside, who is on the way?",
        "Oui. Posez-vous la question pour chaque ville, à chaque tour : qui est dedans, qui arrive ?",
      ),
      clauses: ["MAX-4.14"],
    },
  ]),
  lesson("battle", [
    {
      do: "battle",
      battle: "oasis",
      at: 0,
      text: t(
        "Now read a whole battle: 400 rounds, four copies of the built-in player Dummy. Play it, or drag the slider.",
        "Lisez maintenant toute une bataille : 400 tours, quatre exemplaires du joueur intégré Dummy. Lancez la lecture, ou faites glisser le curseur.",
      ),
      task: t(
        "Step to the first time a city changes hands.",
        "Allez à la première fois qu’une ville change de mains.",
      ),
      find: { find: "round", event: "city" },
      otherwise: t(
        "Not there. It takes a hundred rounds.",
        "Pas là. Il faut attendre une centaine de tours.",
      ),
      done: t(
        "For a hundred rounds all teams were equal; then water ran low, and guards left their cities.",
        "Pendant cent tours, toutes les équipes étaient à égalité ; puis l’eau a manqué, et les gardes ont quitté leurs villes.",
      ),
      clauses: ["MAX-4.14"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 240,
      text: t(
        "Round 240. One team has lost all its cities. It scores nothing, but its warriors still fight.",
        "Tour 240. Une équipe a perdu toutes ses villes. Elle ne marque plus, mais ses guerriers se battent encore.",
      ),
      task: t(
        "Choose a warrior of the team without a city.",
        "Choisissez un guerrier de l’équipe sans ville.",
      ),
      find: { find: "unit", kind: "warrior", team: 0 },
      otherwise: t(
        "Which colour do you not see among the cities?",
        "Quelle couleur manque parmi les villes ?",
      ),
      done: t(
        "Disc has one warrior left, and it is about to take a city back.",
        "Disque n’a plus qu’un guerrier, et il va reprendre une ville.",
      ),
      clauses: ["MAX-4.15"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 240,
      text: t("A single warrior against three armies.", "Un seul guerrier contre trois armées."),
      task: t("Step to its thunderdome.", "Avancez jusqu’à son combat sous le dôme."),
      find: { find: "round", event: "thunderdome" },
      otherwise: t("Not yet.", "Pas encore."),
      done: t(
        "It wins with 25 water against 14, and the city is Disc’s again in the same round.",
        "Il gagne avec 25 d’eau contre 14, et la ville redevient à Disque au même tour.",
      ),
      clauses: ["MAX-4.7", "MAX-4.14"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 300,
      text: t(
        "The highest total after the last round wins.",
        "Le plus grand total après le dernier tour gagne.",
      ),
      task: t("Go to the end of the battle.", "Allez à la fin de la bataille."),
      find: { find: "end" },
      otherwise: t("The slider leads to the end.", "Le curseur mène à la fin."),
      done: t("The scores stand above the map.", "Les scores sont au-dessus de la carte."),
      clauses: ["MAX-4.17"],
    },
    {
      do: "battle",
      battle: "oasis",
      at: 400,
      text: t("The battle is over.", "La bataille est finie."),
      task: t("Who won? Choose a city of the winner.", "Qui a gagné ? Choisissez une ville du vainqueur."),
      find: { find: "leader", by: "scores" },
      otherwise: t("Compare the scores above the map.", "Comparez les scores au-dessus de la carte."),
      done: t(
        "Diamond: 1073 points. It was ahead since the first city fell.",
        "Losange : 1073 points. Il menait depuis la chute de la première ville.",
      ),
      clauses: ["MAX-4.17"],
    },
  ]),
  lesson("player", [
    {
      do: "code",
      code: "start",
      text: t(
        "A player is one C++ class. You need Linux, `make` and `g++`, and the program `joust`. The first command makes a folder with everything; the next ones build it and play a first game.",
        "Un joueur est une classe C++. Il faut Linux, `make` et `g++`, et le programme `joust`. La première commande crée un dossier avec tout ; les suivantes le compilent et jouent une première partie.",
      ),
      task: t(
        "Which file holds the game, so that you can watch it?",
        "Quel fichier contient la partie, pour la regarder ?",
      ),
      options: [
        {
          label: t("`default.cnf`", "`default.cnf`"),
          say: t("That is the map and the settings.", "C’est la carte et les réglages."),
        },
        { label: t("`default.res`", "`default.res`"), say: t("Yes.", "Oui.") },
        {
          label: t("`AINull.cc`", "`AINull.cc`"),
          say: t("That is a player, an empty one.", "C’est un joueur, vide."),
        },
      ],
      answer: 1,
      done: t(
        "Open `viewer.html` in the folder and drop `default.res` on it.",
        "Ouvrez `viewer.html` dans le dossier et déposez-y `default.res`.",
      ),
      clauses: ["MAX-6.2"],
    },
    {
      do: "code",
      code: "AIFirst.cc",
      text: t(
        "Copy `AINull.cc` to `AIFirst.cc` and change the name. The game calls `play()` in every round. This player sends every warrior up.",
        "Copiez `AINull.cc` en `AIFirst.cc` et changez le nom. Le jeu appelle `play()` à chaque tour. Ce joueur envoie chaque guerrier vers le haut.",
      ),
      task: t(
        "What happens to orders in the rounds of other teams?",
        "Que deviennent les ordres donnés aux tours des autres équipes ?",
      ),
      options: [
        {
          label: t("The player dies", "Le joueur meurt"),
          say: t(
            "No: only more than 1000 orders in a round kill a player.",
            "Non : seuls plus de 1000 ordres par tour tuent un joueur.",
          ),
        },
        { label: t("They are dropped", "Ils sont ignorés"), say: t("Yes.", "Oui.") },
        {
          label: t("They wait for the next turn", "Ils attendent le tour suivant"),
          say: t("Orders are for this round only.", "Un ordre ne vaut que pour ce tour."),
        },
      ],
      answer: 1,
      done: t(
        "A unit that cannot move drops its order. Build with `make all` and play: `./Game First Demo Demo Demo -s 1 -i default.cnf -o default.res`.",
        "Une unité qui ne peut pas bouger ignore l’ordre. Compilez avec `make all` et jouez : `./Game First Demo Demo Demo -s 1 -i default.cnf -o default.res`.",
      ),
      clauses: ["MAX-3.2", "MAX-3.4"],
    },
    {
      do: "code",
      code: "AIThirsty.cc",
      text: t(
        "Going up kills: no food, no water. This player looks for the **nearest** cell that helps, by a search in breadth, and takes the first step towards it. A thirsty warrior goes to water, all others to a city.",
        "Monter tout droit tue : ni nourriture, ni eau. Ce joueur cherche la case utile **la plus proche**, par un parcours en largeur, et fait le premier pas vers elle. Un guerrier assoiffé va vers l’eau, les autres vers une ville.",
      ),
      task: t(
        "A warrior has 12 water left. Where does this player send it?",
        "Il reste 12 d’eau à un guerrier. Où ce joueur l’envoie-t-il ?",
      ),
      options: [
        {
          label: t("To the nearest city", "Vers la ville la plus proche"),
          say: t("Look at `thirsty`: it compares with 20.", "Regardez `thirsty` : il compare à 20."),
        },
        { label: t("Beside the nearest water", "Au bord de l’eau la plus proche"), say: t("Yes.", "Oui.") },
        {
          label: t("Nowhere", "Nulle part"),
          say: t(
            "Every warrior that can move gets an order.",
            "Chaque guerrier qui peut bouger reçoit un ordre.",
          ),
        },
      ],
      answer: 1,
      done: t(
        "These few lines survive a whole game. Twenty is a guess: try other numbers.",
        "Ces quelques lignes survivent à toute une partie. Vingt est une supposition : essayez d’autres nombres.",
      ),
      clauses: ["MAX-4.16", "MAX-4.12"],
    },
    {
      do: "code",
      code: "match",
      text: t(
        "Is a change an improvement? Keep the old version under another name and play many games, in which every player has every seat.",
        "Un changement est-il un progrès ? Gardez l’ancienne version sous un autre nom et jouez beaucoup de parties, où chaque joueur occupe chaque place.",
      ),
      task: t("Why does every player get every seat?", "Pourquoi chaque joueur occupe-t-il chaque place ?"),
      options: [
        {
          label: t("The four seats are not equally good", "Les quatre places ne se valent pas"),
          say: t("Yes.", "Oui."),
        },
        {
          label: t("It makes games shorter", "Les parties sont plus courtes"),
          say: t("Games have the same number of rounds.", "Les parties ont le même nombre de tours."),
        },
      ],
      answer: 0,
      done: t(
        "Cities, lakes and roads differ from seat to seat. Now make it better: defend cities, chase weak warriors, use your cars.",
        "Villes, lacs et routes diffèrent d’une place à l’autre. À vous de l’améliorer : défendez des villes, chassez les faibles, servez-vous des voitures.",
      ),
      clauses: ["MAX-1.6"],
    },
  ]),
];
