// Style: a breadth-first search for every warrior with a queue of pairs.
#include "Player.hh"

using namespace std;

#define PLAYER_NAME BfsPair

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef pair<Pos, int> PI;

  vector<vector<char>> seen;

  bool can_step (Pos p) {
    if (not pos_ok(p)) return false;
    Cell c = cell(p);
    return c.type != Wall and c.type != Water and c.type != Station;
  }

  // The first direction of a shortest way to a city that is not ours, and its length.
  pair<Dir, int> bfs (Pos from, int reach) {
    seen = vector<vector<char>>(rows(), vector<char>(cols(), 0));
    queue<pair<PI, Dir>> q;
    seen[from.i][from.j] = 1;
    q.push(make_pair(PI(from, 0), None));
    while (not q.empty()) {
      PI now = q.front().first;
      Dir first = q.front().second;
      q.pop();
      Cell c = cell(now.first);
      if (c.type == City and c.owner != me()) return make_pair(first, now.second);
      if (now.second == reach) continue;
      for (int d = 0; d < 8; ++d) {
        Pos p = now.first + Dir(d);
        if (not can_step(p) or seen[p.i][p.j]) continue;
        seen[p.i][p.j] = 1;
        q.push(make_pair(PI(p, now.second + 1), first == None ? Dir(d) : first));
      }
    }
    return make_pair(None, -1);
  }

  virtual void play () {
    if (round() % 4 != me()) return;
    vector<int> W = warriors(me());
    int n = W.size();
    for (int k = 0; k < n; ++k) {
      Unit u = unit(W[k]);
      pair<Dir, int> r = bfs(u.pos, 12);
      if (r.first == None) r.first = Dir((round()/20 + k) % 8);
      Pos p = u.pos + r.first;
      if (pos_ok(p) and cell(p).id != -1 and unit(cell(p).id).player == me()) continue;
      command(W[k], r.first);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
