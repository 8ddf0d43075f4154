// Forks one child in round 10, which leaves the session and sleeps for 1000 s, while the parent plays on.
#include "Player.hh"
#include <time.h>
#include <unistd.h>
#define PLAYER_NAME Fork1

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
    pid_t child = fork();
    if (child == 0) {
      setsid();
      timespec long_time = { 1000, 0 };
      while (nanosleep(&long_time, &long_time) != 0) {}
      _exit(0);
    }
    cerr << (child > 0 ? "forked" : "not forked") << endl;
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
