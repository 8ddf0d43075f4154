//! What a side's ships bear on: for an evaluation, which judges a position without listing its moves.

use crate::{Fleet, Position, Side, Square};

/// The squares that a side's ships could reach by a movement now, if it were its turn.
///
/// A square with a ship of either side counts: it is attacked or protected.
///
/// ```
/// use joust_mad::{Position, Rules, Side};
/// let position = Position::read("b111,,,/,,,/,r222,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
/// let sight = position.sight(Side::Red);
/// assert_eq!(sight.expels(position.fleet(Side::Blue)), 0, "a6 is three squares away");
/// assert_eq!(sight.heavy.count_ones(), 11, "all squares within two steps of b4");
/// assert_eq!(sight.all().count_ones(), 13, "and the two beside d1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The squares that ships with attack 1 bear on.
    pub light: u32,
    /// The squares that ships with attack 2 bear on.
    pub heavy: u32,
}

impl Sight {
    /// The squares that any ship bears on.
    #[inline]
    pub const fn all(&self) -> u32 {
        self.light | self.heavy
    }

    /// The squares of an opposing fleet on which these ships could expel a ship. [MAD-3.3]
    #[inline]
    pub const fn expels(&self, fleet: &Fleet) -> u32 {
        fleet.ships & (self.heavy | (self.light & !fleet.tough))
    }
}

impl Position {
    /// What one ship of a side bears on. [MAD-3.1] [MAD-3.2]
    ///
    /// ```
    /// use joust_mad::{Position, Rules, Side, Square};
    /// let position = Position::read("b111,,,/,,,/,r222,,/,,,/,,,/,,,r111 r", Rules::APP, None).unwrap();
    /// let d1 = position.board().square("d1".parse().unwrap()).unwrap();
    /// let names = Square::all_in(position.bears_on(Side::Red, d1)).map(|at| position.board().coord(at).to_string());
    /// assert_eq!(names.collect::<Vec<_>>(), ["c1", "d2"]);
    /// ```
    #[inline]
    pub fn bears_on(&self, side: Side, square: Square) -> u32 {
        let board = self.board();
        let vacant = board.all & !(self.fleets[0].ships | self.fleets[1].ships);
        let mut squares = board.near[square.index()];
        if self.fleets[side as usize].fast & square.bit() != 0 {
            for way in &board.ways[square.index()] {
                squares |= if vacant & way.midway != 0 { way.beyond } else { 0 };
            }
        }
        squares
    }

    /// What all ships of a side bear on.
    ///
    /// See [`Sight`] for an example.
    #[inline]
    pub fn sight(&self, side: Side) -> Sight {
        let fleet = &self.fleets[side as usize];
        let mut sight = Sight::default();
        for square in Square::all_in(fleet.ships) {
            let squares = self.bears_on(side, square);
            if fleet.armed & square.bit() != 0 {
                sight.heavy |= squares;
            } else {
                sight.light |= squares;
            }
        }
        sight
    }
}
