//! The endgame tables of MAD, for players and analysis.
//!
//! `joust solve mad --tables DIR` fills a folder with tables; a player names the folder by `tables=DIR`, or
//! else the caller names it. Each table is opened once and stays in its file; blocks that were probed are
//! kept in one cache for all tables.
//!
//! ```
//! use joust_mad::Board;
//! use joust_players::endgame::tables;
//!
//! let missing = tables("no/such/folder".as_ref(), Board::named("6x4").unwrap()).err().unwrap();
//! assert!(missing.to_string().contains("no/such/folder"), "{missing}");
//! ```

use crate::mad::no_tables;
use joust_core::Fault;
use joust_mad::{Board, Position};
use joust_search::informed::{Oracle, wins_within};
use joust_search::mad::SEMI_WIN;
use joust_solve::mad::{Cache, EndgameTables, Folder, TableError, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Where the endgame tables of a search come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndgameSource {
    /// The tables of the caller's folder, if that has any: for players that name no folder.
    Usual(Option<PathBuf>),
    /// No tables.
    Off,
    /// The tables of this folder, which must have some.
    Folder(PathBuf),
}

impl Default for EndgameSource {
    fn default() -> EndgameSource {
        EndgameSource::Usual(None)
    }
}

impl EndgameSource {
    /// The tables of a board.
    pub(crate) fn tables(&self, board: &'static Board) -> Result<Option<Arc<EndgameTables>>, Fault> {
        let (found, may_miss) = match self {
            EndgameSource::Off | EndgameSource::Usual(None) => return Ok(None),
            EndgameSource::Folder(folder) => (tables(folder, board), false),
            EndgameSource::Usual(Some(folder)) => (tables(folder, board), true),
        };
        match found {
            Err(why) if may_miss && matches!(*why, TableError::Empty { .. } | TableError::Lopsided(_)) => {
                Ok(None)
            }
            found => found.map(Some).map_err(no_tables),
        }
    }
}

/// Tables; or why they cannot be used, and when that was found out.
type Opened = Result<Arc<EndgameTables>, (Instant, Arc<TableError>)>;

static OPENED: LazyLock<Mutex<HashMap<(PathBuf, String), Opened>>> = LazyLock::new(Mutex::default);

/// One cache for all tables.
static CACHE: LazyLock<Arc<Cache>> = LazyLock::new(|| Cache::new(Cache::USUAL));

/// Damaged files are not opened again before this time has passed: finding the damage takes as long as
/// opening the files, and some callers ask at every move.
const AGAIN: Duration = Duration::from_mins(1);

/// The tables of a board in a folder. Tables that failed while they were in use are opened again.
pub fn tables(folder: &Path, board: &'static Board) -> Result<Arc<EndgameTables>, Arc<TableError>> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (folder.to_owned(), board.picture());
    match opened.get(&key) {
        Some(Ok(tables)) if tables.trouble().is_none() => return Ok(Arc::clone(tables)),
        Some(Err((since, why))) if since.elapsed() < AGAIN => return Err(Arc::clone(why)),
        _ => {}
    }
    let loaded = Folder::new(folder, board).and_then(|folder| folder.load(&CACHE));
    let loaded = loaded.map(Arc::new).map_err(|why| (Instant::now(), Arc::new(why)));
    opened.insert(key, loaded.clone());
    loaded.map_err(|(_, why)| why)
}

/// The tables as an oracle of the search.
pub fn oracle(tables: Arc<EndgameTables>) -> Oracle<Position> {
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
