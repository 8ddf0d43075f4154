// Positions of MAD: where the ships are, which moves are legal, and what a move does.

#ifndef JOUST_MAD_HH
#define JOUST_MAD_HH

#include "json.hh"
#include <algorithm>
#include <cstdlib>

namespace joust {

// Stands for "no square", "no seat" and so on.
constexpr int NONE = -1;

// What never changes in a game: the shape of the arena and the rules.
struct MadBoard {
  int columns = 0, rows = 0;
  int limit = 0;                          // Turns without an expulsion that end the game.
  bool positioning = false;               // Whether turns 1 and 2 are positioning turns.
  std::vector<std::vector<int>> last;     // The squares of the last row of each side.
  std::vector<std::vector<int>> beside;   // The squares that touch each square.

  MadBoard () = default;
  explicit MadBoard (const Json& start):
      columns(int(start["columns"].integer())), rows(int(start["rows"].integer())),
      limit(int(start["limit"].integer())) {
    const std::string& rules = start["rules"].text();
    positioning = rules != "app" and rules.find("positioning=off") == std::string::npos;
    for (const Json& row : start["lastRows"].list()) {
      last.emplace_back();
      for (const std::string& name : row.texts()) last.back().push_back(square(name));
    }
    std::vector<bool> exists(std::size_t(columns*rows), false);
    for (const std::string& name : start["squares"].texts()) exists[square(name)] = true;
    for (int here = 0; here < columns*rows; ++here) {
      beside.emplace_back();
      if (not exists[here]) continue;
      auto add = [&] (bool on_board, int other) {
        if (on_board and exists[other]) beside.back().push_back(other);
      };
      add(here >= columns, here - columns);
      add(here%columns > 0, here - 1);
      add(here%columns + 1 < columns, here + 1);
      add(here + columns < columns*rows, here + columns);
    }
  }

  // The number of a square: a1 is 0, b1 is 1, and so on, row by row from the home of Red.
  int square (const std::string& name) const {
    return (std::atoi(name.c_str() + 1) - 1)*columns + name[0] - 'a';
  }

  // The name of a square.
  std::string name (int square) const {
    return char('a' + square%columns) + std::to_string(square/columns + 1);
  }

  // Steps between two squares, if nothing is in the way.
  int distance (int one, int other) const {
    return std::abs(one/columns - other/columns) + std::abs(one%columns - other%columns);
  }
};

// A position. `play` gives another one.
struct MadPosition {
  const MadBoard* board = nullptr;
  std::vector<std::string> cells;   // On each square: "" nothing, "#" no square, or a ship such as "r211".
  int side = 0;                     // The seat to move: 0 is Red, 1 is Blue.
  int turn = 1;
  int counter = 0;                  // Turns since the last expulsion.
  int expeller = NONE;              // The seat that expelled last.

  // Reads the text of a position.
  static MadPosition read (const MadBoard& board, const std::string& text) {
    MadPosition position;
    position.board = &board;
    std::vector<std::string> words = split(text, ' '), rows = split(words[0], '/');
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
      for (std::string& cell : split(*row, ',')) position.cells.push_back(std::move(cell));
    }
    position.side = seat(words[1]);
    position.turn = std::atoi(words[2].c_str());
    position.counter = std::atoi(words[3].c_str());
    position.expeller = seat(words[4]);
    return position;
  }

  // The position as text.
  std::string text () const {
    std::string out;
    for (int row = board->rows - 1; row >= 0; --row) {
      for (int column = 0; column < board->columns; ++column) {
        out += at(row*board->columns + column);
        out += column + 1 < board->columns ? "," : row > 0 ? "/" : " ";
      }
    }
    std::string by = expeller == NONE ? "-" : std::string(1, letter(expeller));
    return out + letter(side) + " " + std::to_string(turn) + " " + std::to_string(counter) + " " + by;
  }

  // The letter of a seat in ships and texts.
  static char letter (int seat) { return "rb"[seat]; }

  // The square of a ship such as "r111"; NONE in exile.
  int find (const std::string& ship) const {
    auto place = std::find(cells.begin(), cells.end(), ship);
    return place == cells.end() ? NONE : int(place - cells.begin());
  }

  // The seat that has won; NONE while the game goes on.
  int winner () const {
    for (int seat : { 0, 1 }) {
      if (find(letter(seat) + std::string("111")) == NONE) return 1 - seat;
    }
    if (counter < board->limit) return NONE;
    return expeller == NONE ? 1 : expeller;
  }

  // All legal moves, in the order of the referee's list.
  std::vector<std::string> moves () const {
    std::vector<std::string> list;
    if (winner() != NONE) return list;
    for (const char* shift : shifts()) {
      if (allows(shift)) list.push_back(shift);
    }
    if (board->positioning and turn <= 2) {
      list.push_back("pass");
      return list;
    }
    for (int start = 0; start < int(cells.size()); ++start) {
      if (at(start)[0] == letter(side)) add_movements(list, start);
    }
    return list;
  }

  // The position after a legal move.
  MadPosition play (const std::string& move) const {
    MadPosition after = *this;
    after.side = 1 - side;
    ++after.turn;
    ++after.counter;
    std::size_t plus = std::min(move.find('+'), move.size());
    std::string movement = move.substr(0, plus), shift = move.substr(std::min(plus + 1, move.size()));
    if (movement.find('-') != std::string::npos) {
      std::replace(movement.begin(), movement.end(), 'x', '-');
      std::vector<std::string> parts = split(movement, '-');
      std::string& start = after.cells[board->square(parts[1])];
      std::string& end = after.cells[board->square(parts[2])];
      if (not end.empty()) {
        after.counter = 0;
        after.expeller = side;
      }
      end = std::move(start);
      start.clear();
    }
    else if (movement != "pass") shift = movement;
    if (not shift.empty()) after.carry_out(letter(side), shift);
    return after;
  }

private:
  const std::string& at (int square) const { return cells[square]; }

  static int seat (const std::string& word) { return word == "r" ? 0 : word == "b" ? 1 : NONE; }

  static std::vector<std::string> split (const std::string& text, char sign) {
    std::vector<std::string> parts(1);
    for (char c : text) {
      if (c == sign) parts.emplace_back();
      else parts.back() += c;
    }
    return parts;
  }

  // All permutations and rotations, in the order in which moves are listed.
  static const std::vector<const char*>& shifts () {
    static const std::vector<const char*> all = {
      "111<>222", "112<>221", "121<>212", "122<>211",
      "112>211>121", "112>121>211", "122>212>221", "122>221>212",
    };
    return all;
  }

  // The ships of a shift, with the letter of their side.
  static std::vector<std::string> ships (char side, std::string shift) {
    shift.erase(std::remove(shift.begin(), shift.end(), '<'), shift.end());
    std::vector<std::string> all = split(shift, '>');
    for (std::string& ship : all) ship.insert(0, 1, side);
    return all;
  }

  // At most one of the ships may be in exile.
  bool allows (const std::string& shift) const {
    int exiled = 0;
    for (const std::string& ship : ships(letter(side), shift)) exiled += find(ship) == NONE;
    return exiled <= 1;
  }

  // Every ship takes the place of the next one, and the last one that of the first.
  void carry_out (char own, const std::string& shift) {
    std::vector<std::string> all = ships(own, shift);
    std::vector<int> places;
    for (const std::string& ship : all) places.push_back(find(ship));
    for (std::size_t i = 0; i < all.size(); ++i) {
      int place = places[(i + 1)%all.size()];
      if (place != NONE) cells[place] = all[i];
    }
  }

  // Whether the square is vacant, or its ship can be expelled: attack against defence.
  bool may_stop (const std::string& ship, int end) const {
    const std::string& other = at(end);
    return other.empty() or (other[0] != ship[0] and ship[2] >= other[3]);
  }

  std::string write (int start, int end) const {
    return at(start).substr(1) + "-" + board->name(start) + (at(end).empty() ? "-" : "x") + board->name(end);
  }

  void add_movements (std::vector<std::string>& list, int start) const {
    const std::string& ship = at(start);
    std::vector<int> one, all;
    for (int near : board->beside[start]) {
      if (may_stop(ship, near)) one.push_back(near);
      if (ship[1] == '1' or not at(near).empty()) continue;
      for (int far : board->beside[near]) {
        if (far != start and may_stop(ship, far)) all.push_back(far);
      }
    }
    all.insert(all.end(), one.begin(), one.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (int end : all) list.push_back(write(start, end));
    for (int end : one) {
      // A step onto the last row earns a bonus, unless it has won the game.
      const std::vector<int>& last = board->last[side];
      bool bonus = std::find(last.begin(), last.end(), end) != last.end();
      if (not bonus or at(end) == letter(1 - side) + std::string("111")) continue;
      for (const char* shift : shifts()) {
        bool takes_part = std::string(shift).find(ship.substr(1)) != std::string::npos;
        if (takes_part and allows(shift)) list.push_back(write(start, end) + "+" + shift);
      }
    }
  }
};

} // namespace joust

#endif
