//! A file under a temporary name until it is complete.

use crate::leftovers::{self, Ours};
use crate::{folder_of, plain, sync_name};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// What a kept file must survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// The end of the program.
    Quick,
    /// A power cut: the file is synced.
    Durable,
}

/// A file that takes its place when it is kept. Dropped before, it leaves nothing behind.
///
/// ```
/// use joust_files::{Care, Draft};
/// use std::io::Write;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("table");
/// let mut draft = Draft::new(&path).unwrap();
/// draft.write_all(b"whole").unwrap();
/// assert!(!path.exists());
/// draft.keep(Care::Durable).unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"whole");
/// ```
#[derive(Debug)]
pub struct Draft {
    // The fields are dropped in this order: the file is removed before its name is forgotten.
    path: TempPath,
    file: File,
    ours: Ours,
    target: PathBuf,
}

impl Draft {
    /// Begins a file. The old file stays until [`Draft::keep`]; a place that cannot be written to is refused
    /// here.
    pub fn new(path: &Path) -> io::Result<Draft> {
        let target = behind_links(path)?;
        let name = name_of(&target)?;
        let folder = folder_of(&target);
        leftovers::collect(folder);
        let mut builder = tempfile::Builder::new();
        let prefix = leftovers::prefix(name);
        builder.prefix(&prefix).suffix(leftovers::SUFFIX);
        let old = fs::metadata(&target).ok();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        if let Some(old) = &old {
            plain(old)?;
            // Renaming would replace even a file that nobody may write.
            OpenOptions::new().append(true).open(&target)?;
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(
                &mut options,
                std::os::unix::fs::PermissionsExt::mode(&old.permissions()),
            );
        }
        // Opened here, because the errors of the builder's own files name the draft, which the user does
        // not know.
        let (file, path) = builder.make_in(folder, |draft| options.open(draft))?.into_parts();
        let ours = Ours::new(&path);
        // While this program lives, no other program takes the draft for a leftover.
        let _ = file.try_lock();
        if let Some(old) = old {
            // Where this is not allowed, the file gets the rights of a new one.
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Draft { path, file, ours, target })
    }

    /// Puts the file in its place.
    pub fn keep(self, care: Care) -> io::Result<()> {
        let target = self.target.clone();
        self.keep_as(&target, care)
    }

    /// Puts the file beside its place, with a mark in its name, and returns its path: a draft of `a.res` with
    /// the mark `partial` becomes `a.partial.res`. The old file stays.
    pub fn keep_beside(self, mark: &str, care: Care) -> io::Result<PathBuf> {
        let mut name = self.target.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{mark}"));
        if let Some(ending) = self.target.extension() {
            name.push(".");
            name.push(ending);
        }
        let path = self.target.with_file_name(name);
        self.keep_as(&path, care)?;
        Ok(path)
    }

    fn keep_as(self, target: &Path, care: Care) -> io::Result<()> {
        let Draft { path, file, ours, .. } = self;
        if care == Care::Durable {
            file.sync_all()?;
        }
        NamedTempFile::from_parts(file, path).persist(target).map_err(|failed| failed.error)?;
        drop(ours);
        if care == Care::Durable { sync_name(target) } else { Ok(()) }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// The longest chain of links that is followed: that of Linux.
const MOST_LINKS: usize = 40;

/// The file behind a path: if the path is a link, its target, which need not exist.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = folder_of(&path);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let place = folder.join(name_of(&path)?);
        match fs::read_link(&place) {
            Ok(to) => path = folder.join(to),
            // Not a link: a file, or a path where nothing exists.
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links, one to another"))
}

fn name_of(path: &Path) -> io::Result<&OsStr> {
    path.file_name().ok_or_else(|| io::Error::other("this is not the name of a file"))
}
