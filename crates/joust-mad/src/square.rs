//! Squares: their names, and their numbers on a board. [MAD-1.2]

use std::fmt;
use std::str::FromStr;

/// A place by name, such as c4, whether or not a board has it.
///
/// ```
/// use joust_mad::Coord;
/// let [a, b]: [Coord; 2] = ["c2", "C4"].map(|name| name.parse().unwrap());
/// assert_eq!((b.column, b.row, b.to_string().as_str()), (2, 3, "c4"));
/// assert_eq!(a.distance(b), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// The column, counted from 0 for a.
    pub column: u8,
    /// The row, counted from 0 for row 1.
    pub row: u8,
}

impl Coord {
    /// The most columns: one for each letter.
    pub const MAX_COLUMNS: usize = 26;
    /// The most rows: more than a board of 32 squares can fill.
    pub const MAX_ROWS: usize = 99;

    /// The number of steps between two places, along rows and columns.
    pub const fn distance(self, other: Coord) -> u32 {
        (self.column.abs_diff(other.column) + self.row.abs_diff(other.row)) as u32
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column % 26) as char, self.row as u16 + 1)
    }
}

/// A word that is not the name of a square.
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
///
/// ```
/// use joust_mad::Board;
/// let c1 = Board::named("6x4").unwrap().square("c1".parse().unwrap()).unwrap();
/// assert_eq!((c1.index(), c1.bit()), (2, 0b100));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The most squares that a board can have: one bit each.
    pub const MAX: usize = 32;

    /// Position in arrays with one entry for each square.
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The bitboard of this square alone.
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// The squares of a bitboard in order.
    ///
    /// ```
    /// use joust_mad::{Board, Side, Square};
    /// let board = Board::named("6x4").unwrap();
    /// let names: Vec<_> = Square::all_in(board.last_row(Side::Red)).map(|at| board.coord(at).to_string()).collect();
    /// assert_eq!(names, ["a6", "b6", "c6", "d6"]);
    /// ```
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
