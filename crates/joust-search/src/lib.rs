//! Search for two-player games, over the trait [`Duel`](joust_core::Duel).
//!
//! [`course`] has the agents of the search course, written to be read, and [`evaluation`] what they
//! look at. [`engine`] is the search that plays well; what it knows of a game stands in a module
//! of its own, and [`informed`] lets it ask a table of endings or a solver.

pub mod course;
pub mod engine;
pub mod evaluation;
pub mod informed;
pub mod level;
pub mod mad;
pub mod mcts;
pub mod wargame;
