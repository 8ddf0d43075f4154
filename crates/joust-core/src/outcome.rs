//! Points and scores.

use crate::Seat;
use std::fmt;
use std::str::FromStr;

/// The points of every seat at the end, counted in halves so that a semi-victory needs no
/// fraction, and the scores of the game where it has some.
///
/// ```
/// use joust_core::{Outcome, Seat};
/// let outcome = Outcome::by_scores(&[3, 9, 9, 1]);
/// assert_eq!(outcome.to_string(), "0-1/2-1/2-0");
/// assert_eq!(outcome.winner(), None);
/// assert_eq!("1-0".parse(), Ok(Outcome::duel_win(Seat::FIRST, Outcome::FULL)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    half_points: [u8; Seat::MAX],
    seats: u8,
    is_scored: bool,
    scores: [i32; Seat::MAX],
}

impl Outcome {
    /// Half points for a whole point.
    pub const FULL: u8 = 2;

    const fn of(half_points: [u8; Seat::MAX], seats: u8) -> Outcome {
        Outcome { half_points, seats, is_scored: false, scores: [0; Seat::MAX] }
    }

    /// A duel that `winner` won for this many half points; the loser has none.
    pub const fn duel_win(winner: Seat, half_points: u8) -> Outcome {
        let mut points = [0; Seat::MAX];
        points[winner.index()] = half_points;
        Outcome::of(points, 2)
    }

    /// A tied duel: half a point for both.
    pub const fn duel_tie() -> Outcome {
        Outcome::of([1, 1, 0, 0], 2)
    }

    /// A game in which the highest score wins: a point for it, or half a point for each seat that shares
    /// it. At most [`Seat::MAX`] seats count.
    pub fn by_scores(scores: &[i32]) -> Outcome {
        let scores = &scores[..scores.len().min(Seat::MAX)];
        let best = scores.iter().max().copied().unwrap_or(0);
        let shared = scores.iter().filter(|score| **score == best).count() > 1;
        let mut points = [0; Seat::MAX];
        for (point, _) in points.iter_mut().zip(scores).filter(|(_, score)| **score == best) {
            *point = if shared { 1 } else { Outcome::FULL };
        }
        Outcome::of(points, scores.len() as u8).with_scores(scores)
    }

    /// The outcome with the scores of the seats.
    #[must_use]
    pub fn with_scores(mut self, scores: &[i32]) -> Outcome {
        self.is_scored = true;
        self.scores.iter_mut().zip(scores).for_each(|(own, score)| *own = *score);
        self
    }

    /// What a seat earned, in half points.
    pub const fn half_points(&self, seat: Seat) -> u8 {
        self.half_points[seat.index()]
    }

    /// The scores in the order of the seats, in games that have some.
    pub fn scores(&self) -> Option<&[i32]> {
        self.is_scored.then(|| &self.scores[..self.seats as usize])
    }

    /// How many seats there were.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The seat with more points than any other, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let seats = (0..self.seats as usize).filter_map(Seat::new);
        let best = seats.clone().max_by_key(|seat| self.half_points(*seat))?;
        let shared = seats.filter(|seat| self.half_points(*seat) == self.half_points(best)).count();
        (shared == 1).then_some(best)
    }

    /// Whether the game was worth a whole point.
    pub fn is_full(&self) -> bool {
        self.half_points.contains(&Outcome::FULL)
    }
}

/// How points are written, and how many halves they are.
const WORDS: [(&str, u8); 3] = [("0", 0), ("1/2", 1), ("1", 2)];

/// The points of the seats joined by `-`: `1-0`, `0-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, half) in self.half_points[..self.seats as usize].iter().enumerate() {
            let word = WORDS.iter().find(|(_, halves)| halves == half).map_or("1", |(word, _)| word);
            write!(f, "{}{word}", if i > 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}

/// A text that is not the points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points look like 1-0, 1/2-1/2 or 0-1-0-0")]
pub struct BadOutcome;

/// Scores are not part of the text.
impl FromStr for Outcome {
    type Err = BadOutcome;

    fn from_str(text: &str) -> Result<Outcome, BadOutcome> {
        let (mut points, mut seats) = ([0; Seat::MAX], 0);
        for word in text.split('-') {
            let known = WORDS.iter().find(|(known, _)| *known == word).ok_or(BadOutcome)?;
            *points.get_mut(seats).ok_or(BadOutcome)? = known.1;
            seats += 1;
        }
        if seats < 2 { Err(BadOutcome) } else { Ok(Outcome::of(points, seats as u8)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_the_rules_count_them() {
        for (outcome, text) in [
            (Outcome::duel_win(Seat::SECOND, 2), "0-1"),
            (Outcome::duel_win(Seat::SECOND, 1), "0-1/2"),
            (Outcome::duel_tie(), "1/2-1/2"),
        ] {
            assert_eq!((outcome.to_string().as_str(), text.parse()), (text, Ok(outcome)));
        }
        assert_eq!(Outcome::duel_tie().winner(), None);
        assert!(!Outcome::duel_win(Seat::FIRST, 1).is_full());
        for bad in ["", "*", "1", "2-0", "1-0-0-0-0", "1 - 0", "a-b"] {
            assert_eq!(bad.parse::<Outcome>(), Err(BadOutcome), "{bad}");
        }
    }

    #[test]
    fn the_highest_score_wins_and_a_shared_one_is_a_tie() {
        let won = Outcome::by_scores(&[3, -1, 7, 2]);
        assert_eq!((won.to_string().as_str(), won.winner()), ("0-0-1-0", Seat::new(2)));
        assert_eq!(won.scores(), Some(&[3, -1, 7, 2][..]));
        let tied = Outcome::by_scores(&[5, 5, 5, 2]);
        assert_eq!((tied.to_string().as_str(), tied.winner()), ("1/2-1/2-1/2-0", None));
        assert_eq!(Outcome::duel_tie().scores(), None);
    }
}
