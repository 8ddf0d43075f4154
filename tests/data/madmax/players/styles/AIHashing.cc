// Style: operators for the types of the game, and a hash for Pos inside of namespace std.
#include "Player.hh"
#define PLAYER_NAME Hashing

namespace std {
  template <>
  struct hash<Pos> {
    size_t operator() (const Pos& p) const { return size_t(p.i)*1000003u ^ size_t(p.j); }
  };
}

inline Pos operator* (int k, const Pos& p) { return Pos(k*p.i, k*p.j); }
inline Dir& operator++ (Dir& d) { return d = Dir(int(d) + 1); }
inline bool operator< (const Unit& a, const Unit& b) { return a.water != b.water ? a.water < b.water : a.id < b.id; }
inline ostream& operator<< (ostream& os, const Unit& u) { return os << '[' << u.id << ' ' << u.pos << ']'; }
inline ostream& operator<< (ostream& os, const vector<Unit>& v) {
  for (const Unit& u : v) os << u;
  return os;
}

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  unordered_set<Pos> roads;
  unordered_map<Pos, int> last;

  virtual void play () {
    if (round() == 0)
      for (int i = 0; i < rows(); ++i)
        for (int j = 0; j < cols(); ++j)
          if (cell(i, j).type == Road) roads.insert(Pos(i, j));
    vector<Unit> mine;
    for (int id : cars(me())) if (can_move(id)) mine.push_back(unit(id));
    for (int id : warriors(me())) if (can_move(id)) mine.push_back(unit(id));
    sort(mine.begin(), mine.end());
    if (round()%125 == me()) cerr << mine << endl;
    for (const Unit& u : mine) {
      last[u.pos] = round();
      int best = INT_MAX;
      Dir dir = None;
      for (Dir d = Bottom; d != None; ++d) {
        Pos p = u.pos + d, q = u.pos + 2*(Pos() + d);
        if (not pos_ok(p) or cell(p).id != -1 or cell(p).type >= Water or (cell(p).type == City and u.type == Car)) continue;
        int value = last.count(p) ? last[p] : -1;
        if (roads.count(p)) value -= 20;
        if (roads.find(q) != roads.end()) value -= 5;
        if (value < best) {
          best = value;
          dir = d;
        }
      }
      command(u.id, dir);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
