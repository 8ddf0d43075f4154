// Has a global object whose constructor writes through a null pointer, before main().
#include "Player.hh"
#define PLAYER_NAME EarlySegv

struct Bomb {
  Bomb () {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 42;
  }
};

Bomb bomb;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () { command(0, Top); }
};

RegisterPlayer(PLAYER_NAME);
