//! Locks: one program at a time has a file.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// How often a lock is tried while it is waited for.
const PAUSE: Duration = Duration::from_millis(20);

/// Locks a file for this program until the file is closed; false when another program still has it after
/// this time. Waiting helps against the lock of a program that was ended a moment ago, or that has just
/// started another one.
///
/// Some file systems have no locks. There the answer is true.
///
/// ```
/// # let file = tempfile::tempfile().unwrap();
/// assert!(joust_files::lock(&file, std::time::Duration::ZERO));
/// ```
pub fn lock(file: &File, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        match file.try_lock() {
            Ok(()) | Err(TryLockError::Error(_)) => return true,
            Err(TryLockError::WouldBlock) if Instant::now() >= until => return false,
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
    }
}
