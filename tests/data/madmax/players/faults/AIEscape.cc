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
    // An address whose lower half is zero.
    errno = 0;
    assert(syscall(SYS_prlimit64, 0, RLIMIT_CPU, 1L << 32, 0L) == -1 and errno == EPERM);
  }
};

RegisterPlayer(PLAYER_NAME);
