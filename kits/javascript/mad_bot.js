// A greedy bot for MAD: it takes the strongest ship that it can get, and goes for the corvette.

import { Action, Bot, Info, Random } from "./joust/index.js";

export class MadBot extends Bot {
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
    const position = turn.mad();
    const moves = turn.moves.slice();
    // Moves of equal worth stay in a random order.
    this.random.shuffle(moves);
    const tried = moves.map((move) => {
      const after = position.play(move);
      return { move, after, worth: this.worth(after, position.side) };
    });
    tried.sort((one, other) => other.worth - one.worth);
    // The best move after which the corvette cannot be expelled at once.
    const best = tried.find(({ after }) => !this.loses(after)) ?? tried[0];
    return new Action(best.move, { nodes: moves.length, value: best.worth });
  }

  /**
   * What a position is worth: ships by their digits, and how near they are to the corvette.
   * @param {import("./joust/index.js").MadPosition} position
   * @param {number} me
   */
  worth(position, me) {
    const target = position.find(`${"br"[me]}111`);
    const winner = position.winner();
    if (target === null || winner !== null) return winner === me ? 10_000 : -10_000;
    let worth = 0;
    position.cells.forEach((ship, square) => {
      if (ship.length !== 4) return;
      const strength = 10 * (Number(ship[1]) + Number(ship[2]) + Number(ship[3]));
      if (ship[0] !== "rb"[me]) worth -= strength;
      else worth += strength - position.board.distance(square, target);
    });
    return worth;
  }

  /**
   * Whether the side to move can win at once.
   * @param {import("./joust/index.js").MadPosition} position
   */
  loses(position) {
    const expulsions = position.moves().filter((move) => move.includes("x"));
    return expulsions.some((move) => position.play(move).winner() === position.side);
  }
}
