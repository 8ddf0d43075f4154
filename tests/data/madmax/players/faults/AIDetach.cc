// Starts a thread in round 10 that computes for ever, and plays on. Needs -pthread.
#include "Player.hh"
#include <thread>
#define PLAYER_NAME Detach

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
    thread([] {
      volatile unsigned counter = 0;
      while (true) counter = counter + 1;
    }).detach();
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
