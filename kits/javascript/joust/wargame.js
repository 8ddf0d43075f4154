// Positions of the War Game: who owns which square, which moves are legal, and what a move does.

/** The letters of the sides in texts; a seat is an index of this text. */
const SIDES = "bg";

/** What never changes in a game: the city and the rules. */
export class WarBoard {
  /** @param {any} start */
  constructor(start) {
    /** @type {number} */
    this.columns = start.columns;
    /** @type {number} */
    this.rows = start.rows;
    /** The value of each square. @type {number[]} */
    this.values = start.values;
    /** Whether one may drop where a blitz would conquer. @type {boolean} */
    this.optional = start.rules === "optional-blitz";
    /** The squares that touch each square. @type {number[][]} */
    this.beside = [];
    for (let square = 0; square < this.columns * this.rows; square++) {
      const [row, column] = [Math.floor(square / this.columns), square % this.columns];
      const near = [];
      if (row > 0) near.push(square - this.columns);
      if (column > 0) near.push(square - 1);
      if (column + 1 < this.columns) near.push(square + 1);
      if (row + 1 < this.rows) near.push(square + this.columns);
      this.beside.push(near);
    }
  }

  /**
   * The number of a square: A1 is 0, B1 is 1, and so on, row by row from the top.
   * @param {string} name
   */
  square(name) {
    return (Number(name.slice(1)) - 1) * this.columns + name.charCodeAt(0) - "A".charCodeAt(0);
  }

  /**
   * The name of a square.
   * @param {number} square
   */
  name(square) {
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[square % this.columns] + (Math.floor(square / this.columns) + 1);
  }
}

/** A position. It never changes: `play` gives another one. */
export class WarPosition {
  /**
   * @param {WarBoard} board
   * @param {(number | null)[]} owners
   * @param {number} side
   */
  constructor(board, owners, side) {
    this.board = board;
    /** The seat that owns each square; null if it is vacant. */
    this.owners = owners;
    /** The seat to move: 0 is Blue, 1 is Green. */
    this.side = side;
  }

  /**
   * Reads the text of a position.
   * @param {WarBoard} board
   * @param {string} text
   */
  static read(board, text) {
    const [rows, side] = text.split(" ");
    const owner = (/** @type {string} */ letter) => (letter === "." ? null : SIDES.indexOf(letter));
    return new WarPosition(board, [...rows.replaceAll("/", "")].map(owner), SIDES.indexOf(side));
  }

  /** The position as text. */
  text() {
    const letters = this.owners.map((owner) => (owner === null ? "." : SIDES[owner])).join("");
    const rows = [];
    for (let at = 0; at < letters.length; at += this.board.columns) {
      rows.push(letters.slice(at, at + this.board.columns));
    }
    return `${rows.join("/")} ${SIDES[this.side]}`;
  }

  /**
   * The sum of the values of the squares that a seat owns.
   * @param {number} seat
   */
  score(seat) {
    return this.owners.reduce((/** @type {number} */ sum, owner, square) => {
      return owner === seat ? sum + this.board.values[square] : sum;
    }, 0);
  }

  /** Whether all squares are taken. */
  over() {
    return !this.owners.includes(null);
  }

  /**
   * The squares that a blitz on this square conquers.
   * @param {number} square
   */
  conquests(square) {
    return this.board.beside[square].filter((near) => this.owners[near] === 1 - this.side);
  }

  /** All legal moves, in the order of the referee's list. */
  moves() {
    /** @type {string[]} */
    const moves = [];
    this.owners.forEach((owner, square) => {
      if (owner !== null) return;
      const name = this.board.name(square);
      const blitz = this.board.beside[square].some((near) => this.owners[near] === this.side);
      moves.push(blitz ? `blitz-${name}` : `drop-${name}`);
      if (blitz && this.board.optional && this.conquests(square).length > 0) moves.push(`drop-${name}`);
    });
    return moves;
  }

  /**
   * The position after a legal move.
   * @param {string} move
   */
  play(move) {
    const [word, name] = move.split("-");
    const square = this.board.square(name);
    const after = new WarPosition(this.board, this.owners.slice(), 1 - this.side);
    const taken = word === "blitz" ? [square, ...this.conquests(square)] : [square];
    for (const each of taken) after.owners[each] = this.side;
    return after;
  }
}
