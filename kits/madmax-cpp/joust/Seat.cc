// One seat of a game: constructs the player, gives it each state, and collects its orders.

#include "Seat.hh"
#include "Layout.hh"
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>

class Player;

// As in Player.hh.
#ifdef _GLIBCXX_DEBUG
#define joust_prepare joust_prepare_with_GLIBCXX_DEBUG
#endif

// Declared exactly as in Registry.hh, because compiled players link with it.
class Registry {
public:
  typedef Player* (*Factory) ();
  static int Register (const char* name, Factory factory);
  static Player* new_player (const std::string& name);
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
  std::vector<std::vector<Place> > cities;
  Board board;
  std::vector<Note> notes;
  Layout* player;
  /// The memory of the player's board, as long as it is the one that was filled here.
  const void* filled;
};

Table& table () {
  static Table* only = new Table();
  return *only;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "numbers are read from messages as they lie in memory, and the messages are little-endian"
#endif

/// The numbers of a message, one after the other.
struct Reader {
  const unsigned char* at;
  const unsigned char* end;

  template <typename Number>
  Number number () {
    if (end - at < std::ptrdiff_t(sizeof(Number))) die(by_protocol, 0, "a message is too short");
    Number value;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
  }

  int u8 () { return number<unsigned char>(); }
  int u16 () { return number<unsigned short>(); }
  int i32 () { return number<int>(); }
  double real () { return number<double>(); }

  std::string text () {
    int size = u8();
    if (end - at < size) die(by_protocol, 0, "a message is too short");
    std::string value(at, at + size);
    at += size;
    return value;
  }
};

void read_scores (Reader& in, Board& board) {
  board.round = in.i32();
  for (int p = 0; p < 4; ++p) board.num_cities[p] = in.i32();
  for (int p = 0; p < 4; ++p) board.total_score[p] = in.i32();
  for (int p = 0; p < 4; ++p) board.status[p] = in.real();
}

/// Gives a city to a player.
void own (Board& board, int city, int owner) {
  const std::vector<Place>& places = table().cities[city];
  for (std::size_t k = 0; k < places.size(); ++k) board.grid[places[k].i][places[k].j].owner = owner;
}

/// Reads what can change of a unit, and puts the unit on the board.
void read_unit (Reader& in, Board& board, int id) {
  Member& unit = board.units[id];
  unit.player = in.u8();
  unit.pos.i = in.u16();
  unit.pos.j = in.u16();
  unit.food = in.i32();
  unit.water = in.i32();
  const bool is_there = unit.pos.i < int(board.grid.size()) && unit.pos.j < int(board.grid[0].size());
  if (unit.player > 3 || !is_there) die(by_protocol, 0, "a unit is nowhere");
  board.grid[unit.pos.i][unit.pos.j].id = id;
}

/// The lists of the units of each player.
void list_units (Board& board) {
  for (int p = 0; p < 4; ++p) {
    board.warriors[p].clear();
    board.cars[p].clear();
  }
  for (std::size_t k = 0; k < board.units.size(); ++k) {
    const Member& unit = board.units[k];
    (unit.type == 0 ? board.warriors : board.cars)[unit.player].push_back(int(k));
  }
}

/// Reads the whole state.
void read_all (Reader& in, Board& board) {
  read_scores(in, board);
  for (std::size_t c = 0; c < table().cities.size(); ++c) own(board, int(c), in.u8());
  for (std::size_t k = 0; k < board.units.size(); ++k) {
    board.units[k].id = int(k);
    board.units[k].type = in.u8();
    read_unit(in, board, int(k));
  }
  list_units(board);
}

/// The bytes of a unit that has changed, after its number.
const int unit_bytes = 1 + 2 + 2 + 4 + 4;

/// Reads what has changed since the last message. The reader is a copy, because the changes are read for
/// each board.
void read_changes (Reader in, Board& board) {
  read_scores(in, board);
  for (int left = in.u16(); left > 0; --left) {
    const int city = in.u16();
    if (city >= int(table().cities.size())) die(by_protocol, 0, "a city does not exist");
    own(board, city, in.u8());
  }
  const int count = in.u16();
  if (in.end - in.at < std::ptrdiff_t(count) * (2 + unit_bytes)) die(by_protocol, 0, "a message is too short");
  // A unit may stand now where another has left, so all of them leave first.
  Reader leaving = in;
  for (int left = count; left > 0; --left) {
    const int id = leaving.u16();
    if (id >= int(board.units.size())) die(by_protocol, 0, "a unit does not exist");
    const Place& old = board.units[id].pos;
    board.grid[old.i][old.j].id = -1;
    leaving.at += unit_bytes;
  }
  bool is_captured = false;
  for (int left = count; left > 0; --left) {
    const int id = in.u16();
    const int owner = board.units[id].player;
    read_unit(in, board, id);
    is_captured = is_captured || board.units[id].player != owner;
  }
  if (is_captured) list_units(board);
}

void show_all (Layout& player) {
  const Table& t = table();
  std::memcpy(player.settings, t.settings, sizeof t.settings);
  player.board = t.board;
  player.random = t.random;
  player.me = t.me;
}

void make_player (Reader& in) {
  Table& t = table();
  if (in.u8() != protocol) die(by_protocol, 0, "the game speaks another version of the protocol");
  t.me = in.u8();
  t.random = in.i32();
  for (int k = 0; k < 10; ++k) t.settings[k] = in.i32();
  const std::string name = in.text();
  const int rows = t.settings[8], cols = t.settings[9];
  Board& board = t.board;
  board.grid.assign(rows, std::vector<Square>(cols));
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      Square square = { in.u8(), -1, -1 };
      board.grid[i][j] = square;
    }
  }
  t.cities.resize(in.u16());
  for (std::size_t c = 0; c < t.cities.size(); ++c) {
    t.cities[c].resize(in.i32());
    for (std::size_t k = 0; k < t.cities[c].size(); ++k) {
      t.cities[c][k].i = in.u16();
      t.cities[c][k].j = in.u16();
      if (t.cities[c][k].i >= rows || t.cities[c][k].j >= cols) die(by_protocol, 0, "a city is nowhere");
    }
  }
  const Member nobody = Member();
  board.units.assign(4 * (t.settings[3] + t.settings[4]), nobody);
  board.num_cities.assign(4, 0);
  board.total_score.assign(4, 0);
  board.status.assign(4, 0);
  board.warriors.resize(4);
  board.cars.resize(4);
  read_all(in, board);

  std::map<std::string, Registry::Factory>::const_iterator found = registry().find(name);
  // A module has one player, and its file may have any name.
  if (name.empty() && registry().size() == 1) found = registry().begin();
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
  t.filled = t.player->board.grid.data();
}

/// play() is the first and only virtual method of a player. It is called as a function with the
/// player as its argument, which a sanitizer would report.
__attribute__((no_sanitize("undefined")))
void call_play (Layout* player) {
  typedef void (*Method) (Layout*);
  const Method* methods = static_cast<const Method*>(player->methods);
  methods[0](player);
}

void play_round (Reader& in, Bytes& out) {
  Table& t = table();
  if (t.player == 0) die(by_protocol, 0, "there is no player yet");
  Layout& player = *t.player;
  // The table has the state, too, for players that are constructed later.
  read_changes(in, t.board);
  if (player.board.grid.data() == t.filled) {
    read_changes(in, player.board);
  } else {
    // The player has read a map of its own over its board. As in the original, the round undoes it.
    player.board = t.board;
    t.filled = player.board.grid.data();
  }
  player.calls = 0;
  player.ordered.clear();
  player.orders.clear();
  call_play(t.player);

  out.push_back('A');
  put(out, player.orders.size(), 4);
  // An order lies in memory as in a message.
  const unsigned char* orders = reinterpret_cast<const unsigned char*>(player.orders.data());
  out.insert(out.end(), orders, orders + player.orders.size() * sizeof(Order));
  put(out, t.notes.size(), 4);
  for (std::size_t k = 0; k < t.notes.size(); ++k) {
    put(out, unsigned(t.notes[k].i), 4);
    put(out, unsigned(t.notes[k].j), 4);
    put(out, t.notes[k].text);
  }
  t.notes.clear();
}

} // namespace

void put (Bytes& out, unsigned long long number, int bytes) {
  const unsigned char* begin = reinterpret_cast<const unsigned char*>(&number);
  out.insert(out.end(), begin, begin + bytes);
}

void put (Bytes& out, const std::string& text) {
  put(out, text.size(), 4);
  out.insert(out.end(), text.begin(), text.end());
}

void answer (const unsigned char* message, std::size_t size, Bytes& out) {
  Reader in = { message, message + size };
  switch (in.u8()) {
    case 'I':
      make_player(in);
      out.push_back('H');
      break;
    case 'S':
      play_round(in, out);
      break;
    default:
      die(by_protocol, 0, "the game says something unknown");
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

Player* Registry::new_player (const std::string& name) {
  std::map<std::string, Registry::Factory>::const_iterator found = joust::registry().find(name);
  if (found != joust::registry().end()) return found->second();
  std::cerr << "ERROR: Player " << name << " not registered." << std::endl;
  std::abort();
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
