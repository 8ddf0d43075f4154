//! Moves in two bytes.

use crate::{Shift, Square};

/// A move of some position: a movement, a shift, both (a bonus), or a pass.
///
/// It is what [`Duel::moves`](joust_core::Duel::moves) gives and means something only together
/// with that position; [`Position::notation`](crate::Position::notation) writes it down.
///
/// ```
/// use joust_mad::{Board, Position, Rules, Shift};
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let step = start.understand("c2c4").unwrap();
/// let (from, to) = step.squares().unwrap();
/// assert_eq!((start.board().coord(from).to_string(), start.board().coord(to).to_string()), ("c2".into(), "c4".into()));
/// let shift = start.understand("112<>221").unwrap();
/// assert_eq!((shift.squares(), shift.shift()), (None, Some(Shift::Permute112)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// The pass. [MAD-6.1]
    pub const PASS: Move = Move(0);

    pub(crate) const fn movement(from: Square, to: Square) -> Move {
        Move(from.0 as u16 | (to.0 as u16) << 5)
    }

    pub(crate) const fn shift_only(shift: Shift) -> Move {
        Move::PASS.with_bonus(shift)
    }

    pub(crate) const fn with_bonus(self, shift: Shift) -> Move {
        Move(self.0 | (shift as u16 + 1) << 10)
    }

    /// One more than the largest number of a move.
    pub const NUMBERS: usize = 9 << 10;

    /// A number for tables that are indexed by moves. Moves of different positions that are written with
    /// equal squares and shifts have equal numbers.
    ///
    /// ```
    /// use joust_core::Duel;
    /// use joust_mad::{Board, Move, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// let mut seen = vec![false; Move::NUMBERS];
    /// for mv in &start.all_moves() {
    ///     assert!(!std::mem::replace(&mut seen[usize::from(mv.number())], true), "each move has its own number");
    /// }
    /// ```
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The square that the ship leaves and the square where it arrives; `None` for a shift and for a pass.
    pub const fn squares(self) -> Option<(Square, Square)> {
        let (from, to) = (Square(self.0 as u8 & 31), Square((self.0 >> 5) as u8 & 31));
        if from.0 == to.0 { None } else { Some((from, to)) }
    }

    /// The shift, whether it is the whole turn or a bonus.
    pub const fn shift(self) -> Option<Shift> {
        match self.0 >> 10 {
            0 => None,
            code => Some(Shift::ALL[(code - 1) as usize & 7]),
        }
    }

    /// The image of the move when every square goes where `map` says.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    /// let image = start.understand("c2c4").unwrap().mapped(start.board().mirror().unwrap());
    /// assert_eq!(start.notation(image).to_string(), "122-b2-b4");
    /// ```
    #[must_use]
    pub fn mapped(self, map: &[Square]) -> Move {
        match self.squares() {
            None => self,
            Some((from, to)) => {
                Move(Move::movement(map[from.index()], map[to.index()]).0 | (self.0 & !0x3ff))
            }
        }
    }
}
