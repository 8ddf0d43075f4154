#ifndef Debug_hh
#define Debug_hh

/// Notes for the viewer. Include it after Player.hh:
///
///   #include "Player.hh"
///   #include "Debug.hh"
///   ...
///   debug(unit(id).pos, "I flee");
///
/// The notes are kept beside the result, in default.res.notes, and the viewer shows them when the
/// mouse is on the cell in that round. They change nothing in the game, and a judge ignores them.
/// It is a header of its own because many players have something of the name `debug` already.

#include "Structs.hh"

/// Keeps a note about a cell in this round.
void debug (Pos pos, const string& text);

/// The same with anything that can be printed.
template <typename T>
void debug (Pos pos, const T& value) {
  ostringstream out;
  out << value;
  debug(pos, out.str());
}

#endif
