// The name of the file differs from that of another player only in what no name of C++ may have.
#include "Player.hh"
#define PLAYER_NAME Dashes

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int id : cars(me())) if (can_move(id)) command(id, Dir(random(0, 7)));
  }
};

RegisterPlayer(PLAYER_NAME);
