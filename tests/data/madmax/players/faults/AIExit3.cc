// Leaves the program with _exit(3), without any cleaning up, in round 11.
#include "Player.hh"
#include <unistd.h>
#define PLAYER_NAME Exit3

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
    _exit(3);
  }

  virtual void play () {
    behave();
    if (round() == 11) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
