//! One program at a time.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// How often a lock is tried while it is waited for.
const PAUSE: Duration = Duration::from_millis(20);

/// Takes a file for this program until it is closed; false when another program has it. A lock of a
/// program that was ended a moment ago, or that has just started another one, is waited for.
///
/// Some file systems do not know locks. Nobody can be asked there, and the answer is true.
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
