//! Squares: their names, and their numbers on a board. [MAD-1.2]

use std::fmt;
use std::str::FromStr;

/// A place by name, such as c4, whether or not a board has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// 0 for column a.
    pub column: u8,
    /// 0 for row 1.
    pub row: u8,
}

impl Coord {
    /// As many columns as there are letters.
    pub const MAX_COLUMNS: usize = 26;
    /// More rows than a board of 32 squares can fill.
    pub const MAX_ROWS: usize = 99;

    /// Squares from here to there along rows and columns.
    pub const fn distance(self, other: Coord) -> u32 {
        (self.column.abs_diff(other.column) + self.row.abs_diff(other.row)) as u32
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column % 26) as char, self.row as u16 + 1)
    }
}

/// A word that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a square: a column letter and a row number, such as c4")]
pub struct NotASquare(pub String);

impl FromStr for Coord {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Coord, NotASquare> {
        let read = || {
            let column = text.bytes().next()?.to_ascii_lowercase();
            let digits = text.get(1..)?;
            let tidy = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
            let row: usize = digits.parse().ok().filter(|_| tidy)?;
            let fits = column.is_ascii_lowercase() && row <= Coord::MAX_ROWS;
            fits.then(|| Coord { column: column - b'a', row: (row - 1) as u8 })
        };
        read().ok_or_else(|| NotASquare(text.to_owned()))
    }
}

/// A square of a board: its number, counted along the rows from Red's left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The most squares that a board can have: one bit each.
    pub const MAX: usize = 32;

    /// Position in arrays with one entry for each square.
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The square as a set of one.
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The squares of a bitboard in order.
    #[inline]
    pub fn all_in(mut bits: u32) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let square = Square(bits.trailing_zeros() as u8);
            (bits != 0).then(|| {
                bits &= bits - 1;
                square
            })
        })
    }
}
