//! What a game says on standard error: gathered, and written soon.
//!
//! The log of a round has ten lines, and a system call for each of them would cost more than the round. So
//! they are written together, at the latest after [`SOON`]: who waits for a player that loops sees the line
//! that names it.

use std::io::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a line may wait while a game is played.
const SOON: Duration = Duration::from_millis(40);

/// The number of bytes that wait for no more.
const ENOUGH: usize = 1 << 14;

static SAID: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn said() -> MutexGuard<'static, Vec<u8>> {
    SAID.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says a text on standard error.
pub(super) fn tell(text: &str) {
    tell_bytes(text.as_bytes());
}

/// Says bytes that need not be text.
pub(super) fn tell_bytes(bytes: &[u8]) {
    let mut said = said();
    said.extend_from_slice(bytes);
    if said.len() >= ENOUGH {
        write(&mut said);
    }
}

/// Writes what was said so far.
pub(super) fn flush() {
    write(&mut said());
}

fn write(said: &mut Vec<u8>) {
    if !said.is_empty() {
        // A closed standard error is not a fault.
        let _ = io::stderr().write_all(said);
        said.clear();
    }
}

/// Writes what is said at regular times, until it is dropped.
pub(super) struct Voice {
    /// The thread ends when this is dropped.
    _lives: Option<Sender<()>>,
}

impl Voice {
    pub(super) fn new() -> Voice {
        let (lives, until) = channel();
        let speak = move || {
            while until.recv_timeout(SOON) == Err(RecvTimeoutError::Timeout) {
                flush();
            }
        };
        let thread = std::thread::Builder::new().name("voice".to_owned()).spawn(speak);
        // Without the thread a game is only said late.
        Voice { _lives: thread.is_ok().then_some(lives) }
    }
}

impl Drop for Voice {
    fn drop(&mut self) {
        flush();
    }
}
