//! The exact value of War Game positions.

mod ending;
mod log;
mod node;
mod order;
mod search;
mod solve;
mod table;

pub use log::{LogError, LoggedResult};
pub use search::Progress;
pub use solve::{Options, Solution, solve};
