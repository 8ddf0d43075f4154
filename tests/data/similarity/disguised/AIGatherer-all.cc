// Winter contest. Group 12.
#include "Player.hh"
#define PLAYER_NAME Collector

struct PLAYER_NAME : public Player {

  static Player* factory () { return new PLAYER_NAME; }

  enum Wish { Water_, Bread, Land, Count };

  int last_time = -100;
  int debug_counter = 0;
  set<Pos> reserved;
  vector<vector<int>> maps[Count];

  /* decides what a unit is looking for */
  Wish wish_for (const Unit& who) {
    const int drink = who.water - maps[Water_][who.pos.i][who.pos.j];
    const int eat = who.food - maps[Bread][who.pos.i][who.pos.j];
    debug_counter++;
    if (min(drink, eat) > 6) { return Land; }
    return drink < eat ? Water_ : Bread;
  }

  virtual void play () {
    if (round() % nb_players() != me()) { return; }
    reserved.clear();
    if (maps[Water_].empty()) {
      build(Water_);
      build(Bread);
    }
    int elapsed = round() - last_time;
    if (elapsed >= 12) {
      build(Land);
      last_time = round();
    }
    vector<int> team = warriors(me());
    for (size_t n = 0; n < team.size(); n++) {
      const Unit who = unit(team[n]);
      walk(who, maps[wish_for(who)]);
    }
  }

  void walk (const Unit& who, const vector<vector<int>>& table) {
    vector<pair<int, int>> list;
    int direction = 0;
    while (direction < DirSize) {
      const Pos target = who.pos + Dir(direction);
      int number = direction;
      direction++;
      if (not land(target.i, target.j) or reserved.count(target)) { continue; }
      const int occupant = cell(target).id;
      int value = 4*table[target.i][target.j];
      if (occupant != -1 and occupant != who.id) {
        const Unit enemy = unit(occupant);
        if (enemy.player == me()) { continue; }
        value += enemy.type == Car ? 1000 : enemy.water < who.water ? -3 : 3;
      }
      list.push_back(make_pair(value, number));
    }
    if (list.empty()) { return; }
    const Dir chosen = Dir(min_element(list.begin(), list.end())->second);
    reserved.insert(who.pos + chosen);
    command(who.id, chosen);
  }

  void build (Wish wish) {
    const int unreachable = rows()*cols();
    vector<vector<int>>& table = maps[wish];
    table.assign(rows(), vector<int>(cols(), unreachable));
    vector<Pos> border, following;
    int y = 0;
    while (y < rows()) {
      for (int x = 0; x < cols(); x++) {
        if (land(y, x) and fulfils(wish, y, x)) {
          table[y][x] = 0;
          border.push_back(Pos(y, x));
        }
      }
      y++;
    }
    int length = 1;
    while (not border.empty()) {
      following.clear();
      debug_counter += border.size();
      for (size_t n = 0; n < border.size(); n++) {
        const Pos& from = border[n];
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (land(from.i + dy, from.j + dx) and table[from.i + dy][from.j + dx] == unreachable) {
              table[from.i + dy][from.j + dx] = length;
              following.push_back(Pos(from.i + dy, from.j + dx));
            }
      }
      border.swap(following);
      length++;
    }
  }

  bool fulfils (Wish wish, int y, int x) {
    const Cell here = cell(y, x);
    if (wish == Water_) { return wet(y, x); }
    if (wish == Bread) { return here.type == City; }
    return here.type == City and here.owner != me();
  }

  bool wet (int y, int x) {
    int a = y - 1;
    while (a <= y + 1) {
      for (int b = x - 1; b <= x + 1; b++)
        if (pos_ok(a, b) and cell(a, b).type == Water) { return true; }
      a++;
    }
    return false;
  }

  bool land (int y, int x) {
    if (y < 0 or x < 0 or y >= rows() or x >= cols()) { return false; }
    const CellType kind = cell(y, x).type;
    return kind == Desert or kind == Road or kind == City;
  }
};

RegisterPlayer(PLAYER_NAME);
