import { Action, Bot, Info, Random } from "./joust/index.js";

/* A searching bot, made for the league. */

const INFINITE = 1000000;
const PLIES = 3;

export class Searcher extends Bot {
  cutoffs = new Map();
  count = 0;
  log = [];

  info() {
    return new Info("Searcher", "1.0");
  }

  sorted(state, plies) {
    const cut = this.cutoffs.get(plies);
    function priority(text) {
      if (text === cut) {
        return 2;
      }
      return text.startsWith("blitz") ? 1 : 0;
    }
    return state.moves().sort((x, y) => priority(y) - priority(x));
  }

  evaluate(state, plies, lower, upper) {
    this.count++;
    const options = state.moves();
    if (plies === 0 || options.length === 0) {
      return state.score(state.side) - state.score(1 - state.side);
    }
    const list = this.sorted(state, plies);
    let index = 0;
    while (index < list.length) {
      const option = list[index];
      const result = -this.evaluate(state.play(option), plies - 1, -upper, -lower);
      if (result >= upper) {
        this.cutoffs.set(plies, option);
        return upper;
      }
      lower = Math.max(lower, result);
      index++;
    }
    return lower;
  }

  start(hello) {
    this.luck = new Random(hello.seed);
    this.cutoffs.clear();
    this.log.push("started");
  }

  act(turn) {
    this.count = 0;
    const state = turn.wargame();
    let lower = -INFINITE;
    let answer = turn.moves[0];
    const list = this.sorted(state, PLIES);
    for (let index = 0; index < list.length; index++) {
      const option = list[index];
      const result = -this.evaluate(state.play(option), PLIES - 1, -INFINITE, -lower);
      if (result > lower || (result === lower && this.luck.below(3) === 0)) {
        lower = result;
        answer = option;
      }
    }
    if (this.log.length > 100) this.log = [];
    return new Action(answer, { nodes: this.count, value: lower });
  }
}
