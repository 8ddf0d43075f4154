//! The system calls of a confined bot: those of a player of a kit, and what interpreters need besides.
//!
//! Calls that an honest interpreter may try are refused with an error, so that an exception names the line of
//! the bot; calls that no honest bot makes end it.

use crate::calls::{
    ALLOWED, ALLOWED_HERE, APART, DONE, FORKS, Rules, UNKNOWN, always, compile, is, locks, rule, usual,
};
use nix::libc;
use seccompiler::{BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op};
use std::io;

/// Allowed besides the calls of players of a kit.
const MORE: &[i64] = &[
    // Other programs. Landlock decides which files can be executed, and the group is ended as a whole: a bot
    // cannot leave it, because `setsid` and `setpgid` are not here.
    libc::SYS_execve,
    libc::SYS_execveat,
    // Files that are open, and the current folder.
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_statfs,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_splice,
    libc::SYS_flock,
    libc::SYS_signalfd4,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    // Memory of just-in-time compilers.
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_get_mempolicy,
    libc::SYS_sched_getattr,
];

/// Calls that end a bot.
const ENDING: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_mount,
];

/// The facts about a bot that its filters need.
pub(crate) struct ConfinedBot {
    /// Its process id, which the program keeps.
    pub(crate) process: i32,
    /// Whether Landlock keeps it from writing and truncating files.
    pub(crate) guards_writing: bool,
    /// Whether Landlock keeps it from sending signals to processes that are not its own.
    pub(crate) guards_signals: bool,
}

/// The filters in the order in which they must be installed: the last one allows no further filter.
pub(crate) fn filters(confined: &ConfinedBot) -> io::Result<[BpfProgram; 4]> {
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    Ok([
        compile(always(ENDING), SeccompAction::Allow, SeccompAction::Trap)?,
        compile(always(UNKNOWN), SeccompAction::Allow, unknown)?,
        compile(locks()?, SeccompAction::Allow, DONE)?,
        compile(allowed(confined)?, refuse, SeccompAction::Allow)?,
    ])
}

fn allowed(confined: &ConfinedBot) -> io::Result<Rules> {
    let mut rules = always(&[ALLOWED, ALLOWED_HERE, UNKNOWN, MORE, FORKS].concat());
    usual(&mut rules, confined.guards_writing)?;
    // Threads and processes that belong to the bot.
    rules.insert(libc::SYS_clone, vec![rule(vec![is(0, Len::Qword, Op::MaskedEq(APART as u64), 0)?])?]);
    // Event loops wake themselves through a pair of sockets, which leads nowhere else.
    let local = is(0, Len::Dword, Op::Eq, libc::AF_UNIX as u64)?;
    rules.insert(libc::SYS_socketpair, vec![rule(vec![local])?]);
    // Shared memory without a file stays when it is no longer mapped, and then nothing counts it.
    let flags = |flag: i32| -> io::Result<_> { rule(vec![is(3, Len::Dword, Op::MaskedEq(flag as u64), 0)?]) };
    rules.insert(libc::SYS_mmap, vec![flags(libc::MAP_SHARED)?, flags(libc::MAP_ANONYMOUS)?]);
    let signals: &[i64] = &[libc::SYS_kill, libc::SYS_tgkill, libc::SYS_tkill];
    if confined.guards_signals {
        rules.extend(always(signals));
    } else {
        // To itself and, by 0, to its group.
        for call in signals {
            let to =
                |process: i32| -> io::Result<_> { rule(vec![is(0, Len::Dword, Op::Eq, process as u64)?]) };
            rules.insert(*call, vec![to(confined.process)?, to(0)?]);
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_allowed_that_ends_a_bot_or_lets_it_leave_its_group() {
        for guards_signals in [false, true] {
            let confined = ConfinedBot { process: 7, guards_writing: guards_signals, guards_signals };
            let allowed = allowed(&confined).unwrap();
            let leaving = [libc::SYS_setsid, libc::SYS_setpgid, libc::SYS_socket, libc::SYS_memfd_create];
            for call in ENDING.iter().chain(&leaving) {
                assert!(!allowed.contains_key(call), "{call}");
            }
            assert!(filters(&confined).unwrap().iter().all(|program| program.len() < 4096));
        }
    }
}
