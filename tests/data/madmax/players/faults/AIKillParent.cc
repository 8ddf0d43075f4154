// Kills its parent process with SIGKILL in round 10. NEVER RUN THIS OUTSIDE OF A CONTAINER.
#include "Player.hh"
#include <signal.h>
#include <unistd.h>
#define PLAYER_NAME KillParent

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
    kill(getppid(), SIGKILL);
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
