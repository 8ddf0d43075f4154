//! A player that draws legal moves at random.

use joust_core::{Answer, Asked, Fault, Game, Player, Rng, Seed};
use std::time::Instant;

/// Plays at random: in a duel every legal move is equally likely, and an offer is answered by a coin toss.
pub struct Random(Rng);

impl Random {
    /// A player that draws from this seed.
    pub fn new(seed: Seed) -> Random {
        Random(seed.rng())
    }
}

impl<G: Game> Player<G> for Random {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        let begin = Instant::now();
        let action = asked.game.random_action(asked.seat, &mut self.0);
        let action = action.ok_or_else(|| Fault::not_here("the game is over"))?;
        Ok(Answer { time: Some(begin.elapsed()), ..Answer::new(action) })
    }
}
