// Writes through a null pointer in its constructor, before round 0.
#include "Player.hh"
#define PLAYER_NAME CtorSegv

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  PLAYER_NAME () {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 42;
  }

  virtual void play () { command(0, Top); }
};

RegisterPlayer(PLAYER_NAME);
