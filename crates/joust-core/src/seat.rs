//! Seats at a table, and sets of them.

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl TryFrom<u8> for Seat {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Seat, &'static str> {
        Seat::new(index.into()).ok_or("there are no more than four seats")
    }
}

impl Seat {
    /// The most seats that any game has.
    pub const MAX: usize = 4;
    /// The seat that begins.
    pub const FIRST: Seat = Seat(0);
    /// The second seat of a duel.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, if a table has that many.
    pub const fn new(index: usize) -> Option<Seat> {
        if index < Seat::MAX { Some(Seat(index as u8)) } else { None }
    }

    /// Position in arrays that hold one entry for each seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a duel.
    #[must_use]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// A set of seats: those whose action the game awaits.
///
/// ```
/// use joust_core::{Seat, Seats};
/// let awaited = Seats::first(4).without(Seat::FIRST);
/// assert!(awaited.contains(Seat::SECOND) && !awaited.contains(Seat::FIRST));
/// assert_eq!(awaited.iter().count(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The set of a single seat.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> Seats {
        Seats(((1_u16 << count) - 1) as u8)
    }

    /// The set with this seat in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// The set without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !(1 << seat.0))
    }

    /// Whether the set has no seat.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this seat.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The seats of the set in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::MAX as u8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_their_seats() {
        let all: Vec<_> = Seats::first(4).iter().collect();
        assert_eq!(all, (0..4).map(Seat).collect::<Vec<_>>());
        assert_eq!(Seats::only(Seat::SECOND).iter().collect::<Vec<_>>(), [Seat::SECOND]);
        assert_eq!(Seats::only(Seat::FIRST).with(Seat::SECOND), Seats::first(2));
        assert!(Seats::default().is_empty() && !Seats::only(Seat::FIRST).is_empty());
        assert_eq!(Seat::new(4), None);
    }
}
