// Style: a class with public and private parts, everything defined outside of the class.
#include "Player.hh"
#define PLAYER_NAME Klass

class PLAYER_NAME : public Player {
public:
  static Player* factory();
  virtual void play();

private:
  struct Step {
    Dir dir;
    int cost;
  };

  static const int INF = 1 << 20;
  vector< vector<int> > food;
  bool ready;

  PLAYER_NAME();
  bool walkable(Pos p) const;
  void measure();
  Step best_step(const Unit& u) const;
  void move_all(const vector<int>& ids);
};

PLAYER_NAME::PLAYER_NAME() : ready(false) {}

Player* PLAYER_NAME::factory() { return new PLAYER_NAME; }

bool PLAYER_NAME::walkable(Pos p) const {
  if (not pos_ok(p)) return false;
  const CellType t = cell(p).type;
  return t == Desert or t == Road or t == City;
}

void PLAYER_NAME::measure() {
  ready = true;
  food = vector< vector<int> >(rows(), vector<int>(cols(), int(INF)));
  queue<Pos> q;
  for (int i = 0; i < rows(); ++i) {
    for (int j = 0; j < cols(); ++j) {
      if (cell(i, j).type == City) {
        food[i][j] = 0;
        q.push(Pos(i, j));
      }
    }
  }
  for (; not q.empty(); q.pop()) {
    const Pos p = q.front();
    for (int d = 0; d < 8; ++d) {
      const Pos r = p + Dir(d);
      if (walkable(r) and food[r.i][r.j] == INF) {
        food[r.i][r.j] = food[p.i][p.j] + 1;
        q.push(r);
      }
    }
  }
}

PLAYER_NAME::Step PLAYER_NAME::best_step(const Unit& u) const {
  Step best = { None, food[u.pos.i][u.pos.j] };
  for (int d = 0; d < 8; ++d) {
    const Pos p = u.pos + Dir(d);
    if (walkable(p) and cell(p).id == -1 and food[p.i][p.j] < best.cost) {
      best.dir = Dir(d);
      best.cost = food[p.i][p.j];
    }
  }
  return best;
}

void PLAYER_NAME::move_all(const vector<int>& ids) {
  for (vector<int>::const_iterator it = ids.begin(); it != ids.end(); ++it) {
    const Step s = best_step(unit(*it));
    if (s.dir != None) command(*it, s.dir);
  }
}

void PLAYER_NAME::play() {
  if (not ready) measure();
  if (round()%4 == me()) move_all(warriors(me()));
}

RegisterPlayer(PLAYER_NAME);
