#ifndef joust_Seat_hh
#define joust_Seat_hh

/// One seat of a game: a player, and the messages between it and the game.
///
/// A message is a letter and what follows, numbers in little endian. The game sends `I`, which
/// makes the player, and then `S` for each round; the seat answers `H` and then `A` each time.
/// The same bytes serve a process and a module. crates/joust-sandbox has the other end.

#include <cstddef>
#include <string>
#include <vector>

namespace joust {

/// Both ends must have the same.
const unsigned char protocol = 1;

typedef std::vector<unsigned char> Bytes;

/// Deals with one message of the game and gives the answer. It does not return when the player
/// cannot be made.
Bytes answer (const unsigned char* message, std::size_t size);

/// The names of all registered players.
std::vector<std::string> names ();

/// Why a player is over.
enum Death : unsigned char {
  by_signal = 1,      // the number of the signal, and the address that it used
  by_exit = 2,        // the status
  by_exception = 3,   // what it says
  by_orders = 4,      // more than 1000
  by_call = 5,        // the number of the system call
  unknown_name = 6,   // the names that are known
  no_player = 7,      // its factory gave none
  by_protocol = 8     // the game speaks another language
};

/// Tells the game that the player is over, and ends the program.
[[noreturn]] void die (Death how, int code, const std::string& text);

/// Appends numbers and texts to a message.
void put (Bytes& out, unsigned long long number, int bytes);
void put (Bytes& out, const std::string& text);

} // namespace joust

#endif
