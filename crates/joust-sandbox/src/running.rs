//! The processes that run, so that a program which is ended by a signal can end them first.

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Running {
    /// Processes that were started and not waited for, by number, which is that of their group.
    groups: BTreeSet<u32>,
    /// Whether the end has come: nothing is started any more.
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeSet::new(), closed: false });

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
pub(crate) fn spawn(command: &mut Command) -> io::Result<Child> {
    // Under the lock, so that nothing is started behind the back of `end_all`.
    let mut running = running();
    if running.closed {
        return Err(io::Error::other("the program is ending"));
    }
    let child = command.spawn()?;
    running.groups.insert(child.id());
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
        running.groups.remove(&child.id());
    }
    child.try_wait().unwrap_or(None)
}

/// Ends a process with its group, unless it has been waited for.
pub(crate) fn end(child: &mut Child) {
    let mut running = running();
    if running.groups.remove(&child.id()) {
        kill(child.id());
        let _ = child.kill();
        let _ = child.wait();
    }
}

fn kill(group: u32) {
    // A group that has ended is what was wanted.
    let _ = killpg(Pid::from_raw(group.cast_signed()), Signal::SIGKILL);
}
