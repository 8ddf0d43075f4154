// Style: nested structs, enums and a little state machine; Movement built by hand.
#include "Player.hh"
#define PLAYER_NAME Nested

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  enum class Job { Rest, Explore, Drink, Guard };
  enum Colour { Red = 4, Green = 8, Blue = Red + Green };

  struct Brain {
    struct Memory {
      Pos home, target;
      int since;
      Memory () : since(-1) {}
    };
    Job job = Job::Rest;
    Memory memory;
    int changes = 0;
    void become (Job j, int now) {
      if (job != j) {
        ++changes;
        memory.since = now;
      }
      job = j;
    }
  };

  vector<Brain> brains;
  union { int number; float real; } scrap;

  void think (Brain& b, const Unit& u) {
    if (b.memory.since == -1) {
      b.memory.home = u.pos;
      b.memory.since = round();
    }
    switch (b.job) {
      case Job::Rest:
        if (round() - b.memory.since > Red) b.become(Job::Explore, round());
        break;
      case Job::Explore:
        if (u.water < u.food) b.become(Job::Drink, round());
        else if (cell(u.pos).type == City and u.id%3 == 0) b.become(Job::Guard, round());
        break;
      case Job::Drink:
        if (u.water == warriors_health() or round() - b.memory.since > 10*Green) b.become(Job::Explore, round());
        break;
      case Job::Guard:
        if (round() - b.memory.since > 10*Blue) b.become(Job::Rest, round());
        break;
    }
  }

  Dir act (const Brain& b, const Unit& u) {
    const Brain::Memory& m = b.memory;
    switch (b.job) {
      case Job::Explore: return Dir((u.id + round()/40)%8);
      case Job::Drink: return u.pos.i < rows()/2 ? (u.pos.j < cols()/2 ? TL : RT) : (u.pos.j < cols()/2 ? LB : BR);
      case Job::Guard: return m.home < u.pos ? Top : Bottom;
      default: return None;
    }
  }

  virtual void play () {
    scrap.number = round();
    if (brains.empty()) brains.resize(nb_units());
    if (scrap.number%4 != me()) return;
    for (int id : warriors(me())) {
      const Unit u = unit(id);
      think(brains[id], u);
      Movement m(id, act(brains[id], u));
      if (m.dir == None) continue;
      Pos p = u.pos + m.dir;
      if (pos_ok(p) and cell(p).id == -1) command(m);
      else command(Movement(id, Dir((m.dir + 3)%8)));
    }
  }
};

RegisterPlayer(PLAYER_NAME);
