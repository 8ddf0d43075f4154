// A bot for MAD that learns nothing and counts everything: safety, reach and the way to the corvette.

import { Action, Bot, Info } from "./joust/index.js";

const WEIGHTS = { ships: 30, reach: 2, danger: -9, approach: 4 };

function parse(ship) {
  const [owner, ...digits] = ship;
  return { owner, sails: +digits[0], cannons: +digits[1], shields: +digits[2] };
}

export class Weigher extends Bot {
  info() {
    return new Info("Weigher", "2");
  }

  features(position, seat) {
    const mine = "rb"[seat];
    const found = { ships: 0, reach: 0, danger: 0, approach: 0 };
    const target = position.find("br"[seat] + "111");
    for (let square = 0; square < position.cells.length; square++) {
      if (position.cells[square].length !== 4) continue;
      const ship = parse(position.cells[square]);
      const sign = ship.owner === mine ? 1 : -1;
      found.ships += sign;
      found.reach += sign * ship.sails;
      if (sign === 1 && target !== null) {
        found.approach -= position.board.distance(square, target) / 10;
      }
      found.danger += this.threatened(position, square, ship) ? sign : 0;
    }
    return found;
  }

  threatened(position, square, ship) {
    return position.cells.some((text, from) => {
      if (text.length !== 4) return false;
      const other = parse(text);
      if (other.owner === ship.owner) return false;
      return other.cannons > ship.shields && position.board.distance(from, square) <= other.sails;
    });
  }

  act(turn) {
    const position = turn.mad();
    const seat = position.side;
    let result = null;
    turn.moves.forEach((move, index) => {
      const after = position.play(move);
      const winner = after.winner();
      const found = this.features(after, seat);
      let sum = winner === seat ? 1000 : winner === null ? 0 : -1000;
      for (const [name, weight] of Object.entries(WEIGHTS)) sum += weight * found[name];
      if (result === null || sum > result.sum) result = { move, sum, index };
    });
    return new Action(result.move, { nodes: turn.moves.length, value: result.sum });
  }
}
