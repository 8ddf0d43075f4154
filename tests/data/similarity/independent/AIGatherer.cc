#include "Player.hh"
#define PLAYER_NAME Gatherer

// Every warrior has a need; the needs are served by one map of distances each, renewed once in a while.
struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<vector<int>> Grid;

  enum Need { Thirst, Hunger, Conquest, NeedSize };

  Grid ways[NeedSize];
  int renewed = -100;
  set<Pos> booked;

  bool is_ground (int i, int j) {
    if (i < 0 or j < 0 or i >= rows() or j >= cols()) return false;
    switch (cell(i, j).type) {
      case Desert:
      case Road:
      case City:
        return true;
      default:
        return false;
    }
  }

  bool touches_water (int i, int j) {
    for (int a = i - 1; a <= i + 1; ++a)
      for (int b = j - 1; b <= j + 1; ++b)
        if (pos_ok(a, b) and cell(a, b).type == Water) return true;
    return false;
  }

  bool serves (Need need, int i, int j) {
    const Cell c = cell(i, j);
    if (need == Thirst) return touches_water(i, j);
    if (need == Hunger) return c.type == City;
    return c.type == City and c.owner != me();
  }

  void renew (Need need) {
    const int far = rows()*cols();
    Grid& g = ways[need];
    g.assign(rows(), vector<int>(cols(), far));
    vector<Pos> wave, next;
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        if (is_ground(i, j) and serves(need, i, j)) {
          g[i][j] = 0;
          wave.push_back(Pos(i, j));
        }
    for (int steps = 1; not wave.empty(); ++steps) {
      next.clear();
      for (const Pos& p : wave)
        for (int a = -1; a <= 1; ++a)
          for (int b = -1; b <= 1; ++b)
            if (is_ground(p.i + a, p.j + b) and g[p.i + a][p.j + b] == far) {
              g[p.i + a][p.j + b] = steps;
              next.push_back(Pos(p.i + a, p.j + b));
            }
      wave.swap(next);
    }
  }

  Need need_of (const Unit& u) {
    const int reserve_water = u.water - ways[Thirst][u.pos.i][u.pos.j];
    const int reserve_food = u.food - ways[Hunger][u.pos.i][u.pos.j];
    if (min(reserve_water, reserve_food) > 6) return Conquest;
    return reserve_water < reserve_food ? Thirst : Hunger;
  }

  void step (const Unit& u, const Grid& g) {
    vector<pair<int, int>> options;
    for (int d = 0; d < DirSize; ++d) {
      const Pos to = u.pos + Dir(d);
      if (not is_ground(to.i, to.j) or booked.count(to)) continue;
      const int there = cell(to).id;
      int price = 4*g[to.i][to.j];
      if (there != -1 and there != u.id) {
        const Unit v = unit(there);
        if (v.player == me()) continue;
        price += v.type == Car ? 1000 : v.water < u.water ? -3 : 3;
      }
      options.push_back(make_pair(price, d));
    }
    if (options.empty()) return;
    const Dir dir = Dir(min_element(options.begin(), options.end())->second);
    booked.insert(u.pos + dir);
    command(u.id, dir);
  }

  virtual void play () {
    if (round() % nb_players() != me()) return;
    booked.clear();
    if (ways[Thirst].empty()) {
      renew(Thirst);
      renew(Hunger);
    }
    if (round() - renewed >= 12) {
      renew(Conquest);
      renewed = round();
    }
    for (int id : warriors(me())) {
      const Unit u = unit(id);
      step(u, ways[need_of(u)]);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
