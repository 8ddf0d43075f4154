//! Monte-Carlo tree search at the table of either duel.

use crate::{Answer, BadPlayer, Fault, Player};
use joust_core::{Duel, Rng, Seed};
use joust_games::AnyDuel;
use joust_search::engine::Budget;
use joust_search::mcts::{Choice, Greedy, Mcts, Uniform};
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// How many playouts, and how they are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MctsSpec {
    playouts: u32,
    greedy: bool,
}

impl MctsSpec {
    /// Reads `:PLAYOUTS[,policy=uniform|greedy]`. Only MAD has a greedy policy.
    pub(crate) fn read(text: &str, rest: Option<&str>, game: &str) -> Result<MctsSpec, BadPlayer> {
        let bad = || BadPlayer::Playouts(text.to_owned());
        let mut words = rest.and_then(|rest| rest.strip_prefix(':')).ok_or_else(bad)?.split(',');
        let playouts = words.next().and_then(|word| word.parse().ok());
        let playouts = playouts.filter(|playouts| (1..=10_000_000).contains(playouts)).ok_or_else(bad)?;
        let mut spec = MctsSpec { playouts, greedy: false };
        for word in words {
            spec.greedy = match word {
                "policy=uniform" => false,
                "policy=greedy" if game == "mad" => true,
                _ => return Err(bad()),
            };
        }
        Ok(spec)
    }
}

impl fmt::Display for MctsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mcts:{}{}", self.playouts, if self.greedy { ",policy=greedy" } else { "" })
    }
}

/// The search in a game.
pub(crate) struct Sampler {
    spec: MctsSpec,
    name: String,
    chance: Rng,
}

impl Sampler {
    pub(crate) fn new(spec: MctsSpec, seed: Seed) -> Sampler {
        Sampler { spec, name: spec.to_string(), chance: seed.rng() }
    }
}

impl Player for Sampler {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        _budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let begin = Instant::now();
        let (playouts, position) = (self.spec.playouts, position.as_any());
        let found = if let Some(position) = position.downcast_ref::<joust_mad::Position>() {
            let choice = if self.spec.greedy {
                Mcts::new(Greedy, playouts).choose_unless(position, &mut self.chance, stop)
            } else {
                Mcts::new(Uniform, playouts).choose_unless(position, &mut self.chance, stop)
            };
            text(position, choice)
        } else if let Some(position) = position.downcast_ref::<joust_wargame::Position>() {
            text(position, Mcts::new(Uniform, playouts).choose_unless(position, &mut self.chance, stop))
        } else {
            return Err(Fault::NotHere("it does not know this game"));
        };
        let (mv, nodes) = found.ok_or(Fault::NotHere("the game is over"))?;
        Ok(Answer { mv, nodes: Some(nodes), time: begin.elapsed() })
    }
}

fn text<D: Duel>(position: &D, choice: Option<Choice<D::Move>>) -> Option<(String, u64)> {
    choice.map(|choice| (position.write_move(choice.mv), choice.nodes))
}
