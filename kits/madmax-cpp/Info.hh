#ifndef Info_hh
#define Info_hh

/// The settings and the state: everything that a player can ask.

#include "Settings.hh"
#include "State.hh"

class Info : public Settings, public State {

public:

  /// The cell that a character of a board stands for: `.` desert, `R` road, `W` water, `S`
  /// station, `X` wall, a digit for a city of that player.
  static Cell char2cell (char letter) {
    switch (letter) {
      case '.': return Cell(Desert, -1, -1);
      case 'R': return Cell(Road, -1, -1);
      case 'W': return Cell(Water, -1, -1);
      case 'S': return Cell(Station, -1, -1);
      case 'X': return Cell(Wall, -1, -1);
      default: break;
    }
    _my_assert(letter >= '0' && letter <= '3', string(1, letter) + " in grid definition.");
    return Cell(City, letter - '0', -1);
  }

  /// Reads a board of rows() lines into this object. Players do not need it.
  void read_grid (istream& in) {
    grid_ = vector<vector<Cell> >(rows(), vector<Cell>(cols()));
    for (int i = 0; i < rows(); ++i) {
      string line;
      in >> line;
      _my_assert(int(line.size()) == cols(), "The read map has a line with incorrect length.");
      for (int j = 0; j < cols(); ++j) grid_[i][j] = char2cell(line[j]);
    }
  }

  /// Rebuilds the lists of warriors() and cars() from the units. Players do not need it.
  void update_vectors_by_player () {
    warriors_ = vector<vector<int> >(nb_players());
    cars_ = vector<vector<int> >(nb_players());
    for (int id = 0; id < nb_units(); ++id) {
      const Unit& unit = units_[id];
      (unit.type == Warrior ? warriors_ : cars_)[unit.player].push_back(id);
    }
  }
};

#endif
