//! Folders that only their owner can change.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};

/// Creates a folder for this user alone if it does not exist, and gives its true path. A folder in which another
/// user could put a file, or could replace on the way to it, is refused.
///
/// ```
/// let place = tempfile::tempdir().unwrap();
/// let folder = joust_files::private_folder(&place.path().join("cache/modules")).unwrap();
/// assert!(folder.is_dir());
/// ```
pub fn private_folder(path: &Path) -> io::Result<PathBuf> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    let folder = fs::canonicalize(path)?;
    #[cfg(unix)]
    for (above, step) in folder.ancestors().enumerate() {
        if !is_private(step, above > 0)? {
            let why = format!("other users can write {}", step.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
    }
    Ok(folder)
}

/// Whether only this user and the administrator decide what a name in the folder stands for.
#[cfg(unix)]
fn is_private(folder: &Path, is_above: bool) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    const WRITABLE_BY_OTHERS: u32 = 0o022;
    // In such a folder, users cannot rename or remove the files of each other.
    const STICKY: u32 = 0o1000;
    let data = fs::metadata(folder)?;
    let is_ours = data.uid() == rustix::process::geteuid().as_raw() || (is_above && data.uid() == 0);
    let is_closed = data.mode() & WRITABLE_BY_OTHERS == 0 || (is_above && data.mode() & STICKY != 0);
    Ok(is_ours && is_closed)
}
