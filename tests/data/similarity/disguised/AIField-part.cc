#include "Player.hh"
#define PLAYER_NAME Slope

// The terrain is a copy; what the units do with it is new.
class Terrain {
  vector<double> level, next_level;
  int height, width;
public:
  Terrain () : height(0), width(0) {}
  void smooth (double factor) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double total = 0;
        int parts = 0;
        if (y > 0) total += level[(y - 1)*width + x], ++parts;
        if (x > 0) total += level[y*width + x - 1], ++parts;
        if (y + 1 < height) total += level[(y + 1)*width + x], ++parts;
        if (x + 1 < width) total += level[y*width + x + 1], ++parts;
        next_level[y*width + x] = factor*(0.3*level[y*width + x] + 0.7*total/parts);
      }
    }
    level.swap(next_level);
  }
  bool exists () const { return height > 0; }
  void create (int a, int b) {
    height = a;
    width = b;
    level.assign(height*width, 0.0);
    next_level = level;
  }
  void change (Pos where, double by) { level[where.i*width + where.j] -= by; }
  double get (Pos where) const { return level[where.i*width + where.j]; }
};

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  Terrain terrain;

  virtual void play () {
    if (not terrain.exists()) terrain.create(rows(), cols());
    for (int id = 0; id < nb_units(); ++id)
      terrain.change(unit(id).pos, unit(id).player == me() ? -1.0 : 1.0);
    terrain.smooth(0.9);
    if (round() % 4 != me()) return;
    vector<int> ids = warriors(me());
    sort(ids.begin(), ids.end(), [this] (int a, int b) { return unit(a).food < unit(b).food; });
    int commands_left = 20;
    for (int id : ids) {
      if (commands_left-- == 0) return;
      double deepest = 1e9;
      Dir dir = Dir(id % 8);
      for (int turn = 0; turn < 8; ++turn) {
        Pos p = unit(id).pos + Dir(turn);
        if (pos_ok(p) and cell(p).type <= City and terrain.get(p) < deepest) {
          deepest = terrain.get(p);
          dir = Dir(turn);
        }
      }
      command(id, dir);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
