// Closes its standard output twice, as a stream and as a descriptor, in round 10, goes on writing to it, and plays on.
#include "Player.hh"
#include <cstdio>
#include <unistd.h>
#define PLAYER_NAME CloseOut

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
    fclose(stdout);
    close(1);
    cout << "can you hear me?" << endl;
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
