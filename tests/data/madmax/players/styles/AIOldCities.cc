// Style: written for version 1.5, with cities().
#include "Player.hh"
#define PLAYER_NAME OldCities

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int inside (const vector<Pos>& city, int pl) {
    int k = 0;
    for (Pos p : city) {
      int id = cell(p).id;
      if (id != -1 and unit(id).player == pl) ++k;
    }
    return k;
  }

  virtual void play () {
    if (round()%4 != me()) return;
    vector<vector<Pos>> c = cities();
    if (round() == me()) {
      for (size_t x = 0; x < c.size(); ++x) cerr << x << ": " << c[x].size() << " cells from " << c[x][0] << " to " << c[x].back() << endl;
    }
    // The weakest city that is not ours, and everybody towards it.
    int best = -1, least = INT_MAX;
    for (int x = 0; x < int(cities().size()); ++x) {
      if (cell(c[x][0]).owner == me()) continue;
      int k = inside(c[x], cell(c[x][0]).owner);
      if (k < least) {
        least = k;
        best = x;
      }
    }
    if (best == -1) return;
    Pos goal = c[best][c[best].size()/2];
    for (int id : warriors(me())) {
      Pos p = unit(id).pos;
      int i = goal.i > p.i ? 1 : goal.i < p.i ? -1 : 0;
      int j = goal.j > p.j ? 1 : goal.j < p.j ? -1 : 0;
      for (int d = 0; d < 8; ++d)
        if (Pos() + Dir(d) == Pos(i, j)) command(id, Dir(d));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
