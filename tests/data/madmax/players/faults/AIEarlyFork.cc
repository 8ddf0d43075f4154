// Forks before anything of the kit runs: in a constructor of the highest priority.
#include "Player.hh"
#include <unistd.h>
#define PLAYER_NAME EarlyFork

__attribute__((constructor(50))) static void early () {
  // Not while the kit is built.
  if (getenv("JOUST_SEAT") != 0 and fork() == 0) for (;;) pause();
}

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
  virtual void play () {}
};

RegisterPlayer(PLAYER_NAME);
