// Style: templates, functors and default arguments.
#include "Player.hh"
#define PLAYER_NAME Templates

template <typename T, typename U = int>
struct Board {
  U n, m;
  vector<T> v;
  Board(U n = 0, U m = 0, const T& x = T()) : n(n), m(m), v(n*m, x) {}
  T& operator()(U i, U j) { return v[i*m + j]; }
  T& operator[](const Pos& p) { return v[p.i*m + p.j]; }
};

template <class A, class B>
auto add(A a, B b) -> decltype(a + b) { return a + b; }

template <int N>
struct Power { enum { value = 2*Power<N - 1>::value }; };
template <>
struct Power<0> { enum { value = 1 }; };

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  struct OnFoot { bool operator()(CellType t) const { return t == Desert or t == Road or t == City; } };
  struct OnWheels { bool operator()(CellType t) const { return t == Desert or t == Road; } };

  Board<int> water, fuel;

  template <typename Passable>
  Board<int> bfs (CellType goal, Passable ok) {
    Board<int> dist(rows(), cols(), Power<16>::value);
    queue<Pos> q;
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        if (cell(i, j).type == goal) {
          dist(i, j) = 0;
          q.push(Pos(i, j));
        }
    while (not q.empty()) {
      Pos p = q.front(); q.pop();
      for (int d = 0; d < 8; ++d) {
        Pos r = add(p, Dir(d));
        if (pos_ok(r) and ok(cell(r).type) and dist[r] == Power<16>::value) {
          dist[r] = dist[p] + 1;
          q.push(r);
        }
      }
    }
    return dist;
  }

  template <typename Passable>
  void approach (int id, Board<int>& dist, Passable ok) {
    Pos p = unit(id).pos;
    pair<int, int> best(dist[p], -1);
    for (int d = 0; d < 8; ++d) {
      Pos r = p + Dir(d);
      if (pos_ok(r) and ok(cell(r).type) and cell(r).id == -1) best = min(best, make_pair(dist[r], d));
    }
    if (best.second >= 0) command(id, Dir(best.second));
  }

  virtual void play () {
    if (round() == 0) {
      water = bfs(Water, OnFoot());
      fuel = bfs(Station, OnWheels());
    }
    if (round()%nb_players() == me())
      for (int id : warriors(me())) approach(id, water, OnFoot());
    for (int id : cars(me()))
      if (can_move(id)) approach(id, fuel, OnWheels());
  }
};

RegisterPlayer(PLAYER_NAME);
