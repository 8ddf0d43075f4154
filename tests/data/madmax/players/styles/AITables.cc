// Style: big tables, static and in vectors of vectors of vectors of vectors.
#include "Player.hh"
#define PLAYER_NAME Tables

static const int DI[9] = { 1, 1, 0, -1, -1, -1, 0, 1, 0 };
static const int DJ[9] = { 0, 1, 1, 1, 0, -1, -1, -1, 0 };

static const int WEIGHT[5][5] = {
  {  1,  2,  3,  2,  1 },
  {  2,  5,  8,  5,  2 },
  {  3,  8, 13,  8,  3 },
  {  2,  5,  8,  5,  2 },
  {  1,  2,  3,  2,  1 },
};

static const char* const NAMES[] = { "desert", "road", "city", "water", "station", "wall" };

static unsigned char huge[400][400][8];

typedef vector<int> VI;
typedef vector<VI> VVI;
typedef vector<VVI> VVVI;
typedef vector<VVVI> VVVVI;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  VVVVI memo;  // memo[team][type][i / 10][j / 10]: units counted there so far
  int calls[10][10];
  long long total[CellTypeSize][4][2] = {};

  int value (Pos p) {
    int sum = 0;
    for (int a = -2; a <= 2; ++a)
      for (int b = -2; b <= 2; ++b) {
        Pos q(p.i + a, p.j + b);
        if (not pos_ok(q)) { sum -= 3; continue; }
        Cell c = cell(q);
        if (c.type == City) sum += WEIGHT[a + 2][b + 2];
        if (c.id != -1 and unit(c.id).player != me()) sum += (unit(c.id).type == Car ? -2 : 1)*WEIGHT[a + 2][b + 2];
      }
    return sum;
  }

  virtual void play () {
    if (round() == 0) {
      memo = VVVVI(4, VVVI(2, VVI(rows()/10 + 1, VI(cols()/10 + 1, 0))));
      memset(calls, 0, sizeof calls);
    }
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      ++memo[u.player][u.type][u.pos.i/10][u.pos.j/10];
      ++total[cell(u.pos).type][u.player][u.type];
      ++huge[u.pos.i%400][u.pos.j%400][id%8];
    }
    if (round() == nb_rounds() - 1)
      for (int t = 0; t < 3; ++t) cerr << NAMES[t] << ' ' << total[t][me()][Warrior] << endl;
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      Pos p = unit(id).pos;
      int best = 8, most = value(p);
      for (int d = 0; d < 8; ++d) {
        Pos q(p.i + DI[d], p.j + DJ[d]);
        if (not pos_ok(q) or cell(q).id != -1) continue;
        CellType t = cell(q).type;
        if (t == Wall or t == Water or t == Station) continue;
        int now = value(q) - memo[me()][Warrior][q.i/10][q.j/10]/64 + huge[q.i%400][q.j%400][id%8]%2;
        if (now > most) {
          most = now;
          best = d;
        }
      }
      ++calls[best][most < 0 ? 0 : most%10];
      command(id, Dir(best));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
