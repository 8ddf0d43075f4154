// A greedy bot of the War Game in one file, which writes what nobody but its author may read.
import { Action, Bot, Info, run } from "./joust/index.js";
class Greedy extends Bot {
  info() { return new Info("Greedy", "1.0"); }
  act(turn) {
    const position = turn.wargame();
    console.error("secret thought of", turn.moves.length);
    let best = turn.moves[0], most = -1e9;
    for (const move of turn.moves) {
      const after = position.play(move);
      const worth = after.score(position.side) - after.score(1 - position.side);
      if (worth > most) [best, most] = [move, worth];
    }
    return new Action(best, {});
  }
}
run((game) => (game === "wargame" ? new Greedy() : null));
