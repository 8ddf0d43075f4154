/** All texts of the puzzles, in English. Each other language has all of these keys. */
export const en = {
  title: "Puzzles",
  puzzle: (id: string) => `Puzzle ${id}`,
  daily: "Puzzle of the day",
  sides: { red: "Red", blue: "Blue", green: "Green" },
  kinds: { all: "All boards", "6x4": "MAD 6×4", "5x5": "MAD 5×5", wargame: "War Game" },
  warBoard: (board: string) => `War Game: ${board}`,

  // What to do
  winIn: (moves: number) => (moves === 1 ? "Win in one move" : `Win in ${moves} moves`),
  winInText: {
    one: (side: string) => `${side} to move. One move drives the other corvette off the board.`,
    more: (side: string) => `${side} to move. Only one move wins in time, whatever the answer.`,
  },
  winWar: (moves: number) => (moves === 1 ? "Find the move that wins" : `Find the ${moves} moves that win`),
  winWarText: (side: string, vacant: number) =>
    `${side} to move. ${vacant} squares are left, and only one of them wins.`,
  stillIn: (moves: number) => (moves === 1 ? "Now the last move." : `${moves} moves to go.`),
  progress: (found: number, of: number) => `${found} of ${of} moves found`,

  // What happened
  right: "Correct",
  answers: (move: string) => `${move}.`,
  wrong: "Not this one",
  /** Why the board refuses a move that the puzzle does not await. */
  refused: {
    wrong: "this move does not win: try again, and another move can be made",
    over: "the puzzle is over",
  },
  wrongMoves: (moves: number) =>
    moves === 1 ? "The other corvette is still on the board." : `It does not win in ${moves} moves.`,
  wrongFatal: "It exiles your own corvette.",
  wrongTie: "With best play, the scores would be equal.",
  wrongBy: (points: number) => `With best play, you would lose by ${points}.`,
  refuted: "This is why",
  refutedMad: (move: string) => `${move}, and there is no win in time any more.`,
  refutedLost: (move: string) => `${move}. You have lost.`,
  refutedWar: (move: string) => `${move}.`,
  solved: "Solved",
  solvedHelped: "Solved with a hint",
  solvedLate: "Solved in the end",
  shown: "The solution",
  shownStart: "Step through it with the arrows.",
  finalScore: (one: string, n: number, two: string, m: number) => `Final score: ${one} ${n}, ${two} ${m}.`,
  bestPlay: (one: string, n: number, two: string, m: number) =>
    `With best play it ends ${one} ${n}, ${two} ${m}.`,
  again: "Done before: it does not count again.",
  change: (by: number) => (by >= 0 ? `+${by}` : `−${-by}`),
  newRating: (by: string, rating: number) => `${by} · your rating is ${rating}`,

  // Hints
  hintShip: (ship: string) => `Look at the ${ship}.`,
  hintPermute: "Think of a permutation.",
  hintRotate: "Think of a rotation.",
  hintDrop: "Think of a para drop.",
  hintBlitz: "Think of a blitz that conquers nothing.",
  hintConquer: (squares: number) =>
    squares === 1
      ? "Think of a blitz that conquers one square."
      : `Think of a blitz that conquers ${squares} squares.`,
  hintMove: (move: string) => `${move}.`,

  // Buttons
  actions: "Actions",
  hint: "Hint",
  hintMore: "Show move",
  solution: "Solution",
  skip: "Skip",
  next: "Next puzzle",
  retry: "Try again",
  why: "See why",
  line: "The solution, move by move",
  first: "To the start",
  back: "One move back",
  forward: "One move forward",
  last: "To the end",
  analyse: "Analyse",
  playOn: "Play on from here",

  // You
  you: "Your puzzles",
  rating: "Rating",
  streak: "Streak",
  best: (n: number) => `best ${n}`,
  done: "Solved",
  doneOf: (n: number) => `of ${n}`,
  recent: "Recent puzzles",
  scores: { 0: "not solved", 0.5: "solved with a hint", 1: "solved" },
  kept: "Kept in this browser only.",
  toDaily: "Puzzle of the day",

  // Filters
  filters: "Which puzzles",
  board: "Board",
  level: "Difficulty",
  levels: { fit: "Right for you", easy: "Easy", medium: "Medium", hard: "Hard" },
  theme: "Theme",
  allThemes: "All themes",
  lengths: "Length",
  inMoves: (moves: number) => (moves === 1 ? "1 move" : `${moves} moves`),
  none: "No puzzle fits",
  noneText: "Choose another board, difficulty or theme.",
  unknown: "There is no such puzzle.",
  failed: "The puzzles could not be loaded. Reload the page.",

  aboutThis: "About this puzzle",
  puzzleRating: "Rating",
  themes: {
    expulsion: "Expulsion",
    quiet: "Quiet move",
    permutation: "Permutation",
    rotation: "Rotation",
    recall: "Recall",
    bonus: "Bonus",
    sacrifice: "Sacrifice",
    zugzwang: "Zugzwang",
    hunt: "Corvette hunt",
    endgame: "Endgame",
    blitz: "Blitz",
    sweep: "Sweep",
    drop: "Para drop",
    patience: "Patience",
    comeback: "Comeback",
    close: "Close finish",
  },
  themesText: {
    expulsion: "The first move expels a ship.",
    quiet: "The first move expels nothing.",
    permutation: "Two ships change places.",
    rotation: "Three ships rotate.",
    recall: "A ship comes back from exile.",
    bonus: "A step to the last row earns a bonus.",
    sacrifice: "A ship is given up.",
    zugzwang: "Every answer spoils something.",
    hunt: "The corvette flees, in vain.",
    endgame: "Four ships or fewer are left.",
    blitz: "The first move is a blitz that conquers.",
    sweep: "The first move conquers two squares or more.",
    drop: "The first move is a para drop.",
    patience: "Another move would gain more at once.",
    comeback: "The winner is behind at first.",
    close: "It is won by ten points or less.",
  },
};

export type Words = typeof en;
