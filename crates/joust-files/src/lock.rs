//! Locks: one program at a time uses a file.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// The time between two attempts to get a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// Locks a file for this program until the file is closed; false if another program still has the lock after
/// `patience`. Waiting helps if that program was killed a moment ago, or has just started a child.
///
/// On file systems without locks the answer is true.
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
