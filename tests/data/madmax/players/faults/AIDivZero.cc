// Divides by an integer zero in round 15.
#include "Player.hh"
#define PLAYER_NAME DivZero

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  // A few sensible orders: warriors leave for free cells.
  void behave () {
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      Dir dir = Dir((id + round()/4)%8);
      Pos p = unit(id).pos + dir;
      if (pos_ok(p) and cell(p).id == -1) command(id, dir);
    }
  }

  void misbehave () {
    volatile int zero = 0;
    command(0, Dir(8/zero));
  }

  virtual void play () {
    behave();
    if (round() == 15) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
