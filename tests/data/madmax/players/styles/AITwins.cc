// Makes a second player of its own kind by Registry::new_player, and lets it look at the board.
#include "Player.hh"
#define PLAYER_NAME Twins
struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    PLAYER_NAME* other = static_cast<PLAYER_NAME*>(Registry::new_player("Twins"));
    assert(other->me() == me() and other->round() == round());
    for (int id : other->cars(me())) {
      assert(other->unit(id).pos == unit(id).pos);
      if (other->can_move(id)) command(id, Dir(random(0, 7)));
    }
    delete other;
  }
};
RegisterPlayer(PLAYER_NAME);
