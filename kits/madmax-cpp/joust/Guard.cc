// Limits and forbidden calls. A player may compute, write to its outputs and use files and
// threads; it may not start processes, signal others, or outlive the game.

#include "Guard.hh"
#include <asm/sockios.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <link.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace joust {
namespace {

#if defined(__x86_64__)
const unsigned this_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
const unsigned this_machine = AUDIT_ARCH_AARCH64;
#else
#error "the kit knows x86-64 and 64-bit ARM only"
#endif

const unsigned allow = SECCOMP_RET_ALLOW;
const unsigned report = SECCOMP_RET_TRAP;
const unsigned refuse = SECCOMP_RET_ERRNO | 1;  // EPERM
const unsigned unknown = SECCOMP_RET_ERRNO | 38; // ENOSYS: the C library falls back to clone

/// A program for the kernel that looks at every call.
struct Filter {
  std::vector<sock_filter> code;

  void add (unsigned short what, unsigned value, unsigned char yes = 0, unsigned char no = 0) {
    sock_filter line = { what, yes, no, value };
    code.push_back(line);
  }

  void load (std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, unsigned(offset)); }
  void give (unsigned verdict) { add(BPF_RET | BPF_K, verdict); }

  /// A verdict for every use of a call.
  void always (long call, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 1);
    give(verdict);
  }

  /// A verdict unless an argument has a value.
  void unless (long call, int argument, unsigned value, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 4);
    load(offsetof(seccomp_data, args) + 8 * argument);
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    give(verdict);
    give(allow);
  }

  /// A verdict if an argument has one of these values.
  void when (long call, int argument, std::initializer_list<unsigned> values, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, (unsigned char)(2 * values.size() + 2));
    load(offsetof(seccomp_data, args) + 8 * argument);
    for (unsigned value : values) {
      add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
      give(verdict);
    }
    give(allow);
  }

  /// A verdict unless an argument is a null pointer.
  void unless_null (long call, int argument, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 7);
    for (int half = 0; half < 2; ++half) {
      load(offsetof(seccomp_data, args) + 8 * argument + 4 * half);
      add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
      give(verdict);
    }
    give(allow);
  }

  /// A verdict unless an argument has a flag.
  void without (long call, int argument, unsigned flag, unsigned verdict) {
    add(BPF_JMP | BPF_JEQ | BPF_K, unsigned(call), 0, 4);
    load(offsetof(seccomp_data, args) + 8 * argument);
    add(BPF_JMP | BPF_JSET | BPF_K, flag, 1, 0);
    give(verdict);
    give(allow);
  }
};

void forbid () {
  const unsigned self = unsigned(getpid());
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.add(BPF_JMP | BPF_JEQ | BPF_K, this_machine, 1, 0);
  filter.give(report);
  filter.load(offsetof(seccomp_data, nr));
#ifdef __x86_64__
  // The calls of the x32 machine have other numbers.
  filter.add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1);
  filter.give(unknown);
  filter.always(SYS_fork, report);
  filter.always(SYS_vfork, report);
#endif
  filter.always(SYS_clone3, unknown);
  filter.always(SYS_execve, report);
  filter.always(SYS_execveat, report);
  filter.always(SYS_tkill, report);
  filter.always(SYS_rt_sigqueueinfo, report);
  filter.always(SYS_rt_tgsigqueueinfo, report);
  filter.always(SYS_pidfd_send_signal, report);
  filter.always(SYS_ptrace, report);
  filter.always(SYS_process_vm_writev, report);
  filter.always(SYS_setrlimit, refuse);
  // A process that changes what it is would no longer end with the game.
  for (long call : { SYS_unshare, SYS_setns, SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setresuid,
                     SYS_setresgid, SYS_setfsuid, SYS_setfsgid, SYS_capset }) {
    filter.always(call, refuse);
  }
  // The last word for each of the rest, because the number of the call is no longer loaded.
  filter.without(SYS_clone, 0, CLONE_THREAD, report);
  filter.unless(SYS_kill, 0, self, report);
  filter.unless(SYS_tgkill, 0, self, report);
  filter.unless_null(SYS_prlimit64, 2, refuse);
  filter.when(SYS_prctl, 0, { PR_SET_PDEATHSIG }, refuse);
  // Files can be told to signal somebody when they change.
  filter.when(SYS_fcntl, 1, { F_SETOWN, F_SETOWN_EX }, refuse);
  filter.when(SYS_ioctl, 1, { FIOSETOWN, SIOCSPGRP }, refuse);
  filter.give(allow);
  sock_fprog program = { (unsigned short)filter.code.size(), filter.code.data() };
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
  // A kernel without it leaves the player free to start processes; the game still ends the seat.
}

/// Memory in use, in bytes.
unsigned long used_memory () {
  unsigned long pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * (unsigned long)sysconf(_SC_PAGESIZE);
}

std::uintptr_t address_of_program;

int note_address (dl_phdr_info* info, std::size_t, void*) {
  address_of_program = info->dlpi_addr;
  return 1; // the program is the first
}

/// Before anything of a player: lower numbers run earlier, and players' globals have none.
__attribute__((constructor(101))) void begin () {
  dl_iterate_phdr(note_address, 0);
  const bool only_names = std::getenv("JOUST_NAMES") != 0;
  if (only_names) {
    // While the kit is built: globals of a player that never end must not hold it up.
    const rlimit seconds = { 10, 10 };
    setrlimit(RLIMIT_CPU, &seconds);
  }
  if (only_names || std::getenv("JOUST_SEAT") != 0) guard();
}

} // namespace

void guard () {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const char* parent = std::getenv("JOUST_PARENT");
  // The game may have gone before that was set.
  if (parent != 0 && std::atol(parent) != long(getppid())) _exit(1);
  const char* memory = std::getenv("JOUST_MEMORY");
  if (memory != 0) {
    const rlim_t most = used_memory() + std::strtoull(memory, 0, 10);
    const rlimit limit = { most, most };
    setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_core = { 0, 0 };
  setrlimit(RLIMIT_CORE, &no_core);
  if (std::getenv("JOUST_UNGUARDED") == 0) forbid();
}

std::uintptr_t load_address () { return address_of_program; }

} // namespace joust
