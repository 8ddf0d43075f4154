// Has a factory that makes nothing: it returns a null pointer before round 0.
#include "Player.hh"
#define PLAYER_NAME BadFactory

struct PLAYER_NAME : public Player {
  static Player* factory () { return nullptr; }

  virtual void play () { command(0, Top); }
};

RegisterPlayer(PLAYER_NAME);
