//! How a game ended.

use crate::Seat;
use std::fmt;

/// The points of every seat at the end, counted in halves so that a semi-victory needs no
/// fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    half_points: [u8; Seat::MAX],
    seats: u8,
}

impl Outcome {
    /// Half points for a whole point.
    pub const FULL: u8 = 2;

    /// A duel that `winner` won for so many half points; the loser has none.
    pub const fn duel_win(winner: Seat, half_points: u8) -> Outcome {
        let mut points = [0; Seat::MAX];
        points[winner.index()] = half_points;
        Outcome { half_points: points, seats: 2 }
    }

    /// A duel that nobody won: half a point for both.
    pub const fn duel_tie() -> Outcome {
        Outcome { half_points: [1, 1, 0, 0], seats: 2 }
    }

    /// What a seat earned, in half points.
    pub const fn half_points(&self, seat: Seat) -> u8 {
        self.half_points[seat.index()]
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

/// The points of the seats joined by `-`: `1-0`, `0-1/2`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, half) in self.half_points[..self.seats as usize].iter().enumerate() {
            if i > 0 {
                f.write_str("-")?;
            }
            match (half / 2, half % 2) {
                (0, 1) => f.write_str("1/2")?,
                (whole, 0) => write!(f, "{whole}")?,
                (whole, _) => write!(f, "{whole} 1/2")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_the_rules_count_them() {
        assert_eq!(Outcome::duel_win(Seat::SECOND, 2).to_string(), "0-1");
        assert_eq!(Outcome::duel_win(Seat::SECOND, 1).to_string(), "0-1/2");
        assert_eq!(Outcome::duel_tie().to_string(), "1/2-1/2");
        assert_eq!(Outcome::duel_tie().winner(), None);
        assert!(!Outcome::duel_win(Seat::FIRST, 1).is_full());
    }
}
