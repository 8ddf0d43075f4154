// The conversation with the referee: messages in, answers out.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Action, Bot, Hello, Info, Tracker, Turn } from "./bot.js";

const PROTOCOL = 1;
const GAMES = ["mad", "wargame", "madmax"];

/**
 * Gets the name of a game and makes a bot for it, or null if you do not play that game.
 * @typedef {(game: string) => Bot | null} Make
 */

/** Answers the messages of one game. It does no input and output, so tests use it, too. */
export class Session {
  #make;
  /** @type {Bot | null} */
  #bot = null;
  /** @type {Tracker | null} */
  #tracker = null;

  /** @param {Make} make */
  constructor(make) {
    this.#make = make;
  }

  /**
   * The lines that answer a message; "" where there is no answer.
   * @param {string} line
   */
  answer(line) {
    const told = JSON.parse(line);
    /** @type {any[]} */
    let said = [];
    if (told.type === "hello") said = [this.#hello(told)];
    if (told.type === "turn") said = this.#turn(told);
    if (told.type === "end") this.#bot?.end({ ...told.result, faults: told.faults });
    if (told.type === "error") console.error(`the referee says: ${told.text}\n${told.hint}`);
    return said.map((message) => `${JSON.stringify(message)}\n`).join("");
  }

  /** @param {any} told */
  #hello(told) {
    const games = GAMES.filter((game) => this.#make(game) !== null);
    const bot = this.#make(told.game);
    const info = (bot ?? this.#make(games[0]) ?? new Bot()).info();
    this.#bot = bot;
    // The referee asks no more when it hears which games the bot plays.
    if (bot !== null) {
      this.#tracker = new Tracker(told);
      bot.start(new Hello(told, info, this.#tracker.state));
    }
    return introduction(info, games);
  }

  /** @param {any} told */
  #turn(told) {
    if (this.#bot === null || this.#tracker === null) {
      throw new Error("a turn came before the hello, or in a game that the bot does not play");
    }
    this.#tracker.update(told.state);
    const turn = new Turn(told, this.#tracker.game, this.#tracker.state);
    const done = this.#bot.act(turn);
    const { action, nodes, value } = done instanceof Action ? done : new Action(done);
    return [...turn.notes, { type: "action", action, nodes, value }];
  }
}

/**
 * Plays a game over standard input and output, or answers the messages of a file: `--replay FILE`. What the
 * bot prints goes to standard error, so that it does not garble the answers.
 * @param {Make} make
 */
export function run(make) {
  const session = new Session(make);
  // A module has no streams: its interpreter passes each message to this function.
  if (typeof process === "undefined") {
    Object.assign(globalThis, { joust_answer: (/** @type {string} */ line) => session.answer(line) });
    return;
  }
  const [word, file] = process.argv.slice(2);
  if (word !== undefined && (word !== "--replay" || file === undefined)) {
    console.error("a bot takes no arguments but --replay FILE: start it by `joust match`");
    process.exit(1);
  }
  console.log = console.info = console.debug = console.error;
  const input = file === undefined ? process.stdin : createReadStream(file);
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    const message = messageOf(line);
    const said = message === "" ? "" : session.answer(message);
    if (said !== "") process.stdout.write(said);
  });
}

/**
 * The message of a line of a transcript, in which `> ` stands before messages and `< ` before answers.
 * @param {string} line
 */
export function messageOf(line) {
  const message = line.trim();
  if (message.startsWith("> ")) return message.slice(2);
  return message.startsWith("<") || message.startsWith("#") ? "" : message;
}

/**
 * @param {Info} info
 * @param {string[]} games
 */
function introduction({ name, version, parameters, wants }, games) {
  return {
    ...{ type: "hello", protocol: PROTOCOL, name, version },
    ...(games.length < GAMES.length ? { games } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(wants.length > 0 ? { wants } : {}),
  };
}
