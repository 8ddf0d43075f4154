// Throws from its constructor, before round 0.
#include "Player.hh"
#include <stdexcept>
#define PLAYER_NAME CtorThrow

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  PLAYER_NAME () { throw runtime_error("not today"); }

  virtual void play () { command(0, Top); }
};

RegisterPlayer(PLAYER_NAME);
