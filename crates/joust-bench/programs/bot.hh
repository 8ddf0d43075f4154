#ifndef bot_hh
#define bot_hh

// A bot as a module, in a few lines: it says hello, and answers turns with what act() returns. Compiled as a
// program, it calls work() for each kind of work and prints how long that took.

#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

// The kinds of work, and the work of one kind; its result depends on nothing else.
extern const int KINDS;
unsigned long long work (int kind);

// The answer to a turn.
std::string act (const char* message);

// The answer of a bot that works at something else in every turn.
inline std::string work_by_turns () {
  static int turn = 0;
  const unsigned long long result = work(turn++ % KINDS);
  return "{\"type\":\"action\",\"action\":\"pass\",\"nodes\":" + std::to_string(result) + "}\n";
}

#ifdef __wasm__

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

static std::vector<char> room;
static std::string answer;

EXPORT(joust_room) char* joust_room (unsigned size) {
  room.assign(size + 1, 0);
  return room.data();
}

EXPORT(joust_answer) const char* joust_answer () {
  const std::string start(room.data());
  if (start.compare(0, 15, "{\"type\":\"hello\"") == 0) {
    answer = "{\"type\":\"hello\",\"protocol\":1}\n";
  } else if (start.compare(0, 14, "{\"type\":\"turn\"") == 0) {
    answer = act(room.data());
  } else {
    answer.clear();
  }
  return answer.data();
}

EXPORT(joust_answer_size) unsigned joust_answer_size () { return unsigned(answer.size()); }

#else

inline double now () {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

int main () {
  for (int kind = 0; kind < KINDS; ++kind) {
    const double begin = now();
    const unsigned long long result = work(kind);
    std::printf("%llu %.6f\n", result, now() - begin);
  }
}

#endif

#endif
