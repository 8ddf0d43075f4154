// Looks three moves ahead in the War Game; moves that take much are tried first.

import { Action, Bot, Info, Random } from "./joust/index.js";

const DEPTH = 3;
const WIN = 1e6;

export class Lookahead extends Bot {
  visited = 0;
  killers = new Map();

  info() {
    return new Info("Lookahead", "0.3");
  }

  start(hello) {
    this.dice = new Random(hello.seed);
    this.killers.clear();
  }

  act(turn) {
    this.visited = 0;
    const root = turn.wargame();
    let alpha = -WIN;
    let chosen = turn.moves[0];
    for (const move of this.ordered(root, DEPTH)) {
      const value = -this.negamax(root.play(move), DEPTH - 1, -WIN, -alpha);
      if (value > alpha || (value === alpha && this.dice.below(3) === 0)) {
        alpha = value;
        chosen = move;
      }
    }
    return new Action(chosen, { nodes: this.visited, value: alpha });
  }

  negamax(position, depth, alpha, beta) {
    this.visited += 1;
    const moves = position.moves();
    if (depth === 0 || moves.length === 0) {
      return position.score(position.side) - position.score(1 - position.side);
    }
    for (const move of this.ordered(position, depth)) {
      const value = -this.negamax(position.play(move), depth - 1, -beta, -alpha);
      if (value >= beta) {
        this.killers.set(depth, move);
        return beta;
      }
      alpha = Math.max(alpha, value);
    }
    return alpha;
  }

  ordered(position, depth) {
    const killer = this.killers.get(depth);
    const rank = (move) => {
      if (move === killer) return 2;
      return move.startsWith("blitz") ? 1 : 0;
    };
    return position.moves().sort((a, b) => rank(b) - rank(a));
  }
}
