//! A game that is over, as standings, ratings and schedules see it.

use serde::{Deserialize, Serialize};

/// A game that is over.
///
/// Participants are numbers from 0. A score goes from 0 to 1, and the scores of a game add up to half the
/// number of seats: with two seats a victory counts 1, a semi-victory ¾, a tie ½; with more seats a score is
/// the share of the opponents that finished behind ([`beaten`]).
///
/// ```
/// use joust_league::Finish;
/// // A game of Mad Max: the second seat has the most points.
/// let game = Finish::by_points(0, 0, &[5, 2, 7, 1], &[310.0, 420.0, 310.0, 80.0]);
/// assert_eq!(game.scores, [0.5, 1.0, 0.5, 0.0]);
/// let duel = Finish::duel(1, 0, [0, 3], 0.75);
/// assert_eq!(duel.scores, [0.75, 0.25]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finish {
    /// The number of the game in its schedule.
    pub game: usize,
    /// The block of the game: blocks share a line-up, a map and a seed, and only blocks are independent.
    pub block: usize,
    /// The participants in the order of the seats.
    pub seats: Vec<usize>,
    /// What the game counts for each seat.
    pub scores: Vec<f64>,
    /// What the rules of the game give to each seat; only tie-breaks use it. Empty where there is no such thing.
    pub points: Vec<f64>,
}

impl Finish {
    /// A game in which the most points win. See [`Finish`] for an example.
    pub fn by_points(game: usize, block: usize, seats: &[usize], points: &[f64]) -> Finish {
        Finish { game, block, seats: seats.to_vec(), scores: beaten(points), points: points.to_vec() }
    }

    /// A game of two seats with the score of the first. See [`Finish`] for an example.
    pub fn duel(game: usize, block: usize, seats: [usize; 2], score: f64) -> Finish {
        let scores = vec![score, 1.0 - score];
        Finish { game, block, seats: seats.to_vec(), scores, points: Vec::new() }
    }

    /// Each seat's share of the first place: 1 for a sole first, a half or less when several share it.
    pub(crate) fn first_shares(&self) -> impl Iterator<Item = f64> {
        let best = self.scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_first = move |score: f64| score > best - EQUAL;
        let firsts = self.scores.iter().filter(|score| is_first(**score)).count();
        self.scores.iter().map(move |score| if is_first(*score) { 1.0 / real(firsts) } else { 0.0 })
    }

    /// What the participant in one seat has taken from that in another: a score from 0 to 1. With two seats
    /// it is the score of the game, otherwise 1, ½ or 0.
    pub(crate) fn between(&self, seat: usize, other: usize) -> f64 {
        let (mine, theirs) = (self.scores[seat], self.scores[other]);
        if self.seats.len() == 2 {
            f64::midpoint(mine, 1.0 - theirs).clamp(0.0, 1.0)
        } else if (mine - theirs).abs() < EQUAL {
            0.5
        } else {
            f64::from(u8::from(mine > theirs))
        }
    }

    /// Whether it has two seats or more, a score for each, and no participant twice or beyond `participants`.
    pub(crate) fn is_sound(&self, participants: usize) -> bool {
        let seats = &self.seats;
        let once = (1..seats.len()).all(|seat| !seats[..seat].contains(&seats[seat]));
        let known = seats.iter().all(|participant| *participant < participants);
        let scored = self.scores.len() == seats.len() && self.scores.iter().all(|score| score.is_finite());
        seats.len() >= 2 && once && known && scored
    }
}

/// Points by the rules of the game, where games have some.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Points {
    sum: f64,
    games: usize,
}

impl Points {
    /// Adds what a seat has in a game.
    pub(crate) fn add(&mut self, game: &Finish, seat: usize) {
        if let Some(points) = game.points.get(seat) {
            self.sum += points;
            self.games += 1;
        }
    }

    /// The mean of the games that have points; `None` if none has.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / real(self.games))
    }

    pub(crate) fn sum(&self) -> f64 {
        self.sum
    }
}

/// Scores that differ by less are equal: they are sums of thirds and quarters.
pub(crate) const EQUAL: f64 = 1e-9;

/// The share of its opponents that each seat left behind; an opponent with equal points counts one half.
///
/// ```
/// assert_eq!(joust_league::beaten(&[10.0, 30.0, 20.0, 40.0]), [0.0, 2.0 / 3.0, 1.0 / 3.0, 1.0]);
/// assert_eq!(joust_league::beaten(&[1.0, 1.0]), [0.5, 0.5]);
/// ```
pub fn beaten(points: &[f64]) -> Vec<f64> {
    let opponents = real(points.len().max(2) - 1);
    let share = |(seat, mine): (usize, &f64)| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
        let halves = others.map(|(_, theirs)| if mine > theirs { 2 } else { usize::from(mine >= theirs) });
        real(halves.sum()) / 2.0 / opponents
    };
    points.iter().enumerate().map(share).collect()
}

/// A count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "nothing is counted beyond 2⁵²")]
pub(crate) fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scores_of_a_game_add_up_to_half_its_seats() {
        for points in [[1.0, 2.0, 3.0, 4.0], [5.0, 5.0, 1.0, 9.0], [0.0; 4], [3.0, 3.0, 3.0, 1.0]] {
            assert!((beaten(&points).iter().sum::<f64>() - 2.0).abs() < EQUAL, "{points:?}");
        }
    }

    #[test]
    fn a_first_place_is_shared_in_equal_parts() {
        let game = Finish::by_points(0, 0, &[0, 1, 2, 3], &[4.0, 9.0, 9.0, 9.0]);
        assert!(game.first_shares().eq([0.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]));
        assert!([game.between(0, 1), game.between(1, 2), game.between(3, 0)].into_iter().eq([0.0, 0.5, 1.0]));
    }

    #[test]
    fn a_game_that_cannot_be_is_not_sound() {
        assert!(Finish::duel(0, 0, [0, 1], 1.0).is_sound(2));
        assert!(!Finish::duel(0, 0, [0, 2], 1.0).is_sound(2), "there is no participant 2");
        assert!(!Finish::duel(0, 0, [1, 1], 1.0).is_sound(2), "a participant plays itself");
        assert!(!Finish::duel(0, 0, [0, 1], f64::NAN).is_sound(2));
        assert!(!Finish { seats: vec![0], scores: vec![1.0], ..Finish::default() }.is_sound(2));
    }
}
