#include "Player.hh"

#define PLAYER_NAME Reordered

struct PLAYER_NAME : public Player {

  static Player* factory () {
    return new PLAYER_NAME;
  }

  typedef vector<vector<int>> Table;

  Table to_water, to_fuel;

  virtual void play () {
    if (to_water.empty()) {
      to_water = steps(Warrior, [&] (Pos p) { return is_near(p, Water); });
      to_fuel = steps(Car, [&] (Pos p) { return is_near(p, Station); });
    }
    if (round() % nb_players() == me()) move_warriors();
    move_cars();
  }

  void move_cars () {
    if (WHEELS == 0) return;
    Table to_prey;
    for (int id : cars(me())) {
      if (not can_move(id)) continue;
      const Unit u = unit(id);
      if (u.food < 15) {
        approach(u, to_fuel);
      } else if (WHEELS == 1) {
        command(id, Dir(random(0, 7)));
      } else {
        if (to_prey.empty()) {
          to_prey = steps(Car, [&] (Pos p) {
            int prey = cell(p).id;
            return prey != -1 and unit(prey).player != me() and unit(prey).type == Warrior;
          });
        }
        approach(u, to_prey);
      }
    }
  }

  bool attack (const Unit& u) {
    for (int d = 0; d < 8; ++d) {
      Pos q = u.pos + Dir(d);
      if (not pos_ok(q) or cell(q).id == -1) continue;
      const Unit v = unit(cell(q).id);
      if (v.player == me() or v.type != Warrior) continue;
      command(u.id, Dir(d));
      return true;
    }
    return false;
  }

  void move_warriors () {
    const Table to_food = steps(Warrior, [&] (Pos p) { return cell(p).type == City; });
    const Table to_prey = steps(Warrior, [&] (Pos p) { return cell(p).type == City and cell(p).owner != me(); });
    for (int id : warriors(me())) {
      const Unit u = unit(id);
      if (random(0, 99) < DREAM) {
        command(id, Dir(random(0, 7)));
      } else if (random(0, 99) < BRAVE and attack(u)) {
        continue;
      } else if (u.water < THIRST) {
        approach(u, to_water);
      } else if (u.food < HUNGER) {
        approach(u, to_food);
      } else if (cell(u.pos).type != City or random(0, 99) >= HOLD) {
        approach(u, to_prey);
      }
    }
  }

  bool is_near (Pos p, CellType type) const {
    for (int d = 0; d < 8; ++d) {
      Pos q = p + Dir(d);
      if (pos_ok(q) and cell(q).type == type) return true;
    }
    return false;
  }

  static bool stands (UnitType unit, CellType type) {
    return type == Desert or type == Road or (type == City and unit == Warrior);
  }

  void approach (const Unit& u, const Table& table) {
    int best = table[u.pos.i][u.pos.j], dir = None;
    for (int d = 0; d < 8; ++d) {
      Pos q = u.pos + Dir(d);
      if (not pos_ok(q) or not stands(u.type, cell(q).type) or table[q.i][q.j] >= best) continue;
      int id = cell(q).id;
      if (id != -1 and unit(id).player == me()) continue;
      best = table[q.i][q.j];
      dir = d;
    }
    if (dir != None) command(u.id, Dir(dir));
  }

  template <typename Goal>
  Table steps (UnitType type, Goal is_goal) const {
    Table table(rows(), vector<int>(cols(), 1 << 20));
    queue<Pos> open;
    for (int i = 0; i < rows(); ++i) {
      for (int j = 0; j < cols(); ++j) {
        if (not stands(type, cell(i, j).type) or not is_goal(Pos(i, j))) continue;
        table[i][j] = 0;
        open.push(Pos(i, j));
      }
    }
    while (not open.empty()) {
      Pos p = open.front();
      open.pop();
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (not pos_ok(q) or not stands(type, cell(q).type)) continue;
        if (table[q.i][q.j] <= table[p.i][p.j] + 1) continue;
        table[q.i][q.j] = table[p.i][p.j] + 1;
        open.push(q);
      }
    }
    return table;
  }

  static const int WHEELS = 1;
  static const int DREAM = 8;
  static const int BRAVE = 40;
  static const int HOLD = 50;
  static const int THIRST = 15;
  static const int HUNGER = 9;
};

RegisterPlayer(PLAYER_NAME);
