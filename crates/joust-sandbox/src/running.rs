//! The processes that run, so that a program which is ended by a signal can end them first.

use nix::sys::signal::{self, Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

struct Running {
    /// Processes that were started and not waited for, by number, which is that of their group.
    groups: BTreeSet<u32>,
    /// Whether the end has come: nothing is started any more.
    closed: bool,
    guard: Guard,
}

static RUNNING: Mutex<Running> =
    Mutex::new(Running { groups: BTreeSet::new(), closed: false, guard: Guard::Absent });

/// What ends a program when this process is killed and cannot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guarded {
    /// The program has asked the kernel for it. Its children are not ended, so it must not have any.
    ByKernel,
    /// The [`Guard`] ends the program with its group.
    ByShell,
}

/// A shell that hears of the groups that it guards, and ends those that are left when this process has
/// gone, however that came about: the pipe between them is closed even when this process is killed.
enum Guard {
    Absent,
    Here(ChildStdin),
    /// It could not be started. Games can be played all the same.
    Impossible,
}

const GUARD: &str = r#"
    trap '' HUP INT TERM
    while read -r sign group; do
        rest=
        for one in $all; do [ "$one" = "$group" ] || rest="$rest $one"; done
        [ "$sign" = + ] && rest="$rest $group"
        all=$rest
    done
    for one in $all; do kill -s KILL -- "-$one"; done
"#;

impl Guard {
    fn start() -> Guard {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(GUARD).env_remove("all");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // In a group of its own, so that what ends this process does not end it.
        let started = shell.process_group(0).spawn();
        started.ok().and_then(|shell| shell.stdin).map_or(Guard::Impossible, Guard::Here)
    }

    fn tell(&mut self, sign: char, group: u32) {
        if let Guard::Here(shell) = self {
            // Without the guard everything goes on.
            let _ = shell.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }
}

impl Running {
    /// Forgets a group that has been ended, before the kernel may give its number to another program.
    fn forget(&mut self, group: u32) {
        self.groups.remove(&group);
        self.guard.tell('-', group);
    }
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all processes, and lets none be started from now on. Those that wait for a player hear at
/// once that it has gone.
pub fn end_all() {
    let mut running = running();
    running.closed = true;
    running.groups.iter().for_each(|group| kill(*group));
}

/// Starts a command that is, or soon will be, the head of a group of its own.
pub(crate) fn spawn(command: &mut Command, guarded: Guarded) -> io::Result<Child> {
    // Under the lock, so that nothing is started behind the back of `end_all`.
    let mut running = running();
    if running.closed {
        return Err(io::Error::other("the program is ending"));
    }
    if guarded == Guarded::ByShell && matches!(running.guard, Guard::Absent) {
        running.guard = Guard::start();
    }
    let child = command.spawn()?;
    running.groups.insert(child.id());
    if guarded == Guarded::ByShell {
        running.guard.tell('+', child.id());
    }
    Ok(child)
}

/// Looks whether a process has ended. Its group is ended with it.
pub(crate) fn try_wait(child: &mut Child) -> Option<ExitStatus> {
    // Under the lock, because the number may be given to somebody else as soon as it is waited for.
    let mut running = running();
    if running.groups.contains(&child.id()) {
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let process = Id::Pid(Pid::from_raw(child.id().cast_signed()));
        // Until it is waited for, the number of the group is its own.
        match waitid(process, look) {
            Ok(WaitStatus::StillAlive) | Err(_) => return None,
            Ok(_) => kill(child.id()),
        }
        running.forget(child.id());
    }
    child.try_wait().unwrap_or(None)
}

/// Ends a process with its group, unless it has been waited for.
pub(crate) fn end(child: &mut Child) {
    let mut running = running();
    if running.groups.contains(&child.id()) {
        kill(child.id());
        running.forget(child.id());
        // Without the lock: a process may take its time to go, and others need not wait for it.
        drop(running);
        let _ = child.wait();
    }
}

/// Ends a process that has not been waited for, with its group.
fn kill(group: u32) {
    let process = Pid::from_raw(group.cast_signed());
    // A group that has ended is what was wanted.
    let _ = killpg(process, Signal::SIGKILL);
    // A launcher that has just begun is not yet the head of a group.
    let _ = signal::kill(process, Signal::SIGKILL);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn a_process_that_is_not_yet_the_head_of_a_group_is_ended() {
        let mut child = Command::new("sleep").arg("20").spawn().unwrap();
        kill(child.id());
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::SIGKILL as i32));
    }
}
