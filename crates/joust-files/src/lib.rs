//! Files that are there whole or not at all.
//!
//! A [`Draft`] is written beside its place and renamed into it, so that at every moment either the old or
//! the new file is there in full. An [`Output`] writes to a draft, or to a pipe or a device. A [`Scratch`]
//! is a folder for work in progress. Drafts and scratch folders are removed when they are dropped, when
//! [`abandon_all`] is called before the program exits, and after a kill at the next start: a program that
//! creates a draft in a folder first removes the leftovers of this user's dead programs. [`lock`] reserves a
//! file for one program, [`open_to_append`] opens a file that is only added to, [`read`] reads a file up to a
//! limit, [`private_folder`] is a folder that only its owner can change, and [`free_bytes`] is the room on a disk.
//!
//! ```
//! use joust_files::{Care, write};
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("game.mad");
//! write(&path, b"1. pass", Care::Durable).unwrap();
//! assert_eq!(std::fs::read(&path).unwrap(), b"1. pass");
//! ```

mod bounded;
mod draft;
mod free;
mod leftovers;
mod lock;
mod output;
mod private;
mod scratch;

pub use bounded::{read, read_all, read_text};
pub use draft::{Care, Draft};
pub use free::free_bytes;
pub use leftovers::abandon_all;
pub use lock::{Locked, lock, try_lock};
pub use output::{Output, write};
pub use private::private_folder;
pub use scratch::Scratch;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Makes changes of names in a folder durable: added, renamed and removed files.
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

/// Opens or creates a file for reading and appending. Only plain files are accepted: a pipe may have no end,
/// and a device has neither an end nor a length.
pub fn open_to_append(path: &Path) -> io::Result<File> {
    // Checked before, because opening a device may have effects; and after, because another program may have
    // replaced the file. Opening does not block: a pipe opened for reading and writing has both ends.
    if let Ok(old) = fs::metadata(path) {
        plain(&old)?;
    }
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    plain(&file.metadata()?)?;
    Ok(file)
}

/// Opens a plain file for reading. A pipe may have no end, and can be read only once.
pub fn open_plain(path: &Path) -> io::Result<File> {
    plain(&fs::metadata(path)?)?;
    let file = File::open(path)?;
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
