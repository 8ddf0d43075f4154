//! The two armies. [WAR-1.4]

use joust_core::Seat;
use std::fmt;

/// One of the two armies.
///
/// ```
/// use joust_core::Seat;
/// use joust_wargame::Side;
/// assert_eq!((Side::Blue.seat(), Side::Green.seat()), (Seat::FIRST, Seat::SECOND));
/// assert_eq!((Side::Blue.other(), Side::Blue.letter()), (Side::Green, 'b'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Moves first. [WAR-2.1]
    Blue = 0,
    /// Moves second. [WAR-2.1]
    Green = 1,
}

impl Side {
    /// Both sides in the order of play.
    pub const BOTH: [Side; 2] = [Side::Blue, Side::Green];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Blue => Side::Green,
            Side::Green => Side::Blue,
        }
    }

    /// The letter in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::Blue => 'b',
            Side::Green => 'g',
        }
    }

    /// The side with that letter.
    pub(crate) const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'b' => Some(Side::Blue),
            'g' => Some(Side::Green),
            _ => None,
        }
    }

    /// The name in French, as a word of its own.
    ///
    /// ```
    /// assert_eq!(joust_wargame::Side::Green.french(), "Vert");
    /// ```
    pub const fn french(self) -> &'static str {
        match self {
            Side::Blue => "Bleu",
            Side::Green => "Vert",
        }
    }

    /// The seat at the table: Blue sits first.
    pub const fn seat(self) -> Seat {
        match self {
            Side::Blue => Seat::FIRST,
            Side::Green => Seat::SECOND,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Blue => "blue",
            Side::Green => "green",
        })
    }
}
