//! Search for two-player games, over the trait [`Duel`](joust_core::Duel).
//!
//! | module | what it holds |
//! |---|---|
//! | [`engine`] | the search that plays well: alpha-beta with a transposition table, on any number of threads |
//! | [`mad`], [`wargame`] | what the engine knows of each game: evaluation, move ordering, noisy moves |
//! | [`informed`] | exact values from an endgame table or a solver, for the engine |
//! | [`level`] | ten levels of strength of the engine |
//! | [`mcts`] | Monte-Carlo tree search |
//! | [`textbook`], [`evaluation`] | minimax and alpha-beta as a textbook has them, written to be read |
//!
//! ```
//! use joust_core::Duel;
//! use joust_mad::{Board, Position, Rules};
//! use joust_search::engine::{Engine, SearchLimits};
//! use joust_search::mad::MadKnowledge;
//! use std::sync::atomic::AtomicBool;
//!
//! let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
//! let mut engine = Engine::new(MadKnowledge::new(start.board()), 1 << 20);
//! let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
//! let found = engine.search(&start, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
//! assert_eq!(found.depth, 3);
//! println!("{} is worth {}", start.write_move(found.mv()), found.best().value);
//! ```

pub mod engine;
pub mod evaluation;
pub mod informed;
pub mod level;
pub mod mad;
pub mod mcts;
pub mod textbook;
pub mod wargame;
