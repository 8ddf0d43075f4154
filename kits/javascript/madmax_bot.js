// A greedy bot for Mad Max: its warriors take cities and drink in time, its cars hunt warriors.

import { Action, Bot, FAR, Info, Random } from "./joust/index.js";

/** @typedef {import("./joust/index.js").MadMaxState} MadMaxState */
/** @typedef {import("./joust/index.js").Unit} Unit */

/** A unit goes for food, water or fuel when it has this much more than the way takes. */
const SPARE = 5;

export class MadMaxBot extends Bot {
  random = new Random(0);
  /** Steps from every cell. @type {number[]} */
  toWater = [];
  /** @type {number[]} */
  toFuel = [];
  /** @type {number[]} */
  toFood = [];
  /** @type {number[][]} */
  toCity = [];
  /** @type {number[]} */
  toPrey = [];
  /** Our units must not run into each other. @type {Set<number>} */
  taken = new Set();

  info() {
    return new Info("Greedy", "1.0");
  }

  /** @param {import("./joust/index.js").Hello} hello */
  start(hello) {
    this.random = new Random(hello.seed);
    // The map never changes, so the ways are computed once.
    const state = hello.madmax();
    this.toWater = state.distances("warrior", state.beside("W"));
    this.toFuel = state.distances("car", state.beside("S"));
    this.toCity = state.cities.map((cells) => state.distances("warrior", cells));
    this.toFood = state.distances("warrior", state.cities.flat());
  }

  /** @param {import("./joust/index.js").Turn} turn */
  act(turn) {
    const state = turn.madmax();
    this.taken = new Set();
    this.toPrey = this.hunt(state);
    const given = [];
    for (const order of state.orders) {
      const direction = this.direction(state, order);
      if (direction !== null) given.push(`${order.id}${direction}`);
    }
    return new Action(given.join(",") || "-");
  }

  /**
   * Where a unit goes: onto a unit that it beats, or one step nearer to its goal.
   * @param {MadMaxState} state
   * @param {import("./joust/index.js").Order} order
   */
  direction(state, { id, directions }) {
    const unit = state.units[id];
    const steps = this.goal(state, unit);
    let best = null;
    let least = steps[unit.cell];
    let end = unit.cell;
    // Of equal directions, the first one from a random place of the list is taken.
    const first = directions === "" ? 0 : this.random.below(directions.length);
    for (const letter of directions.slice(first) + directions.slice(0, first)) {
      const cell = state.step(unit.cell, letter);
      if (cell === null || this.taken.has(cell)) continue;
      const other = state.unit(cell);
      if (other !== null && !this.beats(unit, other)) continue;
      const cost = other === null ? steps[cell] : -1;
      if (cost < least) [best, least, end] = [letter, cost, cell];
    }
    // A unit that stays where it is keeps its cell anyhow.
    this.taken.add(end);
    return best;
  }

  /**
   * The steps to what a unit needs or wants.
   * @param {MadMaxState} state
   * @param {Unit} unit
   */
  goal(state, { kind, cell, food, water }) {
    if (kind === "car") return food <= this.toFuel[cell] + SPARE ? this.toFuel : this.toPrey;
    if (water <= this.toWater[cell] + SPARE) return this.toWater;
    if (food <= this.toFood[cell] + SPARE) return this.toFood;
    // The nearest city that is not ours.
    let nearest = this.toFood;
    let least = FAR;
    this.toCity.forEach((steps, city) => {
      if (state.owners[city] !== state.seat && steps[cell] < least) [nearest, least] = [steps, steps[cell]];
    });
    return nearest;
  }

  /**
   * The steps of a car to the nearest warrior of another player that is not in a city.
   * @param {MadMaxState} state
   */
  hunt(state) {
    if (!state.orders.some(({ id }) => state.units[id].kind === "car")) return [];
    const others = state.units.filter((unit) => unit.kind === "warrior" && unit.player !== state.seat);
    return state.distances(
      "car",
      others.map((unit) => unit.cell),
    );
  }

  /**
   * Whether it is good to run into another unit.
   * @param {Unit} unit
   * @param {Unit} other
   */
  beats(unit, other) {
    if (other.player === unit.player || other.kind === "car") return false;
    return unit.kind === "car" || unit.water >= other.water;
  }
}
