// Brings functions of its own in place of those with which a program could restrict itself, and forks.
#include "Player.hh"
#include <sys/resource.h>
#include <unistd.h>
#define PLAYER_NAME OwnPrctl

extern "C" int prctl (int, ...) { return 0; }
extern "C" int setrlimit (__rlimit_resource_t, const rlimit*) noexcept { return 0; }
extern "C" pid_t getppid () noexcept { return 1; }

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
  virtual void play () {
    if (round() == 2 and fork() == 0) for (;;) pause();
  }
};

RegisterPlayer(PLAYER_NAME);
