// Fails an assertion in round 13.
#include "Player.hh"
#define PLAYER_NAME AssertFail

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
    int lives = 0;
    assert(lives > 0);
    cerr << lives << endl;
  }

  virtual void play () {
    behave();
    if (round() == 13) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
