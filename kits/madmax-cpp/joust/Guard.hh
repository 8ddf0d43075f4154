#ifndef joust_Guard_hh
#define joust_Guard_hh

/// What keeps a player from hurting others: limits, forbidden calls, and the end with the game.

#include <cstdint>

namespace joust {

/// Sets the limits that the game asks for. It is called before any code of a player runs.
void guard ();

/// The address at which the program lies, less that which its file says.
std::uintptr_t load_address ();

} // namespace joust

#endif
