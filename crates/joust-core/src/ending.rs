//! How a game ended.

use crate::{BadOutcome, Outcome, Seat};
use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game is over: a word of the game, such as `exile`, or one of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Why(ArrayString<{ Why::LONGEST }>);

impl Why {
    const LONGEST: usize = 16;
    /// A side gave the game up.
    pub const RESIGNED: &'static str = "resigned";
    /// The time of a side was up.
    pub const TIME: &'static str = "time";
    /// A player failed, and the game could not go on without it.
    pub const FAULT: &'static str = "fault";
    /// The players agreed to end.
    pub const AGREED: &'static str = "agreed";
    /// The game was aborted, and does not count.
    pub const GIVEN_UP: &'static str = "given-up";
    /// Exact knowledge said how the game ends.
    pub const ADJUDICATED: &'static str = "adjudicated";

    /// The word. What does not fit is cut off.
    pub fn new(word: &str) -> Why {
        let mut text = ArrayString::new();
        word.chars().take_while(|c| text.try_push(*c).is_ok()).for_each(drop);
        Why(text)
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq<&str> for Why {
    fn eq(&self, word: &&str) -> bool {
        self.as_str() == *word
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How a game ended.
///
/// As JSON: `{"why":"exile","winner":0,"loser":1,"points":"1-0","full":true}`, with `scores` in games
/// that have some. `winner` and `full` follow from the points.
///
/// ```
/// use joust_core::{Ending, Seat, Why};
/// let ending = Ending::lost(Why::RESIGNED, Seat::SECOND);
/// assert_eq!(ending.winner(), Some(Seat::FIRST));
/// assert_eq!(ending.points(), "1-0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Fields", try_from = "Fields")]
pub struct Ending {
    /// Why the game is over.
    pub why: Why,
    /// The seat of a duel that lost, if one did.
    pub loser: Option<Seat>,
    /// The points; `None` when the game does not count.
    pub outcome: Option<Outcome>,
}

impl Ending {
    /// An end that is decided by points.
    pub fn scored(why: &str, outcome: Outcome) -> Ending {
        let winner = outcome.winner().filter(|_| outcome.seats() == 2);
        Ending { why: Why::new(why), loser: winner.map(Seat::opponent), outcome: Some(outcome) }
    }

    /// A duel that a seat has lost in full.
    pub fn lost(why: &str, loser: Seat) -> Ending {
        let outcome = Outcome::duel_win(loser.opponent(), Outcome::FULL);
        Ending { why: Why::new(why), loser: Some(loser), outcome: Some(outcome) }
    }

    /// An aborted game, which does not count.
    pub fn given_up() -> Ending {
        Ending { why: Why::new(Why::GIVEN_UP), loser: None, outcome: None }
    }

    /// The seat with more points than any other.
    pub fn winner(&self) -> Option<Seat> {
        self.outcome.and_then(|outcome| outcome.winner())
    }

    /// The points as records write them; `*` when there are none.
    pub fn points(&self) -> String {
        self.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
    }
}

/// An ending as JSON has it.
#[derive(Serialize, Deserialize)]
struct Fields {
    why: String,
    winner: Option<Seat>,
    loser: Option<Seat>,
    points: Option<String>,
    #[serde(default)]
    full: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scores: Option<Vec<i32>>,
}

impl From<Ending> for Fields {
    fn from(ending: Ending) -> Fields {
        let (outcome, winner) = (ending.outcome, ending.winner());
        Fields {
            why: ending.why.to_string(),
            winner,
            loser: ending.loser,
            points: outcome.map(|outcome| outcome.to_string()),
            full: outcome.is_some_and(|outcome| outcome.is_full()),
            scores: outcome.and_then(|outcome| outcome.scores().map(<[i32]>::to_vec)),
        }
    }
}

impl TryFrom<Fields> for Ending {
    type Error = BadOutcome;

    fn try_from(fields: Fields) -> Result<Ending, BadOutcome> {
        let outcome: Option<Outcome> = fields.points.map(|points| points.parse()).transpose()?;
        let scored =
            |outcome: Outcome| fields.scores.iter().fold(outcome, |of, scores| of.with_scores(scores));
        Ok(Ending { why: Why::new(&fields.why), loser: fields.loser, outcome: outcome.map(scored) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duel_has_a_loser_and_other_games_have_none() {
        let loser = |outcome| Ending::scored("tie-break", outcome).loser;
        assert_eq!(loser(Outcome::duel_win(Seat::FIRST, 1)), Some(Seat::SECOND));
        assert_eq!(loser(Outcome::duel_tie()), None);
        assert_eq!(loser(Outcome::by_scores(&[1, 2, 3, 4])), None);
    }

    #[test]
    fn long_words_are_cut_and_short_ones_kept() {
        assert_eq!(Why::new("tie-break"), "tie-break");
        assert_eq!(Why::new("seventeen-letters").as_str(), "seventeen-letter");
        assert_eq!(Why::new("ééééééééé").as_str(), "éééééééé");
    }
}
