// Style: asks for what does not exist, everywhere; every warning of the interface appears.
#include "Player.hh"
#define PLAYER_NAME BadArgs

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int sum = 0;

  void ask (int x) {
    Cell c = cell(x, 2);
    Cell e = cell(Pos(3, x));
    sum += c.type + c.owner + c.id + e.type + e.owner + e.id;
    Unit u = unit(x);
    sum += u.type + u.id + u.player + u.food + u.water + u.pos.i + u.pos.j;
    sum += num_cities(x) + total_score(x) + int(status(x));
    sum += int(warriors(x).size()) + int(cars(x).size()) + can_move(x);
    sum += player_ok(x) + pos_ok(x, x) + pos_ok(Pos(0, x));
    sum %= 10007;
  }

  virtual void play () {
    if (round()%25 == 0) {
      ask(-1);
      ask(nb_players());
      ask(rows());
      ask(nb_units());
      ask(INT_MAX);
      ask(INT_MIN);
    }
    // Draws that are refused draw nothing.
    sum += random(3, 2) + random(0, 1000000) + int(random_permutation(-7).size());
    sum += int(random_permutation(1000001).size()) + int(random_permutation(0).size());
    for (int id : warriors(me())) {
      int d = random(0, 7);
      if (can_move(id)) command(id, Dir((d + sum%8 + 8)%8));
    }
    for (int k = 0; k < 9; ++k) {
      // Looks beyond the border without looking where it goes.
      if (round()%125 == 1 and not cars(me()).empty()) {
        Pos p = unit(cars(me())[0]).pos + Dir(k);
        sum += cell(p).type;
      }
    }
    if (round() == nb_rounds() - 1) cerr << "sum " << sum << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
