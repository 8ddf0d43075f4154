#ifndef Settings_hh
#define Settings_hh

/// The numbers that define a game. They are known in the constructor of a player already.

#include "Structs.hh"

class Settings {

  // Nothing may be added or moved here: compiled players of others know these places.
  int nb_players_, nb_rounds_, nb_cities_, nb_warriors_, nb_cars_;
  int warriors_health_, cars_fuel_, damage_, rows_, cols_;

public:

  /// The game and its version.
  static string version () { return "Mad_Max 1.6"; }

  /// How many players there are: 4.
  int nb_players () const { return nb_players_; }

  /// How many rounds the game lasts.
  int nb_rounds () const { return nb_rounds_; }

  /// How many cities the board has.
  int nb_cities () const { return nb_cities_; }

  /// How many warriors each player has at the beginning.
  int nb_warriors () const { return nb_warriors_; }

  /// How many cars each player has at the beginning.
  int nb_cars () const { return nb_cars_; }

  /// The highest food and water of a warrior, which it also begins with.
  int warriors_health () const { return warriors_health_; }

  /// The most fuel of a car, which it also begins with.
  int cars_fuel () const { return cars_fuel_; }

  /// What an attack takes from the food and from the water of a warrior.
  int damage () const { return damage_; }

  /// The height of the board.
  int rows () const { return rows_; }

  /// The width of the board.
  int cols () const { return cols_; }

  /// Whether a number is that of a player.
  bool player_ok (int player) const { return player >= 0 && player < nb_players_; }

  /// Whether a place is on the board.
  bool pos_ok (int i, int j) const { return i >= 0 && i < rows_ && j >= 0 && j < cols_; }

  /// Whether a place is on the board.
  bool pos_ok (Pos pos) const { return pos_ok(pos.i, pos.j); }
};

#endif
