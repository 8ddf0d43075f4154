//! Programs of `line:` for tests.

#![allow(dead_code, reason = "each test file uses its own part")]

use joust_core::{Answer, Asked, Fault, Player, Seat};
use joust_mad::{Action, Battle};
use joust_sandbox::{LinePlayer, LineProgram};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A program with a minute for each move.
pub(crate) fn seat(command: &str) -> LinePlayer {
    seat_for(command, millis(60_000))
}

/// A program with this time for each move.
pub(crate) fn seat_for(command: &str, timeout: Duration) -> LinePlayer {
    LinePlayer::new(LineProgram { command: command.to_owned(), timeout, move_time: None })
}

/// What a program answers in the first position of MAD.
pub(crate) fn turn(player: &mut LinePlayer) -> Result<Answer<Action>, Fault> {
    let (game, stop) = (Battle::default(), AtomicBool::new(false));
    player.act(&Asked::new(&game, Seat::FIRST, &stop))
}

/// A file of this name for tests, which is not there yet.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

/// Waits for something, though not for ever.
pub(crate) fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(millis(10));
    }
}

/// The numbers of processes that are written to a file, as soon as there are this many.
pub(crate) fn processes(file: &Path, count: usize) -> Vec<String> {
    wait("no process was started", || {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let found: Vec<String> = text.lines().map(str::to_owned).collect();
        (found.len() >= count && text.ends_with('\n')).then_some(found)
    })
}

/// Whether a process runs. One that has ended may be listed until its parent asks for its status.
pub(crate) fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next()).is_some_and(|state| state != "Z")
}

/// Waits for the end of all these processes.
pub(crate) fn all_end(pids: &[String]) {
    wait("a process is left behind", || pids.iter().all(|pid| !runs(pid)).then_some(()));
}
