//! The room that is left on a disk.

use std::io;
use std::path::Path;

/// How many bytes this user may still write to the disk of a folder; `None` on systems that do not say.
///
/// ```
/// let folder = std::env::temp_dir();
/// assert!(joust_files::free_bytes(&folder).unwrap().is_none_or(|free| free > 0));
/// ```
#[cfg(unix)]
pub fn free_bytes(folder: &Path) -> io::Result<Option<u64>> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
}

/// How many bytes this user may still write to the disk of a folder; `None` on systems that do not say.
#[cfg(not(unix))]
pub fn free_bytes(_folder: &Path) -> io::Result<Option<u64>> {
    Ok(None)
}
