//! What students handed in: one file or one folder each.

use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A submission that was found, and not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the student: that of the file without its ending, or of the folder. Where two students would
    /// have one name, it is the whole name of the file.
    pub name: String,
    /// The file or folder.
    pub path: PathBuf,
}

/// The files of a submission, as they were when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The files in the order of their paths, relative to the submission.
    pub(crate) files: Vec<Piece>,
    /// Whether the submission is a folder.
    pub(crate) is_folder: bool,
}

/// A file of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// Whether it may be executed.
    pub(crate) is_program: bool,
}

/// What a submission may still have.
struct Left {
    bytes: u64,
    /// Files and folders.
    entries: usize,
}

/// Why a submission cannot be graded.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file, as its student calls it.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// It is empty.
    #[error("there is nothing in it")]
    Empty,
    /// It is neither a file nor a folder.
    #[error("it is neither a file nor a folder")]
    Odd,
    /// It is too large.
    #[error("it is too large: at most {MOST_FILES} files with {} MB are graded", MOST_BYTES >> 20)]
    TooLarge,
}

/// The most files and bytes of a submission. Students hand in sources, and a module has a few megabytes.
const MOST_FILES: usize = 2000;
const MOST_BYTES: u64 = 64 << 20;
/// The deepest folder in a folder.
const DEEPEST: usize = 32;
/// Folders that tools make, beside those whose names begin with a dot.
const MADE: [&str; 4] = ["target", "node_modules", "__pycache__", "__MACOSX"];

impl Submission {
    /// The submissions in a folder, by name. Hidden files and the files in `others` are none.
    ///
    /// ```
    /// use joust_grade::Submission;
    /// # let folder = tempfile::tempdir().unwrap();
    /// for name in ["bob.js", "ada.cc", "ada.wasm", ".git", "rubric.toml"] {
    ///     std::fs::write(folder.path().join(name), "…").unwrap();
    /// }
    /// let found = Submission::find(folder.path(), &[folder.path().join("rubric.toml")]).unwrap();
    /// let names: Vec<_> = found.iter().map(|submission| submission.name.as_str()).collect();
    /// assert_eq!(names, ["ada.cc", "ada.wasm", "bob"]);
    /// ```
    pub fn find(folder: &Path, others: &[PathBuf]) -> io::Result<Vec<Submission>> {
        let others: Vec<PathBuf> = others.iter().filter_map(|other| other.canonicalize().ok()).collect();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_other = path.canonicalize().is_ok_and(|real| others.contains(&real));
            if !path.file_name().is_some_and(is_hidden) && !is_other {
                paths.push(path);
            }
        }
        paths.sort();
        let short = |path: &PathBuf| name(path, !path.is_dir());
        let shorts: Vec<String> = paths.iter().map(short).collect();
        let submission = |(path, short): (&PathBuf, &String)| {
            let is_alone = shorts.iter().filter(|other| *other == short).count() == 1;
            Submission { name: if is_alone { short.clone() } else { name(path, false) }, path: path.clone() }
        };
        let mut all: Vec<Submission> = paths.iter().zip(&shorts).map(submission).collect();
        // Names that are not UTF-8 may look alike.
        for at in 0..all.len() {
            let before = all[..at].iter().filter(|other| other.name == all[at].name).count();
            if before > 0 {
                all[at].name = format!("{} ({})", all[at].name, before + 1);
            }
        }
        all.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(all)
    }

    /// Reads all files. Links in a folder are left out, because they may lead anywhere, and so is what tools
    /// make.
    pub fn read(&self) -> Result<Contents, Unfit> {
        let own = PathBuf::from(self.path.file_name().unwrap_or_default());
        let unreadable = |why| Unfit::Unreadable { path: own.clone(), why };
        let data = fs::metadata(&self.path).map_err(unreadable)?;
        let mut contents = Contents { files: Vec::new(), is_folder: data.is_dir() };
        let mut left = Left { bytes: MOST_BYTES, entries: MOST_FILES };
        if data.is_dir() {
            contents.add_folder(&self.path, Path::new(""), 0, &mut left)?;
        } else if data.is_file() {
            contents.add_file(&self.path, own, &mut left)?;
        } else {
            return Err(Unfit::Odd);
        }
        if contents.files.iter().all(|file| file.bytes.is_empty()) {
            return Err(Unfit::Empty);
        }
        contents.files.sort_by(|one, other| one.path.cmp(&other.path));
        contents.leave_out_common_folder();
        Ok(contents)
    }
}

/// The name of a student, as text.
fn name(path: &Path, without_ending: bool) -> String {
    let name = if without_ending { path.file_stem() } else { path.file_name() };
    // A line end in a name would break tables.
    name.unwrap_or_default().to_string_lossy().replace(char::is_control, "?")
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

impl Contents {
    fn add_file(&mut self, from: &Path, path: PathBuf, left: &mut Left) -> Result<(), Unfit> {
        let unreadable = |why| Unfit::Unreadable { path: path.clone(), why };
        let file = joust_files::open_plain(from).map_err(unreadable)?;
        let data = file.metadata().map_err(unreadable)?;
        if data.len() > left.bytes {
            return Err(Unfit::TooLarge);
        }
        let bytes = joust_files::read_all(file, left.bytes).map_err(unreadable)?;
        left.bytes -= bytes.len() as u64;
        self.files.push(Piece { path, bytes, is_program: is_program(&data) });
        Ok(())
    }

    fn add_folder(&mut self, from: &Path, path: &Path, deep: usize, left: &mut Left) -> Result<(), Unfit> {
        let unreadable = |why| Unfit::Unreadable { path: path.to_owned(), why };
        if deep == DEEPEST {
            return Err(Unfit::TooLarge);
        }
        for entry in fs::read_dir(from).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (kind, name) = (entry.file_type().map_err(unreadable)?, entry.file_name());
            let is_made = kind.is_dir() && MADE.iter().any(|made| name == *made);
            if is_hidden(&name) || is_made {
                continue;
            }
            left.entries = left.entries.checked_sub(1).ok_or(Unfit::TooLarge)?;
            if kind.is_dir() {
                self.add_folder(&entry.path(), &path.join(&name), deep + 1, left)?;
            } else if kind.is_file() {
                self.add_file(&entry.path(), path.join(&name), left)?;
            }
        }
        Ok(())
    }

    /// Archives often have a folder around all files, which is no part of the submission.
    fn leave_out_common_folder(&mut self) {
        let first = |piece: &Piece| -> Option<OsString> {
            let mut parts = piece.path.components();
            let first = parts.next()?.as_os_str().to_owned();
            parts.next().map(|_| first)
        };
        while let Some(common) = self.files.first().and_then(first) {
            if self.files.iter().any(|piece| first(piece).as_ref() != Some(&common)) {
                break;
            }
            for piece in &mut self.files {
                piece.path = piece.path.components().skip(1).collect();
            }
        }
    }

    /// The files with their paths in the submission.
    ///
    /// ```
    /// use joust_grade::Submission;
    /// # let folder = tempfile::tempdir().unwrap();
    /// std::fs::write(folder.path().join("ada.py"), "print(1)").unwrap();
    /// let contents = Submission::find(folder.path(), &[]).unwrap()[0].read().unwrap();
    /// let files: Vec<_> = contents.files().collect();
    /// assert_eq!(files, [("ada.py".as_ref(), &b"print(1)"[..])]);
    /// ```
    pub fn files(&self) -> impl Iterator<Item = (&Path, &[u8])> {
        self.files.iter().map(|piece| (piece.path.as_path(), piece.bytes.as_slice()))
    }

    /// The SHA-256 of all files with their paths.
    pub fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for Piece { path, bytes, is_program } in &self.files {
            let name = path.as_os_str().as_encoded_bytes();
            for part in [name, bytes.as_slice(), &[u8::from(*is_program)]] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hex::encode(hash.finalize())
    }

    /// Writes all files into an empty folder.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        for piece in &self.files {
            let path = folder.join(&piece.path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, &piece.bytes)?;
            #[cfg(unix)]
            if piece.is_program {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn is_program(data: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_program(_: &fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission(path: &Path) -> Submission {
        Submission { name: "ada".to_owned(), path: path.to_owned() }
    }

    fn put(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn the_folder_around_an_archive_is_left_out() {
        let place = tempfile::tempdir().unwrap();
        put(place.path(), "a/ada-project/src/bot.cc", "1");
        put(place.path(), "a/ada-project/bot.h", "2");
        put(place.path(), "a/__MACOSX/ada-project/bot.h", "x");
        put(place.path(), "a/.git/config", "x");
        let contents = submission(&place.path().join("a")).read().unwrap();
        let paths: Vec<_> = contents.files.iter().map(|piece| piece.path.to_str().unwrap()).collect();
        assert_eq!(paths, ["bot.h", "src/bot.cc"]);
    }

    #[test]
    fn a_hash_changes_with_names_and_contents_only() {
        let place = tempfile::tempdir().unwrap();
        let hash = |name: &str, text: &str| {
            let folder = tempfile::tempdir_in(place.path()).unwrap();
            put(folder.path(), name, text);
            put(folder.path(), "z", "z");
            submission(folder.path()).read().unwrap().hash()
        };
        assert_eq!(hash("a", "1"), hash("a", "1"));
        assert_ne!(hash("a", "1"), hash("a", "2"));
        assert_ne!(hash("a", "1"), hash("b", "1"));
    }

    #[test]
    fn what_cannot_be_graded_is_told() {
        let place = tempfile::tempdir().unwrap();
        let unfit = |name: &str| submission(&place.path().join(name)).read().unwrap_err().to_string();
        assert!(unfit("none").starts_with("none cannot be read: "), "{}", unfit("none"));
        fs::create_dir(place.path().join("empty")).unwrap();
        assert_eq!(unfit("empty"), "there is nothing in it");
        put(place.path(), "blank.cc", "");
        assert_eq!(unfit("blank.cc"), "there is nothing in it");
        for number in 0..=MOST_FILES {
            fs::create_dir_all(place.path().join(format!("many/{number}"))).unwrap();
        }
        assert!(unfit("many").starts_with("it is too large"), "{}", unfit("many"));
        let huge = fs::File::create(place.path().join("huge.wasm")).unwrap();
        huge.set_len(MOST_BYTES + 1).unwrap();
        assert!(unfit("huge.wasm").starts_with("it is too large"), "{}", unfit("huge.wasm"));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_folder_are_left_out_and_names_stay_in_one_line() {
        let place = tempfile::tempdir().unwrap();
        put(place.path(), "a\nb/bot.cc", "1");
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("a\nb/passwd.h")).unwrap();
        let found = Submission::find(place.path(), &[]).unwrap();
        assert_eq!(found[0].name, "a?b");
        assert_eq!(found[0].read().unwrap().files.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn names_that_look_alike_are_told_apart() {
        use std::os::unix::ffi::OsStrExt;
        let place = tempfile::tempdir().unwrap();
        for name in [&b"a\xff.cc"[..], b"a\xfe.cc"] {
            fs::write(place.path().join(OsStr::from_bytes(name)), "1").unwrap();
        }
        let names: Vec<_> =
            Submission::find(place.path(), &[]).unwrap().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["a\u{fffd}.cc", "a\u{fffd}.cc (2)"]);
    }
}
