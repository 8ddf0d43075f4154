//! Puzzles: positions in which exactly one move wins.
//!
//! | module | what it holds |
//! |---|---|
//! | [`puzzle`](Puzzle) | a puzzle and its text, one line of a file |
//! | [`mine`] | finds puzzles in games of the engine against itself and in endgame tables |
//! | [`check`] | derives a puzzle from its position again and compares |
//! | [`theme`](Theme), [`rating`] | what a puzzle is about, and how hard it is |
//!
//! In MAD the solver wins within a stated number of moves, and at each of them exactly one move keeps
//! that; only of the last move there may be several. In the War Game exactly one move wins at all. Both
//! are proven by search to the end, without an evaluation.
//!
//! ```
//! let puzzles = joust_puzzles::shipped();
//! assert!(puzzles.iter().all(|puzzle| puzzle.asked() <= puzzle.line.len()));
//! ```

mod check;
mod likeness;
mod mad;
mod mine;
mod puzzle;
mod rating;
mod shipped;
mod theme;
mod wargame;

pub use check::{Wrong, check};
pub use likeness::likeness;
pub use mine::{MineReport, PROOF, Request, Subject, mine};
pub use puzzle::{Answer, BadPuzzle, Puzzle};
pub use rating::rating;
pub use shipped::{FILES, shipped};
pub use theme::Theme;

/// What a position asks of the solver, and how it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    /// The moves of both sides, the solver's first.
    pub(crate) line: Vec<String>,
    /// How many moves the solver must find.
    pub(crate) moves: usize,
    /// For each move to find, the answers to the other moves.
    pub(crate) answers: Vec<Vec<Answer>>,
    /// What the puzzle is about.
    pub(crate) themes: Vec<Theme>,
}
