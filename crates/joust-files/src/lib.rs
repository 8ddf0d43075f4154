//! Files that are there whole or not at all.
//!
//! A [`Draft`] is written beside its place and renamed into it, so that at every moment either the
//! old file or the new one is there in full. An [`Output`] writes to a draft, or to a pipe or a device. A [`Scratch`] is a folder for work in progress. Both
//! go away when they are dropped, when [`abandon_all`] is called before the program exits, and,
//! after a sudden end, at the next start: a program that makes a draft in a folder first removes
//! what dead programs of this user have left there. [`lock`] takes a file for one program,
//! and [`open_to_append`] opens one that is only added to.
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
mod output;
mod scratch;

pub use draft::{Care, Draft};
pub use leftovers::abandon_all;
pub use lock::lock;
pub use output::{Output, write};
pub use scratch::Scratch;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Makes the names in a folder durable: those that were added, renamed and removed.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    match File::open(path).and_then(|folder| folder.sync_all()) {
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

/// Opens a file for reading and for adding to its end, or begins one. Whatever is not a plain file is
/// refused: a pipe may have no end, and a device neither an end nor a length.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    // Looked at before, because opening a device may be a deed; and after, because another program may
    // have put something else there. Opening does not wait: a pipe that is opened for both reading and
    // writing has both ends.
    if let Ok(old) = fs::metadata(path) {
        plain(&old)?;
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    plain(&file.metadata()?)?;
    Ok(file)
}

/// Refuses what is not a plain file.
fn plain(data: &Metadata) -> io::Result<()> {
    if data.is_file() { Ok(()) } else { Err(io::Error::other("this is not a plain file")) }
}

/// The folder that holds a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
