//! Exact solvers: the tables of MAD's endings, the values of War Game positions, and the proof of both.
//!
//! ```
//! use joust_solve::wargame::{Options, solve};
//! use joust_wargame::{Board, Position, Rules};
//!
//! let board = Board::named("small").expect("a board of the atlas");
//! let solution = solve(&Position::start(board, Rules::default()), &Options::default())?;
//! assert!(solution.proven);
//! assert_eq!(solution.value, Some(6));
//! # Ok::<(), joust_solve::wargame::LogError>(())
//! ```

mod memory;

pub mod mad;
pub mod recheck;
pub mod wargame;

pub use memory::free_memory;
