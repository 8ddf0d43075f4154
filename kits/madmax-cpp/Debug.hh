#ifndef Debug_hh
#define Debug_hh

/// Notes for the viewer. Include this header after Player.hh:
///
///   #include "Player.hh"
///   #include "Debug.hh"
///   ...
///   debug(unit(id).pos, "I flee");
///
/// The notes are saved beside the result, in default.res.notes, and the viewer shows them when the
/// mouse is on the cell in that round. They change nothing in the game, and a judge ignores them.
/// This is a separate header because many players already use the name `debug`.

#include "Structs.hh"

/// Saves a note about a cell in this round.
void debug (Pos pos, const string& text);

/// Saves a note of any type that can be printed.
template <typename T>
void debug (Pos pos, const T& value) {
  ostringstream out;
  out << value;
  debug(pos, out.str());
}

#endif
