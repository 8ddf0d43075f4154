// Style: exactly 1000 orders in some rounds, most of them for nothing.
#include "Player.hh"
#define PLAYER_NAME Thousand

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    int given = 0;
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      command(id, Dir(2*(round()/32%4)));
      ++given;
    }
    // Twice in a game with distinct numbers that do not exist, twice with the same unit.
    if (round()%125 == 3) {
      while (given < 500) command(1000 + given++, Top);
      while (given < 1000) command(-given++, Top);
    }
    if (round()%250 == 90) {
      while (given < 1000) {
        command(cars(me()).empty() ? 0 : cars(me())[0], Dir(given%8));
        ++given;
      }
    }
  }
};

RegisterPlayer(PLAYER_NAME);
