//! Moves in writing. [MAD-9.1]

use crate::{Coord, NotAShift, Shift, Ship};
use std::fmt;
use std::str::FromStr;

/// A move as it is written, whether or not any position allows it. [`Position::check`] turns it into a move
/// of a position.
///
/// [`Position::check`]: crate::Position::check
///
/// ```
/// use joust_mad::Notation;
/// let notation: Notation = "211-c2xc4".parse().unwrap();
/// assert!(matches!(notation, Notation::Movement { expels: true, bonus: None, .. }));
/// assert_eq!("221<>112".parse::<Notation>().unwrap().to_string(), "112<>221");
/// assert!("c2c4".parse::<Notation>().is_err(), "the ship is missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `pass`
    Pass,
    /// `112<>221` or `112>211>121`
    Shift(Shift),
    /// `211-c2xc4`, perhaps with `+` and a shift.
    Movement {
        /// The ship that moves.
        ship: Ship,
        /// The square that it leaves.
        from: Coord,
        /// The square where it arrives.
        to: Coord,
        /// Whether it expels a ship there.
        expels: bool,
        /// The shift that follows in the same turn.
        bonus: Option<Shift>,
    },
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notation::Pass => f.write_str("pass"),
            Notation::Shift(shift) => shift.fmt(f),
            Notation::Movement { ship, from, to, expels, bonus } => {
                let sign = if *expels { 'x' } else { '-' };
                write!(f, "{ship}-{from}{sign}{to}")?;
                bonus.map_or(Ok(()), |shift| write!(f, "+{shift}"))
            }
        }
    }
}

/// Why a text is not the notation of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAMove {
    /// It looks like a shift, and there is no such shift.
    #[error("{0} [{clause}]", clause = .0.clause())]
    Shift(#[from] NotAShift),
    /// It is a movement without one of its parts, or something else.
    #[error(
        "`{0}` is not a move: write 211-c2-c4, 211-c2xc4, 112<>221, 112>211>121, 221-b5-b6+112<>221 or pass [MAD-9.1]"
    )]
    Unreadable(String),
}

impl NotAMove {
    /// The sentence in French.
    pub(crate) fn french(&self) -> String {
        match self {
            NotAMove::Shift(why) => why.french(),
            NotAMove::Unreadable(text) => format!(
                "« {text} » n’est pas un coup : écrivez 211-c2-c4, 211-c2xc4, 112<>221, 112>211>121, \
                 221-b5-b6+112<>221 ou pass"
            ),
        }
    }

    /// The clause that says what a move looks like.
    ///
    /// ```
    /// use joust_mad::Notation;
    /// assert_eq!("112<>222".parse::<Notation>().unwrap_err().clause(), "MAD-4.1");
    /// assert_eq!("c2c4".parse::<Notation>().unwrap_err().clause(), "MAD-9.1");
    /// ```
    pub const fn clause(&self) -> &'static str {
        match self {
            NotAMove::Shift(why) => why.clause(),
            NotAMove::Unreadable(_) => "MAD-9.1",
        }
    }
}

/// A move as a person types it: every part of a movement but its destination may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Pass,
    Shift(Shift),
    Movement(Typed),
}

/// The parts of a movement that were typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) ship: Option<Ship>,
    pub(crate) from: Option<Coord>,
    pub(crate) to: Coord,
    pub(crate) expels: Option<bool>,
    pub(crate) bonus: Option<Shift>,
}

impl FromStr for Wish {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Wish, NotAMove> {
        let unreadable = || NotAMove::Unreadable(text.to_owned());
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Wish::Pass);
        }
        let (movement, bonus) = match text.split_once('+') {
            Some((movement, shift)) => (movement, Some(shift)),
            None => (text, None),
        };
        if bonus.is_none() && movement.contains('>') {
            return Ok(Wish::Shift(movement.parse()?));
        }
        let bonus = bonus.map(str::parse).transpose()?;
        // A ship is three digits, so it ends where the first letter or sign stands.
        let digits = movement.bytes().take_while(u8::is_ascii_digit).count();
        let (ship, mut rest) = movement.split_at(digits);
        let ship = match ship {
            "" => None,
            digits => {
                rest = rest.strip_prefix('-').unwrap_or(rest);
                Some(digits.parse().map_err(|_| unreadable())?)
            }
        };
        let place = |word: &str| word.parse::<Coord>().map_err(|_| unreadable());
        // The sign stands behind the column letter of the first square: `x` may be a column.
        let sign = rest.char_indices().skip(1).find(|(_, c)| *c == '-' || c.eq_ignore_ascii_case(&'x'));
        let (from, to, expels) = if let Some((at, sign)) = sign {
            (Some(place(&rest[..at])?), place(&rest[at + 1..])?, Some(sign != '-'))
        } else if let Some((at, _)) = rest.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()) {
            (Some(place(&rest[..at])?), place(&rest[at..])?, None)
        } else {
            (None, place(rest)?, None)
        };
        Ok(Wish::Movement(Typed { ship, from, to, expels, bonus }))
    }
}

/// Reads a complete move. The ships of a shift may stand in any order that means this shift.
impl FromStr for Notation {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Notation, NotAMove> {
        match text.parse()? {
            Wish::Pass => Ok(Notation::Pass),
            Wish::Shift(shift) => Ok(Notation::Shift(shift)),
            Wish::Movement(Typed { ship: Some(ship), from: Some(from), to, expels: Some(expels), bonus }) => {
                Ok(Notation::Movement { ship, from, to, expels, bonus })
            }
            Wish::Movement(_) => Err(NotAMove::Unreadable(text.to_owned())),
        }
    }
}
