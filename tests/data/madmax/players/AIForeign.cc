// A friend's player for the tests of binary compatibility: this one source is compiled against the
// kit's headers and against the independent header beside it, and both must play the same game.
// It therefore reads everything that the interface offers, draws from its stream in all ways,
// makes the warnings appear, and keeps members of many sizes behind those of Player.
//
// It lies in a folder of its own, because a compiler looks for "Player.hh" beside the source first.
// With MADMAX_1_5 defined it also asks for the cities, as players for version 1.5 did.

#include "Player.hh"

#define PLAYER_NAME Foreign

class PLAYER_NAME : public Player {
public:
  static Player* factory() { return new PLAYER_NAME; }

  virtual void play() {
    ++plays;
    if (round() == me()) survey();
    check();
    if (round() % nb_players() == me()) {
      vector<int> own = warriors(me());
      vector<int> order = random_permutation(int(own.size()));
      for (size_t k = 0; k < order.size(); ++k) warrior(own[order[k]]);
    }
    vector<int> own = cars(me());
    for (size_t k = 0; k < own.size(); ++k) {
      if (can_move(own[k])) car(own[k]);
    }
    if (round() % 50 == 7) provoke();
    if (round() % 100 == 99) report();
  }

private:
  // The first member is small on purpose: it lies in the last bytes of Player.
  int plays = 0;
  char mood = 'n';
  bool surveyed = false;
  double trust = 0.5;
  long long sum = 0;
  string diary;
  vector<vector<int> > to_food, to_water;
  map<int, Pos> last;
  set<Pos> visited;
  short table[9][3];

  static int instances;

  // Steps from every cell to the nearest goal, for somebody on foot.
  vector<vector<int> > steps(const vector<Pos>& goals) const {
    vector<vector<int> > far(rows(), vector<int>(cols(), 1000));
    queue<Pos> open;
    for (size_t k = 0; k < goals.size(); ++k) {
      far[goals[k].i][goals[k].j] = 0;
      open.push(goals[k]);
    }
    while (not open.empty()) {
      Pos at = open.front();
      open.pop();
      for (int d = Bottom; d < None; ++d) {
        Pos next = at + Dir(d);
        if (not pos_ok(next) or far[next.i][next.j] != 1000) continue;
        CellType type = cell(next).type;
        if (type != Desert and type != Road and type != City) continue;
        far[next.i][next.j] = far[at.i][at.j] + 1;
        open.push(next);
      }
    }
    return far;
  }

  void survey() {
    ++instances;
    surveyed = true;
    for (int d = 0; d < 9; ++d) {
      Pos step = Pos() + Dir(d);
      table[d][0] = short(step.i);
      table[d][1] = short(step.j);
      table[d][2] = short(dir_ok(Dir(d)));
    }
    vector<Pos> food, water;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        if (c.type == City) food.push_back(Pos(i, j));
        if (c.type != Desert and c.type != Road) continue;
        bool shore = false;
        for (int d = 0; d < 8; ++d) {
          Pos next = Pos(i, j) + Pos(table[d][0], table[d][1]);
          if (pos_ok(next.i, next.j) and cell(next).type == Water) shore = true;
        }
        if (shore) water.push_back(Pos(i, j));
      }
    }
    to_food = steps(food);
    to_water = steps(water);
    cerr << version().substr(0, 7) << ": " << food.size() << " cells with food, " << water.size() << " with water" << endl;
  }

  // Reads all there is; the sum ends up in a decision, so a wrong byte changes the game.
  void check() {
    sum = sum * 31 + round();
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      sum += (u.type + 1) * (u.food - u.water) + u.id * u.player + cell(u.pos).id;
      sum += can_move(id);
    }
    for (int pl = 0; pl < nb_players(); ++pl) {
      sum += num_cities(pl) * 7 + total_score(pl) + int(status(pl) * 100);
      sum += int(warriors(pl).size() * cars(pl).size());
    }
    sum += nb_rounds() + nb_cities() + nb_warriors() + nb_cars() + warriors_health() + cars_fuel() + damage();
#ifdef MADMAX_1_5
    vector<vector<Pos> > all = cities();
    for (size_t c = 0; c < all.size(); ++c) {
      for (size_t k = 0; k < all[c].size(); ++k) sum += int(c + 1) * all[c][k].i + int(k) * all[c][k].j;
    }
#endif
    sum %= 1000003;
    trust = double(sum % 97) / 97;
    mood = sum % 2 == 0 ? 'b' : 'g';
  }

  // Whether it is a good idea to step on that cell.
  bool good(const Unit& u, Pos to) const {
    if (not pos_ok(to)) return false;
    Cell c = cell(to);
    if (c.type != Desert and c.type != Road and (c.type != City or u.type == Car)) return false;
    if (c.id == -1) return true;
    Unit other = unit(c.id);
    return other.player != me() and other.type == Warrior;
  }

  void warrior(int id) {
    Unit u = unit(id);
    const vector<vector<int> >& far =
        u.water - to_water[u.pos.i][u.pos.j] < u.food - to_food[u.pos.i][u.pos.j] ? to_water : to_food;
    int first = random(0, 7);
    Dir best = None;
    int least = far[u.pos.i][u.pos.j] + (mood == 'b');
    for (int k = 0; k < 8; ++k) {
      Dir dir = Dir((first + k) % 8);
      Pos to = u.pos + dir;
      if (not good(u, to)) continue;
      int value = far[to.i][to.j] - 2 * (cell(to).id != -1);
      if (value < least) {
        least = value;
        best = dir;
      }
    }
    last[id] = u.pos;
    visited.insert(u.pos);
    command(Movement(id, best));
  }

  void car(int id) {
    Unit u = unit(id);
    vector<pair<int, Dir> > choice;
    for (int d = 0; d < 8; ++d) {
      Pos to = u.pos;
      to += Dir(d);
      if (not good(u, to)) continue;
      int value = cell(to).type == Road ? 5 : 1;
      if (cell(to).id != -1) value += 20;
      if (last.count(id) and last[id] == to) value -= 4;
      choice.push_back(make_pair(-value, Dir(d)));
    }
    if (choice.empty()) return;
    sort(choice.begin(), choice.end());
    int pick = trust > 0.9 ? random(0, int(choice.size()) - 1) : 0;
    last[id] = u.pos;
    command(id, choice[pick].second);
  }

  // Everything that is forgiven with a warning.
  void provoke() {
    cell(-1, 3);
    cell(Pos(rows(), cols()));
    unit(-1);
    Unit nobody = unit(nb_units());
    sum += nobody.id + num_cities(4) + total_score(-1) + int(status(17));
    sum += int(warriors(nb_players()).size() + cars(-3).size());
    sum += can_move(-1) + can_move(100000);
    command(-5, Top);
    command(nb_units() + me(), Left);
    command(warriors((me() + 1) % 4).empty() ? 0 : warriors((me() + 1) % 4)[0], Right);
    vector<int> own = cars(me());
    if (not own.empty()) {
      command(own[0], DirSize);
      command(own[0], Bottom);
    }
    sum += random(5, 4) + random(0, 2000000) + int(random_permutation(-1).size());
  }

  void report() {
    ostringstream out;
    out << setw(3) << round() << ' ' << mood << ' ' << fixed << setprecision(3) << trust << ' ' << sum;
    diary += out.str() + ";";
    cerr << out.str() << " at " << (visited.empty() ? Pos() : *visited.begin()) << " after "
         << int_to_string(plays) << " rounds, " << ut2char(unit(0).type) << ' ' << surveyed << instances << '\n';
    if (round() == nb_rounds() - 1) cerr << diary << endl;
  }
};

int PLAYER_NAME::instances = 0;

RegisterPlayer(PLAYER_NAME);
