//! How a live game ended.

use joust_core::{Outcome, Seat};
use joust_games::{Manner, Proposed};
use serde::Serialize;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// MAD: a corvette is in exile.
    Exile,
    /// MAD: the tie-break.
    TieBreak,
    /// MAD: the tie-break, as both sides agreed.
    Agreed,
    /// The War Game: the city is taken.
    Full,
    /// Somebody resigned.
    Resigned,
    /// Somebody's time was up.
    Time,
    /// The game was given up before it had begun.
    GivenUp,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Why.
    pub why: Why,
    /// Who lost, if somebody did.
    pub loser: Option<Seat>,
    /// The points, if there are any.
    pub outcome: Option<Outcome>,
}

impl End {
    /// The end that an action brings about, if it brings one about.
    pub(crate) fn by(proposed: &Proposed) -> Option<End> {
        let why = match proposed.manner? {
            Manner::Exile => Why::Exile,
            Manner::TieBreak => Why::TieBreak,
            Manner::Agreed => Why::Agreed,
            Manner::Full => Why::Full,
            Manner::Resigned => Why::Resigned,
            Manner::Time => Why::Time,
        };
        let loser = proposed.outcome.and_then(|outcome| outcome.winner()).map(Seat::opponent);
        Some(End { why, loser, outcome: proposed.outcome })
    }

    /// A full loss. [MAD-7.8] [WAR-4.3]
    pub(crate) fn lost(why: Why, loser: Seat) -> End {
        let outcome = Outcome::duel_win(loser.opponent(), Outcome::FULL);
        End { why, loser: Some(loser), outcome: Some(outcome) }
    }

    /// No game came of it.
    pub(crate) const GIVEN_UP: End = End { why: Why::GivenUp, loser: None, outcome: None };
}
