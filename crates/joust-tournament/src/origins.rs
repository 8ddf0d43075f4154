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
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Origin {
    game: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    out: Option<String>,
    /// The games of all machines that have lied were taken out of the journal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    clean: bool,
}

impl Known {
    fn add(&mut self, origin: Origin) {
        if let (Some(game), Some(by)) = (origin.game, origin.by) {
            self.by.insert(game, by);
        }
        self.out.extend(origin.out);
        if origin.clean {
            self.by.retain(|_, by| !self.out.contains(by));
        }
    }

    /// The games of machines that have lied and are perhaps in the journal.
    fn tainted(&self) -> BTreeSet<usize> {
        self.by.iter().filter(|(_, by)| self.out.contains(*by)).map(|(game, _)| *game).collect()
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

    /// Opens the file of a journal, if there is one.
    pub(crate) fn of(journal: &Path, tournament: &str) -> Result<Option<Origins>, BadStart> {
        beside(journal).exists().then(|| Origins::open(journal, tournament, true)).transpose()
    }

    /// The games of machines that have lied and are perhaps in the journal.
    pub(crate) fn tainted(&self) -> BTreeSet<usize> {
        self.known.tainted()
    }

    /// The machines that have lied.
    pub(crate) fn liars(&self) -> impl Iterator<Item = &str> {
        self.known.out.iter().map(String::as_str)
    }

    /// Notes that these games are not in the journal any more; others will play them.
    pub(crate) fn clean(&mut self) -> Result<(), BadStart> {
        self.write(Origin { clean: true, ..Origin::default() })?;
        self.sync()
    }

    /// Notes which machine has played a game. It is on the disk before the game is in the journal.
    pub(crate) fn add(&mut self, game: usize, by: &str) -> Result<(), BadStart> {
        self.write(Origin { game: Some(game), by: Some(by.to_owned()), ..Origin::default() })
    }

    /// Notes that a machine has lied, and gives the games that it has played.
    pub(crate) fn shut_out(&mut self, by: &str) -> Result<BTreeSet<usize>, BadStart> {
        self.write(Origin { out: Some(by.to_owned()), ..Origin::default() })?;
        self.sync()?;
        Ok(self.tainted())
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
    fn a_machine_that_lied_is_remembered_with_its_games_until_they_are_taken_out() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("spring.journal");
        assert!(Origins::of(&journal, "spring").unwrap().is_none());
        let tainted = || Origins::of(&journal, "spring").unwrap().unwrap().tainted();
        let mut origins = Origins::open(&journal, "spring", false).unwrap();
        for (game, by) in [(0, "ada"), (1, "bob"), (2, "ada"), (3, "bob")] {
            origins.add(game, by).unwrap();
        }
        assert_eq!(origins.shut_out("ada").unwrap(), BTreeSet::from([0, 2]));
        origins.add(0, "bob").unwrap();
        drop(origins);
        assert_eq!(tainted(), BTreeSet::from([2]), "bob has played game 0 again");
        Origins::of(&journal, "spring").unwrap().unwrap().clean().unwrap();
        assert!(tainted().is_empty(), "whoever plays game 2 now need not be noted");
        drop(Origins::open(&journal, "spring", false).unwrap());
        assert!(tainted().is_empty(), "a journal without games has no origins");
    }
}
