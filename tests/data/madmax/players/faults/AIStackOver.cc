// Calls itself without an end in round 12, until the stack is full.
#include "Player.hh"
#define PLAYER_NAME StackOver

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int deeper (int depth) {
    volatile char room[1000];
    room[depth%1000] = char(depth);
    return deeper(depth + 1) + room[depth%1000];
  }

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
    cerr << deeper(1) << endl;
  }

  virtual void play () {
    behave();
    if (round() == 12) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
