// Dummy: the player to beat. Its plan is simple: it feeds its warriors, takes weak cities and holds
// its own, and its cars hunt warriors outside cities. Its strength is that no warrior starves.
//
// In every round:
//   * it marks the cells of its own units (no other unit may go there) and the cells that enemy
//     cars can reach (warriors avoid them);
//   * in the rounds of its team, every warrior gets an errand: a place to go to. Warriors that need
//     food or water go for it; the others are distributed among the cities. Then each warrior, the
//     most urgent first, attacks a neighbour if that is worth it, or takes a step towards its goal;
//   * every car that can move hunts the nearest warrior outside a city, or goes for fuel.
//
// Paths come from tables of distances: the distance from every cell to the nearest goal. To reach
// the goal, a unit goes to a neighbour with a smaller number. Most tables never change and are made
// once, in the first round.

#include "Player.hh"

#define PLAYER_NAME Dummy

struct PLAYER_NAME : public Player {

  // Makes an instance of this player. Do not edit this function.
  static Player* factory () {
    return new PLAYER_NAME;
  }

  // ---- Tables ----------------------------------------------------------------------------------

  // A number for every cell.
  typedef vector<vector<int>> Table;

  // For every cell, the cells to which a unit can go from there, in the order of the directions.
  typedef vector<vector<vector<Pos>>> Ways;

  // A distance longer than any path: the goal cannot be reached.
  const int FAR = 1 << 24;

  Ways foot, wheels;      // Where warriors and cars can go.
  Table city_at;          // The number of the city to which a cell belongs, or -1.
  vector<Pos> city_cell;  // One cell of each city, to ask for its owner.

  vector<Table> to_city;            // A warrior's turns to each city.
  Table to_food, to_water;          // A warrior's turns to the nearest city and to water.
  Table to_food_water;              // A warrior's turns to water by way of a city,
  Table to_water_food;              // and to a city by way of water.
  Table to_fuel;                    // A car's rounds to a place beside a station.

  static int at (const Table& table, Pos p) {
    return table[p.i][p.j];
  }

  Table table_of (int value) const {
    return Table(rows(), vector<int>(cols(), value));
  }

  bool is_city (Pos p) const {
    return at(city_at, p) != -1;
  }

  // Whether units of a type can stand on cells of a type.
  static bool stands (UnitType unit, CellType type) {
    return type == Desert or type == Road or (type == City and unit == Warrior);
  }

  bool is_near (Pos p, CellType type) const {
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and cell(q).type == type) return true;
    }
    return false;
  }

  // All cells that fulfil a condition, row by row.
  template <typename Condition>
  vector<Pos> cells_where (Condition holds) const {
    vector<Pos> found;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        if (holds(Pos(i, j))) found.push_back(Pos(i, j));
      }
    }
    return found;
  }

  Ways ways_of (UnitType type) const {
    Ways ways(rows(), vector<vector<Pos>>(cols()));
    for (Pos p : cells_where([&] (Pos q) { return stands(type, cell(q).type); })) {
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (pos_ok(q) and stands(type, cell(q).type)) ways[p.i][p.j].push_back(q);
      }
    }
    return ways;
  }

  // The distance from every cell to the nearest goal. first[k] is the distance that remains at
  // goals[k], and cost(p), at least 1, is the cost of leaving the cell p. open[d] has the cells found
  // at distance d; some of them are found again at a smaller distance before d is reached.
  template <typename Cost>
  Table spread (const Ways& ways, const vector<Pos>& goals, const vector<int>& first, Cost cost) const {
    Table table = table_of(FAR);
    vector<vector<Pos>> open;
    auto reach = [&] (Pos p, int distance) {
      if (distance >= at(table, p)) return;
      table[p.i][p.j] = distance;
      if (int(open.size()) <= distance) open.resize(distance + 1);
      open[distance].push_back(p);
    };
    for (int k = 0; k < int(goals.size()); ++k) reach(goals[k], first[k]);
    for (int distance = 0; distance < int(open.size()); ++distance) {
      for (int k = 0; k < int(open[distance].size()); ++k) {
        Pos p = open[distance][k];
        if (at(table, p) != distance) continue;
        for (Pos q : ways[p.i][p.j]) reach(q, distance + cost(q));
      }
    }
    return table;
  }

  // Turns of a warrior to the nearest goal.
  Table turns (const vector<Pos>& goals) const {
    return spread(foot, goals, vector<int>(goals.size(), 0), [] (Pos) { return 1; });
  }

  // Turns of a warrior to a goal of one table and from there to a goal of another.
  Table turns_via (const Table& one, const Table& other) const {
    vector<Pos> goals = cells_where([&] (Pos p) { return at(one, p) == 0 and at(other, p) < FAR; });
    vector<int> first;
    for (Pos p : goals) first.push_back(at(other, p));
    return spread(foot, goals, first, [] (Pos) { return 1; });
  }

  // Rounds of a car to the nearest goal: it can leave a road in any round, other cells only in its
  // turn.
  Table rounds (const vector<Pos>& goals) const {
    return spread(wheels, goals, vector<int>(goals.size(), 0),
                  [this] (Pos p) { return cell(p).type == Road ? 1 : nb_players(); });
  }

  // Marks all cells that are connected with this one as cells of the city.
  void fill_city (Pos p, int number, vector<Pos>& cells) {
    if (not pos_ok(p) or cell(p).type != City or is_city(p)) return;
    city_at[p.i][p.j] = number;
    cells.push_back(p);
    for (Dir dir : { Bottom, Top, Right, Left }) fill_city(p + dir, number, cells);
  }

  // Computes everything that is known before the first round.
  void survey () {
    foot = ways_of(Warrior);
    wheels = ways_of(Car);
    city_at = table_of(-1);
    for (Pos p : cells_where([&] (Pos q) { return cell(q).type == City; })) {
      if (is_city(p)) continue;
      vector<Pos> cells;
      fill_city(p, int(city_cell.size()), cells);
      city_cell.push_back(p);
      to_city.push_back(turns(cells));
    }
    to_food = turns(cells_where([&] (Pos p) { return is_city(p); }));
    to_water = turns(cells_where([&] (Pos p) { return is_near(p, Water); }));
    to_fuel = rounds(cells_where([&] (Pos p) { return is_near(p, Station); }));
    to_food_water = turns_via(to_food, to_water);
    to_water_food = turns_via(to_water, to_food);
  }

  // ---- The round -------------------------------------------------------------------------------

  Table taken;  // 1 where our units stand or were sent: no other unit may go there.
  Table peril;  // The rounds until an enemy car can be there; 0 if not before our next turn.

  bool my_turn () const {
    return round()%nb_players() == me();
  }

  // Whether the terrain lets a unit go there.
  bool open_to (const Unit& u, Pos p) const {
    return pos_ok(p) and stands(u.type, cell(p).type);
  }

  // Marks the cells that an enemy car can reach before our warriors move again.
  void fear (const Unit& car) {
    vector<Pos> reached(1, car.pos);
    for (int wait = 0; wait < nb_players(); ++wait) {
      bool its_turn = (round() + wait)%nb_players() == car.player;
      int before = reached.size();
      for (int k = 0; k < before; ++k) {
        Pos p = reached[k];
        bool moves = its_turn or (cell(p).type == Road and car.food > wait);
        if (not moves) continue;
        for (Pos q : wheels[p.i][p.j]) {
          int& when = peril[q.i][q.j];
          if (when == 0 or when > wait + 1) when = wait + 1;
          if (find(reached.begin(), reached.end(), q) == reached.end()) reached.push_back(q);
        }
      }
    }
  }

  void look_around () {
    taken = table_of(0);
    peril = table_of(0);
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      if (u.player == me()) taken[u.pos.i][u.pos.j] = 1;
      else if (u.type == Car) fear(u);
    }
  }

  // ---- Warriors: what they need ----------------------------------------------------------------

  // What a warrior goes for. It keeps this need until it is met, so that it does not turn back.
  enum Need { Food, Drink };

  // The needs of our warriors, by their ids, from round to round.
  map<int, Need> needs;

  const Table& goal_of (Need need) const {
    return need == Food ? to_food : to_water;
  }

  // Whether a warrior must go for food or water now, and for which of them.
  bool is_in_need (const Unit& u, Need& need) const {
    const int SLACK = 5;  // Spare turns, for detours.
    int food = at(to_food, u.pos);
    int water = at(to_water, u.pos);
    // The amount of the scarcer one that is left when the warrior gets both, one after the other.
    int food_first = min(u.food - food, u.water - at(to_food_water, u.pos));
    int water_first = min(u.water - water, u.food - at(to_water_food, u.pos));
    if (max(food_first, water_first) > SLACK) return false;
    need = food > 0 and (water == 0 or food_first > water_first) ? Food : Drink;
    return true;
  }

  // Removes the needs that are met, and those of warriors that we lost.
  void forget_needs () {
    for (auto it = needs.begin(); it != needs.end(); ) {
      Unit u = unit(it->first);
      bool still = u.player == me() and at(goal_of(it->second), u.pos) > 0;
      if (still) ++it;
      else it = needs.erase(it);
    }
  }

  // ---- Warriors: where they go -----------------------------------------------------------------

  // The number of warriors of each player in or near a city, by city.
  vector<vector<int>> sieges;

  void count_sieges () {
    const int NEAR = 3;
    sieges.assign(to_city.size(), vector<int>(nb_players(), 0));
    for (int pl = 0; pl < nb_players(); ++pl) {
      for (int id : warriors(pl)) {
        for (int city = 0; city < int(to_city.size()); ++city) {
          if (at(to_city[city], unit(id).pos) <= NEAR) ++sieges[city][pl];
        }
      }
    }
  }

  int strongest_foe (int city) const {
    int most = 0;
    for (int pl = 0; pl < nb_players(); ++pl) {
      if (pl != me()) most = max(most, sieges[city][pl]);
    }
    return most;
  }

  bool is_mine (int city) const {
    return cell(city_cell[city]).owner == me();
  }

  // Where a warrior is to go.
  struct Errand {
    int id;
    const Table* goal;
    bool urgent;  // It dies if it does not get there.
  };

  // The errands of this round by rank: the lowest rank goes first, and among equal ranks the warrior
  // that was sent first.
  multimap<int, Errand> errands;

  void send (int id, const Table& goal, bool urgent) {
    // Warriors in need go first, then those that are nearest to their goals.
    const int FIRST = 1 << 20;
    Unit u = unit(id);
    int way = at(goal, u.pos);
    int rank = urgent ? min(u.food, u.water) - way - FIRST : way;
    errands.insert({ rank, Errand{ id, &goal, urgent } });
  }

  // Whether a warrior stands in a city of ours that does not need it.
  bool is_idle (const Unit& u) const {
    int city = at(city_at, u.pos);
    return city != -1 and is_mine(city) and sieges[city][me()] > strongest_foe(city) + 1;
  }

  // Gives every warrior an errand: first those that need food or water, then the others.
  void give_errands () {
    errands.clear();
    vector<int> free;
    for (int id : warriors(me())) {
      Unit u = unit(id);
      Need need;
      if (needs.count(id) == 0 and is_in_need(u, need)) needs[id] = need;
      auto it = needs.find(id);
      if (it != needs.end()) send(id, goal_of(it->second), true);
      // A warrior that is not needed drinks before it must.
      else if (is_idle(u) and u.water < warriors_health()/2) send(id, to_water, false);
      else free.push_back(id);
    }
    share_out(free);
  }

  // Gives every city just enough warriors, nearest first; the remaining warriors go to the nearest
  // city that is not ours.
  void share_out (const vector<int>& free) {
    struct Pair {
      int cost, id, city;
      bool operator< (const Pair& other) const {
        if (cost != other.cost) return cost < other.cost;
        if (id != other.id) return id < other.id;
        return city < other.city;
      }
    };
    vector<Pair> pairs;
    vector<int> wanted;
    for (int city = 0; city < int(to_city.size()); ++city) {
      int foes = strongest_foe(city);
      wanted.push_back(is_mine(city) ? max(foes, 1) + 1 : foes + 1);
      int burden = is_mine(city) ? 0 : 2*foes;
      for (int id : free) pairs.push_back({ at(to_city[city], unit(id).pos) + burden, id, city });
    }
    sort(pairs.begin(), pairs.end());

    map<int, int> city_of, nearest, nearest_foreign;
    for (const Pair& p : pairs) {
      if (city_of.count(p.id) == 0 and wanted[p.city] > 0) {
        city_of[p.id] = p.city;
        --wanted[p.city];
      }
      // insert() does not replace an entry, so the first one, which is the nearest, stays.
      nearest.insert({ p.id, p.city });
      if (not is_mine(p.city)) nearest_foreign.insert({ p.id, p.city });
    }
    city_of.insert(nearest_foreign.begin(), nearest_foreign.end());
    city_of.insert(nearest.begin(), nearest.end());
    for (int id : free) {
      if (city_of.count(id) > 0) send(id, to_city[city_of[id]], false);
    }
  }

  // ---- Warriors: what they do ------------------------------------------------------------------

  // The number of our warriors that attack each enemy warrior in this round, by id.
  map<int, int> blows;

  // The value of an attack on an enemy warrior; 0 if it is better not to attack.
  int worth_of_attack (const Errand& errand, const Unit& u, const Unit& foe) {
    const int PATIENCE = 3;  // More blows are too many if there is something else to do.
    int left = min(foe.food, foe.water) - damage()*blows[foe.id];
    if (left <= 0) return 0;
    if (is_city(u.pos) and is_city(foe.pos)) {
      // One of the two is lost; the one with more water will probably stay.
      if (blows[foe.id] > 0 or u.water < foe.water) return 0;
      return 100 + u.water - foe.water;
    }
    int needed = (left + damage() - 1)/damage();
    bool is_there = at(*errand.goal, u.pos) == 0;
    if (needed > PATIENCE and (errand.urgent or not is_there)) return 0;
    return 90 - needed;
  }

  // Gives the order for the best attack on a neighbour, if one is worth it.
  bool fight (const Errand& errand) {
    Unit u = unit(errand.id);
    bool found = false;
    int most = 0, victim = -1;
    Dir best = None;
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not open_to(u, p) or cell(p).id == -1) continue;
      Unit foe = unit(cell(p).id);
      if (foe.player == me() or foe.type == Car) continue;
      int worth = worth_of_attack(errand, u, foe);
      if (worth != 0 and (not found or worth > most)) {
        found = true;
        most = worth;
        victim = foe.id;
        best = Dir(d);
      }
    }
    if (not found) return false;
    ++blows[victim];
    Pos p = u.pos + best;
    taken[p.i][p.j] = 1;  // Our cars may not go there either.
    command(errand.id, best);
    return true;
  }

  // How deep in a city a cell is: 0 to 2.
  int depth (Pos p) const {
    if (not is_city(p)) return 0;
    int around = 0;
    for (Pos q : foot[p.i][p.j]) around += is_city(q);
    return around/4;
  }

  // The cost of being on a cell; a daring warrior ignores cars.
  int cost_of_standing (const Errand& errand, bool dares, Pos p) const {
    const int TURN = 4;                      // The cost of a turn on the way,
    const int PERIL[] = { 0, 9, 7, 6, 5 };   // and of a car that can come in 1, 2, 3 or 4 rounds.
    int way = at(*errand.goal, p);
    int danger = is_city(p) or dares ? 0 : PERIL[at(peril, p)];
    if (errand.urgent) danger /= 2;
    // Inside a city, make room at the gates.
    int room = way == 0 ? depth(p) : 0;
    return TURN*way + danger - room;
  }

  // Gives the order for the best step towards the goal, if one is better than staying.
  void walk (const Errand& errand, bool dares) {
    Unit u = unit(errand.id);
    // A step aside is better than none, unless the warrior has arrived.
    int impatience = at(*errand.goal, u.pos) > 0 ? 1 : 0;
    int least = cost_of_standing(errand, dares, u.pos) + impatience;
    Dir best = None;
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not open_to(u, p) or at(taken, p) or cell(p).id != -1) continue;
      int cost = cost_of_standing(errand, dares, p);
      if (cost < least) {
        least = cost;
        best = Dir(d);
      }
    }
    if (best == None) return;
    Pos p = u.pos + best;
    taken[p.i][p.j] = 1;
    command(errand.id, best);
  }

  void move_warriors () {
    count_sieges();
    forget_needs();
    give_errands();
    blows.clear();
    for (const auto& ranked : errands) {
      const Errand& errand = ranked.second;
      bool dares = random(0, 3) == 0;
      if (not fight(errand)) walk(errand, dares);
    }
  }

  // ---- Cars ------------------------------------------------------------------------------------

  // The cost for a car of being on a cell.
  int cost_of_driving (const Table& goal, Pos p) const {
    const int PERIL = 6;  // The cost of a cell that another car can reach in this round.
    return at(goal, p) + (at(peril, p) == 1 ? PERIL : 0);
  }

  void move_car (int id, const Table& to_prey) {
    const int SLACK = 15;  // Spare rounds on the way to a station.
    const int BITE = 3;    // The value of catching a warrior at once.
    Unit u = unit(id);
    const Table& goal = u.food <= at(to_fuel, u.pos) + SLACK ? to_fuel : to_prey;
    int least = cost_of_driving(goal, u.pos);
    Dir best = None;
    for (int d = 0; d < 8; ++d) {
      Pos p = u.pos + Dir(d);
      if (not open_to(u, p) or at(taken, p)) continue;
      int other = cell(p).id;
      if (other != -1 and unit(other).type == Car) continue;
      int cost = cost_of_driving(goal, p) - (other != -1 ? BITE : 0);
      if (cost < least) {
        least = cost;
        best = Dir(d);
      }
    }
    if (best == None) return;
    Pos p = u.pos + best;
    taken[p.i][p.j] = 1;
    command(id, best);
  }

  void move_cars () {
    vector<int> ready;
    for (int id : cars(me())) {
      if (can_move(id)) ready.push_back(id);
    }
    if (ready.empty()) return;
    vector<Pos> prey;
    for (int pl = 0; pl < nb_players(); ++pl) {
      if (pl == me()) continue;
      for (int id : warriors(pl)) {
        Pos p = unit(id).pos;
        if (not is_city(p)) prey.push_back(p);
      }
    }
    Table to_prey = rounds(prey);
    for (int id : ready) move_car(id, to_prey);
  }

  // Called once per round.
  virtual void play () {
    if (round() == 0) survey();
    look_around();
    if (my_turn()) move_warriors();
    move_cars();
  }

};

// Adds this player to the list of players. Do not edit this line.
RegisterPlayer(PLAYER_NAME);
