#ifndef Utils_hh
#define Utils_hh

/// What every other header needs: the standard library, and a few helpers.
///
/// A player includes Player.hh and nothing else. All of the headers below are then at hand, and
/// so is everything in them without `std::`.

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <getopt.h>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string.h>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace std;

/// Ends the player with a message when `cond` does not hold. The other players go on.
#define _my_assert(cond, msg) \
  do { \
    if (!(cond)) { \
      cerr << "ERROR: " << (msg) << endl; \
      abort(); \
    } \
  } while (false)

/// For places that the program cannot reach.
#define _unreachable() _my_assert(false, "this place should never be reached.")

/// A number as text.
inline string int_to_string (int number) {
  ostringstream out;
  out << number;
  return out.str();
}

/// The number that a text begins with; 0 if it begins with none.
inline int string_to_int (const string& text) {
  istringstream in(text);
  int number = 0;
  in >> number;
  return number;
}

#endif
