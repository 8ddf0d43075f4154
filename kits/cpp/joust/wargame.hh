// Positions of the War Game: who owns which square, which moves are legal, and what a move does.

#ifndef JOUST_WARGAME_HH
#define JOUST_WARGAME_HH

#include "json.hh"
#include "mad.hh"

namespace joust {

// What never changes in a game: the city and the rules.
struct WarBoard {
  int columns = 0, rows = 0;
  std::vector<int> values;                // The value of each square.
  bool optional = false;                  // Whether one may drop where a blitz would conquer.
  std::vector<std::vector<int>> beside;   // The squares that touch each square.

  WarBoard () = default;
  explicit WarBoard (const Json& start):
      columns(int(start["columns"].integer())), rows(int(start["rows"].integer())),
      values(start["values"].integers()), optional(start["rules"].text() == "optional-blitz") {
    for (int here = 0; here < columns*rows; ++here) {
      beside.emplace_back();
      if (here >= columns) beside.back().push_back(here - columns);
      if (here%columns > 0) beside.back().push_back(here - 1);
      if (here%columns + 1 < columns) beside.back().push_back(here + 1);
      if (here + columns < columns*rows) beside.back().push_back(here + columns);
    }
  }

  // The number of a square: A1 is 0, B1 is 1, and so on, row by row from the top.
  int square (const std::string& name) const {
    return (std::atoi(name.c_str() + 1) - 1)*columns + name[0] - 'A';
  }

  // The name of a square.
  std::string name (int square) const {
    return char('A' + square%columns) + std::to_string(square/columns + 1);
  }
};

// A position. `play` gives another one.
struct WarPosition {
  const WarBoard* board = nullptr;
  std::vector<int> owners;   // The seat that owns each square; NONE if it is vacant.
  int side = 0;              // The seat to move: 0 is Blue, 1 is Green.

  // Reads the text of a position.
  static WarPosition read (const WarBoard& board, const std::string& text) {
    WarPosition position;
    position.board = &board;
    for (std::size_t i = 0; text[i] != ' '; ++i) {
      if (text[i] != '/') position.owners.push_back(text[i] == 'b' ? 0 : text[i] == 'g' ? 1 : NONE);
    }
    position.side = text.back() == 'b' ? 0 : 1;
    return position;
  }

  // The position as text.
  std::string text () const {
    std::string out;
    for (int square = 0; square < int(owners.size()); ++square) {
      if (square > 0 and square%board->columns == 0) out += '/';
      out += owner(square) == NONE ? '.' : "bg"[owner(square)];
    }
    return out + ' ' + "bg"[side];
  }

  // The sum of the values of the squares that a seat owns.
  int score (int seat) const {
    int sum = 0;
    for (std::size_t square = 0; square < owners.size(); ++square) {
      if (owners[square] == seat) sum += board->values[square];
    }
    return sum;
  }

  // Whether all squares are taken.
  bool over () const { return std::find(owners.begin(), owners.end(), NONE) == owners.end(); }

  // The squares that a blitz on this square conquers.
  std::vector<int> conquests (int square) const {
    std::vector<int> conquered;
    for (int near : board->beside[square]) {
      if (owner(near) == 1 - side) conquered.push_back(near);
    }
    return conquered;
  }

  // All legal moves, in the order of the referee's list.
  std::vector<std::string> moves () const {
    std::vector<std::string> list;
    for (int square = 0; square < int(owners.size()); ++square) {
      if (owner(square) != NONE) continue;
      bool blitz = false;
      for (int near : board->beside[square]) blitz = blitz or owner(near) == side;
      list.push_back((blitz ? "blitz-" : "drop-") + board->name(square));
      bool forgoes = blitz and board->optional and not conquests(square).empty();
      if (forgoes) list.push_back("drop-" + board->name(square));
    }
    return list;
  }

  // The position after a legal move.
  WarPosition play (const std::string& move) const {
    bool blitz = move[0] == 'b';
    return take(board->square(move.substr(blitz ? 6 : 5)), blitz);
  }

  // The position after a move, without its text: for a search that wants to be fast.
  WarPosition take (int square, bool blitz) const {
    WarPosition after = *this;
    after.side = 1 - side;
    after.owners[square] = side;
    if (not blitz) return after;
    for (int near : board->beside[square]) {
      if (owner(near) == 1 - side) after.owners[near] = side;
    }
    return after;
  }

private:
  int owner (int square) const { return owners[square]; }
};

} // namespace joust

#endif
