// Style: lambdas and std::function, without asking for <functional>.
#include "Player.hh"
#define PLAYER_NAME Lambda

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  typedef function<bool(const Pos&)> Test;
  typedef std::function<double(const Unit&, Dir)> Score;

  vector<pair<string, Score>> rules;
  map<string, int> used;

  Pos nearest (Pos from, Test good, Test open) {
    vector<vector<bool>> seen(rows(), vector<bool>(cols(), false));
    queue<Pos> q;
    auto push = [&] (const Pos& p) {
      if (pos_ok(p) and not seen[p.i][p.j] and (open(p) or good(p))) {
        seen[p.i][p.j] = true;
        q.push(p);
      }
    };
    push(from);
    while (not q.empty()) {
      Pos p = q.front();
      q.pop();
      if (good(p)) return p;
      for (int d = 0; d < 8; ++d) push(p + Dir(d));
    }
    return from;
  }

  PLAYER_NAME () {
    rules.push_back({ "away from cars", [this] (const Unit& u, Dir d) {
      double s = 0;
      for (int x = 0; x < 8; ++x) {
        Pos p = u.pos + d + Dir(x);
        if (pos_ok(p) and cell(p).id != -1 and unit(cell(p).id).type == Car) s -= 1.5;
      }
      return s;
    } });
    rules.push_back({ "cities", [this] (const Unit& u, Dir d) { return cell(u.pos + d).type == City ? 1.0 : 0.0; } });
    rules.push_back({ "rows", [] (const Unit& u, Dir d) -> double { return 0.01*((u.pos + d).i%7); } });
  }

  virtual void play () {
    if (round()%4 != me()) return;
    function<int(int)> fib = [&fib] (int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); };
    const int f = fib(10);
    auto ids = warriors(me());
    sort(ids.begin(), ids.end(), [this] (int a, int b) {
      return make_pair(unit(a).water, a) < make_pair(unit(b).water, b);
    });
    int thirsty = 0;
    for (auto id : ids) {
      Unit u = unit(id);
      if (u.water < 15 and thirsty++ < 4) {
        Pos goal = nearest(u.pos, [&] (const Pos& p) { return cell(p).type == Water; },
                           [&] (const Pos& p) { return cell(p).type == Desert or cell(p).type == Road or cell(p).type == City; });
        Pos s(min(1, max(-1, goal.i - u.pos.i)), min(1, max(-1, goal.j - u.pos.j)));
        int d = 0;
        while (d < 8 and Pos() + Dir(d) != s) ++d;
        command(id, Dir(d));
        continue;
      }
      double best = -1e9;
      Dir dir = None;
      for (int k = 0; k < 8; ++k) {
        Dir d = Dir((k + id + f)%8);
        Pos p = u.pos + d;
        if (not pos_ok(p) or cell(p).id != -1 or cell(p).type > City) continue;
        double sum = 0;
        for (auto& rule : rules) {
          double s = rule.second(u, d);
          if (s != 0) ++used[rule.first];
          sum += s;
        }
        if (sum > best + 1e-9) {
          best = sum;
          dir = d;
        }
      }
      command(id, dir);
    }
    if (round() + 4 >= nb_rounds())
      for_each(used.begin(), used.end(), [] (const pair<const string, int>& p) { cerr << p.first << ": " << p.second << endl; });
  }
};

RegisterPlayer(PLAYER_NAME);
