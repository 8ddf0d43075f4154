//! The register of running processes, so that a program that is ended by a signal can kill them first.

pub(crate) use crate::stop::are_stopping;
pub use crate::stop::stop_all;
use crate::watch::time_of_process;
use nix::sys::signal::{self, Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

struct Running {
    /// Processes that were started and not yet waited for, by process id, which is also their group id.
    groups: BTreeSet<u32>,
    /// Whether the program is ending: no more processes are started.
    closed: bool,
    guard: Guard,
}

static RUNNING: Mutex<Running> =
    Mutex::new(Running { groups: BTreeSet::new(), closed: false, guard: Guard::Absent });

/// What kills a program when this process is killed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guarded {
    /// The program has asked the kernel for it. The kernel does not kill its children, so it must not have any.
    ByKernel,
    /// The [`Guard`] ends the program with its group.
    ByShell,
}

/// A shell that is told the groups to guard, and kills those that are left when this process has ended,
/// however it ended: the pipe between them closes even when this process is killed.
enum Guard {
    Absent,
    Here(ChildStdin),
    /// It could not be started. Games are played without it.
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
        // In a group of its own, so that a signal to this process's group does not kill it.
        let started = shell.process_group(0).spawn();
        started.ok().and_then(|shell| shell.stdin).map_or(Guard::Impossible, Guard::Here)
    }

    fn tell(&mut self, sign: char, group: u32) {
        if let Guard::Here(shell) = self {
            // Games go on without the guard.
            let _ = shell.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }
}

impl Running {
    /// Forgets a group that has ended, before the kernel may reuse its number.
    fn forget(&mut self, group: u32) {
        self.groups.remove(&group);
        self.guard.tell('-', group);
    }
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all processes, and lets none be started from now on. A thread that waits for a player is told at
/// once that the player has ended.
pub fn end_all() {
    let mut running = running();
    running.closed = true;
    running.groups.iter().for_each(|group| kill(*group));
}

/// Starts a command that leads, or soon will lead, a group of its own.
pub(crate) fn spawn(command: &mut Command, guarded: Guarded) -> io::Result<Child> {
    // Under the lock, so that no process is started while `end_all` runs.
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

/// The exit status of a process, if it has ended. Its group is killed with it.
pub(crate) fn try_wait(child: &mut Child) -> Option<ExitStatus> {
    try_wait_timed(child).map(|(status, _)| status)
}

/// The exit status of a process, if it has ended, and the processor time that it took, if it was not waited for
/// before. Its group is killed with it.
pub(crate) fn try_wait_timed(child: &mut Child) -> Option<(ExitStatus, Option<Duration>)> {
    let mut used = None;
    // Under the lock, because the kernel may reuse the process id as soon as the process is waited for.
    let mut running = running();
    if running.groups.contains(&child.id()) {
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let process = Id::Pid(Pid::from_raw(child.id().cast_signed()));
        // Until it is waited for, the group id cannot be reused.
        match waitid(process, look) {
            Ok(WaitStatus::StillAlive) | Err(_) => return None,
            Ok(_) => kill(child.id()),
        }
        used = time_of_process(child.id());
        running.forget(child.id());
    }
    child.try_wait().unwrap_or(None).map(|status| (status, used))
}

/// Kills a process and its group, unless it has been waited for.
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

/// Kills the group of a process that has not been waited for; the process is waited for by its owner.
pub(crate) fn end_group(group: u32) {
    // Under the lock, so that the process is not waited for meanwhile.
    let running = running();
    if running.groups.contains(&group) {
        kill(group);
    }
}

/// The signal that asks a player of a kit where it is: `kits/madmax-cpp/joust/Native.cc` answers it.
const WHERE: Signal = Signal::SIGXCPU;

/// Asks a process where it is, unless it has been waited for. A process that does not know the question ends.
pub(crate) fn interrupt(child: &Child) {
    // Under the lock, because the kernel may reuse the process id as soon as the process is waited for.
    let running = running();
    if running.groups.contains(&child.id()) {
        let _ = signal::kill(Pid::from_raw(child.id().cast_signed()), WHERE);
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
