#include "Player.hh"
#define PLAYER_NAME Field

/* Units roll downhill in a field of heights. Cities are pits, enemies are hills, and after every round the field
   flows a little, so that pits are felt from afar. */

class Heights {
  int n, m;
  vector<double> h, fresh;
public:
  Heights () : n(0), m(0) {}
  void size (int rows, int cols) {
    n = rows;
    m = cols;
    h.assign(n*m, 0.0);
    fresh = h;
  }
  bool known () const { return n > 0; }
  double at (Pos p) const { return h[p.i*m + p.j]; }
  void dig (Pos p, double depth) { h[p.i*m + p.j] -= depth; }
  void relax (double keep) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) {
        double sum = 0;
        int count = 0;
        if (i > 0) sum += h[(i - 1)*m + j], ++count;
        if (j > 0) sum += h[i*m + j - 1], ++count;
        if (i + 1 < n) sum += h[(i + 1)*m + j], ++count;
        if (j + 1 < m) sum += h[i*m + j + 1], ++count;
        fresh[i*m + j] = keep*(0.3*h[i*m + j] + 0.7*sum/count);
      }
    }
    h.swap(fresh);
  }
};

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  Heights foot, wheels;
  map<int, double> boredom;

  void landscape () {
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        const Pos here(i, j);
        switch (cell(here).type) {
          case City:
            foot.dig(here, cell(here).owner == me() ? 0.5 : 4.0);
            break;
          case Water:
            foot.dig(here, 1.5);
            break;
          case Station:
            wheels.dig(here, 2.0);
            break;
          case Wall:
            foot.dig(here, -0.4);
            wheels.dig(here, -0.4);
            break;
          default:
            break;
        }
      }
    }
    for (int pl = 0; pl < nb_players(); ++pl) {
      if (pl == me()) continue;
      for (int car : cars(pl)) foot.dig(unit(car).pos, -6.0);
      for (int walker : warriors(pl)) wheels.dig(unit(walker).pos, 5.0);
    }
  }

  Dir downhill (int id, const Heights& heights, bool by_car) {
    const Pos from = unit(id).pos;
    double& bored = boredom[id];
    double lowest = heights.at(from) + bored;
    Dir way = None;
    for (Dir d : { Bottom, BR, Right, RT, Top, TL, Left, LB }) {
      const Pos to = from + d;
      if (not pos_ok(to)) continue;
      const CellType type = cell(to).type;
      const bool open = type == Desert or type == Road or (type == City and not by_car);
      const int guest = cell(to).id;
      if (not open or (guest != -1 and unit(guest).player == me())) continue;
      if (heights.at(to) < lowest) {
        lowest = heights.at(to);
        way = d;
      }
    }
    bored = way == None ? bored + 0.05 : 0;
    return way;
  }

  virtual void play () {
    if (not foot.known()) {
      foot.size(rows(), cols());
      wheels.size(rows(), cols());
    }
    landscape();
    for (int times = 0; times < 3; ++times) {
      foot.relax(0.96);
      wheels.relax(0.94);
    }
    vector<Movement> orders;
    for (int id : cars(me()))
      if (can_move(id)) orders.push_back(Movement(id, downhill(id, wheels, true)));
    for (int id : warriors(me()))
      if (can_move(id)) orders.push_back(Movement(id, downhill(id, foot, false)));
    for (const Movement& order : orders)
      if (order.dir != None) command(order);
  }
};

RegisterPlayer(PLAYER_NAME);
