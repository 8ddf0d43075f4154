// Allocates 1 GiB with new in round 10, touches every page of it, and plays on if that was possible.
#include "Player.hh"
#define PLAYER_NAME Alloc1G

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  int sum = 0;

  // A few sensible orders: warriors leave for free cells.
  void behave () {
    for (int id : warriors(me())) {
      if (not can_move(id)) continue;
      Dir dir = Dir((id + round()/4)%8);
      Pos p = unit(id).pos + dir;
      if (pos_ok(p) and cell(p).id == -1) command(id, dir);
    }
  }

  void misbehave () {
    const size_t size = size_t(1) << 30;
    char* memory = new char[size];
    for (size_t k = 0; k < size; k += 4096) memory[k] = char(k >> 12);
    sum += memory[size/2];
    delete[] memory;
  }

  virtual void play () {
    behave();
    if (round() == 10) misbehave();
  }
};

RegisterPlayer(PLAYER_NAME);
