// Positions of MAD: where the ships are, which moves are legal, and what a move does.

/** The letters of the sides in ships and texts; a seat is an index of this text. */
const SIDES = "rb";
/** All permutations and rotations, in the order in which moves are listed. */
const SHIFTS = [
  ...["111<>222", "112<>221", "121<>212", "122<>211"],
  ...["112>211>121", "112>121>211", "122>212>221", "122>221>212"],
];

/** What never changes in a game: the shape of the arena and the rules. */
export class MadBoard {
  /** @param {any} start */
  constructor(start) {
    /** @type {number} */
    this.columns = start.columns;
    /** @type {number} */
    this.rows = start.rows;
    /** Turns without an expulsion that end the game. @type {number} */
    this.limit = start.limit;
    /** Whether turns 1 and 2 are positioning turns. @type {boolean} */
    this.positioning = start.rules !== "app" && !start.rules.includes("positioning=off");
    const squares = (/** @type {string[]} */ names) => names.map((name) => this.square(name));
    /** The squares of the last row of each side. @type {number[][]} */
    this.last = start.lastRows.map(squares);
    const exists = new Set(squares(start.squares));
    /** The squares that touch each square. @type {number[][]} */
    this.beside = [];
    for (let square = 0; square < this.columns * this.rows; square++) {
      const column = square % this.columns;
      const near = [square - this.columns, square + this.columns];
      if (column > 0) near.push(square - 1);
      if (column + 1 < this.columns) near.push(square + 1);
      const touching = near.filter((other) => exists.has(square) && exists.has(other));
      this.beside.push(touching.sort((one, other) => one - other));
    }
  }

  /**
   * The number of a square: a1 is 0, b1 is 1, and so on, row by row from the home of Red.
   * @param {string} name
   */
  square(name) {
    return (Number(name.slice(1)) - 1) * this.columns + name.charCodeAt(0) - "a".charCodeAt(0);
  }

  /**
   * The name of a square.
   * @param {number} square
   */
  name(square) {
    return "abcdefghijklmnopqrstuvwxyz"[square % this.columns] + (Math.floor(square / this.columns) + 1);
  }

  /**
   * Steps between two squares, if nothing is in the way.
   * @param {number} one
   * @param {number} other
   */
  distance(one, other) {
    const row = (/** @type {number} */ square) => Math.floor(square / this.columns);
    return Math.abs(row(one) - row(other)) + Math.abs((one % this.columns) - (other % this.columns));
  }
}

/** A position. It never changes: `play` gives another one. */
export class MadPosition {
  /**
   * @param {MadBoard} board
   * @param {string[]} cells
   * @param {number} side
   * @param {number} turn
   * @param {number} counter
   * @param {number | null} expeller
   */
  constructor(board, cells, side, turn, counter, expeller) {
    this.board = board;
    /** What is on each square: "" nothing, "#" no square, or a ship such as "r211". */
    this.cells = cells;
    /** The seat to move: 0 is Red, 1 is Blue. */
    this.side = side;
    this.turn = turn;
    /** Turns since the last expulsion. */
    this.counter = counter;
    /** The seat that expelled last; null if none did. */
    this.expeller = expeller;
  }

  /**
   * Reads the text of a position.
   * @param {MadBoard} board
   * @param {string} text
   */
  static read(board, text) {
    const [rows, side, turn, counter, expeller] = text.split(" ");
    const cells = rows
      .split("/")
      .reverse()
      .flatMap((row) => row.split(","));
    const by = expeller === "-" ? null : SIDES.indexOf(expeller);
    return new MadPosition(board, cells, SIDES.indexOf(side), Number(turn), Number(counter), by);
  }

  /** The position as text. */
  text() {
    const { columns } = this.board;
    const rows = [];
    for (let at = 0; at < this.cells.length; at += columns) {
      rows.unshift(this.cells.slice(at, at + columns).join(","));
    }
    const expeller = this.expeller === null ? "-" : SIDES[this.expeller];
    return `${rows.join("/")} ${SIDES[this.side]} ${this.turn} ${this.counter} ${expeller}`;
  }

  /**
   * The square of a ship such as "r111"; null in exile.
   * @param {string} ship
   */
  find(ship) {
    const square = this.cells.indexOf(ship);
    return square === -1 ? null : square;
  }

  /** The seat that has won; null while the game goes on. */
  winner() {
    for (const seat of [0, 1]) {
      if (!this.cells.includes(`${SIDES[seat]}111`)) return 1 - seat;
    }
    if (this.counter < this.board.limit) return null;
    return this.expeller === null ? 1 : this.expeller;
  }

  /** All legal moves, in the order of the referee's list. */
  moves() {
    /** @type {string[]} */
    const moves = [];
    if (this.winner() !== null) return moves;
    moves.push(...SHIFTS.filter((shift) => this.#allows(shift)));
    if (this.board.positioning && this.turn <= 2) return [...moves, "pass"];
    this.cells.forEach((ship, start) => {
      if (ship[0] === SIDES[this.side]) moves.push(...this.#movements(start, ship));
    });
    return moves;
  }

  /**
   * The position after a legal move.
   * @param {string} move
   */
  play(move) {
    const { board, cells, side, turn, counter, expeller } = this;
    const after = new MadPosition(board, cells.slice(), 1 - side, turn + 1, counter + 1, expeller);
    let [movement, shift] = move.split("+");
    if (movement.includes("-")) {
      const [ship, from, to] = movement.replace("x", "-").split("-");
      const [start, end] = [this.board.square(from), this.board.square(to)];
      if (after.cells[end] !== "") {
        after.counter = 0;
        after.expeller = this.side;
      }
      after.cells[start] = "";
      after.cells[end] = SIDES[this.side] + ship;
    } else if (movement !== "pass") {
      shift = movement;
    }
    if (shift !== undefined) after.#shift(SIDES[this.side], shift);
    return after;
  }

  /**
   * Every ship takes the place of the next one, and the last one that of the first.
   * @param {string} side
   * @param {string} shift
   */
  #shift(side, shift) {
    const all = ships(shift).map((ship) => side + ship);
    const places = all.map((ship) => this.find(ship));
    all.forEach((ship, i) => {
      const place = places[(i + 1) % places.length];
      if (place !== null) this.cells[place] = ship;
    });
  }

  /**
   * At most one of the ships may be in exile.
   * @param {string} shift
   */
  #allows(shift) {
    return ships(shift).filter((ship) => !this.cells.includes(SIDES[this.side] + ship)).length <= 1;
  }

  /**
   * @param {number} start
   * @param {string} ship
   */
  #movements(start, ship) {
    const [one, two] = this.#reach(start, ship);
    const all = [...new Set([...one, ...two])].sort((one, other) => one - other);
    const moves = all.map((end) => this.#write(start, end));
    for (const end of one) {
      // A step onto the last row earns a bonus, unless it has won the game.
      if (this.board.last[this.side].includes(end) && this.cells[end].slice(1) !== "111") {
        const step = this.#write(start, end);
        const shifts = SHIFTS.filter((shift) => shift.includes(ship.slice(1)) && this.#allows(shift));
        moves.push(...shifts.map((shift) => `${step}+${shift}`));
      }
    }
    return moves;
  }

  /**
   * The squares that a ship reaches by one step, and by two.
   * @param {number} start
   * @param {string} ship
   */
  #reach(start, ship) {
    const { beside } = this.board;
    const one = beside[start].filter((end) => this.#mayStop(ship, end));
    if (ship[1] === "1") return [one, []];
    const midways = beside[start].filter((midway) => this.cells[midway] === "");
    const ways = midways.flatMap((midway) => beside[midway]);
    return [one, ways.filter((end) => end !== start && this.#mayStop(ship, end))];
  }

  /**
   * Whether the square is vacant, or its ship can be expelled: attack against defence.
   * @param {string} ship
   * @param {number} end
   */
  #mayStop(ship, end) {
    const other = this.cells[end];
    return other === "" || (other[0] !== ship[0] && ship[2] >= other[3]);
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  #write(start, end) {
    const sign = this.cells[end] === "" ? "-" : "x";
    return `${this.cells[start].slice(1)}-${this.board.name(start)}${sign}${this.board.name(end)}`;
  }
}

/** @param {string} shift */
function ships(shift) {
  return shift.replace("<", "").split(">");
}
