// A greedy bot for the War Game: it takes the square that brings the most points now.

import { Action, Bot, Info, Random } from "./joust/index.js";

export class WarBot extends Bot {
  random = new Random(0);

  info() {
    return new Info("Greedy", "1.0");
  }

  /** @param {import("./joust/index.js").Hello} hello */
  start(hello) {
    this.random = new Random(hello.seed);
  }

  /** @param {import("./joust/index.js").Turn} turn */
  act(turn) {
    const position = turn.wargame();
    const moves = turn.moves.slice();
    // Of equal moves, the first one in a random order is taken.
    this.random.shuffle(moves);
    let best = moves[0];
    let most = Number.NEGATIVE_INFINITY;
    for (const move of moves) {
      const worth = this.worth(position.play(move), position.side);
      if (worth > most) [best, most] = [move, worth];
    }
    return new Action(best, { nodes: moves.length, value: most });
  }

  /**
   * What a position is worth. To play better, also look at what the opponent can do next.
   * @param {import("./joust/index.js").WarPosition} position
   * @param {number} me
   */
  worth(position, me) {
    return position.score(me) - position.score(1 - me);
  }
}
