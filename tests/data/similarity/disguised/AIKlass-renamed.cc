#include "Player.hh"
#define PLAYER_NAME Nomad

class PLAYER_NAME : public Player {
public:
  static Player* factory();
  virtual void play();

private:
  struct Choice {
    Dir way;
    int length;
  };

  static const int TOO_FAR = 1 << 20;
  vector< vector<int> > supplies;
  bool is_prepared;

  PLAYER_NAME();
  bool accessible(Pos place) const;
  void prepare();
  Choice pick(const Unit& fellow) const;
  void advance(const vector<int>& crowd);
};

PLAYER_NAME::PLAYER_NAME() : is_prepared(false) {}

Player* PLAYER_NAME::factory() { return new PLAYER_NAME; }

bool PLAYER_NAME::accessible(Pos place) const {
  if (not pos_ok(place)) return false;
  const CellType kind = cell(place).type;
  return kind == Desert or kind == Road or kind == City;
}

void PLAYER_NAME::prepare() {
  is_prepared = true;
  supplies = vector< vector<int> >(rows(), vector<int>(cols(), int(TOO_FAR)));
  queue<Pos> pending;
  for (int row = 0; row < rows(); ++row) {
    for (int column = 0; column < cols(); ++column) {
      if (cell(row, column).type == City) {
        supplies[row][column] = 0;
        pending.push(Pos(row, column));
      }
    }
  }
  for (; not pending.empty(); pending.pop()) {
    const Pos place = pending.front();
    for (int compass = 0; compass < 8; ++compass) {
      const Pos neighbour = place + Dir(compass);
      if (accessible(neighbour) and supplies[neighbour.i][neighbour.j] == TOO_FAR) {
        supplies[neighbour.i][neighbour.j] = supplies[place.i][place.j] + 1;
        pending.push(neighbour);
      }
    }
  }
}

PLAYER_NAME::Choice PLAYER_NAME::pick(const Unit& fellow) const {
  Choice favourite = { None, supplies[fellow.pos.i][fellow.pos.j] };
  for (int compass = 0; compass < 8; ++compass) {
    const Pos place = fellow.pos + Dir(compass);
    if (accessible(place) and cell(place).id == -1 and supplies[place.i][place.j] < favourite.length) {
      favourite.way = Dir(compass);
      favourite.length = supplies[place.i][place.j];
    }
  }
  return favourite;
}

void PLAYER_NAME::advance(const vector<int>& crowd) {
  for (vector<int>::const_iterator member = crowd.begin(); member != crowd.end(); ++member) {
    const Choice picked = pick(unit(*member));
    if (picked.way != None) command(*member, picked.way);
  }
}

void PLAYER_NAME::play() {
  if (not is_prepared) prepare();
  if (round()%4 == me()) advance(warriors(me()));
}

RegisterPlayer(PLAYER_NAME);
