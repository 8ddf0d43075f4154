// A greedy bot for Mad Max: its warriors take cities and drink in time, its cars hunt warriors.

#ifndef MADMAX_BOT_HH
#define MADMAX_BOT_HH

#include "joust/joust.hh"
#include <set>

class MadMaxBot : public joust::Bot {
public:
  joust::Info info () override { return { "Greedy", "1.0", {}, {} }; }

  void start (const joust::Hello& hello) override {
    random = joust::Random(hello.seed);
    // The map never changes, so the ways are computed once.
    const joust::MadMaxState& state = hello.madmax();
    to_water = state.distances(joust::Kind::Warrior, state.beside('W'));
    to_fuel = state.distances(joust::Kind::Car, state.beside('S'));
    std::vector<int> all;
    for (const std::vector<int>& cells : state.cities) {
      to_city.push_back(state.distances(joust::Kind::Warrior, cells));
      all.insert(all.end(), cells.begin(), cells.end());
    }
    to_food = state.distances(joust::Kind::Warrior, all);
  }

  joust::Action act (joust::Turn& turn) override {
    const joust::MadMaxState& state = turn.madmax();
    taken.clear();
    hunt(state);
    std::string given;
    for (const joust::Order& order : state.orders) {
      char letter = direction(state, order);
      if (letter == '\0') continue;
      given += (given.empty() ? "" : ",") + std::to_string(order.id) + letter;
    }
    return given.empty() ? "-" : given;
  }

private:
  // Steps from every cell.
  using Table = std::vector<int>;

  // A unit goes for food, water or fuel when it has this much more than the way takes.
  static constexpr int SPARE = 5;

  joust::Random random;
  Table to_water, to_fuel, to_food, to_prey;
  std::vector<Table> to_city;
  std::set<int> taken;   // Our units must not run into each other.

  // Where a unit goes: onto a unit that it beats, or one step nearer to its goal.
  char direction (const joust::MadMaxState& state, const joust::Order& order) {
    const joust::Unit& unit = state.units[order.id];
    const Table& steps = goal(state, unit);
    char best = '\0';
    int least = steps[unit.cell], end = unit.cell;
    // Of equal directions, the first one from a random place of the list is taken.
    const std::string& open = order.directions;
    int first = open.empty() ? 0 : random.below(int(open.size()));
    for (int i = 0; i < int(open.size()); ++i) {
      char letter = open[(first + i)%open.size()];
      int cell = state.step(unit.cell, letter);
      if (cell == joust::NONE or taken.count(cell) > 0) continue;
      const joust::Unit* other = state.unit(cell);
      if (other != nullptr and not beats(unit, *other)) continue;
      int cost = other == nullptr ? steps[cell] : -1;
      if (cost < least) {
        best = letter;
        least = cost;
        end = cell;
      }
    }
    // A unit that stays where it is keeps its cell anyhow.
    taken.insert(end);
    return best;
  }

  // The steps to what a unit needs or wants.
  const Table& goal (const joust::MadMaxState& state, const joust::Unit& unit) const {
    int cell = unit.cell;
    if (unit.kind == joust::Kind::Car) return unit.food <= to_fuel[cell] + SPARE ? to_fuel : to_prey;
    if (unit.water <= to_water[cell] + SPARE) return to_water;
    if (unit.food <= to_food[cell] + SPARE) return to_food;
    // The nearest city that is not ours.
    const Table* nearest = &to_food;
    int least = joust::FAR;
    for (int city = 0; city < int(to_city.size()); ++city) {
      if (state.owners[city] == state.seat or to_city[city][cell] >= least) continue;
      nearest = &to_city[city];
      least = to_city[city][cell];
    }
    return *nearest;
  }

  // The steps of a car to the nearest warrior of another player that is not in a city.
  void hunt (const joust::MadMaxState& state) {
    bool drives = false;
    for (const joust::Order& order : state.orders) {
      drives = drives or state.units[order.id].kind == joust::Kind::Car;
    }
    if (not drives) return;
    std::vector<int> prey;
    for (const joust::Unit& unit : state.units) {
      if (unit.kind == joust::Kind::Warrior and unit.player != state.seat) prey.push_back(unit.cell);
    }
    to_prey = state.distances(joust::Kind::Car, prey);
  }

  // Whether it is good to run into another unit.
  static bool beats (const joust::Unit& unit, const joust::Unit& other) {
    if (other.player == unit.player or other.kind == joust::Kind::Car) return false;
    return unit.kind == joust::Kind::Car or unit.water >= other.water;
  }
};

#endif
