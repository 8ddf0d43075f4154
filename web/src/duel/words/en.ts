// What the boards of the duels say, in English. Words in braces are filled in.

export const en = {
  sides: { red: "Red", blue: "Blue", green: "Green" },
  /** Beside a noun that is masculine or feminine. */
  adjectives: {
    m: { red: "red", blue: "blue", green: "green" },
    f: { red: "red", blue: "blue", green: "green" },
  },
  classes: { corvette: "corvette", frigate: "frigate", destroyer: "destroyer", cruiser: "cruiser" },
  genders: { corvette: "f", frigate: "f", destroyer: "m", cruiser: "m" } as Record<string, "m" | "f">,
  /** Before a ship in a sentence; English needs none. */
  articles: { m: "", f: "" },
  and: "and",

  // Squares and ships of MAD.
  vacant: "{square}, vacant",
  occupied: "{square}, {ship}",
  ship: "{side} {class} {number}",
  isChosen: "selected",
  moveHere: "move here",
  bonusHere: "a bonus is possible",
  expelHere: "expel it",
  lastMove: "last move",
  lastTitle: "Last move",
  theirTurn: "{side} is to move.",
  hinted: "hint",
  board: "Board of MAD, {columns} columns and {rows} rows",
  exile: "{side} in exile",
  inExile: "{ship}, in exile",

  // What is refused.
  rule: "Rule {clause}",
  ruleOpens: "Opens the rule in a new tab",

  // What to do.
  chosen: "{ship} selected. Squares: {squares}. Permutations and rotations: {shifts}.",
  unchosen: "Nothing selected.",
  shifts: "Permutations and rotations",
  permutations: "Permutations",
  rotations: "Rotations",
  noShift: "not possible now",
  positioning: "Positioning turn",
  positioningText:
    "Before the fight, each side may rearrange its fleet once: permute two ships, rotate three, or pass. From the next turn on, ships move.",
  positioningShort: "Permute, rotate or pass.",
  positioningTheirs: "{side} may permute, rotate or pass; ships move from the next turn on.",
  pass: "Pass",
  bonus: "Bonus move",
  bonusText: "One step to the last row: {number} may permute or rotate in the same turn.",
  noBonus: "No bonus",
  takeBack: "Undo step",
  chooseShip:
    "Select a ship to see where it can go. Arcs are permutations and rotations: they work at any distance.",
  sails: ["", "one sail: moves one square", "two sails: moves one or two squares"],
  cannons: ["", "one cannon: expels ships with one shield", "two cannons: expels any ship"],
  shields: ["", "one shield: any ship can expel it", "two shields: only two cannons expel it"],
  tieBreak: "Tie-break",
  tieBreakText: "{side} wins in {turns} turns",
  tieBreakOne: "{side} wins after this turn",
  tieBreakNow: "won by {side}",
  tieBreakOff: "not needed",
  fatalTitle: "Give up the corvette?",
  fatalText:
    "The cruiser is in exile: {move} sends your own corvette there in its place. That loses the game at once.",
  fatalYes: "Exile it and lose",
  fatalNo: "Keep it",

  // The War Game.
  city: "City of {columns} columns and {rows} rows",
  owned: "{square}, value {value}, {side}",
  free: "{square}, value {value}, vacant",
  wouldDrop: "drop takes it",
  wouldBlitz: "blitz takes it",
  wouldConquer: "blitz would conquer {squares} for {loot}",
  orDrop: "or drop",
  colon: ": ",
  choice: "How to take {square}?",
  drop: "Drop",
  blitz: "Blitz",
  dropText: "takes it alone: +{gain}",
  blitzText: "conquers {squares}: +{gain}, −{loot} for {side}",
  cancel: "Cancel",
  scores: "{first} {one}, {second} {other}, {left} still vacant",
  left: "{left} vacant",
  again: "Tap again to take it.",
  pointing: "Pick a square to see what it would bring you.",

  // Moves in words.
  says: {
    move: "{ship} moves from {from} to {to}",
    expels: "{move} and expels {expelled}",
    bonus: "{move}; bonus: {shift}",
    permute: "{side} permutes {one} and {other}",
    recall: "{side} recalls {one} to {place}, {other} goes into exile",
    rotate: "{side} rotates its {group}: {places}",
    place: "{number} to {place}",
    intoExile: "{number} into exile",
    fatal: "{move}; the corvette is lost",
    pass: "{side} passes",
    drop: "{side} drops on {square} for {gain}",
    blitz: "{side} blitzes {square} for {gain}",
    conquers: "{side} blitzes {square}, conquers {squares} and gains {gain}",
    offer: "{side} offers to end the game",
    accept: "{side} accepts: the tie-break decides",
    decline: "{side} declines the offer",
    resign: "{side} resigns",
  },
  groups: { frigates: "frigates", destroyers: "destroyers" },
};

export type Words = typeof en;
