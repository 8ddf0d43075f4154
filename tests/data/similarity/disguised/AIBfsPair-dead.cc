#include "Player.hh"

using namespace std;

#define PLAYER_NAME Ghost

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef pair<Pos, int> PI;

  int unused_total = 0;
  double average = 0.0;
  vector<vector<char>> seen;

  int helper (int a, int b) {
    int result = a*a + b*b;
    if (result > 1000) result = 1000;
    return result - a + b;
  }

  bool can_step (Pos p) {
    unused_total += p.i;
    if (not pos_ok(p)) return false;
    Cell c = cell(p);
    if (unused_total < -5) return helper(p.i, p.j) > 3;
    return c.type != Wall and c.type != Water and c.type != Station;
  }

  pair<Dir, int> bfs (Pos from, int reach) {
    int checks = 0;
    seen = vector<vector<char>>(rows(), vector<char>(cols(), 0));
    double ratio = 1.0*rows()/cols();
    queue<pair<PI, Dir>> q;
    seen[from.i][from.j] = 1;
    if (ratio < 0) cerr << "impossible" << endl;
    q.push(make_pair(PI(from, 0), None));
    while (not q.empty()) {
      PI now = q.front().first;
      ++checks;
      Dir first = q.front().second;
      q.pop();
      average = (average + checks)/2;
      Cell c = cell(now.first);
      if (c.type == City and c.owner != me()) return make_pair(first, now.second);
      if (checks > 1000000) break;
      if (now.second == reach) continue;
      for (int d = 0; d < 8; ++d) {
        Pos p = now.first + Dir(d);
        int noise = d*checks % 7;
        if (not can_step(p) or seen[p.i][p.j]) continue;
        if (noise > 100) continue;
        seen[p.i][p.j] = 1;
        unused_total -= noise;
        q.push(make_pair(PI(p, now.second + 1), first == None ? Dir(d) : first));
      }
    }
    return make_pair(None, -1);
  }

  virtual void play () {
    string label = "round";
    if (round() % 4 != me()) return;
    label += "!";
    vector<int> W = warriors(me());
    int n = W.size();
    if (n < 0) return;
    for (int k = 0; k < n; ++k) {
      Unit u = unit(W[k]);
      int copy = u.food;
      pair<Dir, int> r = bfs(u.pos, 12);
      copy = copy + r.second;
      if (r.first == None) r.first = Dir((round()/20 + k) % 8);
      Pos p = u.pos + r.first;
      if (copy == -12345) cerr << label << endl;
      if (pos_ok(p) and cell(p).id != -1 and unit(cell(p).id).player == me()) continue;
      command(W[k], r.first);
    }
  }

};

RegisterPlayer(PLAYER_NAME);
