#ifndef Utils_hh
#define Utils_hh

/// Headers of the standard library, and a few helpers for the other headers.
///
/// A player only needs to include Player.hh. Then it can use all headers below, without `std::`.

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

/// Ends the player with a message if `cond` is false. The other players continue.
#define _my_assert(cond, msg) \
  do { \
    if (!(cond)) { \
      cerr << "ERROR: " << (msg) << endl; \
      abort(); \
    } \
  } while (false)

/// For code that cannot be reached.
#define _unreachable() _my_assert(false, "this place should never be reached.")

/// A number as text.
inline string int_to_string (int number) {
  ostringstream out;
  out << number;
  return out.str();
}

/// The number at the start of a text; 0 if there is none.
inline int string_to_int (const string& text) {
  istringstream in(text);
  int number = 0;
  in >> number;
  return number;
}

#endif
