//! Proving a solver's file again: an endgame table, a checkpoint or a list of solved boards.
//!
//! The file says by its content which of the three it is.

use crate::mad::{self, BadTable, Cache, Class, Folder, Head, TableError, Unreadable, read_head};
use crate::wargame::{self, CheckOptions, LogError, read_solved, solve};
use joust_core::Seed;
use joust_mad::{BadBoard, Board, Rules};
use joust_wargame::Position;
use serde::Serialize;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Placements of a table that are proven again unless the caller says otherwise.
const PLACEMENTS: usize = 10_000;

/// Records of a checkpoint, or large boards of a list, that are searched again unless the caller says
/// otherwise.
const SEARCHES: usize = 10;

/// Boards up to this many squares are always solved again.
const SMALL: u32 = 16;

/// How to prove a file again.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Placements, records or large boards to prove; without it, as many as take a short while.
    pub samples: Option<usize>,
    /// Which placements or records are drawn.
    pub seed: Seed,
    /// Threads that search.
    pub threads: usize,
    /// Memory for the transposition table of a search.
    pub table_bytes: usize,
    /// Becomes true when the work is to stop.
    pub stop: &'a AtomicBool,
}

/// What was found about a file, by its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Rechecked {
    /// An endgame table of MAD.
    Table(TableReport),
    /// A checkpoint of a War Game solve.
    Checkpoint(wargame::CheckReport),
    /// A list of solved boards of the War Game.
    Boards(BoardsReport),
}

/// What was found about an endgame table.
#[derive(Clone, Debug)]
pub struct TableReport {
    /// What the table says about itself.
    pub head: Head,
    /// The tie-break limit that the check used.
    pub limit: u16,
    /// What the check found.
    pub found: mad::CheckReport,
    /// How long the check took.
    pub time: Duration,
}

/// What was found about a list of solved boards.
#[derive(Clone, Debug, Default)]
pub struct BoardsReport {
    /// Boards that were solved again.
    pub solved: Vec<BoardReport>,
    /// Boards of more than 16 squares in the list.
    pub large: usize,
    /// Large boards that were not solved again.
    pub skipped: usize,
}

impl BoardsReport {
    /// The number of boards whose row is wrong.
    pub fn wrong(&self) -> usize {
        self.solved.iter().filter(|board| !board.holds).count()
    }
}

/// One board of a list, solved again.
#[derive(Clone, Copy, Debug)]
pub struct BoardReport {
    /// The board.
    pub board: &'static joust_wargame::Board,
    /// Whether the row of the list is right.
    pub holds: bool,
    /// Nodes of the solve.
    pub nodes: u64,
}

/// Why a file is not proven again.
#[derive(Debug, thiserror::Error)]
pub enum RecheckError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// An endgame table that is damaged.
    #[error(transparent)]
    BadTable(BadTable),
    /// An endgame table for a board that cannot be.
    #[error(transparent)]
    BadBoard(#[from] BadBoard),
    /// The tables beside it cannot be used.
    #[error(transparent)]
    Tables(TableError),
    /// An endgame table under a name by which it is not found.
    #[error("a table of {class} must be called {}", name.display())]
    Misnamed {
        /// Its class.
        class: Class,
        /// The name that it should have.
        name: PathBuf,
    },
    /// A checkpoint that is damaged.
    #[error(transparent)]
    BadCheckpoint(LogError),
    /// Tables of smaller classes are not there.
    #[error("the check needs the tables of {} beside it", .0.iter().map(Class::to_string).collect::<Vec<_>>().join(", "))]
    Alone(Vec<Class>),
    /// A file without content, a checkpoint without records, or a list without boards.
    #[error("there is nothing to check in it")]
    Empty,
    /// Neither of the three kinds of file.
    #[error("neither a table, a checkpoint nor a list of solved boards: {0}")]
    Unknown(String),
    /// The flag was set before the end.
    #[error("stopped before the check was done")]
    Stopped,
}

/// Proves a file again. `heard` is told of each board of a list when it is solved.
///
/// ```
/// use joust_core::Seed;
/// use joust_solve::recheck::{Options, Rechecked, recheck};
/// use std::sync::atomic::AtomicBool;
///
/// let file = std::env::temp_dir().join(format!("joust-recheck-{}.tsv", std::process::id()));
/// std::fs::write(&file, "small\tmandatory\t6\tB2\t1237\t0.0\n")?;
/// let stop = AtomicBool::new(false);
/// let options = Options { samples: None, seed: Seed(1), threads: 1, table_bytes: 1 << 20, stop: &stop };
/// let Rechecked::Boards(report) = recheck(&file, &options, &mut |_| ())? else { panic!("a list") };
/// assert_eq!((report.solved.len(), report.wrong()), (1, 0));
/// # std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn recheck(
    file: &Path,
    options: &Options,
    heard: &mut dyn FnMut(&BoardReport),
) -> Result<Rechecked, RecheckError> {
    let opened = joust_files::open_plain(file).map_err(RecheckError::Io)?;
    // A copy that failed, or a full disk, leaves this.
    if opened.metadata().is_ok_and(|data| data.len() == 0) {
        return Err(RecheckError::Empty);
    }
    match read_head(BufReader::new(opened)) {
        Ok(head) => return table(file, head, options).map(Rechecked::Table),
        Err(Unreadable::Bad(BadTable::Foreign)) if Folder::is_table(file) => {
            let why = "its first bytes are not those of a table";
            return Err(RecheckError::BadTable(BadTable::Damaged(why)));
        }
        // A table says so in its first bytes.
        Err(Unreadable::Bad(BadTable::Foreign)) => {}
        Err(Unreadable::Io(why)) => return Err(RecheckError::Io(why)),
        Err(Unreadable::Bad(why)) => return Err(RecheckError::BadTable(why)),
    }
    let check = CheckOptions {
        samples: options.samples.unwrap_or(SEARCHES),
        seed: options.seed,
        threads: options.threads,
        table_bytes: options.table_bytes,
        stop: Some(options.stop),
    };
    match wargame::check(file, &check) {
        // What is wrong is told, even of a check that was stopped.
        Ok(report) if report.stopped && report.wrong.is_empty() && report.follows != Some(false) => {
            Err(RecheckError::Stopped)
        }
        Ok(report) if report.records + report.damaged == 0 && report.result.is_none() => {
            Err(RecheckError::Empty)
        }
        Ok(report) => Ok(Rechecked::Checkpoint(report)),
        Err(LogError::Io(why)) => Err(RecheckError::Io(why)),
        Err(why @ LogError::BadHead) => Err(RecheckError::BadCheckpoint(why)),
        Err(_) => {
            let bytes = std::fs::read(file).map_err(RecheckError::Io)?;
            boards(&String::from_utf8_lossy(&bytes), options, heard).map(Rechecked::Boards)
        }
    }
}

fn table(file: &Path, head: Head, options: &Options) -> Result<TableReport, RecheckError> {
    let board = match Board::named(&head.board).filter(|board| board.picture() == head.picture) {
        Some(board) => board,
        None => Box::leak(Box::new(Board::from_picture(&head.board, &head.picture)?)),
    };
    let folder = Folder::new(file.parent().unwrap_or(Path::new(".")), board).map_err(RecheckError::Tables)?;
    let name = folder.file(head.class);
    if name.file_name() != file.file_name() {
        return Err(RecheckError::Misnamed { class: head.class, name });
    }
    let tables = folder.load(&Cache::new(Cache::USUAL)).map_err(RecheckError::Tables)?;
    let usual = Rules::CURRENT.limit;
    let limit = if head.limits.contain(usual) { usual } else { head.limits.from };
    let begin = Instant::now();
    let samples = options.samples.unwrap_or(PLACEMENTS);
    let found = mad::check(&tables, head.class, limit, samples, options.seed, options.stop);
    if let Some(why) = tables.trouble() {
        return Err(RecheckError::Tables(why.clone()));
    }
    let found = found.ok_or_else(|| RecheckError::Alone(head.class.smaller()))?;
    if found.samples < samples && found.wrong.is_empty() {
        return Err(RecheckError::Stopped);
    }
    Ok(TableReport { head, limit, found, time: begin.elapsed() })
}

/// Solves the boards of a list again, the quickest first: all small ones, and as many large ones as the
/// options say.
fn boards(
    text: &str,
    options: &Options,
    heard: &mut dyn FnMut(&BoardReport),
) -> Result<BoardsReport, RecheckError> {
    let mut rows = read_solved(text).map_err(RecheckError::Unknown)?;
    if rows.is_empty() {
        return Err(RecheckError::Empty);
    }
    rows.sort_by_key(|row| row.nodes);
    let samples = options.samples.unwrap_or(SEARCHES);
    let mut report = BoardsReport::default();
    for row in &rows {
        if row.board.mask().count_ones() > SMALL {
            report.large += 1;
            if report.large > samples {
                report.skipped += 1;
                continue;
            }
        }
        let how = wargame::Options {
            sign: row.value.is_none(),
            threads: options.threads,
            table_bytes: options.table_bytes,
            stop: Some(options.stop),
            ..wargame::Options::default()
        };
        let solution = solve(&Position::start(row.board, row.rules), &how).map_err(|why| match why {
            LogError::Io(why) => RecheckError::Io(why),
            why => RecheckError::Unknown(why.to_string()),
        })?;
        if !solution.proven {
            return Err(RecheckError::Stopped);
        }
        let holds = solution.value == row.value && solution.sign == Some(row.sign);
        let solved = BoardReport { board: row.board, holds, nodes: solution.nodes };
        heard(&solved);
        report.solved.push(solved);
    }
    Ok(report)
}
