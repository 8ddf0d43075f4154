// A greedy bot for MAD: it takes the strongest ship that it can get, and goes for the corvette.

#ifndef MAD_BOT_HH
#define MAD_BOT_HH

#include "joust/joust.hh"

class MadBot : public joust::Bot {
public:
  joust::Info info () override { return { "Greedy", "1.0", {}, {} }; }

  void start (const joust::Hello& hello) override { random = joust::Random(hello.seed); }

  joust::Action act (joust::Turn& turn) override {
    const joust::MadPosition& position = turn.mad();
    std::vector<std::string> moves = turn.moves;
    // Moves of equal worth stay in a random order.
    random.shuffle(moves);
    std::vector<Tried> tried;
    for (const std::string& move : moves) {
      tried.push_back({ -worth(position.play(move), position.side), int(tried.size()) });
    }
    std::sort(tried.begin(), tried.end());
    // The best move after which the corvette cannot be expelled at once.
    Tried best = tried[0];
    for (const Tried& next : tried) {
      if (loses(position.play(moves[next.second]))) continue;
      best = next;
      break;
    }
    return { moves[best.second], (long long)moves.size(), double(-best.first) };
  }

private:
  // What a move is worth, negated, and its place in the list: the best move is the smallest of these pairs.
  using Tried = std::pair<int, int>;

  joust::Random random;

  // What a position is worth: ships by their digits, and how near they are to the corvette.
  static int worth (const joust::MadPosition& position, int me) {
    int target = position.find("br"[me] + std::string("111"));
    int winner = position.winner();
    if (target == joust::NONE or winner != joust::NONE) return winner == me ? 10000 : -10000;
    int worth = 0;
    for (int square = 0; square < int(position.cells.size()); ++square) {
      const std::string& ship = position.cells[square];
      if (ship.size() != 4) continue;
      int strength = 10*(ship[1] + ship[2] + ship[3] - 3*'0');
      if (ship[0] != "rb"[me]) worth -= strength;
      else worth += strength - position.board->distance(square, target);
    }
    return worth;
  }

  // Whether the side to move can win at once.
  static bool loses (const joust::MadPosition& position) {
    for (const std::string& move : position.moves()) {
      bool expels = move.find('x') != std::string::npos;
      if (expels and position.play(move).winner() == position.side) return true;
    }
    return false;
  }
};

#endif
