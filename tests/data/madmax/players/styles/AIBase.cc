// Style: a common base class between Player and the player, override, and a private play().
#include "Player.hh"
#define PLAYER_NAME Base

struct Tactics {
  virtual ~Tactics () {}
  virtual Dir choose (const Unit& u, int round) const = 0;
};

struct Circle : Tactics {
  Dir choose (const Unit& u, int round) const override { return Dir((u.id + round/4)%8); }
};

struct Line final : Tactics {
  Dir choose (const Unit& u, int) const override { return u.player%2 == 0 ? Bottom : Top; }
};

class Helper : public Player {
protected:
  int helped = 0;

  bool my_turn () const { return round()%nb_players() == me(); }

  virtual void warrior (int id) = 0;
  virtual void finish () {}

private:
  void play () override {
    if (my_turn())
      for (int id : warriors(me())) {
        ++helped;
        warrior(id);
      }
    if (round() == nb_rounds() - 1) finish();
  }
};

class PLAYER_NAME : public Helper {
  Tactics* tactics[2];

  void warrior (int id) override {
    const Unit u = unit(id);
    this->command(id, tactics[u.food < 20 ? 1 : 0]->choose(u, this->round()));
  }

  void finish () override { std::cerr << "helped " << helped << std::endl; }

public:
  PLAYER_NAME () {
    tactics[0] = new Circle;
    tactics[1] = new Line;
  }
  ~PLAYER_NAME () {
    delete tactics[0];
    delete tactics[1];
  }

  static Player* factory () { return new PLAYER_NAME; }
};

RegisterPlayer(PLAYER_NAME);
