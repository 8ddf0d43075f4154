//! The system calls of a confined program.
//!
//! A short list of calls is allowed, and all others are refused. Calls that no honest player makes end
//! the program, and the game says what it tried.

use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;
use std::io;

#[cfg(target_arch = "x86_64")]
const MACHINE: TargetArch = TargetArch::x86_64;
#[cfg(target_arch = "aarch64")]
const MACHINE: TargetArch = TargetArch::aarch64;

/// Allowed with any arguments.
pub(crate) const ALLOWED: &[i64] = &[
    // Files and pipes. Landlock decides which files can be opened.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_fadvise64,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_fsync,
    // Memory.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_mincore,
    libc::SYS_membarrier,
    // Threads, signals to itself, and the end.
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Time and chance.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_times,
    libc::SYS_getrandom,
    // Its identity, limits and machine.
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getgroups,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_capget,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getcpu,
    libc::SYS_getrusage,
    libc::SYS_getrlimit,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_getparam,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
];

/// Allowed; only this architecture has them.
#[cfg(target_arch = "x86_64")]
pub(crate) const ALLOWED_HERE: &[i64] = &[
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_time,
    libc::SYS_getpgrp,
    libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
pub(crate) const ALLOWED_HERE: &[i64] = &[];

/// Answered as if the kernel did not have them: C libraries then use older calls, whose arguments filters can see.
pub(crate) const UNKNOWN: &[i64] = &[libc::SYS_clone3, libc::SYS_openat2];

/// Calls that end a player, with their purpose.
const ENDING: &[(&str, &[i64])] = &[
    (OTHER_PROGRAM, &[libc::SYS_execve]),
    (
        SIGNAL,
        &[
            libc::SYS_tkill,
            libc::SYS_rt_sigqueueinfo,
            libc::SYS_rt_tgsigqueueinfo,
            libc::SYS_pidfd_send_signal,
        ],
    ),
    (
        "reach into another process",
        &[
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_process_vm_writev,
            libc::SYS_process_madvise,
            libc::SYS_pidfd_open,
            libc::SYS_pidfd_getfd,
            libc::SYS_kcmp,
        ],
    ),
    (
        "open a socket",
        &[libc::SYS_socket, libc::SYS_connect, libc::SYS_bind, libc::SYS_listen, libc::SYS_accept4],
    ),
    (
        "get memory that is not counted",
        &[libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_shmget, libc::SYS_shmat],
    ),
    (
        "talk to the kernel in a way that is not for players",
        &[
            libc::SYS_bpf,
            libc::SYS_perf_event_open,
            libc::SYS_userfaultfd,
            libc::SYS_io_uring_setup,
            libc::SYS_io_uring_enter,
            libc::SYS_io_uring_register,
            libc::SYS_keyctl,
            libc::SYS_mount,
        ],
    ),
];

const NEW_PROCESS: &str = "start another process";
const OTHER_PROGRAM: &str = "become another program";
const SIGNAL: &str = "send a signal to another process";

#[cfg(target_arch = "x86_64")]
pub(crate) const FORKS: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
pub(crate) const FORKS: &[i64] = &[];

/// The purpose of a call that ended a player.
pub(crate) fn purpose(call: i64) -> Option<&'static str> {
    if FORKS.contains(&call) || call == libc::SYS_clone {
        return Some(NEW_PROCESS);
    }
    match call {
        libc::SYS_execveat => Some(OTHER_PROGRAM),
        libc::SYS_kill | libc::SYS_tgkill => Some(SIGNAL),
        _ => ENDING.iter().find(|(_, calls)| calls.contains(&call)).map(|(purpose, _)| *purpose),
    }
}

/// The filters in the order in which they must be installed: the last one allows no further filter. The
/// kernel applies the strictest of their answers.
pub(crate) fn filters(confined: &Confined) -> io::Result<[BpfProgram; 4]> {
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    Ok([
        compile(ending(confined)?, SeccompAction::Allow, SeccompAction::Trap)?,
        compile(always(UNKNOWN), SeccompAction::Allow, unknown)?,
        compile(locks()?, SeccompAction::Allow, DONE)?,
        compile(allowed(confined)?, refuse, SeccompAction::Allow)?,
    ])
}

/// The answer to a call that is not made: it was successful.
pub(crate) const DONE: SeccompAction = SeccompAction::Errno(0);

/// Calls that lock files. Nobody writes, so nobody needs a lock; libraries ask for them all the same. Through a lock
/// that another player can see, players of one game could talk.
pub(crate) fn locks() -> io::Result<Rules> {
    let mut rules = always(&[libc::SYS_flock]);
    rules.insert(libc::SYS_fcntl, one_of(1, &[libc::F_SETLK, libc::F_SETLKW].map(|command| command as u64))?);
    Ok(rules)
}

/// The facts about a process that the filters need.
pub(crate) struct Confined {
    /// Its process id, which the player keeps.
    pub(crate) process: i32,
    /// The file descriptor of the program that it becomes.
    pub(crate) program: i32,
    /// Whether Landlock keeps it from writing and truncating files; otherwise no file may be opened for
    /// writing, not even `/dev/null`.
    pub(crate) guards_writing: bool,
}

pub(crate) type Rules = BTreeMap<i64, Vec<SeccompRule>>;

pub(crate) fn compile(
    rules: Rules,
    otherwise: SeccompAction,
    verdict: SeccompAction,
) -> io::Result<BpfProgram> {
    let filter = SeccompFilter::new(rules, otherwise, verdict, MACHINE).map_err(io::Error::other)?;
    filter.try_into().map_err(io::Error::other)
}

pub(crate) fn always(calls: &[i64]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

/// A condition on the lower four or on all eight bytes of an argument.
pub(crate) fn is(argument: u8, length: Len, operator: Op, value: u64) -> io::Result<SeccompCondition> {
    SeccompCondition::new(argument, length, operator, value).map_err(io::Error::other)
}

pub(crate) fn rule(conditions: Vec<SeccompCondition>) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions).map_err(io::Error::other)
}

/// One rule for each value that an argument may have.
pub(crate) fn one_of(argument: u8, values: &[u64]) -> io::Result<Vec<SeccompRule>> {
    values.iter().map(|value| rule(vec![is(argument, Len::Dword, Op::Eq, *value)?])).collect()
}

const EMPTY_PATH: u64 = libc::AT_EMPTY_PATH as u64;

fn ending(confined: &Confined) -> io::Result<Rules> {
    let calls: Vec<i64> = ENDING.iter().flat_map(|(_, calls)| *calls).chain(FORKS).copied().collect();
    let mut rules = always(&calls);
    let thread = libc::CLONE_THREAD as u64;
    rules.insert(libc::SYS_clone, vec![rule(vec![is(0, Len::Qword, Op::MaskedEq(thread), 0)?])?]);
    let others = || rule(vec![is(0, Len::Dword, Op::Ne, confined.process as u64)?]);
    rules.insert(libc::SYS_kill, vec![others()?]);
    rules.insert(libc::SYS_tgkill, vec![others()?]);
    let another = rule(vec![is(0, Len::Dword, Op::Ne, confined.program as u64)?])?;
    let by_path = rule(vec![is(4, Len::Dword, Op::Ne, EMPTY_PATH)?])?;
    rules.insert(libc::SYS_execveat, vec![another, by_path]);
    Ok(rules)
}

fn allowed(confined: &Confined) -> io::Result<Rules> {
    let mut rules = always(&[ALLOWED, ALLOWED_HERE, UNKNOWN].concat());
    let own =
        |value: i32| -> io::Result<_> { Ok(vec![rule(vec![is(0, Len::Dword, Op::Eq, value as u64)?])?]) };
    rules.insert(libc::SYS_kill, own(confined.process)?);
    rules.insert(libc::SYS_tgkill, own(confined.process)?);
    let becomes =
        vec![is(0, Len::Dword, Op::Eq, confined.program as u64)?, is(4, Len::Dword, Op::Eq, EMPTY_PATH)?];
    rules.insert(libc::SYS_execveat, vec![rule(becomes)?]);
    // Threads that belong to the program.
    let flags = (libc::CLONE_THREAD | APART) as u64;
    let thread = is(0, Len::Qword, Op::MaskedEq(flags), libc::CLONE_THREAD as u64)?;
    rules.insert(libc::SYS_clone, vec![rule(vec![thread])?]);
    usual(&mut rules, confined.guards_writing)?;
    Ok(rules)
}

/// Flags of a new process that does not belong to its program: it lives in namespaces of its own, or is a child of
/// the program's parent, where nobody looks for it.
pub(crate) const APART: i32 = libc::CLONE_PARENT
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET;

/// Adds the calls that every confined program may make with some arguments.
pub(crate) fn usual(rules: &mut Rules, guards_writing: bool) -> io::Result<()> {
    let own =
        |value: i32| -> io::Result<_> { Ok(vec![rule(vec![is(0, Len::Dword, Op::Eq, value as u64)?])?]) };
    // It may use its open socket, but may not send to an address or pass descriptors.
    rules.insert(libc::SYS_sendto, vec![rule(vec![is(4, Len::Qword, Op::Eq, 0)?])?]);
    rules.insert(libc::SYS_recvfrom, vec![rule(vec![is(4, Len::Qword, Op::Eq, 0)?])?]);
    // Its own limits can be lowered, which sanitizers do, and never raised above those that it was
    // started with; its own priority can be lowered, its own threads pinned.
    rules.insert(libc::SYS_prlimit64, own(0)?);
    rules.insert(libc::SYS_setrlimit, Vec::new());
    for call in [libc::SYS_setpriority, libc::SYS_getpriority] {
        let own_priority =
            vec![is(0, Len::Dword, Op::Eq, libc::PRIO_PROCESS as u64)?, is(1, Len::Dword, Op::Eq, 0)?];
        rules.insert(call, vec![rule(own_priority)?]);
    }
    rules.insert(libc::SYS_sched_setaffinity, own(0)?);
    let prctl = [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_GET_DUMPABLE, libc::PR_GET_PDEATHSIG];
    rules.insert(libc::SYS_prctl, one_of(0, &prctl.map(|option| option as u64))?);
    // Not allowed: a file that sends signals to another process (F_SETOWN), and to ask for the locks of others
    // (F_GETLK).
    let fcntl = [
        libc::F_DUPFD,
        libc::F_DUPFD_CLOEXEC,
        libc::F_GETFD,
        libc::F_SETFD,
        libc::F_GETFL,
        libc::F_SETFL,
        libc::F_SETLK,
        libc::F_SETLKW,
        libc::F_GETPIPE_SZ,
    ];
    rules.insert(libc::SYS_fcntl, one_of(1, &fcntl.map(|command| command as u64))?);
    // C libraries ask whether a file is a terminal. Typing into a terminal (TIOCSTI) is refused.
    let ioctl =
        [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIOCLEX, libc::FIONCLEX, libc::FIONBIO];
    // The type of these numbers depends on the C library; the kernel looks at four bytes.
    rules.insert(libc::SYS_ioctl, one_of(1, &ioctl.map(|request| u64::from(request as u32)))?);
    for (call, flags) in OPENING {
        let for_reading = || {
            let writes = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC) as u64;
            rule(vec![is(*flags, Len::Dword, Op::MaskedEq(writes), libc::O_RDONLY as u64)?])
        };
        rules.insert(*call, if guards_writing { Vec::new() } else { vec![for_reading()?] });
    }
    Ok(())
}

/// Calls that open files, each with the index of its flags argument.
#[cfg(target_arch = "x86_64")]
const OPENING: &[(i64, u8)] = &[(libc::SYS_openat, 2), (libc::SYS_open, 1)];
#[cfg(not(target_arch = "x86_64"))]
const OPENING: &[(i64, u8)] = &[(libc::SYS_openat, 2)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_allowed_that_ends_a_player() {
        for guards_writing in [false, true] {
            let confined = Confined { process: 7, program: 9, guards_writing };
            let allowed = allowed(&confined).unwrap();
            for (_, calls) in ENDING {
                assert!(calls.iter().all(|call| !allowed.contains_key(call)));
            }
            assert!(FORKS.iter().all(|call| !allowed.contains_key(call)));
            assert!(filters(&confined).unwrap().iter().all(|program| program.len() < 4096));
        }
    }

    #[test]
    fn what_ends_a_player_has_a_name() {
        let confined = Confined { process: 7, program: 9, guards_writing: true };
        assert!(ending(&confined).unwrap().keys().all(|call| purpose(*call).is_some()));
        assert_eq!(purpose(libc::SYS_read), None);
    }
}
