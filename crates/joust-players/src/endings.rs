//! The exact endings of MAD, for every command that can use them.
//!
//! Tables lie in a folder that `joust solve mad --tables DIR` fills; `tables=DIR` of a player,
//! `--tables DIR` of a command or the variable `JOUST_TABLES` names it. They are opened once and stay
//! in their files; what was asked for is kept in one cache.

use crate::Fault;
use joust_core::{Outcome, Seat};
use joust_mad::{Board, Position};
use joust_search::informed::{Oracle, wins_within};
use joust_search::mad::SEMI_WIN;
use joust_solve::mad::{Cache, Folder, TableError, Tables, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The folder that the environment names.
pub fn usual_folder() -> Option<PathBuf> {
    std::env::var_os("JOUST_TABLES").filter(|value| !value.is_empty()).map(PathBuf::from)
}

type Opened = HashMap<(PathBuf, String), Arc<Tables>>;

static OPENED: LazyLock<Mutex<Opened>> = LazyLock::new(Mutex::default);

/// For all tables together.
static CACHE: LazyLock<Arc<Cache>> = LazyLock::new(|| Cache::new(Cache::USUAL));

/// The tables of a board in a folder.
pub fn tables(folder: &Path, board: &'static Board) -> Result<Arc<Tables>, TableError> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (folder.to_owned(), board.picture());
    if let Some(tables) = opened.get(&key) {
        return Ok(Arc::clone(tables));
    }
    let tables = Arc::new(Folder::new(folder, board)?.load(&CACHE)?);
    opened.insert(key, Arc::clone(&tables));
    Ok(tables)
}

/// The tables for a search: of the folder that was asked for, or else of the usual one. In the
/// usual one they may be missing.
pub fn tables_for(asked: Option<&Path>, board: &'static Board) -> Result<Option<Arc<Tables>>, TableError> {
    if let Some(folder) = asked {
        return tables(folder, board).map(Some);
    }
    match usual_folder().map(|folder| tables(&folder, board)) {
        None | Some(Err(TableError::Empty { .. } | TableError::Lopsided(_))) => Ok(None),
        Some(tables) => tables.map(Some),
    }
}

/// What tables know, as a search asks for it.
pub fn oracle(tables: Arc<Tables>) -> Oracle<Position> {
    Arc::new(move |position: &Position| {
        let known = tables.certainty(position)?;
        let within = wins_within(known.at_most.unwrap_or(0));
        Some(match known.value {
            Value::Win => within,
            Value::SemiWin => SEMI_WIN,
            Value::SemiLoss => -SEMI_WIN,
            Value::Loss => -within,
        })
    })
}

/// Whether tables have answered wherever they should have. Files can be changed after they were
/// opened; then tables know nothing there, and who has relied on them must hear of it.
pub(crate) fn in_order(tables: Option<&Tables>) -> Result<(), Fault> {
    let trouble = tables.and_then(Tables::trouble);
    trouble.map_or(Ok(()), |why| Err(Fault::Tables(why.to_string())))
}

/// How a game ends with best play of both sides, if the tables know.
pub fn judged(tables: &Tables, position: &Position) -> Option<Outcome> {
    let value = tables.value(position)?;
    let seat = position.side().seat();
    let winner: Seat = if value.is_good() { seat } else { seat.opponent() };
    Some(Outcome::duel_win(winner, if value.is_full() { Outcome::FULL } else { 1 }))
}
