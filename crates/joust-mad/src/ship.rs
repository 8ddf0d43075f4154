//! Ships and sides. [MAD-1.1]

use joust_core::Seat;
use std::fmt;
use std::str::FromStr;

/// One of the two fleets.
///
/// ```
/// use joust_core::Seat;
/// use joust_mad::Side;
/// assert_eq!((Side::Red.seat(), Side::Blue.seat()), (Seat::FIRST, Seat::SECOND));
/// assert_eq!((Side::Red.other(), Side::Red.letter()), (Side::Blue, 'r'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Moves first. Its home is row 1.
    Red = 0,
    /// Moves second. Its home is the top row, and it wins the tie-break until a ship is expelled.
    Blue = 1,
}

impl Side {
    /// The name in French, as a word of its own.
    ///
    /// ```
    /// assert_eq!(joust_mad::Side::Red.french(), "Rouge");
    /// ```
    pub const fn french(self) -> &'static str {
        match self {
            Side::Red => "Rouge",
            Side::Blue => "Bleu",
        }
    }

    /// Both sides in the order of play.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// The letter in position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::Red => 'r',
            Side::Blue => 'b',
        }
    }

    /// The side with that letter.
    pub(crate) const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'r' => Some(Side::Red),
            'b' => Some(Side::Blue),
            _ => None,
        }
    }

    /// The side whose turn has this number: odd turns are Red's. [MAD-2.1]
    ///
    /// ```
    /// use joust_mad::Side;
    /// assert_eq!((Side::of_turn(1), Side::of_turn(34)), (Side::Red, Side::Blue));
    /// assert_eq!(Side::Red.other().to_string(), "blue");
    /// ```
    pub const fn of_turn(turn: u32) -> Side {
        if turn % 2 == 1 { Side::Red } else { Side::Blue }
    }

    /// The seat at the table: Red sits first.
    pub const fn seat(self) -> Seat {
        match self {
            Side::Red => Seat::FIRST,
            Side::Blue => Seat::SECOND,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Red => "red",
            Side::Blue => "blue",
        })
    }
}

/// A kind of ship. Three bits say whether M, A and D are 2, so ships compare as their numbers do.
///
/// ```
/// use joust_mad::Ship;
/// let ship: Ship = "211".parse().unwrap();
/// assert_eq!((ship.movement(), ship.attack(), ship.defence()), (2, 1, 1));
/// assert_eq!((ship.class(), ship.complement().number()), ("frigate", 122));
/// assert_eq!((Ship::CORVETTE.code(), ship.code(), Ship::CRUISER.code()), (0, 4, 7));
/// assert_eq!(Ship::all().count(), Ship::COUNT);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ship(u8);

impl Ship {
    /// How many kinds there are.
    pub const COUNT: usize = 8;
    /// The ship that must not be lost.
    pub const CORVETTE: Ship = Ship(0b000);
    /// The strongest ship, complement of the corvette.
    pub const CRUISER: Ship = Ship(0b111);

    /// All ships from 111 to 222.
    pub fn all() -> impl Iterator<Item = Ship> {
        (0..Ship::COUNT as u8).map(Ship)
    }

    /// The ship whose M, A and D digits are 2 where the argument is true.
    pub(crate) const fn from_twos(m: bool, a: bool, d: bool) -> Ship {
        Ship((m as u8) << 2 | (a as u8) << 1 | d as u8)
    }

    pub(crate) const fn from_code(code: usize) -> Ship {
        Ship(code as u8 & 7)
    }

    /// Position in arrays with one entry for each ship.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The M digit.
    pub const fn movement(self) -> u8 {
        1 + (self.0 >> 2 & 1)
    }

    /// The A digit.
    pub const fn attack(self) -> u8 {
        1 + (self.0 >> 1 & 1)
    }

    /// The D digit.
    pub const fn defence(self) -> u8 {
        1 + (self.0 & 1)
    }

    /// The ship with every digit exchanged. [MAD-4.1]
    #[must_use]
    pub const fn complement(self) -> Ship {
        Ship(self.0 ^ 0b111)
    }

    /// The number as it is written: 111 to 222.
    pub const fn number(self) -> u16 {
        100 * self.movement() as u16 + 10 * self.attack() as u16 + self.defence() as u16
    }

    /// The name of its class.
    pub const fn class(self) -> &'static str {
        match self.0.count_ones() {
            0 => "corvette",
            1 => "frigate",
            2 => "destroyer",
            _ => "cruiser",
        }
    }
}

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A word that is not the number of a ship.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a ship: three digits, each 1 or 2")]
pub struct NoSuchShip(pub String);

impl FromStr for Ship {
    type Err = NoSuchShip;

    fn from_str(text: &str) -> Result<Ship, NoSuchShip> {
        let two = |byte: u8| match byte {
            b'1' => Some(false),
            b'2' => Some(true),
            _ => None,
        };
        let ship = match *text.as_bytes() {
            [m, a, d] => (|| Some(Ship::from_twos(two(m)?, two(a)?, two(d)?)))(),
            _ => None,
        };
        ship.ok_or_else(|| NoSuchShip(text.to_owned()))
    }
}
