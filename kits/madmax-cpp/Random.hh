#ifndef Random_hh
#define Random_hh

/// Random numbers. Every player has a stream of its own that depends only on the seed of the
/// game and on its seat, so that a game can be repeated.

#include "Utils.hh"

class Random_generator {

  // Do not add or move members: compiled players depend on this layout.
  long long seed_;

  void next_rnd () { seed_ = (seed_ * 843314861LL + 453816693LL) & 0x7fffffffLL; }

public:

  /// A number from l to u, both included; l if the range is empty or longer than a million.
  int random (int l, int u) {
    const long long width = (long long)u - l + 1;
    if (width < 1 || width > 1000000) return l;
    next_rnd();
    next_rnd();
    return int(l + ((width * seed_) >> 31));
  }

  /// The numbers from 0 to n-1 in random order; an empty vector if n is negative or above a million.
  vector<int> random_permutation (int n) {
    vector<int> order;
    if (n < 0 || n > 1000000) return order;
    order.resize(n);
    for (int i = 0; i < n; ++i) order[i] = i;
    for (int i = 0; i < n; ++i) swap(order[i], order[random(i, n - 1)]);
    return order;
  }
};

#endif
