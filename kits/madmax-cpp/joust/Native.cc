// A player as a process: exchanges messages with the game, and reports why it ends.

#include "Seat.hh"
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <link.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <typeinfo>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

// As in the original, a game does not wait for players that sleep.
extern "C" unsigned sleep (unsigned) { return 0; }

// The linker lets a player's calls of system() come here. The function of the C library blocks all signals
// before it starts a process, so the end of the player could not be explained.
extern "C" int __real_system (const char* command);
extern "C" int __wrap_system (const char* command) {
  // A player that runs under another program is free.
  if (std::getenv("JOUST_WRAP") != 0) return __real_system(command);
  joust::die(joust::by_call, SYS_clone, "");
}

namespace joust {
namespace {

/// The connection to the game.
int line = -1;

/// The exit status of a player that has closed the connection. The game knows this number.
const int lost_line = 97;

/// The address at which the program is loaded, minus the address in its file.
std::uintptr_t load_address;

int note_address (dl_phdr_info* info, std::size_t, void*) {
  load_address = info->dlpi_addr;
  return 1; // the program is the first
}

/// Whether the end was reported, or need not be reported.
bool told = false;

bool send_all (const unsigned char* bytes, std::size_t size) {
  while (size > 0) {
    ssize_t sent = send(line, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    size -= std::size_t(sent);
  }
  return true;
}

/// The messages of the game as they arrive. Usually one call of read() gets one whole message.
class Inbox {
  Bytes bytes;
  std::size_t begin, end;  // The part of `bytes` that has arrived and was not yet taken.

  /// Reads until this many bytes are there; false if the game has closed the connection.
  bool fill (std::size_t size) {
    if (bytes.size() - begin < size) {
      std::memmove(bytes.data(), bytes.data() + begin, end - begin);
      end -= begin;
      begin = 0;
      if (bytes.size() < size) bytes.resize(size);
    }
    while (end - begin < size) {
      ssize_t got = read(line, bytes.data() + end, bytes.size() - end);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) _exit(lost_line);
      if (got == 0) return false;
      end += std::size_t(got);
    }
    return true;
  }

public:

  Inbox () : bytes(1 << 14), begin(0), end(0) { }

  /// The next message and its size; null if the game has closed the connection.
  const unsigned char* next (std::size_t& size) {
    if (!fill(4)) return 0;
    const unsigned char* head = bytes.data() + begin;
    size = head[0] | head[1] << 8 | head[2] << 16 | std::size_t(head[3]) << 24;
    if (!fill(4 + size)) return 0;
    const unsigned char* message = bytes.data() + begin + 4;
    begin += 4 + size;
    if (begin == end) begin = end = 0;
    return message;
  }
};

const int deepest = 48;

/// The call stack, innermost first. It allocates no memory, because there may be none.
struct Trace {
  std::uintptr_t places[deepest];
  int count;
};

_Unwind_Reason_Code note_frame (_Unwind_Context* context, void* into) {
  Trace& trace = *static_cast<Trace*>(into);
  int before = 0;
  std::uintptr_t place = _Unwind_GetIPInfo(context, &before);
  if (place == 0 || trace.count == deepest) return _URC_END_OF_STACK;
  // A return address is after the call.
  trace.places[trace.count++] = place - (before ? 0 : 1) - load_address;
  return _URC_NO_REASON;
}

/// Reports to the game why the player ends. Uses static memory only.
void tell (Death how, int code, std::uintptr_t address, const char* text) {
  if (told || line < 0) return;
  told = true;
  Trace trace;
  trace.count = 0;
  _Unwind_Backtrace(note_frame, &trace);
  static unsigned char message[4 + 1 + 1 + 4 + 8 + 4 + 1000 + 4 + 8 * deepest];
  std::size_t size = 4;
  const std::size_t length = strnlen(text, 1000);
  struct Put {
    static void number (std::size_t& at, unsigned long long value, int bytes) {
      for (int k = 0; k < bytes; ++k) message[at++] = (unsigned char)(value >> (8 * k));
    }
  };
  Put::number(size, 'D', 1);
  Put::number(size, how, 1);
  Put::number(size, unsigned(code), 4);
  Put::number(size, address, 8);
  Put::number(size, length, 4);
  std::memcpy(message + size, text, length);
  size += length;
  Put::number(size, unsigned(trace.count), 4);
  for (int k = 0; k < trace.count; ++k) Put::number(size, trace.places[k], 8);
  std::size_t begin = 0;
  Put::number(begin, size - 4, 4);
  send_all(message, size);
}

/// Whether a fault is near the end of the used stack, as after too deep a recursion.
bool used_up_stack (const siginfo_t* info, const void* context) {
  const ucontext_t* machine = static_cast<const ucontext_t*>(context);
#if defined(__x86_64__)
  const std::uintptr_t top = std::uintptr_t(machine->uc_mcontext.gregs[REG_RSP]);
#else
  const std::uintptr_t top = std::uintptr_t(machine->uc_mcontext.sp);
#endif
  const std::uintptr_t address = std::uintptr_t(info->si_addr);
  const std::uintptr_t near = 1 << 16;
  return address + near > top && address < top + near;
}

void on_signal (int signal, siginfo_t* info, void* context) {
  if (signal == SIGSYS) {
    // The game translates the number of the call.
    tell(by_call, info->si_syscall, 0, "");
    _exit(1);
  }
  // Only a fault has an address; a signal from another process has its sender in this place.
  const bool fault = info->si_code > 0 && signal != SIGABRT;
  const bool stack = fault && signal == SIGSEGV && used_up_stack(info, context);
  tell(by_signal, signal, fault ? std::uintptr_t(info->si_addr) : 0, stack ? "stack" : "");
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void watch_signals () {
  // A separate stack, because a player that recurses too deep has none left.
  static unsigned char stack[1 << 16];
  stack_t other;
  std::memset(&other, 0, sizeof other);
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  sigaltstack(&other, 0);
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  // By SIGXCPU the game asks a player that does not answer where it is.
  const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU };
  for (int signal : signals) sigaction(signal, &action, 0);
}

void on_exit_called (int status, void*) { tell(by_exit, status, 0, ""); }

void on_terminate () {
  char text[500] = "";
  if (std::type_info* type = abi::__cxa_current_exception_type()) {
    int bad = 0;
    char* name = abi::__cxa_demangle(type->name(), 0, 0, &bad);
    std::snprintf(text, sizeof text, "%s", name != 0 ? name : type->name());
#if defined(__cpp_exceptions)
    try {
      throw;
    } catch (const std::exception& why) {
      const std::size_t used = std::strlen(text);
      std::snprintf(text + used, sizeof text - used, ": %s", why.what());
    } catch (...) {
    }
#endif
  }
  tell(by_exception, 0, 0, text);
  _exit(1);
}

/// Moves the connection to the game away from standard input, which becomes empty.
void take_line () {
  line = fcntl(0, F_DUPFD_CLOEXEC, 200);
  int empty = open("/dev/null", O_RDONLY);
  if (line < 0 || empty < 0 || dup2(empty, 0) < 0) _exit(1);
  if (empty != 0) close(empty);
}

int serve () {
  on_exit(on_exit_called, 0);
  std::set_terminate(on_terminate);
  // Static, so that they are not destroyed while a player's threads still run.
  static Inbox& inbox = *new Inbox;
  static Bytes& reply = *new Bytes;
  std::size_t size = 0;
  while (const unsigned char* message = inbox.next(size)) {
    // The length of a message is sent before the message.
    reply.assign(4, 0);
    answer(message, size, reply);
    const std::size_t length = reply.size() - 4;
    for (int k = 0; k < 4; ++k) reply[k] = (unsigned char)(length >> (8 * k));
    if (!send_all(reply.data(), reply.size())) _exit(lost_line);
  }
  told = true;
  return 0;
}

/// Runs before the constructors of the globals of a player, so that a failure there is explained, too.
/// joust has started this program with limits that it cannot remove.
__attribute__((constructor(101))) void begin () {
  dl_iterate_phdr(note_address, 0);
  if (std::getenv("JOUST_NAMES") != 0) {
    // During make: constructors of globals that never end must not hang the build.
    const rlimit seconds = { 10, 10 };
    setrlimit(RLIMIT_CPU, &seconds);
    // The names get an output of their own, because constructors of globals may print, too.
    line = fcntl(1, F_DUPFD_CLOEXEC, 200);
    dup2(2, 1);
  }
  if (std::getenv("JOUST_SEAT") == 0) return;
  take_line();
  watch_signals();
  // Line by line, as on a terminal, so that output before a crash is seen.
  std::setvbuf(stdout, 0, _IOLBF, BUFSIZ);
}

} // namespace

bool tell_names () {
  for (std::string name : names()) {
    name += '\n';
    if (write(line, name.data(), name.size()) != ssize_t(name.size())) return false;
  }
  return true;
}

void die (Death how, int code, const std::string& text) {
  tell(how, code, 0, text.c_str());
  _exit(1);
}

} // namespace joust

int main () {
  if (std::getenv("JOUST_SEAT") != 0) return joust::serve();
  if (std::getenv("JOUST_NAMES") != 0) {
    // Destructors of globals do not run here, as they do not at the end of a game.
    _exit(joust::tell_names() ? 0 : 1);
  }
  std::cerr << "This is one player: it is run by Game.\n";
  return 2;
}

/// Options of AddressSanitizer. Its leak check at the end starts a process, which is forbidden here.
/// joust sets this option in the environment, too, but an unreadable program sees it too late.
extern "C" __attribute__((weak)) const char* __asan_default_options () { return "detect_leaks=0"; }
