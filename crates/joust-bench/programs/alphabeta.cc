// A bot that computes: alpha-beta on a War Game of 6 by 6 squares.

#include "bot.hh"
#include <algorithm>
#include <utility>

namespace {

const int SIDE = 6, SQUARES = SIDE * SIDE, DEPTH = 6;

int value[SQUARES];
unsigned long long positions;

struct City {
  signed char owner[SQUARES];  // 0 is nobody, 1 the side to move, -1 the other.
  int lead;                    // Of the side to move.
  int vacant;
};

template <class Use>
void neighbours (int square, Use use) {
  const int row = square / SIDE, col = square % SIDE;
  if (row > 0) use(square - SIDE);
  if (row + 1 < SIDE) use(square + SIDE);
  if (col > 0) use(square - 1);
  if (col + 1 < SIDE) use(square + 1);
}

// A square is taken; beside an own square, the opponent's neighbours are conquered with it.
City after (City city, int square) {
  bool blitz = false;
  neighbours(square, [&](int next) { blitz |= city.owner[next] == 1; });
  city.owner[square] = 1;
  city.lead += value[square];
  --city.vacant;
  if (blitz) {
    neighbours(square, [&](int next) {
      if (city.owner[next] != -1) return;
      city.owner[next] = 1;
      city.lead += 2 * value[next];
    });
  }
  for (signed char& owner : city.owner) owner = -owner;
  city.lead = -city.lead;
  return city;
}

int search (const City& city, int depth, int alpha, int beta) {
  ++positions;
  if (depth == 0 || city.vacant == 0) return city.lead;
  // The moves that gain most come first.
  std::vector<std::pair<int, int>> moves;
  for (int square = 0; square < SQUARES; ++square) {
    if (city.owner[square] == 0) moves.push_back(std::make_pair(after(city, square).lead, square));
  }
  std::sort(moves.begin(), moves.end());
  for (const std::pair<int, int>& move : moves) {
    const int result = -search(after(city, move.second), depth - 1, -beta, -alpha);
    if (result > alpha) alpha = result;
    if (alpha >= beta) break;
  }
  return alpha;
}

} // namespace

const int KINDS = 1;

unsigned long long work (int) {
  unsigned draw = 30;
  for (int& one : value) {
    draw = draw * 1664525u + 1013904223u;
    one = 1 + int(draw >> 16) % 99;
  }
  City city = City();
  city.vacant = SQUARES;
  positions = 0;
  search(city, DEPTH, -1000000, 1000000);
  return positions;
}

std::string act (const char*) { return work_by_turns(); }
