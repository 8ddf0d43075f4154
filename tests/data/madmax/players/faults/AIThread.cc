// Lets another thread count in round 10, waits for it, and plays on: nothing is wrong with that. Needs -pthread.
#include "Player.hh"
#include <thread>
#define PLAYER_NAME Thread

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
    long long sum = 0;
    thread worker([&sum] { for (int k = 1; k <= 100000; ++k) sum += k; });
    worker.join();
    cerr << sum << endl;
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
