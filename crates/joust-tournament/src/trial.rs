//! The sequential test that ends a tournament when enough games were played.

use crate::file::Stop;
use crate::terms::Terms;
use joust_league::sequential::{BadTest, BlockTest, Decision, Differences, PairTest};
use joust_league::{Finish, Pairs};

/// The risk of an error that a file does not name.
const RISK: f64 = 0.05;

/// A sequential test between the first two participants.
pub(crate) enum Trial {
    /// Their games against each other, in pairs.
    Duels {
        test: PairTest,
        pairs: Pairs,
        /// The game whose pair is not complete: the seat of the first participant, and its score.
        half: Option<(usize, f64)>,
    },
    /// Their games in the same seats against the same others.
    Tables { test: BlockTest, differences: Differences, block: Option<usize>, decision: Option<Decision> },
}

impl Trial {
    /// The test that the terms ask for.
    pub(crate) fn new(terms: &Terms) -> Result<Option<Trial>, BadTest> {
        let Stop { sprt: Some([elo0, elo1]), alpha, beta, .. } = terms.stop else { return Ok(None) };
        let (alpha, beta) = (alpha.unwrap_or(RISK), beta.unwrap_or(RISK));
        Ok(Some(if terms.is_duel() {
            let test = PairTest::new(elo0, elo1, alpha, beta)?;
            Trial::Duels { test, pairs: Pairs::default(), half: None }
        } else {
            let test = BlockTest::by_elo(elo0, elo1, alpha, beta)?;
            let differences = Differences::new(terms.seats());
            Trial::Tables { test, differences, block: None, decision: None }
        }))
    }

    /// Adds a game that counts and was finished. A pair has a game in each seat; a game whose other half could not be
    /// finished does not count.
    pub(crate) fn add(&mut self, finish: &Finish) {
        match self {
            Trial::Duels { pairs, half, .. } => {
                let mut players = finish.seats.clone();
                players.sort_unstable();
                let Some(first) = finish.seats.iter().position(|who| *who == 0).filter(|_| players == [0, 1])
                else {
                    return;
                };
                match half.take() {
                    Some((seat, before)) if seat != first => pairs.add([before, finish.scores[first]]),
                    _ => *half = Some((first, finish.scores[first])),
                }
            }
            Trial::Tables { test, differences, block, decision } => {
                // A test takes as long as there are blocks, so it is made once for each.
                if block.replace(finish.block) != Some(finish.block) {
                    *decision = Some(test.decide(&differences.sample()));
                }
                differences.add(finish);
            }
        }
    }

    /// What the test says.
    pub(crate) fn decision(&self) -> Decision {
        match self {
            Trial::Duels { test, pairs, .. } => test.decide(pairs),
            Trial::Tables { test, differences, .. } => test.decide(&differences.sample()),
        }
    }

    /// Whether playing on is of no use.
    pub(crate) fn is_over(&self) -> bool {
        match self {
            Trial::Duels { test, pairs, .. } => test.decide(pairs).over,
            Trial::Tables { decision, .. } => decision.as_ref().is_some_and(|decision| decision.over),
        }
    }
}
