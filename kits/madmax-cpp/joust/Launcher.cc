// Game: contains all players as separate programs, and starts joust, which plays the game.
//
// joust asks Game for the names and the programs of the players, and runs the programs itself.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

/// A player: its source file, the names that it registered, one per line, and its program.
struct Player {
  const char* file;
  const char* names;
  const char* begin;
  const char* end;
};

#include "../obj/players.inc"

namespace {

const int count = sizeof players / sizeof *players;

/// The names of a player.
std::vector<std::string> names_of (const Player& player) {
  std::vector<std::string> names;
  std::string name;
  for (const char* at = player.names; *at != 0; ++at) {
    if (*at != '\n') { name += *at; continue; }
    names.push_back(name);
    name.clear();
  }
  return names;
}

/// The last player that registered a name, as in a program that links them all.
const Player* find (const char* name) {
  for (int k = count - 1; k >= 0; --k) {
    for (const std::string& known : names_of(players[k])) {
      if (known == name) return &players[k];
    }
  }
  return 0;
}

bool write_all (int file, const char* begin, const char* end) {
  while (begin < end) {
    ssize_t written = write(file, begin, std::size_t(end - begin));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    begin += written;
  }
  return true;
}

std::string own_path () {
  char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, std::size_t(size)) : std::string();
}

/// Becomes a player that runs under a program of the user, such as a debugger. Other players are
/// started by joust itself, which asks for their programs.
int become (const char* name) {
  const Player* player = find(name);
  const char* wrap = std::getenv("JOUST_WRAP");
  if (player == 0 || wrap == 0) return 127;
  // Debuggers need a path, and need the file to find the names of functions.
  const std::string own = own_path();
  std::string path = own.substr(0, own.rfind('/')) + "/obj/" + player->file + ".player";
  if (access(path.c_str(), X_OK) != 0) {
    int file = memfd_create(player->file, 0);
    if (file < 0 || !write_all(file, player->begin, player->end)) {
      std::perror("Game: cannot start a player");
      return 126;
    }
    path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
  }
  // The path is not a part of the command, because it may have spaces.
  const std::string command = std::string("exec ") + wrap + " \"$0\"";
  execl("/bin/sh", "sh", "-c", command.c_str(), path.c_str(), (char*)0);
  std::perror("Game: cannot start a player");
  return 126;
}

/// The path of joust that `joust bot new` wrote.
std::string recorded_joust (const std::string& own) {
  std::string path;
  if (FILE* file = std::fopen((own.substr(0, own.rfind('/')) + "/joust/program").c_str(), "r")) {
    int letter;
    while ((letter = std::fgetc(file)) != EOF && letter != '\n') path += char(letter);
    std::fclose(file);
  }
  return path;
}

/// Becomes joust; returns only if joust is not found.
int run_joust (int count, char** words) {
  const std::string own = own_path();
  setenv("JOUST_CALLED", count > 0 ? words[0] : "Game", 1);
  const std::string kit = "--kit=" + own;
  std::vector<char*> arguments = { const_cast<char*>("joust"), const_cast<char*>("game"),
                                   const_cast<char*>(kit.c_str()) };
  for (int k = 1; k < count; ++k) arguments.push_back(words[k]);
  arguments.push_back(0);
  if (const char* given = std::getenv("JOUST")) {
    execv(given, arguments.data());
    std::fprintf(stderr, "Game: $JOUST is %s, which cannot be run: %s\n", given, std::strerror(errno));
    return 127;
  }
  const std::string recorded = recorded_joust(own);
  if (!recorded.empty()) execv(recorded.c_str(), arguments.data());
  execvp("joust", arguments.data());
  std::fprintf(stderr,
    "Game: the joust program plays the game, and it was not found.\n"
    "Looked for: $JOUST (not set)%s%s, `joust` on the PATH.\n"
    "Set it: export JOUST=/where/it/is/joust\n",
    recorded.empty() ? "" : ", ", recorded.c_str());
  return 127;
}

} // namespace

int main (int argc, char** argv) {
  if (const char* name = std::getenv("JOUST_SEAT")) return become(name);
  if (std::getenv("JOUST_LIST") != 0) {
    for (int k = 0; k < count; ++k) {
      for (const std::string& name : names_of(players[k])) std::printf("%s\n", name.c_str());
    }
    return 0;
  }
  if (const char* name = std::getenv("JOUST_EXTRACT")) {
    const Player* player = find(name);
    return player != 0 && write_all(1, player->begin, player->end) ? 0 : 1;
  }
  return run_joust(argc, argv);
}

/// Options of AddressSanitizer. Its leak check at the end starts a process, which is forbidden here.
/// joust sets this option in the environment, too, but an unreadable program sees it too late.
extern "C" __attribute__((weak)) const char* __asan_default_options () { return "detect_leaks=0"; }
