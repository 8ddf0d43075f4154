// Many players that reach for something which is not theirs in round 2, each for another thing.
// What must end a player is in a class of its own; what must be refused is in Refused.
#include "Player.hh"
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

extern char** environ;

#define REACH(name, ...) \
  struct name : public Player { \
    static Player* factory () { return new name; } \
    void reach () { __VA_ARGS__ } \
    virtual void play () { if (round() == 2) reach(); } \
  }; \
  static int registered_##name = Registry::Register(#name, name::factory);

// Where the kit keeps its line.
const int line = 200;

static void answer () {
  const unsigned char empty[13] = { 9, 0, 0, 0, 'A', 0, 0, 0, 0, 0, 0, 0, 0 };
  if (write(line, empty, sizeof empty) != sizeof empty) _exit(9);
}

REACH(Socket, socket(AF_INET, SOCK_STREAM, 0);)
REACH(LocalSocket, socket(AF_UNIX, SOCK_STREAM, 0);)
REACH(Memfd, syscall(SYS_memfd_create, "more", 0);)
REACH(VmWrite, char c = 0; iovec here = { &c, 1 }, there = { &c, 1 };
               process_vm_writev(getppid(), &here, 1, &there, 1, 0);)
REACH(VmRead, char c = 0; iovec here = { &c, 1 }, there = { &c, 1 };
              process_vm_readv(getppid(), &here, 1, &there, 1, 0);)
REACH(Ptrace, syscall(SYS_ptrace, 16, getppid(), 0, 0);)
REACH(PidFd, syscall(434, getppid(), 0);)
REACH(Uring, syscall(425, 8, 0);)
REACH(Bpf, syscall(SYS_bpf, 0, 0, 0);)
REACH(Perf, syscall(SYS_perf_event_open, 0, 0, -1, -1, 0);)
REACH(UserFault, syscall(SYS_userfaultfd, 0);)
REACH(ExecAt, char* none[] = { 0 };
              syscall(SYS_execveat, open("/usr/bin/env", O_RDONLY), "", none, none, 0x1000);)
REACH(ExecHigh, char* none[] = { 0 };
                int file = dup2(open("/usr/bin/env", O_RDONLY), 256);
                syscall(SYS_execveat, file, "", none, none, 0x1000);)
// Where it may start a process, it leaves one behind.
REACH(Leaver, if (fork() == 0) execl("/bin/sleep", "sleep", "7771", (char*)0);)
REACH(Title, throw runtime_error("\33]0;owned\a");)
// Answers in advance, and does not listen any more.
REACH(Eager, for (int k = 0; k < 600; ++k) answer(); for (;;) pause();)
// Answers in advance once, after the question of the round.
REACH(OneAhead, answer();)
// Sleeps, and computes a little now and then.
REACH(Trickle, for (;;) usleep(100000);)

struct Loud : public Player {
  static Player* factory () { return new Loud; }
  virtual void play () { cout << string(8 << 20, 'x') << flush; }
};
static int registered_Loud = Registry::Register("Loud", Loud::factory);

static int failed = 0;

static void check (bool good, const char* what) {
  if (not good) {
    cerr << "NOT REFUSED: " << what << endl;
    ++failed;
  }
}
#define CHECK(what) check(what, #what)

static bool opens (const string& path, int how) {
  int file = open(path.c_str(), how, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

static bool lists (const string& path) {
  DIR* folder = opendir(path.c_str());
  if (folder != 0) closedir(folder);
  return folder != 0;
}

static string process (int id) { return "/proc/" + to_string(id); }

// All other processes, or, where they cannot be listed, those that were started about now.
static vector<int> others () {
  vector<int> ids;
  if (DIR* all = opendir("/proc")) {
    while (dirent* entry = readdir(all)) ids.push_back(atoi(entry->d_name));
    closedir(all);
  } else {
    for (int id = getpid() - 60; id < getpid() + 60; ++id) ids.push_back(id);
  }
  vector<int> others;
  for (int id : ids) if (id > 1 and id != getpid()) others.push_back(id);
  return others;
}

// What /proc tells of a process, a word of it.
static string word (const string& path, const string& name) {
  ifstream file(path);
  string word;
  while (file >> word) {
    if (word == name and file >> word) return word;
  }
  return "";
}

static string about (const string& name) { return word("/proc/self/status", name); }

// Whether neither this process nor root has more.
static bool limited (int what, rlim_t most) {
  rlimit now;
  return getrlimit(what, &now) == 0 and now.rlim_cur <= most and now.rlim_max <= most;
}

struct Refused : public Player {
  static Player* factory () { return new Refused; }

  virtual void play () {
    if (round() != 2) return;
    // Without Landlock files can be read, and the game says so.
    const bool landlock = not opens("/etc/passwd", O_RDONLY);
    cerr << (landlock ? "files are protected" : "files are not protected") << endl;
    const int game = getppid();
    CHECK(not opens(process(game) + "/mem", O_RDWR));
    CHECK(not opens(process(game) + "/mem", O_RDONLY));
    CHECK(not opens(process(game) + "/environ", O_RDONLY));
    CHECK(not opens(process(game) + "/oom_score_adj", O_WRONLY));
    if (landlock) {
      CHECK(not opens(process(game) + "/cmdline", O_RDONLY));
      CHECK(not lists("/proc"));
      // The network and the disks of the machine.
      for (const string& own : { string("/proc/self"), "/proc/self/task/" + to_string(getpid()) }) {
        CHECK(not opens(own + "/net/tcp", O_RDONLY));
        CHECK(not opens(own + "/net/unix", O_RDONLY));
        CHECK(not opens(own + "/mountinfo", O_RDONLY));
        CHECK(not opens(own + "/mounts", O_RDONLY));
        CHECK(not opens(own + "/cgroup", O_RDONLY));
      }
    }
    int seats = 0;
    for (int id : others()) {
      for (int file = 0; file < 3; ++file) CHECK(not opens(process(id) + "/fd/" + to_string(file), O_WRONLY));
      CHECK(not opens(process(id) + "/mem", O_RDWR));
      // Without Landlock other programs of the user can be read, but not other players.
      const bool seat = word(process(id) + "/status", "PPid:") == to_string(game);
      seats += seat;
      if (seat or landlock) {
        for (const char* file : { "/mem", "/environ", "/maps", "/auxv" }) {
          CHECK(not opens(process(id) + file, O_RDONLY));
        }
      }
    }
    check(seats == (landlock ? 0 : 3), "as many seats as there are");
    // What the launcher gave up.
    for (const char* set : { "CapEff:", "CapPrm:", "CapInh:", "CapAmb:" }) {
      CHECK(about(set) == "0000000000000000");
    }
    CHECK(about("NoNewPrivs:") == "1");
    CHECK(about("Seccomp:") == "2");
    CHECK(limited(RLIMIT_CORE, 0));
    CHECK(limited(RLIMIT_FSIZE, 0));
    CHECK(limited(RLIMIT_NOFILE, 256));
    CHECK(limited(RLIMIT_NPROC, 1 << 20));
    CHECK(limited(RLIMIT_AS, 400 << 20));
    const rlimit more = { 512, 512 };
    CHECK(setrlimit(RLIMIT_NOFILE, &more) == -1);
    CHECK(setpriority(PRIO_PROCESS, game, 19) == -1);
    CHECK(setpriority(PRIO_USER, 0, 19) == -1);
    sched_param lowest;
    lowest.sched_priority = 0;
    CHECK(sched_setscheduler(game, SCHED_IDLE, &lowest) == -1);
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    CHECK(sched_setaffinity(game, sizeof processors, &processors) == -1);
    CHECK(syscall(SYS_prlimit64, game, RLIMIT_CPU, 0L, 0L) == -1);
    // A terminal, and what would be typed into it.
    CHECK(not opens("/dev/tty", O_RDWR));
    for (int file = 0; file < 3; ++file) CHECK(ioctl(file, TIOCSTI, "x") == -1 and errno == EPERM);
    // Nothing is handed on but the three standard files and the line.
    for (int file = 3; file < line; ++file) CHECK(fcntl(file, F_GETFD) == -1);
    for (char** entry = environ; *entry != 0; ++entry) {
      CHECK(strncmp(*entry, "JOUST_", 6) == 0 or strcmp(*entry, "ASAN_OPTIONS=detect_leaks=0") == 0);
    }
    CHECK(getenv("SECRET_TOKEN") == 0 and getenv("PATH") == 0);
    // The disk.
    CHECK(not opens("filler", O_WRONLY | O_CREAT));
    CHECK(not opens("/tmp/joust-filler", O_WRONLY | O_CREAT));
    CHECK(not opens("/dev/shm/joust-filler", O_RDWR | O_CREAT));
    CHECK(not opens("short20.cnf", O_WRONLY));
    CHECK(not opens("short20.cnf", O_RDWR));
    CHECK(not opens("short20.cnf", O_RDONLY | O_TRUNC));
    CHECK(not opens("filler", O_RDONLY | O_CREAT));
    CHECK(unlink("short20.cnf") == -1);
    CHECK(rename("short20.cnf", "other.cnf") == -1);
    CHECK(truncate("short20.cnf", 0) == -1);
    CHECK(chmod("short20.cnf", 0) == -1);
    CHECK(mkdir("folder", 0700) == -1);
    CHECK(symlink("/etc/passwd", "link") == -1);
    // Memory that is shared counts.
    CHECK(mmap(0, 600 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    CHECK(syscall(435, 0, 0) == -1 and errno == ENOSYS); // clone3
    CHECK(syscall(SYS_seccomp, 0, 0, 0) == -1);
    // What it may still do.
    CHECK(opens("short20.cnf", O_RDONLY));
    const bool nothing = opens("/dev/null", O_WRONLY | O_CREAT | O_TRUNC);
    cerr << (nothing ? "nothing can be written" : "not even nothing can be written") << endl;
    for (const char* file : { "auxv", "cmdline", "limits", "maps", "smaps", "stat", "statm", "status" }) {
      check(opens(string("/proc/self/") + file, O_RDONLY), file);
    }
    CHECK(lists("/proc/self/fd") and lists("/proc/self/task"));
    CHECK(nice(0) == 0);
    if (failed == 0) cerr << "everything was refused" << endl;
  }
};
static int registered_Refused = Registry::Register("Refused", Refused::factory);
