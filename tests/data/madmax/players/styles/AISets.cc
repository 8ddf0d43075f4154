// Style: sets of positions, tuples, arrays, accumulate and INT_MAX, all without includes.
#include "Player.hh"
#define PLAYER_NAME Sets

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  array<int, 4> power;
  array<array<int, 3>, 2> grid3 = {{ {{ 1, 2, 3 }}, {{ 4, 5, 6 }} }};

  set<Pos> frontier (const set<Pos>& s) {
    set<Pos> out;
    for (set<Pos>::const_iterator it = s.begin(); it != s.end(); ++it)
      for (int d = 0; d < 8; ++d) {
        Pos p = *it + Dir(d);
        if (pos_ok(p) and s.count(p) == 0) out.insert(p);
      }
    return out;
  }

  virtual void play () {
    if (round()%4 != me()) return;
    for (int pl = 0; pl < 4; ++pl) {
      vector<int> w = warriors(pl);
      power[pl] = accumulate(w.begin(), w.end(), 0, [this] (int sum, int id) { return sum + unit(id).water; });
    }
    int strongest = max_element(power.begin(), power.end()) - power.begin();
    set<Pos> foes, mine;
    for (int id = 0; id < nb_units(); ++id) (unit(id).player == me() ? mine : foes).insert(unit(id).pos);
    set<Pos> near = frontier(foes), both;
    set_intersection(near.begin(), near.end(), mine.begin(), mine.end(), inserter(both, both.begin()));
    list<tuple<int, int, Pos>> todo;
    for (const Pos& p : both) {
      int id = cell(p).id;
      todo.push_back(make_tuple(unit(id).food, id, p));
    }
    todo.sort([] (const tuple<int, int, Pos>& a, const tuple<int, int, Pos>& b) {
      return make_pair(get<0>(a), get<1>(a)) < make_pair(get<0>(b), get<1>(b));
    });
    for (auto& t : todo) {
      int food, id;
      tie(food, id, ignore) = t;
      int least = INT_MAX;
      Dir dir = None;
      for (int d = 0; d < 8; ++d) {
        Pos p = get<2>(t) + Dir(d);
        if (not foes.count(p)) continue;
        Unit u = unit(cell(p).id);
        int value = u.type == Car ? numeric_limits<int>::max() : u.food + u.water - (u.player == strongest ? 10 : 0);
        if (value < least) least = value, dir = Dir(d);
      }
      if (unit(id).type == Warrior and food > 3) command(id, dir);
    }
    vector<int> idle;
    for (int id : warriors(me())) if (not both.count(unit(id).pos)) idle.push_back(id);
    vector<int> perm(idle.size());
    iota(perm.begin(), perm.end(), 0);
    rotate(perm.begin(), perm.begin() + perm.size()/2, perm.end());
    for (int k : perm) command(idle[k], Dir((k*grid3[1][1] + round()/8)%8));
  }
};

RegisterPlayer(PLAYER_NAME);
