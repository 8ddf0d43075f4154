// Style: macros and typedefs of somebody who also takes part in programming contests.
#include "Player.hh"
#define PLAYER_NAME Macros

#define FOR(i, n) for (int i = 0; i < (int)(n); ++i)
#define FORE(it, v) for (auto it = (v).begin(); it != (v).end(); ++it)
#define pb push_back
#define mp make_pair
#define X first
#define Y second
#define all(v) (v).begin(), (v).end()
#define SZ(v) ((int)(v).size())
#define oo 1000000000
#ifdef SPEAK
#define SAY(x) cerr << #x << " = " << (x) << endl
#else
#define SAY(x)
#endif

typedef long long ll;
typedef pair<int, int> ii;
typedef vector<int> vi;
typedef vector<vi> vvi;
typedef vector<ii> vii;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  vvi D;
  ll h = 5381;

  int di (int d) { return (Pos() + Dir(d)).i; }
  int dj (int d) { return (Pos() + Dir(d)).j; }

  void bfs () {
    D = vvi(rows(), vi(cols(), oo));
    deque<ii> q;
    FOR(i, rows()) FOR(j, cols()) {
      bool shore = false;
      FOR(d, 8) if (pos_ok(i + di(d), j + dj(d)) && cell(i + di(d), j + dj(d)).type == Water) shore = true;
      if (shore && cell(i, j).type <= City) {
        D[i][j] = 0;
        q.pb(mp(i, j));
      }
    }
    while (!q.empty()) {
      ii p = q.front();
      q.pop_front();
      FOR(d, 8) {
        ii r = mp(p.X + di(d), p.Y + dj(d));
        if (!pos_ok(r.X, r.Y) || cell(r.X, r.Y).type > City || D[r.X][r.Y] != oo) continue;
        D[r.X][r.Y] = D[p.X][p.Y] + 1;
        q.pb(r);
      }
    }
  }

  virtual void play () {
    if (D.empty()) bfs();
    if (round()%4 != me()) return;
    vi W = warriors(me());
    reverse(all(W));
    FORE(it, W) {
      Unit u = unit(*it);
      vii c;
      FOR(d, 8) {
        Pos p = u.pos + Dir(d);
        if (!pos_ok(p) || cell(p).type > City || cell(p).id != -1) continue;
        int v = u.water < 20 ? D[p.i][p.j] : (int)((h >> (d*3)) & 7);
        c.pb(mp(v, d));
      }
      h = (h*33 + *it)%1000000007LL;
      if (SZ(c) == 0) continue;
      sort(all(c));
      SAY(c[0].X);
      command(*it, Dir(c[0].Y));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
