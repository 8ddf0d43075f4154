// Throws std::out_of_range, by way of vector::at, in round 10.
#include "Player.hh"
#include <stdexcept>
#define PLAYER_NAME ThrowStr

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
    vector<int> few(3, 1);
    command(few.at(round()), Top);
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
