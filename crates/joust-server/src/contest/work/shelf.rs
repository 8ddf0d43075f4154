//! What jobs have made, as files in the folder of a contest, each beside a note that says when. Everything is
//! written in full or not at all, so a killed server loses the job that it was doing and nothing else.

use crate::contest::service::{JobKind, JobTrouble, Kept};
use joust_files::{Care, Draft};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The longest note.
const LONGEST: u64 = 1 << 20;

/// What is known of a job of a contest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Note {
    /// When it was asked for, in milliseconds since 1970, if it waits.
    pub(crate) asked: Option<i64>,
    /// When it was begun, if it is being done.
    pub(crate) begun: Option<i64>,
    /// How the last one failed.
    pub(crate) trouble: Option<JobTrouble>,
    /// What was made last. It stays until another one is made.
    pub(crate) kept: Option<Kept>,
}

/// The files of the jobs of all contests.
pub(crate) struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    pub(crate) fn new(folder: PathBuf) -> Shelf {
        Shelf { folder }
    }

    fn note_path(&self, contest: &str, kind: JobKind) -> PathBuf {
        self.folder.join(contest).join(format!("{}.json", kind.word()))
    }

    /// The place of what is made at a time.
    fn path(&self, contest: &str, kind: JobKind, made: i64) -> PathBuf {
        self.folder.join(contest).join(format!("{}-{made}.{}", kind.word(), kind.ending()))
    }

    /// The note of a job. Without a readable one nothing was made.
    pub(crate) fn note(&self, contest: &str, kind: JobKind) -> Note {
        let text = joust_files::read_text(&self.note_path(contest, kind), LONGEST);
        text.ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    /// Writes a note, and removes what it does not name any more.
    pub(crate) fn set_note(&self, contest: &str, kind: JobKind, note: &Note) -> io::Result<()> {
        let path = self.note_path(contest, kind);
        self.make_folder(contest)?;
        let text = serde_json::to_vec(note).map_err(io::Error::other)?;
        joust_files::write(&path, &text, Care::Durable)?;
        let kept = note.kept.as_ref().map(|kept| self.path(contest, kind, kept.made));
        let begin = format!("{}-", kind.word());
        for entry in fs::read_dir(self.folder.join(contest))?.flatten() {
            let is_made = entry.file_name().to_string_lossy().starts_with(&begin);
            if is_made && Some(entry.path()) != kept {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn make_folder(&self, contest: &str) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        // It has the sources of students.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(self.folder.join(contest))
    }

    /// Begins a file.
    pub(super) fn draft(&self, contest: &str, kind: JobKind, made: i64) -> io::Result<Draft> {
        self.make_folder(contest)?;
        Draft::new(&self.path(contest, kind, made))
    }

    /// Opens what was made.
    pub(crate) fn open(&self, contest: &str, kind: JobKind, kept: &Kept) -> io::Result<File> {
        File::open(self.path(contest, kind, kept.made))
    }

    /// All jobs that have a note.
    pub(crate) fn all(&self) -> Vec<(String, JobKind)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Ok(contest) = entry.file_name().into_string() else { continue };
            let noted = JobKind::ALL.into_iter().filter(|kind| self.note_path(&contest, *kind).exists());
            found.extend(noted.map(|kind| (contest.clone(), kind)));
        }
        found
    }

    /// Removes everything of a contest.
    pub(crate) fn remove(&self, contest: &str) -> io::Result<()> {
        let folder = self.folder.join(contest);
        if Path::exists(&folder) { fs::remove_dir_all(folder) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};

    fn kept(made: i64) -> Kept {
        Kept { made, bytes: 3, contests: vec!["c1".to_owned()], gone: 0 }
    }

    #[test]
    fn what_was_made_stays_until_another_one_is_noted() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path().join("joust.contests"));
        let kind = JobKind::Similarity;
        assert_eq!((shelf.note("c1", kind), shelf.all()), (Note::default(), Vec::new()));
        let make = |made: i64, text: &str| {
            let mut draft = shelf.draft("c1", kind, made).unwrap();
            draft.write_all(text.as_bytes()).unwrap();
            draft.keep(Care::Quick).unwrap();
        };
        let read = |made: i64| {
            let mut text = String::new();
            shelf.open("c1", kind, &kept(made)).unwrap().read_to_string(&mut text).map(|_| text).unwrap()
        };
        make(1, "one");
        let first = Note { kept: Some(kept(1)), ..Note::default() };
        shelf.set_note("c1", kind, &first).unwrap();
        // The server is killed after the second file and before its note: the first one stays.
        make(2, "two");
        assert_eq!((shelf.note("c1", kind), read(1)), (first, "one".to_owned()));
        shelf.set_note("c1", kind, &Note { kept: Some(kept(2)), ..Note::default() }).unwrap();
        assert_eq!(read(2), "two");
        assert!(shelf.open("c1", kind, &kept(1)).is_err(), "nothing old is left");
        assert_eq!(shelf.all(), [("c1".to_owned(), kind)]);
        shelf.remove("c1").unwrap();
        assert!(shelf.all().is_empty());
    }
}
