//! Players' notes about cells, in a file beside the result.

use crate::Note;
use joust_files::Care;
use std::ffi::OsString;
use std::io::ErrorKind::{InvalidFilename, NotFound};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// All notes of a game as they come in. Copies share them.
///
/// ```
/// use joust_sandbox::{Note, Notes};
///
/// let folder = tempfile::tempdir()?;
/// let result = folder.path().join("game.res");
/// let notes = Notes::default();
/// notes.add(Note { round: 7, seat: 2, row: 3, col: 4, text: "ambush".into() });
/// notes.keep(&result)?;
/// assert_eq!(std::fs::read_to_string(Notes::beside(&result))?, "7 2 3 4 ambush\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Notes(Arc<Mutex<Vec<Note>>>);

impl Notes {
    /// Adds a note.
    pub fn add(&self, note: Note) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    /// Writes the notes beside a result. Without notes there is no file, and that of an older game is removed.
    pub fn keep(&self, result: &Path) -> io::Result<()> {
        let path = Notes::beside(result);
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.is_empty() {
            return match std::fs::remove_file(path) {
                // No older file can have a name that is too long.
                Err(why) if !matches!(why.kind(), NotFound | InvalidFilename) => Err(why),
                _ => Ok(()),
            };
        }
        notes.sort_by_key(|note| (note.round, note.seat));
        let mut out = Vec::new();
        for Note { round, seat, row, col, text } in notes.iter() {
            let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "");
            writeln!(out, "{round} {seat} {row} {col} {text}")?;
        }
        joust_files::write(&path, &out, Care::Quick)
    }

    /// The file of notes that belongs to a result.
    pub fn beside(result: &Path) -> PathBuf {
        let mut name = OsString::from(result);
        name.push(".notes");
        name.into()
    }
}
