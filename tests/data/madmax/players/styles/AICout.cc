// Style: writes to cout in every round, now with endl, now without, also with printf and puts.
#include "Player.hh"
#include <cstdio>
#define PLAYER_NAME Cout

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    cout << "round " << round();
    if (round()%3 == 0) cout << endl;
    else if (round()%3 == 1) cout << '\n';
    if (round()%10 == 0) printf("movements\n%d %c\n-1\n", nb_units(), 'b');
    if (round()%50 == 0) puts("round 0");
    if (round()%100 == 0) fflush(stdout);
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      cout << ' ' << id << unit(id).pos;
      command(id, id%2 == 0 ? Right : Left);
    }
    if (round() == nb_rounds() - 1) cout << "the end, without a newline";
  }
};

RegisterPlayer(PLAYER_NAME);
