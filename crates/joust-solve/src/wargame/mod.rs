//! A solver of War Game positions, and the boards that it has solved.
//!
//! The search is MTD(f): null-window alpha-beta searches with a transposition table, on all cores.

mod check;
mod ending;
mod expected;
mod known;
mod log;
mod node;
mod order;
mod search;
mod solve;
mod transposition;

pub use crate::form::Solved;
pub use check::{CheckOptions, CheckReport, check};
pub use expected::Expected;
pub use known::{Known, SOLVED, known, read_solved, solved};
#[doc(hidden)]
pub use log::fuzz_checkpoint;
pub use log::{LogError, LoggedResult};
pub use search::SolveProgress;
pub use solve::{Options, Solution, solve};
