// Style: wild orders: second ones, foreign units, numbers and directions that do not exist.
#include "Player.hh"
#define PLAYER_NAME BadOrders

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    for (int id = 0; id < nb_units(); ++id) {
      // Nearly everybody, whoever it belongs to and whether it can move or not.
      int number = 0;
      switch ((round() + id)%13) {
        case 0: number = 9; break;
        case 1: number = -1; break;
        case 2: number = 77; break;
        case 3: number = 8; break;
        case 4: continue;
        default: number = (id + round())%8;
      }
      if (unit(id).player != me() and round()%20 != 7) continue;
      command(id, Dir(number));
      if (id%5 == 0) command(id, Top);         // already has one
      if (id%10 == 0) command(id, DirSize);
    }
    if (round()%10 == 0) {
      command(nb_units(), Left);
      command(-1, Left);
      command(INT_MAX, None);
      command(INT_MIN, Dir(-1));
      command(nb_units(), Right);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
