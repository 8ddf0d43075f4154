// Null: an empty player to copy.
//
// To make a player called, say, Rockatansky:
//   1. cp AINull.cc AIRockatansky.cc
//   2. in the copy, change the line  #define PLAYER_NAME Null  to  #define PLAYER_NAME Rockatansky
//   3. write your play() below
//   4. make all && ./Game Rockatansky Demo Demo Dummy -s 1 -i default.cnf -o default.res
//
// Player.hh and the headers that it includes document what you can ask and order; AIDemo.cc shows
// most of it.

#include "Player.hh"

// The name of your player: unique, not offensive, and at most 12 characters long.
#define PLAYER_NAME Null

struct PLAYER_NAME : public Player {

  // Makes an instance of this player. Do not edit this function.
  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Types, variables and methods of your own go here. Variables keep their values from one round
  // to the next.

  // Called once per round: gives this round's orders, for example
  //
  //   for (int id : warriors(me())) command(id, Top);
  //
  // At most 1000 orders per round; for each unit, only the first one counts.
  virtual void play () {
  }

};

// Adds this player to the list of players. Do not edit this line.
RegisterPlayer(PLAYER_NAME);
