//! Folders for work in progress.

use crate::leftovers::{self, Ours};
use crate::{folder_of, sync_folder, sync_name};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// A folder that is removed with its contents, unless it is kept.
///
/// ```
/// use joust_files::Scratch;
/// let scratch = Scratch::private("build").unwrap();
/// let path = scratch.path().to_owned();
/// std::fs::write(path.join("main.o"), b"...").unwrap();
/// drop(scratch);
/// assert!(!path.exists());
/// ```
#[derive(Debug)]
pub struct Scratch {
    // The fields are dropped in this order: the folder is removed before its name is forgotten.
    folder: TempDir,
    ours: Ours,
    /// Held while this program runs, so that no other program takes the folder for a leftover.
    lock: Option<File>,
}

impl Scratch {
    /// A folder among the system's temporary files that only this user can enter. Another user can neither
    /// guess its name nor create it first.
    pub fn private(name: &str) -> io::Result<Scratch> {
        Scratch::make(&std::env::temp_dir(), OsStr::new(name), 0o700)
    }

    /// A folder beside the place where it will be kept.
    pub fn beside(place: &Path) -> io::Result<Scratch> {
        Scratch::make(folder_of(place), place.file_name().unwrap_or(OsStr::new("folder")), 0o777)
    }

    fn make(parent: &Path, name: &OsStr, mode: u32) -> io::Result<Scratch> {
        leftovers::collect(parent);
        let prefix = leftovers::prefix(name);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(leftovers::SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        #[cfg(not(unix))]
        let _ = mode;
        let folder = builder.tempdir_in(parent)?;
        let ours = Ours::new(folder.path());
        let lock = File::open(folder.path()).ok();
        let _ = lock.as_ref().map(File::try_lock);
        Ok(Scratch { folder, ours, lock })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Moves the folder to a place where nothing exists, or an empty folder. Its files should be synced
    /// before.
    pub fn keep(self, place: &Path) -> io::Result<()> {
        let Scratch { folder, ours, lock } = self;
        sync_folder(folder.path())?;
        fs::rename(folder.path(), place)?;
        // From now on another program may use the name of the folder.
        let _ = folder.keep();
        drop((ours, lock));
        sync_name(place)
    }
}
