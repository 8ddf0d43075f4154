//! Monte-Carlo tree search at the table of a duel.

use crate::words::{Named, Words};
use crate::{BadPlayer, PlayableDuel, chosen};
use joust_core::{Answer, Asked, Fault, Player, Rng, Seed};
use joust_search::mcts::Mcts;
use std::fmt;
use std::time::Instant;

/// The number of playouts of a move, and their policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsSpec {
    playouts: u32,
    policy: Named,
}

impl MctsSpec {
    /// Reads `:PLAYOUTS[,policy=NAME]`.
    pub(crate) fn read<G: PlayableDuel>(words: &Words) -> Result<MctsSpec, BadPlayer> {
        let bad = || BadPlayer::Playouts(words.text.to_owned());
        let playouts = words.argument().and_then(|word| word.parse().ok());
        let playouts = playouts.filter(|playouts| (1..=10_000_000).contains(playouts)).ok_or_else(bad)?;
        let policies = G::policies();
        let mut spec = MctsSpec { playouts, policy: Named::usual(&policies) };
        for option in words.options() {
            let name = option.strip_prefix("policy=").ok_or_else(bad)?;
            spec.policy = Named::find(&policies, name).ok_or_else(bad)?;
        }
        Ok(spec)
    }
}

impl fmt::Display for MctsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mcts:{}", self.playouts)?;
        self.policy.write(f, "policy")
    }
}

/// The search in a game.
pub(crate) struct Sampler {
    spec: MctsSpec,
    chance: Rng,
}

impl Sampler {
    pub(crate) fn new(spec: MctsSpec, seed: Seed) -> Sampler {
        Sampler { spec, chance: seed.rng() }
    }
}

impl<G: PlayableDuel> Player<G> for Sampler {
    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(answer) = asked.declined() {
            return Ok(answer);
        }
        let begin = Instant::now();
        let policy = self.spec.policy.among(&G::policies());
        let policy = policy.ok_or_else(|| Fault::not_here("its policy is for another game"))?;
        let search = Mcts::new(policy, self.spec.playouts);
        let choice = search.choose_unless(asked.game.position(), &mut self.chance, asked.stop);
        let choice = choice.map(|choice| (choice.mv, Some(choice.nodes), Some(choice.value)));
        chosen(asked, choice, begin.elapsed())
    }
}
