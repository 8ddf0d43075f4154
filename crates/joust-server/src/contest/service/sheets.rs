//! What the journals of official rounds say, remembered while they stay as they are: many people look at a round, and
//! to read its journal takes a processor for up to a second.

use super::{Denied, lock};
use crate::failure::Failure;
use joust_contest::RoundGame;
use joust_tournament::{BadStart, Reading, Survey, Table};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::Semaphore;

/// Rounds that are remembered: those that some classes look at.
const REMEMBERED: usize = 16;
/// While a round is played, its journal is read again after this many times as long as that takes.
const REST: u32 = 10;

/// The standings and the games of a round so far.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) table: Table,
    pub(super) games: Vec<RoundGame>,
}

/// The length of a journal, and when it was written.
type Stamp = (u64, SystemTime);

/// A sheet that was read.
struct Kept {
    sheet: Arc<Sheet>,
    stamp: Stamp,
    at: Instant,
    took: Duration,
}

/// A place for the sheet of a journal. It is locked while the journal is read, so that only one of many callers reads.
type Place = Arc<tokio::sync::Mutex<Option<Kept>>>;

/// The sheets that were read lately.
#[derive(Default)]
pub(crate) struct Sheets {
    /// Those that were used last are the last ones.
    places: Mutex<Vec<(PathBuf, Place)>>,
}

impl Sheets {
    /// The sheet of a journal: of one that is over as it is, of one that grows as it was a moment ago.
    pub(super) async fn read(&self, path: PathBuf, is_over: bool) -> Result<Arc<Sheet>, Denied> {
        let place = self.place(&path);
        let mut place = place.lock().await;
        let stamp = stamp(&path).map_err(|why| Failure::Ours(format!("a journal cannot be read: {why}")))?;
        let is_fresh = |kept: &&Kept| {
            kept.stamp == stamp || (!is_over && kept.at.elapsed() < kept.took.saturating_mul(REST))
        };
        if let Some(kept) = place.as_ref().filter(is_fresh) {
            return Ok(Arc::clone(&kept.sheet));
        }
        let work = move || {
            let begun = Instant::now();
            let sheet = sheet(&path).map_err(|why| why.to_string())?;
            Ok((Arc::new(sheet), begun.elapsed()))
        };
        let (sheet, took) = read_journal(work).await?;
        *place = Some(Kept { sheet: Arc::clone(&sheet), stamp, at: Instant::now(), took });
        Ok(sheet)
    }

    fn place(&self, path: &Path) -> Place {
        let mut places = lock(&self.places);
        let at = places.iter().position(|(of, _)| of == path);
        let place = at.map_or_else(|| (path.to_owned(), Place::default()), |at| places.remove(at));
        let found = Arc::clone(&place.1);
        places.push(place);
        if places.len() > REMEMBERED {
            places.remove(0);
        }
        found
    }
}

fn stamp(path: &Path) -> std::io::Result<Stamp> {
    let found = std::fs::metadata(path)?;
    Ok((found.len(), found.modified()?))
}

fn sheet(path: &Path) -> Result<Sheet, BadStart> {
    let table = Survey::of(Reading::open(path)?)?.table();
    Ok(Sheet { table, games: RoundGame::all(path)? })
}

/// Journals that are read at once.
static READERS: Semaphore = Semaphore::const_new(2);

/// Reads a journal, in turn with others.
pub(super) async fn read_journal<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Denied> {
    let _reader = READERS.acquire().await.map_err(|why| Failure::Ours(why.to_string()))?;
    let done = tokio::task::spawn_blocking(work).await.map_err(|why| Failure::Ours(why.to_string()))?;
    Ok(done.map_err(Failure::Ours)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_contest::{Contest, Frozen, OfficialRound};

    const TERMS: &str = "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"tiny\"]\ncloses = 2099-01-01T00:00:00Z\n\
        [[round]]\nname = \"Final\"\nat = 2098-01-01T00:00:00Z\nformat = \"round-robin\"\n";

    #[tokio::test]
    async fn a_journal_is_read_once_until_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let contest = Contest::read(TERMS).unwrap();
        let players = ["Ada", "Bob"].map(|name| Frozen { name, module: b"" });
        let round = OfficialRound::freeze(&contest, 0, &players, folder.path()).unwrap();
        drop(joust_tournament::open(&round.journal(), round.terms()).unwrap());
        let (sheets, path) = (Sheets::default(), round.journal());
        let first = sheets.read(path.clone(), true).await.unwrap();
        assert_eq!((first.table.rows.len(), first.games.len()), (2, 0));
        assert!(Arc::ptr_eq(&first, &sheets.read(path.clone(), true).await.unwrap()));
        let journal = std::fs::File::options().append(true).open(&path).unwrap();
        journal.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let second = sheets.read(path.clone(), true).await.unwrap();
        assert!(!Arc::ptr_eq(&first, &second));
        // Other rounds take the places of those that nobody looks at any more.
        for number in 0..REMEMBERED {
            assert!(sheets.read(folder.path().join(number.to_string()), true).await.is_err());
        }
        assert!(!Arc::ptr_eq(&second, &sheets.read(path, true).await.unwrap()));
    }
}
