//! The exact endings of MAD, for every command that can use them.
//!
//! Tables lie in a folder that `joust solve mad --tables DIR` fills; `tables=DIR` of a player,
//! `--tables DIR` of a command or the variable `JOUST_TABLES` names it. They are read once.

use joust_mad::Board;
use joust_solve::mad::{Folder, TableError, Tables};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The folder that the environment names.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    std::env::var_os("JOUST_TABLES").filter(|value| !value.is_empty()).map(PathBuf::from)
}

type Read = HashMap<(PathBuf, String), Arc<Tables>>;

static READ: LazyLock<Mutex<Read>> = LazyLock::new(Mutex::default);

/// The tables of a board in a folder.
pub(crate) fn tables(folder: &Path, board: &'static Board) -> Result<Arc<Tables>, TableError> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (folder.to_owned(), board.picture());
    if let Some(tables) = read.get(&key) {
        return Ok(Arc::clone(tables));
    }
    let tables = Arc::new(Folder::new(folder, board)?.load()?);
    read.insert(key, Arc::clone(&tables));
    Ok(tables)
}
