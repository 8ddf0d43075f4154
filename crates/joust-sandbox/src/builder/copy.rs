//! Copies a source that is not trusted for its compiler: plain files, within limits.

use super::BadBuild;
use super::source::{LONGEST, Sources};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes and files that are copied.
const MOST_BYTES: u64 = LONGEST;
const MOST_FILES: usize = 2000;
const TOO_MUCH: &str = "is one file too many: a source that is not trusted has at most 2000 files and 16 MB";
/// The files of a folder that a compiler of C++ reads, by how their names end.
const READ: [&str; 13] =
    ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tcc", "def"];

/// Copies what a compiler of C++ may read, and gives the files to compile, relative to the copy.
pub(super) fn copy(sources: &Sources, to: &Path) -> Result<Vec<PathBuf>, BadBuild> {
    let mut room = Room::new();
    match &sources.folder {
        Some(folder) => {
            let is_read =
                |path: &Path| path.extension().and_then(OsStr::to_str).is_some_and(|end| READ.contains(&end));
            room.folder(folder, to, &is_read)?;
        }
        None => {
            for file in &sources.files {
                room.file(file, &to.join(file.file_name().unwrap_or_default()))?;
            }
        }
    }
    Ok(sources
        .files
        .iter()
        .map(|file| not_an_option(Path::new(file.file_name().unwrap_or_default())))
        .collect())
}

/// A relative path that no compiler takes for an option.
pub(super) fn not_an_option(path: &Path) -> PathBuf {
    let dashed = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    if dashed { Path::new(".").join(path) } else { path.to_owned() }
}

/// What may still be copied.
pub(super) struct Room {
    files: usize,
    bytes: u64,
}

impl Room {
    pub(super) fn new() -> Room {
        Room { files: MOST_FILES, bytes: MOST_BYTES }
    }

    /// Copies a file.
    pub(super) fn file(&mut self, from: &Path, to: &Path) -> Result<(), BadBuild> {
        let unreadable = |why| BadBuild::Unreadable { file: from.to_owned(), why };
        let file = joust_files::open_plain(from).map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        match (self.files.checked_sub(1), self.bytes.checked_sub(size)) {
            (Some(files), Some(bytes)) => *self = Room { files, bytes },
            _ => return Err(BadBuild::NotASource { file: from.to_owned(), wrong: TOO_MUCH.into() }),
        }
        fs::write(to, joust_files::read_all(file, size).map_err(unreadable)?)?;
        Ok(())
    }

    /// Copies the files of a folder that the compiler reads into a folder that exists. Links are left out: they may
    /// lead anywhere.
    pub(super) fn folder(
        &mut self,
        from: &Path,
        to: &Path,
        is_read: &dyn Fn(&Path) -> bool,
    ) -> Result<(), BadBuild> {
        let unreadable = |why| BadBuild::Unreadable { file: from.to_owned(), why };
        for entry in fs::read_dir(from).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (kind, path) = (entry.file_type().map_err(unreadable)?, entry.path());
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let copy = to.join(entry.file_name());
            if kind.is_dir() && !is_hidden {
                fs::create_dir(&copy)?;
                self.folder(&path, &copy, is_read)?;
            } else if kind.is_file() && is_read(&path) {
                self.file(&path, &copy)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_plain_files_within_limits() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir_all(from.path().join("src/deep")).unwrap();
        for (path, text) in [("src/deep/a.rs", "a"), ("src/.hidden", "h"), ("src/notes.md", "n")] {
            fs::write(from.path().join(path), text).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", from.path().join("src/b.rs")).unwrap();
        let is_read = |path: &Path| path.extension() == Some(OsStr::new("rs"));
        Room::new().folder(from.path(), to.path(), &is_read).unwrap();
        assert_eq!(fs::read_to_string(to.path().join("src/deep/a.rs")).unwrap(), "a");
        assert_eq!(fs::read_dir(to.path().join("src")).unwrap().count(), 1);
        let mut full = Room { files: 1, bytes: 0 };
        let why = full.file(&from.path().join("src/notes.md"), &to.path().join("c")).unwrap_err();
        assert!(why.to_string().contains("at most 2000 files and 16 MB"), "{why}");
    }

    #[test]
    fn a_name_is_not_an_option() {
        assert_eq!(not_an_option(Path::new("-o.cc")), Path::new("./-o.cc"));
        assert_eq!(not_an_option(Path::new("bot.cc")), Path::new("bot.cc"));
    }
}
