// Style: rows of the map as bits in words of 64, shifts and masks.
#include "Player.hh"
#define PLAYER_NAME Bits

typedef uint64_t u64;

struct Mask {
  u64 row[128];
  Mask () { memset(row, 0, sizeof row); }
  void set (Pos p) { row[p.i] |= u64(1) << (p.j & 63); }
  bool get (Pos p) const { return row[p.i] >> (p.j & 63) & 1; }
  Mask grown (int rows) const {
    Mask m;
    for (int i = 0; i < rows; ++i) {
      u64 x = row[i] | (i > 0 ? row[i - 1] : 0) | (i + 1 < rows ? row[i + 1] : 0);
      m.row[i] = x | x << 1 | x >> 1;
    }
    return m;
  }
  Mask& operator&= (const Mask& o) {
    for (int i = 0; i < 128; ++i) row[i] &= o.row[i];
    return *this;
  }
  int count () const {
    int k = 0;
    for (int i = 0; i < 128; ++i)
      for (u64 x = row[i]; x; x &= x - 1) ++k;
    return k;
  }
};

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  Mask open, city;
  vector<Mask> waves;  // waves[k]: at most k steps to a city
  unsigned flags : 3;
  unsigned parity : 1;

  PLAYER_NAME () : flags(5), parity(0) {}

  virtual void play () {
    if (rows() > 128 or cols() > 64) return;
    if (waves.empty()) {
      for (int i = 0; i < rows(); ++i)
        for (int j = 0; j < cols(); ++j) {
          if (cell(i, j).type <= City) open.set(Pos(i, j));
          if (cell(i, j).type == City) city.set(Pos(i, j));
        }
      waves.push_back(city);
      for (int k = 1; k <= 40; ++k) {
        Mask next = waves.back().grown(rows());
        next &= open;
        waves.push_back(next);
      }
      cerr << open.count() << ' ' << waves[1].count() << ' ' << waves.back().count() << endl;
    }
    if (round()%4 != me()) return;
    parity ^= 1;
    flags = flags << 1 | parity;
    for (int id : warriors(me())) {
      Pos p = unit(id).pos;
      int k = 0;
      while (k < 40 and not waves[k].get(p)) ++k;
      const Mask& goal = waves[k > 0 ? k - 1 : 0];
      for (int d = 0; d < 8; ++d) {
        int e = (d + id + flags) & 7;
        Pos q = p + Dir(e);
        if (pos_ok(q) and goal.get(q) and cell(q).id == -1) {
          command(id, Dir(e));
          break;
        }
      }
    }
  }
};

RegisterPlayer(PLAYER_NAME);
