// The state of a game of Mad Max: the map, the units, and the orders that you can give.

/** The letters of the directions with their rows and columns. @type {[string, number, number][]} */
const DIRECTIONS = [
  ["b", 1, 0],
  ["w", 1, 1],
  ["r", 0, 1],
  ["x", -1, 1],
  ["t", -1, 0],
  ["y", -1, -1],
  ["l", 0, -1],
  ["z", 1, -1],
];
/** Where each kind of unit can stand: desert, road and, for warriors, city. */
const GROUND = { warrior: ".RC", car: ".R" };
/** A distance that no way has. */
export const FAR = 1_000_000;

/** @typedef {"warrior" | "car"} Kind */

/** A warrior or a car. */
export class Unit {
  /**
   * @param {any} told
   * @param {number} columns
   */
  constructor(told, columns) {
    /** @type {number} */
    this.id = told.id;
    /** @type {Kind} */
    this.kind = told.kind;
    /** @type {number} */
    this.player = told.player;
    /** @type {number} */
    this.row = told.row;
    /** @type {number} */
    this.col = told.col;
    this.cell = this.row * columns + this.col;
    /** The fuel of a car. @type {number} */
    this.food = told.food;
    /** @type {number} */
    this.water = told.water;
  }
}

/**
 * A unit of yours that may move, with the letters of the directions that are open.
 * @typedef {{ id: number, directions: string }} Order
 */

/**
 * Something that happened in the last round. What its kind does not have is undefined.
 * - `kind`: "attack", "thunderdome", "runOver", "runInto", "collision", "starved", "captured", "respawned" or "city"
 * - `by`, `on`: the unit that met another, and the unit that it met
 * - `winner`: the unit that won in the thunderdome
 * - `food`, `water`: what the attacked unit lost
 * - `id`, `city`: the unit that starved, was captured or came back; the number of the city that was taken
 * - `before`, `player`: the player that had the unit or the city, and the player that has it now
 * - `row`, `col`, `cell`: where the unit was captured or came back
 * @typedef {{ kind: string, by?: number, on?: number, winner?: number, food?: number, water?: number, id?: number,
 *   city?: number, before?: number, player?: number, row?: number, col?: number, cell?: number }} Event
 */

/**
 * The state of the game. The library keeps it up to date from turn to turn.
 *
 * A cell has a number: row times `columns` plus column.
 */
export class MadMaxState {
  /** @type {(number | null)[]} */
  #city;
  /** The cells around each cell, by the letters of the directions. @type {Map<string, number>[]} */
  #around;
  /** @type {Record<Kind, number[][]>} */
  #ways;
  /** @type {Map<number, Unit>} */
  #unit = new Map();

  /**
   * @param {any} start
   * @param {number} seat
   */
  constructor(start, seat) {
    this.seat = seat;
    /** @type {number} */
    this.rows = start.rows;
    /** @type {number} */
    this.columns = start.columns;
    /** The numbers of the configuration by name, such as `nb_rounds`. @type {Record<string, number>} */
    this.settings = start.settings;
    const letters = /** @type {string[]} */ ([...start.grid.join("")]);
    /** The letter of each cell: . desert, R road, W water, S station, X wall, C city. */
    this.ground = letters.map((letter) => (letter >= "0" && letter <= "9" ? "C" : letter));
    const cells = (/** @type {any} */ city) =>
      city.cells.map((/** @type {number[]} */ [row, col]) => row * this.columns + col);
    /** The cells of each city. @type {number[][]} */
    this.cities = start.cities.map(cells);
    this.#city = this.ground.map(() => null);
    this.cities.forEach((cells, number) => {
      for (const cell of cells) this.#city[cell] = number;
    });
    this.#around = this.ground.map((_, cell) => this.#steps(cell));
    const ways = (/** @type {Kind} */ kind) => {
      return this.#around.map((around) => [...around.values()].filter((cell) => this.#stands(kind, cell)));
    };
    this.#ways = { warrior: ways("warrior"), car: ways("car") };
    /** All units, by their ids. @type {Unit[]} */
    this.units = [];
    /** The player that owns each city. @type {number[]} */
    this.owners = start.cities.map((/** @type {any} */ city) => city.owner);
    this.round = 0;
    /** Your units that may move in this round. @type {Order[]} */
    this.orders = [];
    /** What happened in the last round. @type {Event[]} */
    this.events = [];
    /** Points of each player. @type {number[]} */
    this.scores = [];
    /** Cities of each player. @type {number[]} */
    this.counts = [];
    /** The used share of the time of each player; -1 if it is dead. @type {number[]} */
    this.status = [];
    this.update(start);
  }

  /**
   * Takes over what a turn tells.
   * @param {any} told
   */
  update(told) {
    this.round = told.round;
    for (const unit of told.units) this.units[unit.id] = new Unit(unit, this.columns);
    if (told.owners !== undefined) this.owners = told.owners;
    this.scores = told.scores;
    this.counts = told.cityCounts;
    this.status = told.status;
    this.events = (told.events ?? []).map((/** @type {any} */ event) => this.#event(event));
    // At the start of a game, the orders of all players are told.
    this.orders = told.orders.filter((/** @type {any} */ order) => (order.player ?? this.seat) === this.seat);
    this.#unit = new Map(this.units.map((unit) => [unit.cell, unit]));
  }

  /**
   * The number of a cell; null outside the map.
   * @param {number} row
   * @param {number} col
   */
  cell(row, col) {
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.columns;
    return inside ? row * this.columns + col : null;
  }

  /**
   * The unit on a cell.
   * @param {number} cell
   */
  unit(cell) {
    return this.#unit.get(cell) ?? null;
  }

  /**
   * The number of the city of a cell.
   * @param {number} cell
   */
  city(cell) {
    return this.#city[cell];
  }

  /**
   * The cell one step away; null outside the map.
   * @param {number} cell
   * @param {string} direction
   */
  step(cell, direction) {
    return this.#around[cell].get(direction) ?? null;
  }

  /**
   * All cells that touch a cell of this ground, along a side or at a corner.
   * @param {string} letter
   */
  beside(letter) {
    /** @type {number[]} */
    const found = [];
    this.#around.forEach((around, cell) => {
      if ([...around.values()].some((near) => this.ground[near] === letter)) found.push(cell);
    });
    return found;
  }

  /**
   * Steps from every cell to the nearest of these goals, for a warrior or a car, by the map alone. `FAR`
   * where there is no way.
   * @param {Kind} kind
   * @param {number[]} goals
   */
  distances(kind, goals) {
    /** @type {number[]} */
    const steps = new Array(this.ground.length).fill(FAR);
    let edge = goals.filter((cell) => this.#stands(kind, cell));
    for (const cell of edge) steps[cell] = 0;
    for (let distance = 1; edge.length > 0; distance++) {
      const beyond = [];
      for (const cell of edge) {
        for (const near of this.#ways[kind][cell]) {
          if (steps[near] === FAR) {
            steps[near] = distance;
            beyond.push(near);
          }
        }
      }
      edge = beyond;
    }
    return steps;
  }

  /**
   * @param {any} told
   * @returns {Event}
   */
  #event(told) {
    return told.row === undefined ? told : { ...told, cell: told.row * this.columns + told.col };
  }

  /**
   * @param {Kind} kind
   * @param {number} cell
   */
  #stands(kind, cell) {
    return GROUND[kind].includes(this.ground[cell]);
  }

  /** @param {number} start */
  #steps(start) {
    /** @type {Map<string, number>} */
    const steps = new Map();
    for (const [letter, down, right] of DIRECTIONS) {
      const cell = this.cell(Math.floor(start / this.columns) + down, (start % this.columns) + right);
      if (cell !== null) steps.set(letter, cell);
    }
    return steps;
  }
}
