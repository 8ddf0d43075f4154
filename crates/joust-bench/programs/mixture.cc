// What players spend their time with, a little of everything: their fuel a second sets FUEL_PER_SECOND.

#include "bot.hh"
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>

namespace {

typedef unsigned long long Result;

unsigned draws;

unsigned draw () {
  draws = draws * 1664525u + 1013904223u;
  return draws >> 8;
}

// Distances on a map of the size of Mad Max's, with the containers that students use.
Result distances () {
  const int SIZE = 60, ROW[4] = { 0, 0, 1, -1 }, COL[4] = { 1, -1, 0, 0 };
  std::vector<std::vector<int>> wall(SIZE, std::vector<int>(SIZE));
  for (std::vector<int>& row : wall) for (int& cell : row) cell = draw() % 4 == 0;
  Result sum = 0;
  for (int times = 0; times < 500; ++times) {
    std::vector<std::vector<int>> far(SIZE, std::vector<int>(SIZE, -1));
    std::queue<std::pair<int, int>> open;
    open.push(std::make_pair(int(draw() % SIZE), int(draw() % SIZE)));
    far[open.front().first][open.front().second] = 0;
    while (!open.empty()) {
      const std::pair<int, int> at = open.front();
      open.pop();
      for (int way = 0; way < 4; ++way) {
        const int row = at.first + ROW[way], col = at.second + COL[way];
        if (row < 0 || col < 0 || row >= SIZE || col >= SIZE || wall[row][col] || far[row][col] >= 0) continue;
        sum += far[row][col] = far[at.first][at.second] + 1;
        open.push(std::make_pair(row, col));
      }
    }
  }
  return sum;
}

Result trees () {
  std::map<int, int> tree;
  Result sum = 0;
  for (int times = 0; times < 500000; ++times) {
    sum += ++tree[draw() % 5000];
    if (tree.size() > 4000) tree.erase(tree.begin());
  }
  return sum;
}

Result tables () {
  std::unordered_map<unsigned, int> table;
  Result sum = 0;
  for (int times = 0; times < 2000000; ++times) sum += ++table[draw() % 100000];
  return sum;
}

Result sorting () {
  std::vector<int> numbers(1000);
  Result sum = 0;
  for (int times = 0; times < 1000; ++times) {
    for (int& number : numbers) number = int(draw());
    std::sort(numbers.begin(), numbers.end());
    sum += numbers[500];
  }
  return sum;
}

Result reals () {
  double sum = 0;
  for (int times = 0; times < 10000000; ++times) {
    const double one = draw() * 1e-6;
    sum += std::sqrt(one) * 0.5 + one / (1.0 + one);
  }
  return Result(sum);
}

Result remainders () {
  Result sum = 0;
  for (int times = 0; times < 10000000; ++times) sum += draw() % 97 + draw() % 1013 / 7;
  return sum;
}

Result bits () {
  Result set = 30, sum = 0;
  for (int times = 0; times < 1000000; ++times) {
    set ^= set << 13, set ^= set >> 7, set ^= set << 17;
    for (Result left = set; left != 0; left &= left - 1) sum += __builtin_ctzll(left);
  }
  return sum;
}

struct Rule {
  virtual ~Rule () {}
  virtual int apply (int number) const = 0;
};

struct Triple : Rule {
  int apply (int number) const override { return int(unsigned(number) * 3 + 1); }
};

struct Halve : Rule {
  int apply (int number) const override { return number >> 1; }
};

Result calls () {
  std::vector<std::unique_ptr<Rule>> rules;
  for (int rule = 0; rule < 64; ++rule) rules.emplace_back(draw() % 2 ? (Rule*) new Triple : new Halve);
  int number = 1;
  for (int times = 0; times < 10000000; ++times) number = rules[times & 63]->apply(number) ^ 1;
  return unsigned(number);
}

} // namespace

const int KINDS = 8;

Result work (int kind) {
  Result (*const all[KINDS]) () = { distances, trees, tables, sorting, reals, remainders, bits, calls };
  draws = 30;
  return all[kind]();
}

std::string act (const char*) { return work_by_turns(); }
