//! Exact solvers: the value of a position with best play of both sides, proven by the rules alone.
//!
//! | module | what it holds |
//! |---|---|
//! | [`wargame`] | a solver of War Game positions, with checkpoints that can be resumed and checked again, and the boards that have been solved |
//! | [`mad`] | endgame tables of MAD: built by retrograde analysis, kept in files, probed by search |
//!
//! ```
//! use joust_solve::wargame::{Options, known, solve};
//! use joust_wargame::{Board, Position, Rules};
//!
//! let start = Position::start(Board::named("small").unwrap(), Rules::default());
//! let solution = solve(&start, &Options { threads: 1, ..Options::default() }).unwrap();
//! assert!(solution.proven);
//! // The value is in the table of solved boards, too.
//! assert_eq!(solution.value, known(&start).unwrap().value);
//! ```

mod estimate;
mod memory;
mod packing;

mod form;
pub mod mad;
pub mod recheck;
pub mod wargame;

pub use estimate::Estimate;
pub use memory::free_memory;
