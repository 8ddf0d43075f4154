//! The exact value of a placement of ships, for every counter and every last expeller, in two bytes.
//!
//! A position is a placement with a side to move, the turns left until the tie-break, and the side
//! that holds the tie-break. The last two need not be stored. Say that *n* turns are left.
//!
//! 1. A side can have two aims: to force a full victory, or to take the tie-break from its holder and
//!    keep at least a semi-victory. For either it must expel a ship before the turns run out: one
//!    whose exile ends the game, or one after which the side still reaches its aim. What it can force
//!    with *n* turns it can force with more, by the same moves. So each aim has a *threshold*: the
//!    smallest *n* for which it can be forced, if there is one.
//! 2. After an expulsion the counter is 0 and the mover holds the tie-break. So the value of an
//!    expulsion depends neither on *n* nor on the holder, and the threshold of a full victory does
//!    not depend on the holder.
//! 3. Only one side has thresholds. Say that one side can take the tie-break within *s* turns. By the
//!    same moves it keeps the tie-break if it holds it already. So with *s* turns or more the other
//!    side can force nothing; nor can it with fewer turns, because by 1 it could then with more, too.
//!
//! So an entry has at most one side, the *better* one, and two thresholds: from `semi` turns on that
//! side forces at least a semi-victory although the opponent holds the tie-break, and from `full` turns
//! on it forces a full victory. `full` is never below `semi`.

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

    /// This result as seen by the other side.
    #[must_use]
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::SemiLoss => Value::SemiWin,
            Value::SemiWin => Value::SemiLoss,
            Value::Win => Value::Loss,
        }
    }

    /// The result as a number from −1 to 1. [MAD-7.5]
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

    /// Whether it is a full victory or defeat: a corvette is lost.
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

/// A side, relative to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The side to move.
    Mover,
    /// The opponent.
    Other,
}

/// The thresholds of the better side, in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Better {
    /// The better side.
    pub who: Who,
    /// Turns from which on it takes the tie-break from the opponent.
    pub semi: u8,
    /// Turns from which on it forces a full victory.
    pub full: Option<u8>,
}

/// The exact value of a placement with a side to move, in two bytes: the better side and `semi` in the
/// first, `full` in the second, 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndgameEntry(u16);

impl EndgameEntry {
    /// Neither side can force anything: the holder of the tie-break wins it.
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

    /// The better side and its thresholds; `None` when neither side can force anything.
    pub fn better(self) -> Option<Better> {
        let [low, high] = self.0.to_le_bytes();
        let who = if low & 0x80 == 0 { Who::Mover } else { Who::Other };
        (low != 0).then_some(Better { who, semi: low & 0x7f, full: NonZeroU8::new(high).map(NonZeroU8::get) })
    }

    /// The two bytes of the entry, as they are stored.
    pub fn to_bits(self) -> u16 {
        self.0
    }

    /// Whether bits are a valid entry without thresholds above `longest`.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "many are asked about in a row; branches are slower")]
    pub(super) fn is_sound(bits: u16, longest: u8) -> bool {
        let [low, high] = bits.to_le_bytes();
        let semi = low & 0x7f;
        let full = (high == 0) | (semi <= high) & (high <= longest);
        (bits == 0) | (semi != 0) & (semi <= longest) & full
    }

    /// An entry from bits that are known to be valid.
    pub(super) fn trusted(bits: u16) -> EndgameEntry {
        EndgameEntry(bits)
    }

    /// The largest threshold; 0 if there is none.
    pub fn longest(self) -> u8 {
        self.better().map_or(0, |better| better.full.unwrap_or(better.semi))
    }

    /// This entry without the thresholds above a number of turns.
    #[must_use]
    pub(super) fn within(self, turns: u8) -> EndgameEntry {
        match self.better() {
            Some(better) if better.semi <= turns => {
                EndgameEntry::new(Better { full: better.full.filter(|full| *full <= turns), ..better })
            }
            _ => EndgameEntry::HELD,
        }
    }

    /// The value with `turns_left` turns left, when `holder` holds the tie-break.
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
