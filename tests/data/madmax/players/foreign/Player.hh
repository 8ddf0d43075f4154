// The interface of Mad Max players in one header, for test objects.
//
// It stands in for the headers that a friend's `AI*.o` was compiled with: the same names, the same
// layout of the player object on x86-64, every method inline, and one undefined symbol,
// Registry::Register(char const*, Player* (*)()). It is written from the specification
// (sections 3.2 to 3.7) and shares no line with the headers of the kit, so that a mistake in one
// of them shows up as a different game.
//
// With MADMAX_1_5 defined it is the interface of version 1.5: State has one member more, the list
// of cities, and the method cities(). Such an object must never see a player of the other layout.
//
// As in the original, constructors leave the settings, the round, the seat and the random stream
// as they find them. They are filled in from outside before the first round.

#ifndef Player_hh
#define Player_hh

#include <getopt.h>
#include <string.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <vector>

using namespace std;

// ---- Utils --------------------------------------------------------------------------------------

#define _my_assert(cond, msg)                       \
  do {                                              \
    if (not(cond)) {                                \
      std::cerr << "ERROR: " << (msg) << std::endl; \
      std::abort();                                 \
    }                                               \
  } while (false)

#define _unreachable() _my_assert(false, "Unreachable code.")

inline string int_to_string(int number) {
  ostringstream out;
  out << number;
  return out.str();
}

inline int string_to_int(const string& text) {
  istringstream in(text);
  int number = 0;
  in >> number;
  return number;
}

// ---- Structs ------------------------------------------------------------------------------------

enum Dir { Bottom, BR, Right, RT, Top, TL, Left, LB, None, DirSize };

inline bool dir_ok(Dir dir) {
  return int(dir) >= int(Bottom) and int(dir) <= int(None);
}

struct Pos {
  int i, j;

  Pos() : i(0), j(0) {}
  Pos(int row, int col) : i(row), j(col) {}

  Pos& operator+=(Dir dir) {
    switch (int(dir)) {
      case Bottom: ++i;      break;
      case BR:     ++i, ++j; break;
      case Right:       ++j; break;
      case RT:     --i, ++j; break;
      case Top:    --i;      break;
      case TL:     --i, --j; break;
      case Left:        --j; break;
      case LB:     ++i, --j; break;
      default: break;
    }
    return *this;
  }

  Pos& operator+=(Pos other) {
    i += other.i;
    j += other.j;
    return *this;
  }

  Pos operator+(Dir dir) const {
    Pos sum = *this;
    sum += dir;
    return sum;
  }

  Pos operator+(Pos other) const {
    other += *this;
    return other;
  }
};

inline bool operator==(const Pos& a, const Pos& b) { return a.i == b.i and a.j == b.j; }
inline bool operator!=(const Pos& a, const Pos& b) { return not(a == b); }
inline bool operator<(const Pos& a, const Pos& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; }

inline ostream& operator<<(ostream& out, const Pos& at) {
  return out << "(" << at.i << ", " << at.j << ")";
}

enum CellType { Desert, Road, City, Water, Station, Wall, CellTypeSize };

struct Cell {
  CellType type;
  int owner;
  int id;

  Cell() : type(Desert), owner(-1), id(-1) {}
  Cell(CellType t, int o, int u) : type(t), owner(o), id(u) {}
};

enum UnitType { Warrior, Car, UnitTypeSize };

inline bool ut_ok(UnitType type) { return type == Warrior or type == Car; }

inline char ut2char(UnitType type) {
  if (type == Warrior) return 'w';
  if (type == Car) return 'c';
  _unreachable();
  return 0;
}

inline UnitType char2ut(char letter) {
  if (letter == 'w') return Warrior;
  if (letter == 'c') return Car;
  _unreachable();
  return UnitTypeSize;
}

struct Unit {
  UnitType type;
  int id;
  int player;
  int food;
  int water;
  Pos pos;

  Unit() : type(Warrior), id(-1), player(-1), food(0), water(0) {}
  Unit(UnitType t, int i, int p, int f, int w, Pos at = Pos(0, 0))
      : type(t), id(i), player(p), food(f), water(w), pos(at) {}
};

// ---- Settings -----------------------------------------------------------------------------------

class Settings {
  friend struct Host;

  int players_;
  int rounds_;
  int cities_;
  int warriors_;
  int cars_;
  int health_;
  int fuel_;
  int damage_;
  int rows_;
  int cols_;

public:
  Settings() {}

#ifdef MADMAX_1_5
  static string version() { return "Mad_Max 1.5"; }
#else
  static string version() { return "Mad_Max 1.6"; }
#endif

  int nb_players() const { return players_; }
  int nb_rounds() const { return rounds_; }
  int nb_cities() const { return cities_; }
  int nb_warriors() const { return warriors_; }
  int nb_cars() const { return cars_; }
  int warriors_health() const { return health_; }
  int cars_fuel() const { return fuel_; }
  int damage() const { return damage_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }

  bool player_ok(int pl) const { return 0 <= pl and pl < players_; }
  bool pos_ok(int i, int j) const { return 0 <= i and i < rows_ and 0 <= j and j < cols_; }
  bool pos_ok(Pos at) const { return pos_ok(at.i, at.j); }
};

// ---- State --------------------------------------------------------------------------------------

class State {
  friend struct Host;
  friend class Info;

  vector<vector<Cell> > grid_;
  int round_;
  vector<Unit> units_;
  vector<int> num_cities_;
  vector<int> total_score_;
  vector<double> status_;
  vector<vector<int> > warrior_ids_;
  vector<vector<int> > car_ids_;
#ifdef MADMAX_1_5
  vector<vector<Pos> > city_cells_;
#endif

  bool unit_ok(int id) const { return 0 <= id and id < int(units_.size()); }

  template <typename List>
  static bool within(int index, const List& list) {
    return 0 <= index and index < int(list.size());
  }

public:
  State() {}

  int round() const { return round_; }

  Cell cell(Pos at) const {
    if (within(at.i, grid_) and within(at.j, grid_[at.i])) return grid_[at.i][at.j];
    cerr << "warning: cell requested for position " << at << endl;
    return Cell();
  }

  Cell cell(int i, int j) const { return cell(Pos(i, j)); }

  int nb_units() const { return int(units_.size()); }

  Unit unit(int id) const {
    if (unit_ok(id)) return units_[id];
    cerr << "warning: unit requested for identifier " << id << endl;
    return Unit();
  }

  int num_cities(int pl) const {
    if (within(pl, num_cities_)) return num_cities_[pl];
    cerr << "warning: score requested for player " << pl << endl;
    return -1;
  }

  int total_score(int pl) const {
    if (within(pl, total_score_)) return total_score_[pl];
    cerr << "warning: total score requested for player " << pl << endl;
    return -1;
  }

  double status(int pl) const {
    if (within(pl, status_)) return status_[pl];
    cerr << "warning: status requested for player " << pl << endl;
    return -2;
  }

  vector<int> warriors(int pl) const {
    if (within(pl, warrior_ids_)) return warrior_ids_[pl];
    cerr << "warning: warriors requested for player " << pl << endl;
    return vector<int>();
  }

  vector<int> cars(int pl) const {
    if (within(pl, car_ids_)) return car_ids_[pl];
    cerr << "warning: cars requested for player " << pl << endl;
    return vector<int>();
  }

#ifdef MADMAX_1_5
  vector<vector<Pos> > cities() const { return city_cells_; }
#endif

  // There are always four teams, and each has the warriors' turn in every fourth round.
  bool can_move(int id) const {
    if (not unit_ok(id)) return false;
    const Unit& u = units_[id];
    if (u.player == round_ % 4) return true;
    return u.type == Car and u.food > 0 and grid_[u.pos.i][u.pos.j].type == Road;
  }
};

// ---- Info ---------------------------------------------------------------------------------------

class Info : public Settings, public State {
public:
  static Cell char2cell(char letter) {
    switch (letter) {
      case '.': return Cell(Desert, -1, -1);
      case 'R': return Cell(Road, -1, -1);
      case 'W': return Cell(Water, -1, -1);
      case 'S': return Cell(Station, -1, -1);
      case 'X': return Cell(Wall, -1, -1);
      case '0': case '1': case '2': case '3': return Cell(City, letter - '0', -1);
      default: break;
    }
    _my_assert(false, string(1, letter) + " in grid definition.");
    return Cell();
  }

  void read_grid(istream& in) {
    grid_ = vector<vector<Cell> >(rows(), vector<Cell>(cols()));
    for (int i = 0; i < rows(); ++i) {
      string line;
      in >> line;
      _my_assert(int(line.size()) == cols(), "The read map has a line with incorrect length.");
      for (int j = 0; j < cols(); ++j) grid_[i][j] = char2cell(line[j]);
    }
  }

  void update_vectors_by_player() {
    warrior_ids_ = car_ids_ = vector<vector<int> >(nb_players());
    for (int id = 0; id < nb_units(); ++id) {
      const Unit& u = units_[id];
      _my_assert(ut_ok(u.type), "Wrong unit type on vectors update.");
      (u.type == Warrior ? warrior_ids_ : car_ids_)[u.player].push_back(id);
    }
  }
};

// ---- Random -------------------------------------------------------------------------------------

class Random_generator {
  friend struct Host;

  long long x_;

  void next_rnd() { x_ = (843314861LL * x_ + 453816693LL) % (1LL << 31); }

  void set_random_seed(int seed) {
    long long size = seed;
    if (size < 0) size = -size;
    x_ = size % (1LL << 31);
  }

  double uniform() {
    next_rnd();
    next_rnd();
    return double(x_) / double(1LL << 31);
  }

public:
  Random_generator() {}

  int random(int l, int u) {
    if (l > u) return l;
    long long width = (long long)u - l + 1;
    if (width > 1000000) return l;
    return l + int(width * uniform());
  }

  vector<int> random_permutation(int n) {
    vector<int> order;
    if (n < 0 or n > 1000000) return order;
    for (int k = 0; k < n; ++k) order.push_back(k);
    for (int k = 0; k < n; ++k) {
      int other = random(k, n - 1);
      swap(order[k], order[other]);
    }
    return order;
  }
};

// ---- Action -------------------------------------------------------------------------------------

struct Movement {
  int id;
  Dir dir;

  Movement(int unit, Dir where) : id(unit), dir(where) {}
};

class Action {
  friend struct Host;

  int count_;
  set<int> ordered_;
  vector<Movement> moves_;

public:
  Action() : count_(0) {}

  void command(Movement m) {
    ++count_;
    _my_assert(count_ <= 1000, "Too many commands.");
    if (ordered_.insert(m.id).second) moves_.push_back(m);
    else cerr << "warning: action already requested for unit " << m.id << endl;
  }

  void command(int id, Dir dir) { command(Movement(id, dir)); }
};

// ---- Player -------------------------------------------------------------------------------------

class Player : public Info, public Random_generator, public Action {
  friend struct Host;

  int me_;

public:
  Player() {}

  virtual void play() {}

  int me() const { return me_; }
};

// ---- Registry -----------------------------------------------------------------------------------

class Registry {
public:
  typedef Player* (*Factory)();

  static int Register(const char* name, Factory factory);
};

#define _madmax_text(x) #x

#define RegisterPlayer(x) static int registration = Registry::Register(_madmax_text(x), x::factory)

// ---- Layout -------------------------------------------------------------------------------------
// Offsets cannot be taken of private bases, but the sizes leave no room for another order of holes.

#if defined(__x86_64__) && defined(__LP64__) && __cplusplus >= 201103L
static_assert(sizeof(Pos) == 8 && sizeof(Cell) == 12 && sizeof(Unit) == 28, "layout of the plain structs");
static_assert(sizeof(Settings) == 40 && sizeof(Random_generator) == 8, "layout of the numbers");
static_assert(sizeof(Movement) == 8 && sizeof(Action) == 80, "layout of the orders");
#ifdef MADMAX_1_5
static_assert(sizeof(State) == 200 && sizeof(Player) == 344, "layout of version 1.5");
#else
static_assert(sizeof(State) == 176 && sizeof(Player) == 320, "layout of version 1.6");
#endif
#endif

#endif
