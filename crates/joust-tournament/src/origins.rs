//! Which machine played which game, in a file beside the journal.
//!
//! The journal must not depend on where games were played, so it does not say so. But when a machine is found
//! to lie, all of its games are played again, also those of an earlier run.

use crate::journal::BadStart;
use joust_match::Journal;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The open file of a tournament that other machines play.
pub(crate) struct Origins {
    file: Journal,
    known: Known,
}

/// What the file says.
#[derive(Default)]
struct Known {
    by: BTreeMap<usize, String>,
    out: BTreeSet<String>,
}

/// The first line.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    /// The name of the tournament.
    workers: String,
}

/// A machine has played a game, or has lied. The first field is that of all journals, so that a torn last line
/// is known as one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Origin {
    game: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    out: Option<String>,
}

impl Known {
    fn add(&mut self, origin: Origin) {
        if let (Some(game), Some(by)) = (origin.game, origin.by) {
            self.by.insert(game, by);
        }
        self.out.extend(origin.out);
    }
}

/// The file for the origins of the games of a journal: `spring.workers` beside `spring.journal`.
fn beside(journal: &Path) -> PathBuf {
    journal.with_extension("workers")
}

impl Origins {
    /// Opens the file, or begins it. A journal without games has no origins.
    pub(crate) fn open(journal: &Path, tournament: &str, has_games: bool) -> Result<Origins, BadStart> {
        let (path, heading) = (beside(journal), Heading { workers: tournament.to_owned() });
        let mut known = Known::default();
        if !has_games && path.exists() {
            // Begun anew; what is in it is about games that are not there any more.
            joust_files::write(&path, b"", joust_files::Care::Durable)
                .map_err(|why| BadStart::Io { name: path.display().to_string(), why })?;
        }
        let (file, _) = Journal::resume(&path, &heading, &mut |origin| known.add(origin))?;
        Ok(Origins { file, known })
    }

    /// The games of machines that have lied, according to the file of a journal; none if there is no file.
    pub(crate) fn tainted(journal: &Path, tournament: &str) -> Result<BTreeSet<usize>, BadStart> {
        if !beside(journal).exists() {
            return Ok(BTreeSet::new());
        }
        let origins = Origins::open(journal, tournament, true)?;
        let Known { by, out } = &origins.known;
        Ok(by.iter().filter(|(_, by)| out.contains(*by)).map(|(game, _)| *game).collect())
    }

    /// Notes which machine has played a game. It is on the disk before the game is in the journal.
    pub(crate) fn add(&mut self, game: usize, by: &str) -> Result<(), BadStart> {
        self.write(Origin { game: Some(game), by: Some(by.to_owned()), out: None })
    }

    /// Notes that a machine has lied, and gives the games that it has played.
    pub(crate) fn shut_out(&mut self, by: &str) -> Result<BTreeSet<usize>, BadStart> {
        self.write(Origin { game: None, by: None, out: Some(by.to_owned()) })?;
        self.sync()?;
        Ok(self.known.by.iter().filter(|(_, of)| *of == by).map(|(game, _)| *game).collect())
    }

    /// Flushes everything to the disk.
    pub(crate) fn sync(&mut self) -> Result<(), BadStart> {
        Ok(self.file.sync()?)
    }

    fn write(&mut self, origin: Origin) -> Result<(), BadStart> {
        self.file.write(&origin)?;
        self.known.add(origin);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_lied_is_remembered_with_its_last_games() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("spring.journal");
        assert!(Origins::tainted(&journal, "spring").unwrap().is_empty());
        let mut origins = Origins::open(&journal, "spring", false).unwrap();
        for (game, by) in [(0, "ada"), (1, "bob"), (2, "ada"), (3, "bob")] {
            origins.add(game, by).unwrap();
        }
        assert_eq!(origins.shut_out("ada").unwrap(), BTreeSet::from([0, 2]));
        origins.add(0, "bob").unwrap();
        drop(origins);
        assert_eq!(Origins::tainted(&journal, "spring").unwrap(), BTreeSet::from([2]));
        drop(Origins::open(&journal, "spring", false).unwrap());
        assert!(Origins::tainted(&journal, "spring").unwrap().is_empty());
    }
}
