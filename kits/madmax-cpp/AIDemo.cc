// Demo: shows what a player can ask and order. It is not meant to play well.
//
// Read it from top to bottom, then copy AINull.cc and write something better.

#include "Player.hh"

// The name of the player, as `./Game --list` shows it.
#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {

  // Makes an instance of this player. Do not edit this function.
  static Player* factory () {
    return new PLAYER_NAME;
  }

  // Types and variables of your own belong here. They live as long as the game, so you can
  // remember things from round to round.
  //
  // For each car that was ever ours: 0 if it drives at random, 1 if it always drives up.
  map<int, int> kind;

  // Gives an order to a warrior. The conditions are odd, in order to show as much as possible.
  void move_warrior (int id) {
    // random(l, u) is a number from l to u. One time in three: to the right.
    if (random(0, 2) == 0) {
      command(id, Right);
      return;
    }

    // unit(id) has everything about a unit: type, id, player, food, water and pos.
    const Unit u = unit(id);

    // cell(p) has everything about a cell: its type, its owner (for cities) and the id of the unit
    // on it, or -1. cell(i, j) is the cell in row i and column j.
    if (cell(u.pos).type == City) {
      command(id, Bottom);
      return;
    }

    // round() goes from 0 to nb_rounds() - 1.
    if (round() < 40) {
      command(id, Left);
      return;
    }
    if (round() < 120) {
      command(id, None);  // Stays where it is, as it would without an order.
      return;
    }

    if (random(0, 1) == 1) {
      follow_the_stars(id);
      return;
    }

    // You can ask about any player, not only your own. status(p) is the share of its time that
    // player p has used; it is 0 in games without a time limit.
    if (status(0) > 0.8) {
      command(id, Left);
    }
    else if (total_score(1) > 10000) {
      command(id, TL);
    }
    else if (there_is_a_car(Pos(4, 2))) {
      command(id, BR);
    }
    else if (u.food < 20) {
      // Dir(x) turns a number into a direction. Even numbers are the straight directions:
      // 0 Bottom, 2 Right, 4 Top, 6 Left.
      command(id, Dir(2*random(0, 3)));
    }
    else if (u.water > 10) {
      command(id, Left);
    }
    else if (cell(10, 20).owner == 2) {
      command(id, None);
    }
    else if (num_cities(3) == 1) {
      command(id, LB);
    }
    else {
      // To see what your player does, write to cerr. A Pos can be printed directly.
      cerr << u.pos << endl;
    }
  }

  // Chooses one of four random places of the map, and goes down if it is in the lower half.
  void follow_the_stars (int id) {
    set<Pos> stars;  // Ordered by rows, then by columns.
    while (stars.size() < 4) {
      // One draw per statement. In Pos(random(0, 59), random(0, 59)) the compiler would be free
      // to draw the second number first, and another compiler would play another game.
      int j = random(0, 59);
      int i = random(0, 59);
      stars.insert(Pos(i, j));
    }
    vector<Pos> list(stars.begin(), stars.end());
    Pos chosen = list[random(0, 3)];
    if (chosen.i >= 30) command(id, Bottom);
    else command(id, RT);
  }

  bool there_is_a_car (Pos p) {
    int id = cell(p).id;
    return id != -1 and unit(id).type == Car;
  }

  void move_warriors () {
    // Warriors may only move in the rounds of their own team; orders in other rounds are ignored.
    if (round() % nb_players() != me()) return;

    // warriors(p) are the ids of the warriors of player p. Captured units change their owner and
    // keep their id, so ask again in every round.
    vector<int> w = warriors(me());

    // random_permutation(n) gives the numbers from 0 to n - 1 in random order.
    vector<int> perm = random_permutation(w.size());
    for (int k : perm) move_warrior(w[k]);
  }

  void move_cars () {
    for (int id : cars(me())) {
      if (kind.count(id) == 0) kind[id] = random(0, 1);

      // Cars move in the rounds of their team and, if they have fuel, also in all other rounds
      // while they are on a road. can_move(id) knows these rules.
      if (not can_move(id)) continue;
      if (kind[id] == 0) command(id, Dir(random(0, 7)));
      else command(id, Top);
    }
  }

  // Called once per round: gives this round's orders. All players see one state, and the selected
  // movements of all players are executed together, in random order.
  virtual void play () {
    move_warriors();
    move_cars();
  }

};

// Adds this player to the list of players. Do not edit this line.
RegisterPlayer(PLAYER_NAME);
