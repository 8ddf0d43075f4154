// A bot, and the messages that it gets and gives. `docs/protocol.md` has all their fields.

import { MadBoard, MadPosition } from "./mad.js";
import { MadMaxState } from "./madmax.js";
import { WarBoard, WarPosition } from "./wargame.js";

/**
 * A value that a user may set. Make one by `Parameter.integer`, `Parameter.real` or `Parameter.choice`.
 * @typedef {{ name: string, kind: string, default: any, min?: number, max?: number, values?: string[] }} ParameterOf
 */
export const Parameter = {
  /**
   * A whole number.
   * @param {string} name
   * @param {number} value the default
   * @param {number} min
   * @param {number} max
   * @returns {ParameterOf}
   */
  integer: (name, value, min, max) => ({ name, kind: "integer", default: value, min, max }),

  /**
   * A number.
   * @param {string} name
   * @param {number} value the default
   * @param {number} min
   * @param {number} max
   * @returns {ParameterOf}
   */
  real: (name, value, min, max) => ({ name, kind: "real", default: value, min, max }),

  /**
   * One of some words.
   * @param {string} name
   * @param {string} value the default
   * @param {string[]} values
   * @returns {ParameterOf}
   */
  choice: (name, value, values) => ({ name, kind: "choice", default: value, values }),
};

/** What a bot says about itself. */
export class Info {
  /**
   * @param {string} name
   * @param {string} [version]
   * @param {ParameterOf[]} [parameters]
   * @param {string[]} [wants] ["view"] if every turn shall carry the whole game as data
   */
  constructor(name, version = "", parameters = [], wants = []) {
    this.name = name;
    this.version = version;
    this.parameters = parameters;
    this.wants = wants;
  }
}

/** What a bot does in its turn, with what it likes to report about it. */
export class Action {
  /**
   * @param {string} action
   * @param {{ nodes?: number, value?: number }} [report] positions that it looked at, and what it thinks the
   *   game is worth
   */
  constructor(action, { nodes, value } = {}) {
    this.action = action;
    this.nodes = nodes;
    this.value = value;
  }
}

/**
 * The fuel of a module.
 * @typedef {{ turn: number, bank: number, per_second: number }} Fuel
 */

/**
 * What the bot may use; null is unlimited.
 * @typedef {{ turn_ms: number | null, game_ms: number | null, memory: number | null, output: number | null,
 *   fuel: Fuel | null }} Limits
 */

/**
 * A failure of a player.
 * @typedef {{ seat: number, turn: number | null, kind: string }} Fault
 */

/**
 * How the game ended. Only Mad Max has the scores of all players.
 * @typedef {{ why: string, winner: number | null, loser: number | null, points: string | null,
 *   scores?: number[], faults: Fault[] }} Result
 */

/** The game of a message, as one of three types. */
class Game {
  #state;

  /**
   * @param {string} game
   * @param {any} state
   */
  constructor(game, state) {
    this.game = game;
    this.#state = state;
  }

  /** The position of a game of MAD. @returns {MadPosition} */
  mad() {
    return this.#only("mad");
  }

  /** The position of a War Game. @returns {WarPosition} */
  wargame() {
    return this.#only("wargame");
  }

  /** The state of a game of Mad Max. @returns {MadMaxState} */
  madmax() {
    return this.#only("madmax");
  }

  /** @param {string} game */
  #only(game) {
    if (this.game !== game) throw new Error(`this is a game of ${this.game}, and not of ${game}`);
    return this.#state;
  }
}

/** Everything that a bot knows before the game. */
export class Hello extends Game {
  /** @type {Record<string, any>} */
  #parameters = {};

  /**
   * @param {any} told
   * @param {Info} info
   * @param {any} state
   */
  constructor(told, info, state) {
    super(told.game, state);
    /** @type {number} */
    this.protocol = told.protocol;
    /** @type {string} */
    this.joust = told.joust;
    /** Your seat, from 0. @type {number} */
    this.seat = told.seat;
    /** @type {string[]} */
    this.names = told.names;
    /** @type {Limits} */
    this.limits = told.limits;
    /** For `Random`: your own number in every game. @type {number} */
    this.seed = told.seed;
    /** How the game stands, as JSON. @type {any} */
    this.start = told.start;
    for (const known of info.parameters) this.#parameters[known.name] = known.default;
    Object.assign(this.#parameters, told.parameters);
  }

  /**
   * The value that the user has set, or the default.
   * @param {string} name
   * @returns {any}
   */
  parameter(name) {
    return this.#parameters[name];
  }
}

/** The bot must act. */
export class Turn extends Game {
  /** @type {any[]} */
  #notes = [];

  /**
   * @param {any} told
   * @param {string} game
   * @param {any} state
   */
  constructor(told, game, state) {
    super(game, state);
    /** The number of the turn or round. @type {number} */
    this.number = told.turn;
    /** The state as JSON. @type {any} */
    this.state = told.state;
    /** All legal moves of a duel. @type {string[]} */
    this.moves = told.state.moves ?? [];
    /** What the other seats have done since your last turn. @type {{ seat: number, action: string }[]} */
    this.last = told.last;
    /** @type {{ left_ms: number, increment_ms: number } | null} */
    this.clock = told.clock ?? null;
    /** @type {Fuel | null} */
    this.fuel = told.fuel ?? null;
    /** The whole game as JSON, if you want it. @type {any} */
    this.view = told.view ?? null;
  }

  /**
   * A remark for those who watch.
   * @param {string} text
   */
  note(text) {
    this.#notes.push({ type: "note", text });
  }

  /**
   * A remark about a cell of Mad Max; the viewer shows it there.
   * @param {number} row
   * @param {number} col
   * @param {string} text
   */
  mark(row, col, text) {
    this.#notes.push({ type: "note", text, row, col });
  }

  /** The remarks so far. */
  get notes() {
    return this.#notes;
  }
}

/** A bot for one game. Write a class with these methods, of which only `act` is needed. */
export class Bot {
  /** Your name, version and parameters. */
  info() {
    return new Info(this.constructor.name);
  }

  /**
   * The game begins: prepare.
   * @param {Hello} hello
   */
  start(hello) {}

  /**
   * Your turn: answer with one of `turn.moves`, or with orders such as "83b,12x".
   * @param {Turn} turn
   * @returns {string | Action}
   */
  act(turn) {
    throw new Error("a bot must have a method `act`");
  }

  /**
   * The game is over.
   * @param {Result} result
   */
  end(result) {}
}

/** Follows the game through the messages. */
export class Tracker {
  /** @param {any} told */
  constructor(told) {
    /** @type {string} */
    this.game = told.game;
    /** @type {any} */
    this.board = null;
    /** @type {any} */
    this.state = null;
    if (this.game === "mad") this.board = new MadBoard(told.start);
    if (this.game === "wargame") this.board = new WarBoard(told.start);
    if (this.game === "madmax") this.state = new MadMaxState(told.start, told.seat);
    else this.update(told.start);
  }

  /**
   * Takes over the state of a turn.
   * @param {any} told
   */
  update(told) {
    if (this.game === "mad") this.state = MadPosition.read(this.board, told.position);
    if (this.game === "wargame") this.state = WarPosition.read(this.board, told.position);
    if (this.game === "madmax") this.state.update(told);
  }
}
