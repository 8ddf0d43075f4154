// A bot as a program, over standard input and output.

#ifndef JOUST_PROGRAM_HH
#define JOUST_PROGRAM_HH

#include "session.hh"
#include <fstream>
#include <iostream>

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace joust {

// Where the answers go. What the bot prints goes to standard error from now on, so that it does not
// garble the answers.
inline FILE* answers () {
#if defined(__unix__) || defined(__APPLE__)
  FILE* file = fdopen(dup(1), "w");
  dup2(2, 1);
  return file;
#else
  return stdout;
#endif
}

// Plays a game, or answers the messages of a file: --replay FILE.
inline int run (Make make, int argc, char** argv) {
  bool replays = argc == 3 and argv[1] == std::string("--replay");
  if (argc > 1 and not replays) fail("a bot takes no arguments but --replay FILE: start it by `joust match`");
  std::ifstream file;
  if (replays) file.open(argv[2]);
  if (replays and not file) fail(argv[2] + std::string(" cannot be read"));
  std::istream& messages = replays ? file : std::cin;
  FILE* out = answers();
  Session session(make);
  for (std::string line; std::getline(messages, line); ) {
    std::string message = message_of(line);
    if (message.empty()) continue;
    std::string said = session.answer(message);
    std::fwrite(said.data(), 1, said.size(), out);
    std::fflush(out);
  }
  return 0;
}

} // namespace joust

// Makes the file with this line the program.
#define JOUST_BOT(make) int main (int argc, char** argv) { return joust::run(make, argc, argv); }

#endif
