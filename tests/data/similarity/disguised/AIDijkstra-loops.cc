#include "Player.hh"
#define PLAYER_NAME Looper

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  struct Node {
    Pos p;
    int d;
    Node () {}
    Node (Pos pp, int dd) : p(pp), d(dd) {}
  };

  struct Farther {
    bool operator() (const Node& a, const Node& b) const {
      if (a.d != b.d) return a.d > b.d;
      return b.p < a.p;
    }
  };

  typedef priority_queue<Node, vector<Node>, Farther> Heap;
  typedef vector<vector<int>> Matrix;

  int cost (Pos p) { return cell(p).type == Road ? 1 : 4; }

  Matrix dijkstra (const vector<Pos>& goals) {
    Matrix dist(rows(), vector<int>(cols(), INT_MAX));
    Heap q;
    size_t g = 0;
    while (g < goals.size()) {
      Pos p = goals[g];
      dist[p.i][p.j] = 0;
      q.push(Node(p, 0));
      g++;
    }
    for (; not q.empty(); ) {
      Node x = q.top();
      q.pop();
      if (x.d != dist[x.p.i][x.p.j]) continue;
      int k = 0;
      while (k < 8) {
        Pos p = x.p + Dir(k);
        k = k + 1;
        if (not pos_ok(p) or (cell(p).type != Road and cell(p).type != Desert)) continue;
        int nd = x.d + cost(p);
        if (nd < dist[p.i][p.j]) {
          dist[p.i][p.j] = nd;
          q.push(Node(p, nd));
        }
      }
    }
    return dist;
  }

  Matrix fuel;

  virtual void play () {
    if (round() == 0) {
      vector<Pos> stations;
      int i = 0;
      while (i < rows()) {
        int j = 0;
        while (j < cols()) {
          if (cell(i, j).type == Station) stations.push_back(Pos(i, j));
          ++j;
        }
        ++i;
      }
      fuel = dijkstra(stations);
    }
    bool any = false;
    vector<int> own = cars(me());
    size_t c = 0;
    while (c < own.size()) {
      any = any or can_move(own[c]);
      ++c;
    }
    if (not any or round()%2 == 1) return;
    vector<Pos> prey;
    int pl = 0;
    do {
      if (pl != me())
        for (int id : warriors(pl))
          if (cell(unit(id).pos).type != City) prey.push_back(unit(id).pos);
      pl += 1;
    } while (pl < nb_players());
    Matrix hunt = dijkstra(prey);
    set<Pos> reserved;
    for (c = 0; c < own.size(); c++) {
      int id = own[c];
      if (not can_move(id)) continue;
      Unit u = unit(id);
      const Matrix& M = u.food < 30 ? fuel : hunt;
      Dir best = None;
      int least = M[u.pos.i][u.pos.j];
      int k = -1;
      while (++k < 8) {
        Pos p = u.pos + Dir(k);
        if (not pos_ok(p) or reserved.count(p) or (cell(p).type != Road and cell(p).type != Desert)) continue;
        int other = cell(p).id;
        if (other != -1 and (unit(other).type == Car or unit(other).player == me())) continue;
        if (M[p.i][p.j] < least) {
          least = M[p.i][p.j];
          best = Dir(k);
        }
      }
      reserved.insert(u.pos + best);
      command(id, best);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
