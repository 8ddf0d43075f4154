#ifndef joust_Seat_hh
#define joust_Seat_hh

/// One seat of a game: a player, and the messages between it and the game.
///
/// A message is a letter and data; numbers are little-endian. The game sends `I`, which has the whole
/// state and constructs the player, and then `S` for each round, which has what changed since the
/// message before it; the seat answers `H` to `I`, and `A` to each `S`. Processes and modules use these
/// messages alike. crates/joust-sandbox has the other end.

#include <cstddef>
#include <string>
#include <vector>

namespace joust {

/// The version of the protocol, which must be equal at both ends.
const unsigned char protocol = 2;

typedef std::vector<unsigned char> Bytes;

/// Handles one message of the game and appends the answer to `out`. Does not return if the player
/// cannot be constructed.
void answer (const unsigned char* message, std::size_t size, Bytes& out);

/// The names of all registered players.
std::vector<std::string> names ();

/// Why a player ends; the comments name the data of the report.
enum Death : unsigned char {
  by_signal = 1,      // the number of the signal, and the address of the fault
  by_exit = 2,        // the exit status
  by_exception = 3,   // the text of the exception
  by_orders = 4,      // more than 1000 orders
  by_call = 5,        // the number of the system call
  unknown_name = 6,   // the names that are known
  no_player = 7,      // the factory returned null
  by_protocol = 8     // an invalid message
};

/// Reports to the game that the player ends, and ends the process.
[[noreturn]] void die (Death how, int code, const std::string& text);

/// Appends numbers and texts to a message.
void put (Bytes& out, unsigned long long number, int bytes);
void put (Bytes& out, const std::string& text);

} // namespace joust

#endif
