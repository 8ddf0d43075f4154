//! Any legal move.

use crate::chosen;
use joust_core::{Answer, Asked, Duel, DuelGame, Fault, Player, Rng, Seed, below};
use std::time::Instant;

/// Every legal move is equally likely, and an offer is answered by a coin.
pub(crate) struct Random(Rng);

impl Random {
    pub(crate) fn new(seed: Seed) -> Random {
        Random(seed.rng())
    }
}

impl<G: DuelGame> Player<G> for Random {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        let begin = Instant::now();
        if let Some([accept, decline]) = asked.game.answers() {
            let action = if below(&mut self.0, 2) == 0 { accept } else { decline };
            return Ok(Answer { action, nodes: None, value: None, time: Some(begin.elapsed()) });
        }
        let mv = asked.game.position().random_move(&mut self.0);
        chosen(asked, mv.map(|mv| (mv, None, None)), begin.elapsed())
    }
}
