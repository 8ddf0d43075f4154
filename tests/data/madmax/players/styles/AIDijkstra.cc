// Style: Dijkstra with a priority queue and a comparator of its own, for the cars.
#include "Player.hh"
#define PLAYER_NAME Dijkstra

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
    for (Pos p : goals) {
      dist[p.i][p.j] = 0;
      q.push(Node(p, 0));
    }
    while (not q.empty()) {
      Node x = q.top();
      q.pop();
      if (x.d != dist[x.p.i][x.p.j]) continue;
      for (int k = 0; k < 8; ++k) {
        Pos p = x.p + Dir(k);
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
      for (int i = 0; i < rows(); ++i)
        for (int j = 0; j < cols(); ++j)
          if (cell(i, j).type == Station) stations.push_back(Pos(i, j));
      fuel = dijkstra(stations);
    }
    bool any = false;
    for (int id : cars(me())) any = any or can_move(id);
    if (not any or round()%2 == 1) return;
    vector<Pos> prey;
    for (int pl = 0; pl < nb_players(); ++pl)
      if (pl != me())
        for (int id : warriors(pl))
          if (cell(unit(id).pos).type != City) prey.push_back(unit(id).pos);
    Matrix hunt = dijkstra(prey);
    set<Pos> reserved;
    for (int id : cars(me())) {
      if (not can_move(id)) continue;
      Unit u = unit(id);
      const Matrix& M = u.food < 30 ? fuel : hunt;
      Dir best = None;
      int least = M[u.pos.i][u.pos.j];
      for (int k = 0; k < 8; ++k) {
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
