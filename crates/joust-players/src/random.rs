//! Any legal move.

use crate::{Answer, Fault, Player};
use joust_core::{Rng, Seed, below};
use joust_games::AnyDuel;
use joust_search::engine::Budget;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Every legal move is equally likely, and an offer is answered by a coin.
pub(crate) struct Random(Rng);

impl Random {
    pub(crate) fn new(seed: Seed) -> Random {
        Random(seed.rng())
    }
}

impl Player for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        _budget: Option<Budget>,
        _stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let start = Instant::now();
        let mv = position.random_move(&mut self.0).ok_or(Fault::NotHere("the game is over"))?;
        Ok(Answer { mv, nodes: None, time: start.elapsed() })
    }

    fn accepts(&mut self, _position: &dyn AnyDuel) -> bool {
        below(&mut self.0, 2) == 0
    }
}
