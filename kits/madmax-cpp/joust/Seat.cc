// One seat of a game: constructs the player, gives it each state, and collects its orders.

#include "Seat.hh"
#include "Layout.hh"
#include <cstring>
#include <iostream>
#include <map>

class Player;
struct Pos;

// Declared exactly as in Registry.hh, because compiled players link with it.
class Registry {
public:
  typedef Player* (*Factory) ();
  static int Register (const char* name, Factory factory);
};

namespace joust {
namespace {

/// Constructed on first use, because players register before main.
std::map<std::string, Registry::Factory>& registry () {
  static std::map<std::string, Registry::Factory>* known = new std::map<std::string, Registry::Factory>;
  return *known;
}

/// A note about a cell.
struct Note {
  int i, j;
  std::string text;
};

/// What the game has sent so far.
struct Table {
  int settings[10];
  int me;
  long long random;
  std::vector<std::vector<Square> > grid;
  std::vector<std::vector<Place> > cities;
  std::vector<unsigned char> owners;
  int round;
  std::vector<Member> units;
  std::vector<int> num_cities, total_score;
  std::vector<double> status;
  std::vector<std::vector<int> > warriors, cars;
  std::vector<Note> notes;
  Layout* player;
};

Table& table () {
  static Table* only = new Table();
  return *only;
}

/// The numbers of a message, one after the other.
struct Reader {
  const unsigned char* at;
  const unsigned char* end;

  unsigned long long number (int bytes) {
    if (end - at < bytes) die(by_protocol, 0, "a message is too short");
    unsigned long long value = 0;
    for (int k = 0; k < bytes; ++k) value |= (unsigned long long)at[k] << (8 * k);
    at += bytes;
    return value;
  }

  int u8 () { return int(number(1)); }
  int u16 () { return int(number(2)); }
  int i32 () { return int(unsigned(number(4))); }

  double real () {
    unsigned long long bits = number(8);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  std::string text () {
    int size = u8();
    if (end - at < size) die(by_protocol, 0, "a message is too short");
    std::string value(at, at + size);
    at += size;
    return value;
  }
};

/// Reads the state into the table.
void read_state (Reader& in) {
  Table& t = table();
  for (std::size_t k = 0; k < t.units.size(); ++k) {
    const Place& old = t.units[k].pos;
    t.grid[old.i][old.j].id = -1;
  }
  t.round = in.i32();
  for (int p = 0; p < 4; ++p) t.num_cities[p] = in.i32();
  for (int p = 0; p < 4; ++p) t.total_score[p] = in.i32();
  for (int p = 0; p < 4; ++p) t.status[p] = in.real();
  for (std::size_t c = 0; c < t.cities.size(); ++c) {
    unsigned char owner = (unsigned char)in.u8();
    if (owner == t.owners[c]) continue;
    t.owners[c] = owner;
    for (std::size_t k = 0; k < t.cities[c].size(); ++k) {
      const Place& place = t.cities[c][k];
      t.grid[place.i][place.j].owner = owner;
    }
  }
  for (int p = 0; p < 4; ++p) {
    t.warriors[p].clear();
    t.cars[p].clear();
  }
  for (std::size_t k = 0; k < t.units.size(); ++k) {
    Member& unit = t.units[k];
    unit.type = in.u8();
    unit.id = int(k);
    unit.player = in.u8();
    unit.pos.i = in.u16();
    unit.pos.j = in.u16();
    unit.food = in.i32();
    unit.water = in.i32();
    if (unit.player > 3 || !(unit.pos.i < int(t.grid.size()) && unit.pos.j < int(t.grid[0].size()))) {
      die(by_protocol, 0, "a unit is nowhere");
    }
    t.grid[unit.pos.i][unit.pos.j].id = int(k);
    (unit.type == 0 ? t.warriors : t.cars)[unit.player].push_back(int(k));
  }
}

/// Copies everything that changes into a player. Assignments reuse its memory.
void show_state (Layout& player) {
  const Table& t = table();
  player.grid = t.grid;
  player.round = t.round;
  player.units = t.units;
  player.num_cities = t.num_cities;
  player.total_score = t.total_score;
  player.status = t.status;
  player.warriors = t.warriors;
  player.cars = t.cars;
}

void show_all (Layout& player) {
  const Table& t = table();
  std::memcpy(player.settings, t.settings, sizeof t.settings);
  show_state(player);
  player.random = t.random;
  player.me = t.me;
}

Bytes make_player (Reader& in) {
  Table& t = table();
  if (in.u8() != protocol) die(by_protocol, 0, "the game speaks another version of the protocol");
  t.me = in.u8();
  t.random = in.i32();
  for (int k = 0; k < 10; ++k) t.settings[k] = in.i32();
  const std::string name = in.text();
  const int rows = t.settings[8], cols = t.settings[9];
  t.grid.assign(rows, std::vector<Square>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      Square square = { in.u8(), -1, -1 };
      t.grid[i][j] = square;
    }
  }
  t.cities.resize(in.u16());
  t.owners.assign(t.cities.size(), 255);
  for (std::size_t c = 0; c < t.cities.size(); ++c) {
    t.cities[c].resize(in.i32());
    for (std::size_t k = 0; k < t.cities[c].size(); ++k) {
      t.cities[c][k].i = in.u16();
      t.cities[c][k].j = in.u16();
      if (t.cities[c][k].i >= rows || t.cities[c][k].j >= cols) die(by_protocol, 0, "a city is nowhere");
    }
  }
  const Member nobody = Member();
  t.units.assign(4 * (t.settings[3] + t.settings[4]), nobody);
  t.num_cities.assign(4, 0);
  t.total_score.assign(4, 0);
  t.status.assign(4, 0);
  t.warriors.resize(4);
  t.cars.resize(4);
  read_state(in);

  std::map<std::string, Registry::Factory>::const_iterator found = registry().find(name);
  if (found == registry().end()) {
    std::string known;
    for (found = registry().begin(); found != registry().end(); ++found) known += " " + found->first;
    die(unknown_name, 0, known);
  }
  t.player = reinterpret_cast<Layout*>(found->second());
  if (t.player == 0) die(no_player, 0, "");
  // Once more, for compiled players whose constructor does not do it, and because the random numbers
  // restart with the first round.
  show_all(*t.player);
  return Bytes(1, 'H');
}

/// play() is the first and only virtual method of a player. It is called as a function with the
/// player as its argument.
void call_play (Layout* player) {
  typedef void (*Method) (Layout*);
  const Method* methods = static_cast<const Method*>(player->methods);
  methods[0](player);
}

Bytes play_round (Reader& in) {
  Table& t = table();
  if (t.player == 0) die(by_protocol, 0, "there is no player yet");
  read_state(in);
  Layout& player = *t.player;
  show_state(player);
  player.calls = 0;
  player.ordered.clear();
  player.orders.clear();
  call_play(t.player);

  Bytes out(1, 'A');
  put(out, player.orders.size(), 4);
  for (std::size_t k = 0; k < player.orders.size(); ++k) {
    put(out, unsigned(player.orders[k].id), 4);
    put(out, unsigned(player.orders[k].dir), 4);
  }
  put(out, t.notes.size(), 4);
  for (std::size_t k = 0; k < t.notes.size(); ++k) {
    put(out, unsigned(t.notes[k].i), 4);
    put(out, unsigned(t.notes[k].j), 4);
    put(out, t.notes[k].text);
  }
  t.notes.clear();
  return out;
}

} // namespace

void put (Bytes& out, unsigned long long number, int bytes) {
  for (int k = 0; k < bytes; ++k) out.push_back((unsigned char)(number >> (8 * k)));
}

void put (Bytes& out, const std::string& text) {
  put(out, text.size(), 4);
  out.insert(out.end(), text.begin(), text.end());
}

Bytes answer (const unsigned char* message, std::size_t size) {
  Reader in = { message, message + size };
  switch (in.u8()) {
    case 'I': return make_player(in);
    case 'S': return play_round(in);
    default: die(by_protocol, 0, "the game says something unknown");
  }
}

std::vector<std::string> names () {
  std::vector<std::string> all;
  std::map<std::string, Registry::Factory>::const_iterator it;
  for (it = registry().begin(); it != registry().end(); ++it) all.push_back(it->first);
  return all;
}

} // namespace joust

int Registry::Register (const char* name, Factory factory) {
  joust::registry()[name] = factory;
  return 0;
}

void joust_prepare (Player* player) {
  joust::show_all(*reinterpret_cast<joust::Layout*>(player));
}

void joust_too_many_orders () {
  std::cerr << "ERROR: Too many commands." << std::endl;
  joust::die(joust::by_orders, 0, "");
}

/// For State::cities() and debug(), whose headers declare these functions.
void joust_cities (void (*take) (void*, int, int, int), void* whom) {
  const joust::Table& t = joust::table();
  for (std::size_t c = 0; c < t.cities.size(); ++c) {
    for (std::size_t k = 0; k < t.cities[c].size(); ++k) {
      take(whom, int(c), t.cities[c][k].i, t.cities[c][k].j);
    }
  }
}

void joust_note (int i, int j, const std::string& text) {
  joust::Note note = { i, j, text };
  joust::table().notes.push_back(note);
}
