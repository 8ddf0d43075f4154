// A greedy bot for the War Game: it takes the square that brings the most points now.

#ifndef WAR_BOT_HH
#define WAR_BOT_HH

#include "joust/joust.hh"

class WarBot : public joust::Bot {
public:
  joust::Info info () override { return { "Greedy", "1.0", {}, {} }; }

  void start (const joust::Hello& hello) override { random = joust::Random(hello.seed); }

  joust::Action act (joust::Turn& turn) override {
    const joust::WarPosition& position = turn.wargame();
    std::vector<std::string> moves = turn.moves;
    // Of equal moves, the first one in a random order is taken.
    random.shuffle(moves);
    std::string best;
    int most = 0;
    for (const std::string& move : moves) {
      int value = worth(position.play(move), position.side);
      if (best.empty() or value > most) {
        best = move;
        most = value;
      }
    }
    return { best, (long long)moves.size(), double(most) };
  }

private:
  joust::Random random;

  // What a position is worth. To play better, also look at what the opponent can do next.
  static int worth (const joust::WarPosition& position, int me) {
    return position.score(me) - position.score(1 - me);
  }
};

#endif
