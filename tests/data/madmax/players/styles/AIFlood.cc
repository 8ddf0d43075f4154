// Style: recursion, a flood fill in depth that goes thousands of calls down.
#include "Player.hh"
#define PLAYER_NAME Flood

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  vector<vector<int>> region;
  vector<int> size;
  int deepest = 0;

  bool passable (Pos p) { return pos_ok(p) and (cell(p).type == Desert or cell(p).type == City); }

  void dfs (Pos p, int r, int depth) {
    if (not passable(p) or region[p.i][p.j] != -1) return;
    region[p.i][p.j] = r;
    ++size[r];
    deepest = max(deepest, depth);
    for (int d = 0; d < 8; d += 2) dfs(p + Dir(d), r, depth + 1);
  }

  // The longest straight run that a unit has before it.
  int run (Pos p, Dir d) {
    p += d;
    if (not pos_ok(p) or cell(p).id != -1) return 0;
    CellType t = cell(p).type;
    if (t == Wall or t == Water or t == Station) return 0;
    return 1 + run(p, d);
  }

  virtual void play () {
    if (round() == 0) {
      region = vector<vector<int>>(rows(), vector<int>(cols(), -1));
      for (int i = 0; i < rows(); ++i)
        for (int j = 0; j < cols(); ++j)
          if (passable(Pos(i, j)) and region[i][j] == -1) {
            size.push_back(0);
            dfs(Pos(i, j), int(size.size()) - 1, 1);
          }
      cerr << size.size() << " regions, " << deepest << " deep" << endl;
    }
    for (int kind = 0; kind < 2; ++kind)
      for (int id : kind == 0 ? warriors(me()) : cars(me())) {
        if (not can_move(id)) continue;
        Pos p = unit(id).pos;
        int best = random(0, 7);
        for (int d = 0; d < 8; ++d)
          if (run(p, Dir(d)) > run(p, Dir(best))) best = d;
        if (region[p.i][p.j] != -1 and size[region[p.i][p.j]] < 10) best = id%8;
        command(id, Dir(best));
      }
  }
};

RegisterPlayer(PLAYER_NAME);
