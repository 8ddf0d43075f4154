// Locks a mutex that it holds already in round 10, and waits for itself for ever. Needs -pthread.
#include "Player.hh"
#include <pthread.h>
#define PLAYER_NAME Mutex

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

  virtual void play () {
    for (int id : warriors(me()))
      if (can_move(id)) command(id, Left);
    if (round() == 10) {
      pthread_mutex_lock(&lock);
      pthread_mutex_lock(&lock);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
