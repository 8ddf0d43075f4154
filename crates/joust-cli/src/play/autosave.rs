//! Saves the game after every move.
//!
//! Every game has a file of its own, one of a few numbered slots, so that a new game, or one in another
//! terminal, does not overwrite it. When all slots are taken, the oldest game is replaced.

use super::files;
use crate::environment::{self, said};
use crate::failure::Failure;
use joust_core::Record;
use joust_files::Care;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The number of slots.
const SLOTS: usize = 9;

/// The folder of the slots: `$JOUST_STATE`, or `joust` in the user's state directory.
pub(crate) fn directory() -> Option<PathBuf> {
    if let Some(path) = environment::state() {
        return Some(path);
    }
    let state = said("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || said("HOME").map(|home| Path::new(&home).join(".local/state"));
    state.or_else(home).map(|state| state.join("joust"))
}

/// A slot that holds a game.
struct Kept {
    path: PathBuf,
    since: SystemTime,
    unfinished: bool,
}

/// The slots of a game that are taken.
fn kept(directory: &Path, game: &str) -> Vec<Kept> {
    let look = |slot| {
        let path = slot_path(directory, game, slot);
        let since = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
        let record = files::read(&path).ok().and_then(|text| text.parse::<Record>().ok());
        let unfinished =
            record.is_some_and(|record| record.result == Record::UNFINISHED && !record.actions.is_empty());
        Some(Kept { path, since, unfinished })
    };
    (1..=SLOTS).filter_map(look).collect()
}

fn slot_path(directory: &Path, game: &str, slot: usize) -> PathBuf {
    directory.join(format!("{game}-{slot}.{game}"))
}

/// The unfinished game that was played last.
pub(crate) fn newest(game: &str) -> Result<PathBuf, Failure> {
    let directory = directory().ok_or_else(|| Failure::Usage(NOWHERE.to_owned()))?;
    let unfinished = kept(&directory, game).into_iter().filter(|kept| kept.unfinished);
    unfinished.max_by_key(|kept| kept.since).map(|kept| kept.path).ok_or_else(|| {
        Failure::Usage(format!("there is no unfinished game of {game} in {}", directory.display()))
    })
}

const NOWHERE: &str = "games cannot be saved: neither JOUST_STATE nor HOME is set";

/// Saves one game.
pub(crate) struct Autosave {
    game: &'static str,
    path: Option<PathBuf>,
}

impl Autosave {
    /// A new game gets its slot when it is first saved; a resumed game stays in its slot.
    pub(crate) fn new(game: &'static str, path: Option<PathBuf>) -> Autosave {
        Autosave { game, path }
    }

    /// Saves the game and gives its file.
    pub(crate) fn keep(&mut self, record: &Record) -> io::Result<&Path> {
        let path = match self.path.take() {
            Some(path) => path,
            None => free_slot(self.game)?,
        };
        let path = self.path.insert(path);
        joust_files::write(path, record.to_string().as_bytes(), Care::Quick)?;
        Ok(path)
    }

    /// The file of the game, once it is saved.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// A free slot; else that of the oldest finished game, or of the oldest game.
fn free_slot(game: &str) -> io::Result<PathBuf> {
    let directory = directory().ok_or_else(|| io::Error::other(NOWHERE))?;
    fs::create_dir_all(&directory)?;
    for slot in 1..=SLOTS {
        let path = slot_path(&directory, game, slot);
        // The file is created here, so that two processes do not choose the same slot.
        match fs::File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
            Err(why) => return Err(why),
        }
    }
    let oldest = kept(&directory, game).into_iter().min_by_key(|kept| (kept.unfinished, kept.since));
    oldest.map(|kept| kept.path).ok_or_else(|| io::Error::other("no slot can be read"))
}
