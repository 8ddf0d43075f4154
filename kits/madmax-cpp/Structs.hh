#ifndef Structs_hh
#define Structs_hh

/// The words of the game: directions, positions, cells and units.

#include "Utils.hh"

/// Directions, counterclockwise from the bottom, so that `Dir((d + 1) % 8)` is the next one and
/// `Dir((d + 4) % 8)` the opposite one. None is no movement.
enum Dir {
  Bottom, ///< one row down
  BR,     ///< down and right
  Right,  ///< one column to the right
  RT,     ///< up and right
  Top,    ///< one row up
  TL,     ///< up and left
  Left,   ///< one column to the left
  LB,     ///< down and left
  None,   ///< no movement
  DirSize ///< the number of directions, including None
};

/// Whether a value is one of the nine directions.
inline bool dir_ok (Dir dir) {
  return int(dir) >= 0 && int(dir) < int(DirSize);
}

/// A place on the board: row i from the top and column j from the left, both from 0.
struct Pos {
  int i, j;

  Pos () : i(0), j(0) { }
  Pos (int i, int j) : i(i), j(j) { }

  /// One step in a direction; no step if the direction is invalid.
  Pos& operator+= (Dir dir) {
    if (dir == Bottom || dir == BR || dir == LB) ++i;
    if (dir == Top || dir == RT || dir == TL) --i;
    if (dir == Right || dir == BR || dir == RT) ++j;
    if (dir == Left || dir == TL || dir == LB) --j;
    return *this;
  }

  /// Adds both components.
  Pos& operator+= (Pos other) {
    i += other.i;
    j += other.j;
    return *this;
  }

  Pos operator+ (Dir dir) const { Pos sum = *this; sum += dir; return sum; }
  Pos operator+ (Pos other) const { Pos sum = *this; sum += other; return sum; }

  bool operator== (const Pos& other) const { return i == other.i && j == other.j; }
  bool operator!= (const Pos& other) const { return !(*this == other); }

  /// Orders positions by rows, then by columns, so that they can be keys of maps and elements of sets.
  bool operator< (const Pos& other) const { return i < other.i || (i == other.i && j < other.j); }
};

/// Prints `(3, 14)`.
inline ostream& operator<< (ostream& out, const Pos& pos) {
  return out << '(' << pos.i << ", " << pos.j << ')';
}

/// The type of a cell. Warriors stand on Desert, Road and City, cars on Desert and Road.
enum CellType { Desert, Road, City, Water, Station, Wall, CellTypeSize };

/// A cell of the board.
struct Cell {
  CellType type; ///< the type of the cell
  int owner;     ///< the player that owns the city of this cell; -1 outside cities
  int id;        ///< the unit on the cell; -1 if there is none

  Cell () : type(Desert), owner(-1), id(-1) { }
  Cell (CellType type, int owner, int id) : type(type), owner(owner), id(id) { }
};

/// The two kinds of units.
enum UnitType { Warrior, Car, UnitTypeSize };

/// Whether a kind of unit exists.
inline bool ut_ok (UnitType type) { return int(type) >= 0 && int(type) < int(UnitTypeSize); }

/// The letter of a kind in a result: w or c.
inline char ut2char (UnitType type) {
  if (type == Warrior) return 'w';
  if (type == Car) return 'c';
  _unreachable();
  return '?';
}

/// The kind of unit with this letter.
inline UnitType char2ut (char letter) {
  if (letter == 'w') return Warrior;
  if (letter == 'c') return Car;
  _unreachable();
  return UnitTypeSize;
}

/// A unit. A captured unit keeps its id; its player, its levels and its place change.
struct Unit {
  UnitType type;
  int id;     ///< from 0 to nb_units() - 1; it never changes
  int player; ///< the player that commands it
  int food;   ///< food of a warrior, fuel of a car
  int water;  ///< water of a warrior; 0 for a car
  Pos pos;    ///< where it stands

  Unit () : type(Warrior), id(-1), player(-1), food(0), water(0) { }
  Unit (UnitType type, int id, int player, int food, int water, Pos pos = Pos(0, 0))
    : type(type), id(id), player(player), food(food), water(water), pos(pos) { }
};

#endif
