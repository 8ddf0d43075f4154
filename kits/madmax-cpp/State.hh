#ifndef State_hh
#define State_hh

/// The board. In a round, all players see the state before that round.
///
/// Every method returns a copy. An invalid argument gives a warning on cerr and a neutral value,
/// such as Cell() or -1.

#include "Structs.hh"

class Info;

class State {

  friend class Info;

  // Do not add or move members: compiled players depend on this layout.
  vector<vector<Cell> > grid_;
  int round_;
  vector<Unit> units_;
  vector<int> num_cities_;
  vector<int> total_score_;
  vector<double> status_;
  vector<vector<int> > warriors_;
  vector<vector<int> > cars_;

  bool unit_ok (int id) const { return id >= 0 && id < int(units_.size()); }

  bool joust_team_ok (int player) const { return player >= 0 && player < int(num_cities_.size()); }

public:

  /// The round that is being played, from 0. In round r the units of player r % 4 may move.
  int round () const { return round_; }

  /// A cell of the board.
  Cell cell (int i, int j) const {
    if (i >= 0 && i < int(grid_.size()) && j >= 0 && j < int(grid_[i].size())) return grid_[i][j];
    cerr << "warning: cell requested for position " << Pos(i, j) << endl;
    return Cell();
  }

  /// A cell of the board.
  Cell cell (Pos pos) const { return cell(pos.i, pos.j); }

  /// The number of units of all players together. It never changes.
  int nb_units () const { return int(units_.size()); }

  /// The unit with an identifier.
  Unit unit (int id) const {
    if (unit_ok(id)) return units_[id];
    cerr << "warning: unit requested for identifier " << id << endl;
    return Unit();
  }

  /// The number of cities that a player owns now.
  int num_cities (int player) const {
    if (joust_team_ok(player)) return num_cities_[player];
    cerr << "warning: score requested for player " << player << endl;
    return -1;
  }

  /// The score of a player so far.
  int total_score (int player) const {
    if (joust_team_ok(player)) return total_score_[player];
    cerr << "warning: total score requested for player " << player << endl;
    return -1;
  }

  /// The share of its time that a player has used, from 0 to 1; -1 if the player is dead. Without
  /// --time-limit it is 0 for all living players.
  double status (int player) const {
    if (joust_team_ok(player)) return status_[player];
    cerr << "warning: status requested for player " << player << endl;
    return -2;
  }

  /// The identifiers of the warriors of a player, ascending.
  vector<int> warriors (int player) const {
    if (joust_team_ok(player)) return warriors_[player];
    cerr << "warning: warriors requested for player " << player << endl;
    return vector<int>();
  }

  /// The identifiers of the cars of a player, ascending.
  vector<int> cars (int player) const {
    if (joust_team_ok(player)) return cars_[player];
    cerr << "warning: cars requested for player " << player << endl;
    return vector<int>();
  }

  /// Whether a unit may move in this round: it is its player's turn, or it is a car with fuel
  /// on a road. The cells around it do not matter.
  bool can_move (int id) const {
    if (!unit_ok(id)) return false;
    const Unit& unit = units_[id];
    if (unit.player == round_ % 4) return true;
    return unit.type == Car && unit.food > 0 && grid_[unit.pos.i][unit.pos.j].type == Road;
  }

  /// The cells of every city. Version 1.5 of the game had this method, version 1.6 did not.
  vector<vector<Pos> > cities () const;
};

#endif
