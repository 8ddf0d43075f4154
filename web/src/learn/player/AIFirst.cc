#include "Player.hh"

#define PLAYER_NAME First

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Called in every round.
  virtual void play () {
    for (int id : warriors(me())) command(id, Top);
  }

};

RegisterPlayer(PLAYER_NAME);
