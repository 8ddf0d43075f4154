#ifndef Settings_hh
#define Settings_hh

/// The numbers that define a game. The constructor of a player can already use them.

#include "Structs.hh"

class Settings {

  // Do not add or move members: compiled players depend on this layout.
  int nb_players_, nb_rounds_, nb_cities_, nb_warriors_, nb_cars_;
  int warriors_health_, cars_fuel_, damage_, rows_, cols_;

public:

  /// The game and its version.
  static string version () { return "Mad_Max 1.6"; }

  /// The number of players: 4.
  int nb_players () const { return nb_players_; }

  /// The number of rounds of the game.
  int nb_rounds () const { return nb_rounds_; }

  /// The number of cities on the board.
  int nb_cities () const { return nb_cities_; }

  /// The number of warriors of each player at the start.
  int nb_warriors () const { return nb_warriors_; }

  /// The number of cars of each player at the start.
  int nb_cars () const { return nb_cars_; }

  /// The food and the water of a warrior at the start, which are also the maximum.
  int warriors_health () const { return warriors_health_; }

  /// The fuel of a car at the start, which is also the maximum.
  int cars_fuel () const { return cars_fuel_; }

  /// The food and the water that a warrior loses by an attack on it.
  int damage () const { return damage_; }

  /// The height of the board.
  int rows () const { return rows_; }

  /// The width of the board.
  int cols () const { return cols_; }

  /// Whether a number is the number of a player.
  bool player_ok (int player) const { return player >= 0 && player < nb_players_; }

  /// Whether a place is on the board.
  bool pos_ok (int i, int j) const { return i >= 0 && i < rows_ && j >= 0 && j < cols_; }

  /// Whether a place is on the board.
  bool pos_ok (Pos pos) const { return pos_ok(pos.i, pos.j); }
};

#endif
