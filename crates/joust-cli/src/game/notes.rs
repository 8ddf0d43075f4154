//! Players' notes about cells, in a file beside the result.

use super::Output;
use joust_files::Care;
use joust_sandbox::Note;
use std::ffi::OsString;
use std::io::ErrorKind::{InvalidFilename, NotFound};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// All notes of a game as they come in. Copies share them.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<Note>>>);

impl Notes {
    pub(crate) fn add(&self, note: Note) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(note);
    }

    /// Writes them beside a result. Without notes there is no file, and none of an older game.
    pub(crate) fn keep(&self, result: &Path) -> io::Result<()> {
        let path = beside(result);
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.is_empty() {
            return match std::fs::remove_file(path) {
                // A name that is too long for a file is not that of an older one.
                Err(why) if !matches!(why.kind(), NotFound | InvalidFilename) => Err(why),
                _ => Ok(()),
            };
        }
        notes.sort_by_key(|note| (note.round, note.seat));
        let mut out = Output::file(&path)?;
        for Note { round, seat, row, col, text } in notes.iter() {
            let text = text.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "");
            writeln!(out, "{round} {seat} {row} {col} {text}")?;
        }
        out.keep(Care::Quick)
    }
}

/// The file of notes that belongs to a result.
pub(crate) fn beside(result: &Path) -> PathBuf {
    let mut name = OsString::from(result);
    name.push(".notes");
    name.into()
}
