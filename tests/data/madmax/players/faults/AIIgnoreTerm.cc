// Ignores SIGTERM, SIGINT, SIGHUP and SIGXCPU, and computes for ever in round 10.
#include "Player.hh"
#include <signal.h>
#define PLAYER_NAME IgnoreTerm

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
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGXCPU, SIG_IGN);
    volatile unsigned counter = 0;
    while (true) counter = counter + 1;
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
