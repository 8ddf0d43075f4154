//! Joust for Python: the module `joust._joust`. The package around it is in the folder `python`, and its users
//! read `docs/python.md`.
//!
//! Each file has the functions and classes of one concept; their comments are the docstrings. Everything long
//! runs without the interpreter ([`attend`]), and no argument makes this module panic.
//!
//! ```python
//! import joust
//! start = joust.start("mad", board="6x4", rules="app")
//! assert joust.perft(start, 2) == 222
//! assert len(start.moves()) == 15
//! ```

#![expect(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    reason = "comments of functions and classes are docstrings of Python"
)]
#![expect(clippy::unused_self, reason = "the type of an object has the answer, and Python asks the object")]
#![expect(clippy::needless_pass_by_value, reason = "pyo3 passes arguments by value")]

mod analysis;
mod arrays;
mod ask;
mod attend;
mod batch;
mod duel;
mod engine;
mod entrants;
mod errors;
mod events;
mod game;
mod guest;
mod lab;
mod limits;
mod madmax_batch;
mod matches;
mod orders;
mod outcome;
mod perft;
mod player;
mod position;
mod programs;
mod register;
mod results;
mod rng;
mod said;
mod skirmish;
mod solve;
mod symmetry;
mod tables;

/// The module.
#[pyo3::pymodule]
mod _joust {
    #[pymodule_export]
    use crate::analysis::{Analysis, Line};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::events::Event;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::lab::{Report, lab};
    #[pymodule_export]
    use crate::madmax_batch::MadMaxBatch;
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::outcome::{Ending, Outcome};
    #[pymodule_export]
    use crate::perft::{divide, perft};
    #[pymodule_export]
    use crate::player::{Answer, Player};
    #[pymodule_export]
    use crate::position::{Position, start};
    #[pymodule_export]
    use crate::programs::launched;
    #[pymodule_export]
    use crate::register::{boards, games, rulesets};
    #[pymodule_export]
    use crate::results::{MatchGame, MatchResult, Pairing, Standing};
    #[pymodule_export]
    use crate::rng::Rng;
    #[pymodule_export]
    use crate::skirmish::Skirmish;
    #[pymodule_export]
    use crate::solve::{Solution, solve};
    #[pymodule_export]
    use crate::symmetry::{Image, Symmetry};
    #[pymodule_export]
    use crate::tables::{Probe, Tables};

    /// The version of Joust.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
