//! What was found out about submissions, kept in a journal: what has not changed is not done again.

use joust_match::{BadJournal, Journal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The first line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    /// The version of its format.
    grade: u32,
}

/// A line of the journal. Its first field is the name of the game, as in all journals of joust.
#[derive(Serialize, Deserialize)]
struct Entry {
    game: String,
    key: String,
    student: String,
    work: String,
    found: Value,
}

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadKept {
    /// The file cannot be read or written.
    #[error("{name}: {why}")]
    Io {
        /// The name of the file.
        name: String,
        /// What the system says.
        why: io::Error,
    },
    /// Another program writes to it.
    #[error("{0}: another joust grades into this file now: wait for its end, or choose another with --out")]
    Busy(String),
    /// It is another kind of file, or damaged.
    #[error(
        "{0} is not a journal of grades, or is damaged, and is left as it is: move it away, or choose another place with --out"
    )]
    Foreign(String),
}

impl From<BadJournal> for BadKept {
    fn from(why: BadJournal) -> BadKept {
        match why {
            BadJournal::Io { name, why } => BadKept::Io { name, why },
            BadJournal::Busy(name) => BadKept::Busy(name),
            BadJournal::OtherMatch { name, .. }
            | BadJournal::OtherPrograms { name, .. }
            | BadJournal::Foreign(name)
            | BadJournal::NotAGame { name, .. }
            | BadJournal::BadEnd(name) => BadKept::Foreign(name),
        }
    }
}

/// An open journal. A line is on disk before it counts.
///
/// ```
/// use joust_grade::Kept;
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("grades.journal");
/// let kept = Kept::open(&path).unwrap();
/// kept.put("key", "mad", "ada", "check", &7).unwrap();
/// drop(kept);
/// assert_eq!(Kept::open(&path).unwrap().get::<u32>("key"), Some(7));
/// ```
pub struct Kept {
    journal: Mutex<Journal>,
    known: Mutex<HashMap<String, Value>>,
    /// The bytes of a torn last line that were cut off; 0 is usual.
    pub cut: u64,
}

impl Kept {
    /// Opens the journal, or begins it. See [`Kept`] for an example.
    pub fn open(path: &Path) -> Result<Kept, BadKept> {
        let mut known = HashMap::new();
        let (journal, cut) = Journal::resume(path, &About { grade: 1 }, &mut |entry: Entry| {
            known.insert(entry.key, entry.found);
        })?;
        Ok(Kept { journal: Mutex::new(journal), known: Mutex::new(known), cut })
    }

    /// Forgets everything, so that all is done again.
    pub fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// What was found by the work with this key, if it was done.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(key).and_then(|found| serde_json::from_value(found.clone()).ok())
    }

    /// Keeps what was found.
    pub fn put(
        &self,
        key: &str,
        game: &str,
        student: &str,
        work: &str,
        found: &impl Serialize,
    ) -> Result<(), BadKept> {
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let found = serde_json::to_value(found)
            .map_err(|why| BadKept::Io { name: work.to_owned(), why: why.into() })?;
        let entry = Entry {
            game: game.to_owned(),
            key: key.to_owned(),
            student: student.to_owned(),
            work: work.to_owned(),
            found: found.clone(),
        };
        journal.write(&entry)?;
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), found);
        Ok(())
    }

    /// Flushes all lines to the disk.
    pub fn sync(&self) -> Result<(), BadKept> {
        Ok(self.journal.lock().unwrap_or_else(PoisonError::into_inner).sync()?)
    }
}

/// The key of a work: a hash of all that its result depends on.
pub(crate) fn key(depends_on: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in depends_on {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_cut_off_whole_lines_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.journal");
        let kept = Kept::open(&path).unwrap();
        for key in ["a", "b"] {
            kept.put(key, "mad", "é", "games", &vec![1, 2]).unwrap();
        }
        drop(kept);
        let bytes = std::fs::read(&path).unwrap();
        let first = bytes.iter().position(|byte| *byte == b'\n').unwrap();
        let second = first + 1 + bytes[first + 1..].iter().position(|byte| *byte == b'\n').unwrap();
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let kept = Kept::open(&path).unwrap();
            assert_eq!(kept.get::<Vec<u32>>("a").is_some(), length > second, "{length}");
            assert_eq!(kept.get::<Vec<u32>>("b"), None, "{length}");
        }
    }

    #[test]
    fn files_of_others_are_left_alone_and_two_writers_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("grades.journal");
        for text in ["notes\n", "{\"match\":\"mad\"}\n", "{\"grade\":2}\n", "{\"grade\":1}\nnotes\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(matches!(Kept::open(&path), Err(BadKept::Foreign(_))), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::remove_file(&path).unwrap();
        let _one = Kept::open(&path).unwrap();
        assert!(matches!(Kept::open(&path), Err(BadKept::Busy(_))));
    }

    #[test]
    fn keys_depend_on_where_texts_end() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }
}
