//! Players by name: reads a text such as `engine:7` and seats the player that it names.
//!
//! A new kind of player is a file here, a variant of [`Kind`] with an arm in each of its functions, and
//! a row of [`ROSTER`]. What players know of a duel beyond its rules is its implementation of [`PlayableDuel`].
//! [`endgame`] connects the search with the endgame tables of MAD.
//!
//! ```
//! use joust_core::{Asked, Seat, Seed};
//! use joust_mad::Battle;
//! use joust_players::Spec;
//! use std::sync::atomic::AtomicBool;
//!
//! let spec = Spec::read("minimax:1,ties=last", "mad").unwrap();
//! let mut player = spec.seat_as::<Battle>(Seed(1)).unwrap();
//! let (game, stop) = (Battle::default(), AtomicBool::new(false));
//! let answer = player.act(&Asked::new(&game, Seat::FIRST, &stop)).unwrap();
//! assert!(answer.nodes.is_some());
//! ```

pub mod analysis;
mod any;
mod bot;
pub mod endgame;
mod engine;
mod exact;
mod line;
mod mad;
mod mcts;
mod playable;
mod random;
mod spec;
mod textbook;
mod wargame;
mod words;

pub use any::{AnyPlayer, Erased};
pub use bot::{BotProgram, BotSpec};
pub use engine::{EngineSpec, Eval};
pub use line::LineSpec;
pub use mcts::MctsSpec;
pub use playable::{ExactKnowledge, PlayableDuel};
pub use random::Random;
pub use spec::{BadPlayer, Kind, Spec};
pub use textbook::Textbook;
pub use words::{Named, split_list};

use joust_core::{Answer, Asked, Duel, DuelGame, Fault};
use std::time::Duration;

/// The players of the duels: how they are written, and a few words about each.
pub const ROSTER: [(&str, &str); 10] = [
    ("human", "a person at this terminal"),
    ("random", "plays any legal move"),
    ("engine", "the engine at full strength, a second per move; engine,time=MS for another time"),
    ("engine:LEVEL", "the engine at a level, from 0 (a child beats it) to 10 (full strength)"),
    ("minimax:DEPTH", "looks DEPTH moves ahead, as the textbook does"),
    ("alphabeta:DEPTH", "chooses the same moves as minimax, and searches fewer positions"),
    ("mcts:PLAYOUTS", "Monte-Carlo tree search with this many random playouts"),
    ("FILE.wasm", "a bot as a WebAssembly module, which runs on fuel"),
    ("cmd:COMMAND", "a bot as a program that speaks the bot protocol"),
    ("line:COMMAND", "a program that reads positions and answers moves, one per line"),
];

/// A move, the nodes that its search visited, and its value.
type Chosen<M> = (M, Option<u64>, Option<f64>);

/// The answer of a player that has chosen a move; `None` means that the game is over.
fn chosen<G: DuelGame>(
    asked: &Asked<'_, G>,
    choice: Option<Chosen<<G::Position as Duel>::Move>>,
    time: Duration,
) -> Result<Answer<G::Action>, Fault> {
    let (mv, nodes, value) = choice.ok_or_else(|| Fault::not_here("the game is over"))?;
    Ok(Answer { nodes, value, time: Some(time), ..Answer::new(asked.game.action(mv)) })
}
