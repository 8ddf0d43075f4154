// Prints and reads before main: nothing of it may be taken for the name of a player.
// This line is in Latin-1: ¡hola, niña!
#include "Player.hh"
#define PLAYER_NAME Greeter

struct Greeting {
  Greeting () {
    int nothing = 0;
    if (not (cin >> nothing)) cout << "Nobody" << endl;
  }
};

static Greeting greeting;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int id : warriors(me())) if (can_move(id)) command(id, Dir(random(0, 7)));
  }
};

RegisterPlayer(PLAYER_NAME);
