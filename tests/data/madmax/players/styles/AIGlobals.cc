// Style: everything in global variables and global functions, with a global counter.
#include "Player.hh"

#define PLAYER_NAME Globals

int counter = 0;
int n = 60, m = 60;
vector<vector<int>> mapa;
map<int, Dir> heading;
static bool started = false;
const double pi = acos(-1.0);

namespace {
  int secret = 17;
  int turned(int d, int by) { return ((d + by)%8 + 8)%8; }
}

Pos operator- (Pos a, Pos b) { return Pos(a.i - b.i, a.j - b.j); }

int sign(int x) { return (x > 0) - (x < 0); }

Dir towards(Pos from, Pos to) {
  Pos s = to - from;
  for (int d = 0; d < 8; ++d)
    if (Pos(0, 0) + Dir(d) == Pos(sign(s.i), sign(s.j))) return Dir(d);
  return None;
}

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    ++counter;
    if (not started) {
      started = true;
      n = rows();
      m = cols();
      mapa.assign(n, vector<int>(m, 0));
    }
    secret = (secret*31 + counter)%1009;
    double angle = 2*pi*(secret%8)/8;
    Pos centre(n/2 + int(floor(10*sin(angle) + 0.5)), m/2 + int(floor(10*cos(angle) + 0.5)));
    for (int id : cars(me())) {
      if (not can_move(id)) continue;
      if (not heading.count(id)) heading[id] = Dir(2*(id%4));
      Pos p = unit(id).pos;
      ++mapa[p.i][p.j];
      for (int k = 0; k < 8; ++k) {
        Dir d = Dir(turned(heading[id], k%2 == 0 ? k/2 : -(k + 1)/2));
        Pos q = p + d;
        if (pos_ok(q) and cell(q).type == Road and cell(q).id == -1) {
          heading[id] = d;
          break;
        }
      }
      if (mapa[p.i][p.j] > 5) heading[id] = Dir(turned(heading[id], 1));
      command(id, heading[id]);
    }
    if (round()%4 == me())
      for (int id : warriors(me())) {
        Dir d = towards(unit(id).pos, centre);
        if (pos_ok(unit(id).pos + d) and cell(unit(id).pos + d).id == -1) command(id, d);
      }
    if (counter%100 == 0) cerr << "counter " << counter << " secret " << secret << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
