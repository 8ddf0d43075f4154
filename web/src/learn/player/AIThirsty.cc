#include "Player.hh"

#define PLAYER_NAME Thirsty

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  bool beside_water (Pos p) {
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and cell(q).type == Water) return true;
    }
    return false;
  }

  // Whether a warrior can walk there now.
  bool is_free (Pos p) {
    if (not pos_ok(p) or cell(p).id != -1) return false;
    CellType type = cell(p).type;
    return type == Desert or type == Road or type == City;
  }

  // The first step of a shortest way to the nearest goal.
  Dir step (Pos start, bool thirsty) {
    map<Pos, Dir> first;
    queue<Pos> open;
    first[start] = None;
    open.push(start);
    while (not open.empty()) {
      Pos p = open.front();
      open.pop();
      if (thirsty ? beside_water(p) : cell(p).type == City) return first[p];
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (not is_free(q) or first.count(q)) continue;
        first[q] = (p == start ? Dir(d) : first[p]);
        open.push(q);
      }
    }
    return None;
  }

  virtual void play () {
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      bool thirsty = unit(id).water < 20;
      command(id, step(unit(id).pos, thirsty));
    }
  }

};

RegisterPlayer(PLAYER_NAME);
