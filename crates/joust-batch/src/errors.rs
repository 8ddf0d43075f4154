//! What can be wrong with a batch and with a step.

use joust_core::Illegal;
use joust_madmax::BadConfig;

/// The most games of a batch.
pub const MOST_GAMES: usize = 1 << 20;
/// The most threads of a batch.
pub const MOST_THREADS: usize = 256;
/// The most memory that the games and the arrays of a batch may take, in bytes.
pub const MOST_BYTES: usize = 1 << 31;

/// Why a batch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBatch {
    /// No games, or too many.
    #[error("{0} games: a batch has from 1 to {MOST_GAMES}")]
    Games(usize),
    /// No threads, or too many.
    #[error("{0} threads: a batch takes from 1 to {MOST_THREADS}")]
    Threads(usize),
    /// Games that are small enough one by one, and too large together.
    #[error("{games} games of {each} bytes each take more than {MOST_BYTES} bytes: take fewer games")]
    Memory {
        /// The number of games.
        games: usize,
        /// The bytes that a game takes with its part of the arrays.
        each: usize,
    },
    /// The game that was to be repeated is over.
    #[error("the game is over in the position from which the batch was to start")]
    Over,
    /// A seat of Mad Max whose player is not built in.
    #[error("there is no built-in player `{0}`: take Demo, Dummy or Null")]
    Player(String),
    /// A configuration of Mad Max that makes no game with any of the first seeds.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The caller no longer wants it.
    #[error("stopped before all games were made")]
    Stopped,
}

/// Checks the size of a batch in which a game takes this many bytes, as far as they can be counted.
pub(crate) fn check_size(games: usize, threads: usize, each: Option<usize>) -> Result<(), BadBatch> {
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(BadBatch::Games(games));
    }
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(BadBatch::Threads(threads));
    }
    let all = each.and_then(|each| each.checked_mul(games));
    match all.filter(|all| *all <= MOST_BYTES) {
        Some(_) => Ok(()),
        None => Err(BadBatch::Memory { games, each: each.unwrap_or(usize::MAX) }),
    }
}

/// Why a step was refused. No game and no array has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// An action that its game does not allow; the first, if there are several.
    #[error("game {game}, action {action}: {why}")]
    Action {
        /// The number of the game in the batch.
        game: usize,
        /// The action.
        action: i32,
        /// The clause that forbids it.
        why: Illegal,
    },
    /// A direction of Mad Max that does not exist, or too many orders.
    #[error("game {game}, unit {unit}: {why}")]
    Order {
        /// The number of the game in the batch.
        game: usize,
        /// The unit whose order is refused.
        unit: usize,
        /// The clause that forbids it.
        why: Illegal,
    },
    /// An array of another length.
    #[error("the array `{name}` has {found} entries instead of {expected}")]
    Array {
        /// The name of the array.
        name: &'static str,
        /// Its length.
        found: usize,
        /// The length that the batch needs.
        expected: usize,
    },
}

impl Refused {
    /// An array must have this length.
    pub(crate) fn check(name: &'static str, found: usize, expected: usize) -> Result<(), Refused> {
        if found == expected { Ok(()) } else { Err(Refused::Array { name, found, expected }) }
    }
}
