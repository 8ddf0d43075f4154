// Allocates memory in round 10 and never frees it, until there is no more. Run it with a memory limit only.
#include "Player.hh"
#define PLAYER_NAME Leak

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  vector<char*> lost;

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
    while (true) {
      char* memory = new char[1 << 20];
      memset(memory, 1, 1 << 20);
      lost.push_back(memory);
    }
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
