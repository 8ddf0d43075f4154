//! Locks: one program at a time uses a file.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// The time between two attempts to get a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// What became of an attempt to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locked {
    /// No other program has the lock.
    Held,
    /// Another program has it.
    Busy,
    /// The file system has no locks: another program may use the file at the same time.
    Unknown,
}

/// Locks a file for this program until the file is closed; false if another program still has the lock after
/// `patience`. Waiting helps if that program was killed a moment ago, or has just started a child.
///
/// On file systems without locks the answer is true; [`try_lock`] tells the difference.
///
/// ```
/// # let file = tempfile::tempfile().unwrap();
/// assert!(joust_files::lock(&file, std::time::Duration::ZERO));
/// ```
pub fn lock(file: &File, patience: Duration) -> bool {
    try_lock(file, patience) != Locked::Busy
}

/// [`lock`], for callers that warn where there are no locks.
///
/// ```
/// use joust_files::{Locked, try_lock};
/// # let file = tempfile::tempfile().unwrap();
/// assert_eq!(try_lock(&file, std::time::Duration::ZERO), Locked::Held);
/// ```
pub fn try_lock(file: &File, patience: Duration) -> Locked {
    let until = Instant::now() + patience;
    loop {
        match outcome(&file.try_lock()) {
            Locked::Busy if Instant::now() < until => std::thread::sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

fn outcome(attempt: &Result<(), TryLockError>) -> Locked {
    match attempt {
        Ok(()) => Locked::Held,
        Err(TryLockError::WouldBlock) => Locked::Busy,
        Err(TryLockError::Error(_)) => Locked::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_without_locks_is_told_from_a_file_that_is_in_use() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let [one, other] = [0, 1].map(|_| File::open(file.path()).unwrap());
        assert_eq!(try_lock(&one, Duration::ZERO), Locked::Held);
        assert_eq!(try_lock(&other, Duration::ZERO), Locked::Busy);
        assert!(!lock(&other, Duration::ZERO));
        let unsupported = std::io::Error::from(std::io::ErrorKind::Unsupported);
        assert_eq!(outcome(&Err(TryLockError::Error(unsupported))), Locked::Unknown);
    }
}
