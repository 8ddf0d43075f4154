// Random numbers that are the same in every language of the kits.

#ifndef JOUST_RANDOM_HH
#define JOUST_RANDOM_HH

#include <cstdint>
#include <utility>
#include <vector>

namespace joust {

// A generator (sfc32). One seed gives one stream, on every machine and with every compiler.
class Random {
public:
  explicit Random (std::uint64_t seed = 0): a(std::uint32_t(seed)), b(std::uint32_t(seed >> 32)) {
    // The first numbers still look like the seed.
    for (int i = 0; i < 12; ++i) next();
  }

  // The next number, from 0 to 2^32 - 1.
  std::uint32_t next () {
    std::uint32_t result = a + b + count++;
    a = b ^ b >> 9;
    b = c + (c << 3);
    c = (c << 21 | c >> 11) + result;
    return result;
  }

  // A number from 0 to n - 1; n is at most 2^21.
  int below (int n) { return int(std::uint64_t(next())*std::uint64_t(n) >> 32); }

  // One of these items.
  template <typename T> const T& pick (const std::vector<T>& items) {
    return items[below(int(items.size()))];
  }

  // Puts the items in a random order.
  template <typename T> void shuffle (std::vector<T>& items) {
    for (int last = int(items.size()) - 1; last > 0; --last) {
      std::swap(items[last], items[below(last + 1)]);
    }
  }

private:
  std::uint32_t a, b, c = 0, count = 1;
};

} // namespace joust

#endif
