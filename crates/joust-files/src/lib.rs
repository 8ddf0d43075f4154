//! Files that are there whole or not at all.
//!
//! A [`Draft`] is written beside its place and renamed into it, so that at every moment either the
//! old file or the new one is there in full. A [`Scratch`] is a folder for work in progress. Both
//! go away when they are dropped, when [`abandon_all`] is called before the program exits, and,
//! after a sudden end, at the next start: a program that makes a draft in a folder first removes
//! what dead programs of the same user have left there. [`lock`] takes a file for one program.
//!
//! ```
//! use joust_files::{Care, write};
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("game.mad");
//! write(&path, b"1. pass", Care::Durable).unwrap();
//! assert_eq!(std::fs::read(&path).unwrap(), b"1. pass");
//! ```

mod draft;
mod leftovers;
mod lock;
mod scratch;

pub use draft::{Care, Draft, write};
pub use leftovers::abandon_all;
pub use lock::lock;
pub use scratch::Scratch;

use std::io;
use std::path::Path;

/// Makes the names in a folder durable: those that were added, renamed and removed.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    match std::fs::File::open(path).and_then(|folder| folder.sync_all()) {
        // A folder may be writable and not readable, and some file systems cannot sync one.
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {}
        Err(why) if why.kind() == io::ErrorKind::InvalidInput => {}
        Err(why) if why.kind() == io::ErrorKind::Unsupported => {}
        synced => return synced,
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Makes the name of a file durable.
pub fn sync_name(path: &Path) -> io::Result<()> {
    sync_folder(folder_of(path))
}

/// The folder that holds a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
