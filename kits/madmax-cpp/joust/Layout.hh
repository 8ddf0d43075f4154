#ifndef joust_Layout_hh
#define joust_Layout_hh

/// The memory layout of a Player, for the code of the game.
///
/// Compiled players bring their own copies of everything that the headers define inline, and the
/// linker keeps one copy of each. So the code of the game does not use those classes: it reads and
/// writes a player only through this layout, and never through its methods.

#include <set>
#include <vector>

namespace joust {

struct Place {
  int i, j;
};

struct Square {
  int type, owner, id;
};

struct Member {
  int type, id, player, food, water;
  Place pos;
};

struct Order {
  int id, dir;
};

/// What State has: the board and the scores.
struct Board {
  std::vector<std::vector<Square> > grid;
  int round;
  std::vector<Member> units;
  std::vector<int> num_cities;
  std::vector<int> total_score;
  std::vector<double> status;
  std::vector<std::vector<int> > warriors;
  std::vector<std::vector<int> > cars;
};

struct Layout {
  void* methods;
  int settings[10];
  Board board;
  long long random;
  int calls;
  std::set<int> ordered;
  std::vector<Order> orders;
  int me;
};

} // namespace joust

#endif
