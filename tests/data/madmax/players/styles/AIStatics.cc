// Style: static members, static local variables, static methods, and constants of all sorts.
#include "Player.hh"
#define PLAYER_NAME Statics

class PLAYER_NAME : public Player {
  static int total_orders;
  static vector<int> history;
  static const vector<Dir> straight;
  static const int limit = 30;
  static constexpr double share = 0.75;
  enum { SIDE = 5 };

  static int chebyshev(const Pos& a, const Pos& b) { return max(abs(a.i - b.i), abs(a.j - b.j)); }

  int next_number() {
    static unsigned state = 12345;
    state = state*1103515245u + 12345u;
    return int((state >> 16)%100);
  }

  static vector<int>& last_seen() {
    static vector<int> seen(1000, -1);
    return seen;
  }

  void order(int id, Dir d) {
    ++total_orders;
    last_seen()[id] = round();
    command(id, d);
  }

public:
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    history.push_back(num_cities(me()));
    if (round()%4 != me()) return;
    int given = 0;
    for (int id : warriors(me())) {
      if (given++ >= limit) break;
      if (next_number() < 100*share) order(id, straight[next_number()%straight.size()]);
      else if (last_seen()[id] + SIDE < round()) order(id, Dir(next_number()%8));
      else if (chebyshev(unit(id).pos, Pos(rows()/2, cols()/2)) > 20) order(id, Left);
    }
    if (round() >= nb_rounds() - 4)
      cerr << total_orders << " orders, at most " << *max_element(history.begin(), history.end()) << " cities\n";
  }
};

int PLAYER_NAME::total_orders = 0;
vector<int> PLAYER_NAME::history;
const vector<Dir> PLAYER_NAME::straight = { Bottom, Right, Top, Left };
const int PLAYER_NAME::limit;
constexpr double PLAYER_NAME::share;

RegisterPlayer(PLAYER_NAME);
