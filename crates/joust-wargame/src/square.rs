//! Squares and bitboards, which are sets of squares. [WAR-1.2]

/// A square of a board: its number, counted along the rows from the top left.
///
/// ```
/// use joust_wargame::{Board, Square};
/// let c1 = Board::named("Keren").unwrap().square_named("C1").unwrap();
/// assert_eq!((c1.index(), c1.bit(), Square::new(2)), (2, 0b100, Some(c1)));
/// assert_eq!(Square::new(Square::MAX), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The most squares that a board can have: one bit each. [WAR-1.1]
    pub const MAX: usize = 64;

    /// The square with this number, whether or not a board has it.
    pub const fn new(index: usize) -> Option<Square> {
        if index < Square::MAX { Some(Square(index as u8)) } else { None }
    }

    /// Position in arrays with one entry for each square.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The bitboard of this square alone.
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The squares of a bitboard in order.
    ///
    /// ```
    /// use joust_wargame::{Board, Square};
    /// let board = Board::named("Smolensk").unwrap();
    /// let corner = board.square_named("A1").unwrap();
    /// let names: Vec<_> = Square::all_in(board.near(corner)).map(|square| board.square_name(square)).collect();
    /// assert_eq!(names, ["B1", "A2"]);
    /// ```
    pub fn all_in(mut bits: u64) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            let square = Square(bits.trailing_zeros() as u8);
            (bits != 0).then(|| {
                bits &= bits - 1;
                square
            })
        })
    }
}
