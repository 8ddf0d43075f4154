//! What is known of a placement of ships, whatever the counter and the last expeller.
//!
//! The tie-break makes every position three: ships and side to move, turns left, and the side that
//! holds the tie-break. It need not be stored so. Say that *n* turns are left.
//!
//! 1. To force a full victory, or to wrest the tie-break from a holder and keep at least a
//!    semi-victory, a side must bring something about before the turns run out: an exile that ends
//!    the game, or an expulsion after which it does at least that well. What it can force with *n*
//!    turns it can force with more, by the same moves. So each of these aims has a *threshold*: the
//!    smallest *n* for which it can be forced, if there is one.
//! 2. After an expulsion the counter is back at 0 and the mover holds the tie-break, whoever held
//!    it before. So what an expulsion is worth does not depend on *n* or on the holder, and neither
//!    does the threshold of a full victory depend on the holder.
//! 3. Not both sides have thresholds. Say that one side can wrest the tie-break within *s* turns.
//!    By the same moves it does so when it holds the tie-break already. With *s* turns or more the
//!    other side can then force nothing; and if it could with fewer, then by 1 with more, too.
//!
//! So an entry names at most one side, the *better* one, and two thresholds: `semi`, from which on
//! that side forces at least a semi-victory although the opponent holds the tie-break, and `full`,
//! from which on it forces a full victory. `full` is never below `semi`.

use joust_core::{Outcome, Seat};
use std::fmt;
use std::num::NonZeroU8;

/// The exact result of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A full defeat.
    Loss,
    /// The opponent wins the tie-break.
    SemiLoss,
    /// The tie-break is won.
    SemiWin,
    /// A full victory.
    Win,
}

impl Value {
    /// The result of a finished game for a side.
    pub(super) fn of(outcome: &Outcome, side: Seat) -> Value {
        let value = if outcome.is_full() { Value::Win } else { Value::SemiWin };
        if outcome.winner() == Some(side) { value } else { value.reversed() }
    }

    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::SemiLoss => Value::SemiWin,
            Value::SemiWin => Value::SemiLoss,
            Value::Win => Value::Loss,
        }
    }

    /// On the scale from −1 to 1. [MAD-7.5]
    pub const fn number(self) -> f64 {
        match self {
            Value::Loss => -1.0,
            Value::SemiLoss => -0.5,
            Value::SemiWin => 0.5,
            Value::Win => 1.0,
        }
    }

    /// Whether the side to move wins, fully or not.
    pub const fn is_good(self) -> bool {
        matches!(self, Value::SemiWin | Value::Win)
    }

    /// Whether a corvette is lost.
    pub const fn is_full(self) -> bool {
        matches!(self, Value::Loss | Value::Win)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Value::Loss => "loss",
            Value::SemiLoss => "semi-loss",
            Value::SemiWin => "semi-win",
            Value::Win => "win",
        })
    }
}

/// The side that an entry is about, seen from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The side to move.
    Mover,
    /// The opponent.
    Other,
}

/// Thresholds of one side, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Better {
    /// Whose they are.
    pub who: Who,
    /// Turns from which on it wrests the tie-break from the opponent.
    pub semi: u8,
    /// Turns from which on it forces a full victory.
    pub full: Option<u8>,
}

/// What is known of a placement with a side to move, in two bytes: the side and `semi` in the
/// first, `full` in the second, 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndgameEntry(u16);

impl EndgameEntry {
    /// Neither side can force anything: whoever holds the tie-break wins it.
    pub const HELD: EndgameEntry = EndgameEntry(0);
    /// The highest threshold that an entry can hold.
    pub const MOST: u8 = 127;

    /// An entry with thresholds from 1 to [`EndgameEntry::MOST`].
    pub fn new(better: Better) -> EndgameEntry {
        let Better { who, semi, full } = better;
        debug_assert!((1..=EndgameEntry::MOST).contains(&semi) && full.is_none_or(|full| full >= semi));
        let who = if who == Who::Mover { 0 } else { 0x80 };
        EndgameEntry(u16::from(semi | who) | u16::from(full.unwrap_or(0)) << 8)
    }

    /// The side that can force something.
    pub fn better(self) -> Option<Better> {
        let [low, high] = self.0.to_le_bytes();
        let who = if low & 0x80 == 0 { Who::Mover } else { Who::Other };
        (low != 0).then_some(Better { who, semi: low & 0x7f, full: NonZeroU8::new(high).map(NonZeroU8::get) })
    }

    /// As it is stored.
    pub fn to_bits(self) -> u16 {
        self.0
    }

    /// Whether bits are those of an entry without thresholds above the longest.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "many are asked about in a row; branches are slower")]
    pub(super) fn is_sound(bits: u16, longest: u8) -> bool {
        let [low, high] = bits.to_le_bytes();
        let semi = low & 0x7f;
        let full = (high == 0) | (semi <= high) & (high <= longest);
        (bits == 0) | (semi != 0) & (semi <= longest) & full
    }

    /// From bits that are known to be those of an entry.
    pub(super) fn trusted(bits: u16) -> EndgameEntry {
        EndgameEntry(bits)
    }

    /// The greatest threshold; 0 if there is none.
    pub fn longest(self) -> u8 {
        self.better().map_or(0, |better| better.full.unwrap_or(better.semi))
    }

    /// Without the thresholds above a number of turns.
    #[must_use]
    pub(super) fn within(self, turns: u8) -> EndgameEntry {
        match self.better() {
            Some(better) if better.semi <= turns => {
                EndgameEntry::new(Better { full: better.full.filter(|full| *full <= turns), ..better })
            }
            _ => EndgameEntry::HELD,
        }
    }

    /// The value with so many turns left and the tie-break held by `holder`.
    pub fn value(self, holder: Who, turns_left: u16) -> Value {
        let for_mover = |who: Who, value: Value| if who == Who::Mover { value } else { value.reversed() };
        let reaches = |threshold: u8| u16::from(threshold) <= turns_left;
        match self.better() {
            Some(better) if better.full.is_some_and(reaches) => for_mover(better.who, Value::Win),
            Some(better) if reaches(better.semi) => for_mover(better.who, Value::SemiWin),
            _ => for_mover(holder, Value::SemiWin),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_in_two_bytes() {
        for who in [Who::Mover, Who::Other] {
            for semi in 1..=EndgameEntry::MOST {
                for full in [None, Some(semi), Some(EndgameEntry::MOST)] {
                    let better = Better { who, semi, full };
                    let entry = EndgameEntry::new(better);
                    assert_eq!(entry.better(), Some(better));
                    assert!(EndgameEntry::is_sound(entry.to_bits(), EndgameEntry::MOST));
                    assert_eq!(EndgameEntry::trusted(entry.to_bits()), entry);
                }
            }
        }
        assert_eq!(EndgameEntry::HELD.better(), None);
        for nonsense in [0x80, 0x0100, 0x0180, 0x0305, 0x8005, 0xff7f] {
            assert!(!EndgameEntry::is_sound(nonsense, EndgameEntry::MOST), "{nonsense:x}");
        }
    }

    #[test]
    fn values_follow_from_thresholds() {
        use Value::{Loss, SemiLoss, SemiWin};
        let entry = EndgameEntry::new(Better { who: Who::Other, semi: 3, full: Some(7) });
        let values = |holder| (0..9).map(|turns| entry.value(holder, turns)).collect::<Vec<_>>();
        let held = [SemiWin, SemiWin, SemiWin, SemiLoss, SemiLoss, SemiLoss, SemiLoss, Loss, Loss];
        assert_eq!(values(Who::Mover), held);
        assert_eq!(values(Who::Other)[..7], [SemiLoss; 7]);
        assert_eq!(entry.within(6).longest(), 3);
        assert_eq!(entry.within(2), EndgameEntry::HELD);
    }

    #[test]
    fn values_have_an_order_and_an_opposite() {
        let all = [Value::Loss, Value::SemiLoss, Value::SemiWin, Value::Win];
        assert!(all.is_sorted() && all.iter().map(|value| value.number()).is_sorted());
        for value in all {
            assert_eq!(value.reversed().reversed(), value);
            assert!((value.number() + value.reversed().number()).abs() < 1e-9);
        }
    }
}
