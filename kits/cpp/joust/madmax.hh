// The state of a game of Mad Max: the map, the units, and the orders that you can give.

#ifndef JOUST_MADMAX_HH
#define JOUST_MADMAX_HH

#include "json.hh"
#include "mad.hh"
#include <map>

namespace joust {

// A distance that no way has.
constexpr int FAR = 1000000;
// The letters of the directions: down, down right, right, and so on.
constexpr char DIRECTIONS[] = "bwrxtylz";

enum class Kind { Warrior, Car };

// A warrior or a car.
struct Unit {
  int id = NONE;
  Kind kind = Kind::Warrior;
  int player = 0, row = 0, col = 0, cell = 0;
  int food = 0;    // The fuel of a car.
  int water = 0;
};

// A unit of yours that may move, with the letters of the directions that are open.
struct Order {
  int id;
  std::string directions;
};

// Something that happened in the last round. What its kind does not have is NONE.
struct Event {
  // attack, thunderdome, runOver, runInto, collision, starved, captured, respawned or city.
  std::string kind;
  int by = NONE, on = NONE;           // The unit that met another, and the unit that it met.
  int winner = NONE;                  // The unit that won in the thunderdome.
  int food = NONE, water = NONE;      // What the attacked unit lost.
  int id = NONE, city = NONE;         // The unit that starved, was captured or came back; the city that was taken.
  int before = NONE, player = NONE;   // The player that had the unit or the city, and the one that has it now.
  int row = NONE, col = NONE, cell = NONE;    // Where the unit was captured or came back.
};

// The state of the game. The library keeps it up to date from turn to turn. A cell has a number: row
// times `columns` plus column.
class MadMaxState {
public:
  int seat = 0, rows = 0, columns = 0, round = 0;
  std::map<std::string, int> settings;    // The configuration by name, such as nb_rounds.
  std::string ground;                     // Of each cell: . desert, R road, W water, S station, X wall, C city.
  std::vector<std::vector<int>> cities;   // The cells of each city.
  std::vector<Unit> units;                // All units, by their ids.
  std::vector<Order> orders;              // Your units that may move in this round.
  std::vector<Event> events;              // What happened in the last round.
  std::vector<int> owners;                // The player that owns each city.
  std::vector<int> scores, counts;        // Points and cities of each player.
  std::vector<double> status;             // The used share of the time of each player; -1 if it is dead.

  MadMaxState () = default;
  MadMaxState (const Json& start, int seat): seat(seat) {
    rows = int(start["rows"].integer());
    columns = int(start["columns"].integer());
    for (const auto& setting : start["settings"].fields()) {
      settings[setting.first] = int(setting.second.integer());
    }
    for (const std::string& row : start["grid"].texts()) ground += row;
    for (char& letter : ground) letter = letter >= '0' and letter <= '9' ? 'C' : letter;
    for (int cell = 0; cell < int(ground.size()); ++cell) {
      around_.emplace_back();
      for (const char* letter = DIRECTIONS; *letter != '\0'; ++letter) {
        int near = step(cell, *letter);
        if (near != NONE) around_.back().push_back(near);
      }
    }
    city_.assign(ground.size(), NONE);
    for (const Json& city : start["cities"].list()) {
      owners.push_back(int(city["owner"].integer()));
      cities.emplace_back();
      for (const Json& place : city["cells"].list()) {
        int cell = int(place[0].integer())*columns + int(place[1].integer());
        cities.back().push_back(cell);
        city_[cell] = int(cities.size()) - 1;
      }
    }
    update(start);
  }

  // Takes over what a turn tells.
  void update (const Json& told) {
    round = int(told["round"].integer());
    for (const Json& unit : told["units"].list()) change(unit);
    if (not told["owners"].null()) owners = told["owners"].integers();
    scores = told["scores"].integers();
    counts = told["cityCounts"].integers();
    status.clear();
    for (const Json& share : told["status"].list()) status.push_back(share.number());
    events.clear();
    for (const Json& event : told["events"].list()) happen(event);
    orders.clear();
    for (const Json& order : told["orders"].list()) {
      // At the start of a game, the orders of all players are told.
      bool own = order["player"].null() or order["player"].integer() == seat;
      if (own) orders.push_back({ int(order["id"].integer()), order["directions"].text() });
    }
    unit_.assign(ground.size(), NONE);
    for (const Unit& unit : units) unit_[unit.cell] = unit.id;
  }

  // The number of a cell; NONE outside the map.
  int cell (int row, int col) const {
    bool inside = row >= 0 and row < rows and col >= 0 and col < columns;
    return inside ? row*columns + col : NONE;
  }

  // The unit on a cell; null if there is none.
  const Unit* unit (int cell) const {
    int id = unit_[cell];
    return id == NONE ? nullptr : &units[id];
  }

  // The number of the city of a cell; NONE if there is none.
  int city (int cell) const { return city_[cell]; }

  // The cell one step away; NONE outside the map.
  int step (int cell, char direction) const {
    int down = 0, right = 0;
    switch (direction) {
      case 'b': down = 1; break;
      case 'w': down = 1; right = 1; break;
      case 'r': right = 1; break;
      case 'x': down = -1; right = 1; break;
      case 't': down = -1; break;
      case 'y': down = -1; right = -1; break;
      case 'l': right = -1; break;
      case 'z': down = 1; right = -1; break;
      default: return NONE;
    }
    return this->cell(cell/columns + down, cell%columns + right);
  }

  // All cells that touch a cell of this ground, along a side or at a corner.
  std::vector<int> beside (char letter) const {
    std::vector<int> found;
    for (int cell = 0; cell < int(ground.size()); ++cell) {
      bool touches = false;
      for (int near : around_[cell]) touches = touches or ground[near] == letter;
      if (touches) found.push_back(cell);
    }
    return found;
  }

  // Whether a unit of this kind can stand on a cell.
  bool stands (Kind kind, int cell) const {
    char letter = ground[cell];
    return letter == '.' or letter == 'R' or (letter == 'C' and kind == Kind::Warrior);
  }

  // Steps from every cell to the nearest of these goals, for a warrior or a car, by the map alone. FAR
  // where there is no way.
  std::vector<int> distances (Kind kind, const std::vector<int>& goals) const {
    std::vector<int> steps(ground.size(), FAR), queue;
    for (int cell : goals) {
      if (not stands(kind, cell) or steps[cell] == 0) continue;
      steps[cell] = 0;
      queue.push_back(cell);
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int near : around_[queue[i]]) {
        if (steps[near] != FAR or not stands(kind, near)) continue;
        steps[near] = steps[queue[i]] + 1;
        queue.push_back(near);
      }
    }
    return steps;
  }

private:
  std::vector<int> city_, unit_;            // The city and the unit of each cell.
  std::vector<std::vector<int>> around_;    // The cells around each cell.

  void change (const Json& told) {
    Unit unit;
    unit.id = int(told["id"].integer());
    unit.kind = told["kind"].text() == "car" ? Kind::Car : Kind::Warrior;
    unit.player = int(told["player"].integer());
    unit.row = int(told["row"].integer());
    unit.col = int(told["col"].integer());
    unit.cell = unit.row*columns + unit.col;
    unit.food = int(told["food"].integer());
    unit.water = int(told["water"].integer());
    if (unit.id >= int(units.size())) units.resize(std::size_t(unit.id) + 1);
    units[unit.id] = unit;
  }

  void happen (const Json& told) {
    auto number = [&] (const char* name) { return told[name].null() ? NONE : int(told[name].integer()); };
    Event event;
    event.kind = told["kind"].text();
    event.by = number("by");
    event.on = number("on");
    event.winner = number("winner");
    event.food = number("food");
    event.water = number("water");
    event.id = number("id");
    event.city = number("city");
    event.before = number("before");
    event.player = number("player");
    event.row = number("row");
    event.col = number("col");
    if (event.row != NONE) event.cell = event.row*columns + event.col;
    events.push_back(event);
  }
};

} // namespace joust

#endif
