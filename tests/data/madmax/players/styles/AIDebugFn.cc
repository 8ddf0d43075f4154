// Style: a global function called debug, variadic and overloaded.
#include "Player.hh"
#include <cstdarg>
#include <cstdio>
#define PLAYER_NAME DebugFn

static int lines = 0;

void debug (const char* format, ...) {
  if (++lines > 50) return;
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
}

void debug (const Pos& p) {
  debug("at (%d, %d)\n", p.i, p.j);
}

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  // Names that the standard library has too; inside of a class they are ours.
  int distance (Pos a, Pos b) const { return abs(a.i - b.i) + abs(a.j - b.j); }
  int count (int pl) const { return int(warriors(pl).size()); }
  Pos next (Pos p, Dir d) const { return p + d; }
  void move (int id, Dir d) { command(id, d); }
  int size () const { return rows()*cols(); }
  Pos data[4] = { Pos(5, 5), Pos(5, 54), Pos(54, 5), Pos(54, 54) };

  virtual void play () {
    if (round()%4 != me()) return;
    debug("round %d: %d warriors on %d cells\n", round(), count(me()), size());
    for (int id : warriors(me())) {
      Pos p = unit(id).pos;
      Pos goal = data[(id + round()/100)%4];
      Dir dir = None;
      for (int d = 0; d < 8; ++d) {
        Pos q = next(p, Dir(d));
        if (not pos_ok(q) or cell(q).id != -1) continue;
        if (distance(q, goal) < distance(next(p, dir), goal)) dir = Dir(d);
      }
      if (id == 0) debug(p);
      move(id, dir);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
