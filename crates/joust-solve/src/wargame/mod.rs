//! The exact value of War Game positions.

mod node;
mod order;
mod search;
mod table;

pub use node::{City, Node};
pub use search::Solver;
