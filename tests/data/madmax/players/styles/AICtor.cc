// Style: reads settings, its seat and random numbers in its constructor and initialisers.
#include "Player.hh"
#define PLAYER_NAME Ctor

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  const int R = rows(), C = cols();
  const int last_round = nb_rounds() - 1;
  vector<vector<int>> seen = vector<vector<int>>(rows(), vector<int>(cols(), -1));
  const bool even;
  int seat;
  int luck;
  vector<int> order;
  string v;

  PLAYER_NAME () : even(nb_players()%2 == 0), seat(me()), luck(random(1, 6)), v(version()) {
    assert(R >= 40 and C >= 40);
    assert(last_round >= 0);
    assert(seat >= 0 and seat < 4);
    assert(luck >= 1 and luck <= 6);
    assert(nb_cities()%4 == 0 and nb_warriors() >= 2 and nb_cars() >= 1);
    assert(warriors_health() >= 1 and cars_fuel() >= 1 and damage() >= 1);
    assert(pos_ok(0, 0) and not pos_ok(R, 0) and player_ok(3) and not player_ok(4));
    order = random_permutation(8);
    assert(order.size() == 8);
    // What was drawn here is not used: the stream only begins with the first round.
    for (int k = 0; k < 8; ++k) order[k] = (3*k + 1)%8;
  }

  virtual void play () {
    if (round() == 0 and seat != me()) cerr << "my seat has changed" << endl;
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      Pos p = unit(id).pos;
      seen[p.i][p.j] = round();
      int best = -1;
      for (int d : order) {
        Pos q = p + Dir(d);
        if (q.i < 0 or q.i >= R or q.j < 0 or q.j >= C) continue;
        if (cell(q).id != -1 or cell(q).type > City) continue;
        if (best == -1 or seen[q.i][q.j] < seen[(p + Dir(best)).i][(p + Dir(best)).j]) best = d;
      }
      if (best != -1) command(id, Dir(best));
    }
    if (round() == last_round) cerr << v << (even ? " even" : " odd") << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
