// Tries to outlive the game and to have files signal it: all of that is refused.
#include "Player.hh"
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#define PLAYER_NAME Escape

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    if (round() != 10) return;
    int ends[2];
    assert(pipe(ends) == 0);
    assert(fcntl(ends[0], F_GETFL) >= 0);
    assert(fcntl(ends[0], F_SETOWN, getpid()) == -1 and errno == EPERM);
    assert(syscall(SYS_setuid, getuid()) == -1 and errno == EPERM);
    assert(unshare(0) == -1 and errno == EPERM);
    rlimit now;
    assert(getrlimit(RLIMIT_CPU, &now) == 0);
    // Limits can be lowered, and not raised.
    const rlimit none = { 0, 0 }, more = { 1 << 20, 1 << 20 };
    assert(setrlimit(RLIMIT_CORE, &none) == 0);
    assert(setrlimit(RLIMIT_FSIZE, &more) == -1 and errno == EPERM);
    assert(setrlimit(RLIMIT_NOFILE, &more) == -1 and errno == EPERM);
  }
};

RegisterPlayer(PLAYER_NAME);
