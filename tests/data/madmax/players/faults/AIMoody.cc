// Behaves in seat 0. In seats 1 and 2 it computes for ever from round 10 on, in seat 3 before the game.
#include "Player.hh"
#define PLAYER_NAME Moody

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  PLAYER_NAME () {
    if (me() == 3) brood();
  }

  void brood () {
    volatile unsigned counter = 0;
    while (true) counter = counter + 1;
  }

  virtual void play () {
    if (me() != 0 and round() == 10) brood();
  }
};

RegisterPlayer(PLAYER_NAME);
