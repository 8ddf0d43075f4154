// Reads a map of its own over its board in every round, which the next round must undo.
#include "Player.hh"
#define PLAYER_NAME OwnMap
struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  string seen;

  string board () const {
    string all;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        all += char('a' + c.type);
        assert(c.id == -1 or unit(c.id).pos == Pos(i, j));
        assert((c.type == City) == (c.owner != -1));
      }
    }
    return all;
  }

  virtual void play () {
    string now = board();
    assert(seen.empty() or seen == now);
    seen = now;
    for (int id = 0; id < nb_units(); ++id) assert(cell(unit(id).pos).id == id);
    ostringstream lines;
    for (int i = 0; i < rows(); ++i) lines << string(cols(), '.') << '\n';
    istringstream in(lines.str());
    read_grid(in);
    for (int id : cars(me())) {
      if (can_move(id)) command(id, Dir(random(0, 7)));
    }
  }
};
RegisterPlayer(PLAYER_NAME);
