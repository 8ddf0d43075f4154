// Style: globals called debug and verbose, and asserts all over.
#include "Player.hh"
#define PLAYER_NAME DebugVar

bool debug = true;
int verbose = 1;
const bool DEBUG = false;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  void check () {
    assert(0 <= me() and me() < nb_players());
    assert(0 <= round() and round() < nb_rounds());
    assert(nb_units() == 4*(nb_warriors() + nb_cars()));
    int units = 0, cities = 0;
    for (int pl = 0; pl < nb_players(); ++pl) {
      vector<int> w = warriors(pl), c = cars(pl);
      assert(is_sorted(w.begin(), w.end()) and is_sorted(c.begin(), c.end()));
      units += int(w.size() + c.size());
      cities += num_cities(pl);
      for (int id : w) {
        Unit u = unit(id);
        assert(u.id == id and u.player == pl and u.type == Warrior);
        assert(1 <= u.food and u.food <= warriors_health());
        assert(1 <= u.water and u.water <= warriors_health());
        assert(cell(u.pos).id == id);
        assert(cell(u.pos).type <= City);
      }
      for (int id : c) {
        Unit u = unit(id);
        assert(u.id == id and u.player == pl and u.type == Car);
        assert(0 <= u.food and u.food <= cars_fuel() and u.water == 0);
        assert(cell(u.pos).id == id);
        assert(cell(u.pos).type == Desert or cell(u.pos).type == Road);
      }
    }
    assert(units == nb_units());
    assert(cities == nb_cities());
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j) {
        Cell x = cell(i, j);
        assert((x.owner != -1) == (x.type == City));
        assert(x.id == -1 or unit(x.id).pos == Pos(i, j));
      }
  }

  virtual void play () {
    check();
    if (debug and round() == verbose) cerr << "all is well" << endl;
    if (DEBUG) abort();
    for (int id : warriors(me()))
      if (can_move(id)) command(id, Dir((id*7 + round())%8));
  }
};

RegisterPlayer(PLAYER_NAME);
