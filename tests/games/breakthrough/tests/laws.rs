//! The law suites, on a game that is not in the register.

#[macro_use]
#[path = "../../../support/laws/mod.rs"]
mod laws;

use joust_games::{any_duel_game, any_game};
use test_breakthrough::Breakthrough;

laws_of_games!(&[(any_game::<Breakthrough>(), None)]);
laws_of_duels!(&[any_duel_game::<Breakthrough>()]);
