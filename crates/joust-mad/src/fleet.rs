//! One side's ships on bitboards.
//!
//! Four boards of bits say where ships stand and where a ship's M, A or D digit is 2. On these
//! planes the shifts need no case distinctions: a permutation flips all three digits on the
//! squares of a complementary pair, whether one or both are on the board, and a rotation turns
//! the digits around on the squares of a group. [MAD-4.1] [MAD-4.2] [MAD-5.1] [MAD-5.2]

use crate::{Shift, Ship, Square};

/// One side's ships, a bit for each square.
///
/// ```
/// use joust_mad::{Board, Fleet, Position, Rules, Ship, Side};
/// let position = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let red: &Fleet = position.fleet(Side::Red);
/// assert_eq!((red.ships.count_ones(), red.fast.count_ones()), (8, 4));
/// assert_eq!((red.corvette(), red.cruiser()), (red.find(Ship::CORVETTE), red.find(Ship::CRUISER)));
/// assert_eq!((red.frigates() | red.destroyers()).count_ones(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fleet {
    /// The squares where ships stand.
    pub ships: u32,
    /// The squares of ships whose M is 2: a subset of `ships`, as are the next two.
    pub fast: u32,
    /// The squares of ships whose A is 2.
    pub armed: u32,
    /// The squares of ships whose D is 2.
    pub tough: u32,
}

impl Fleet {
    /// These ships, each on its square: what [`Position::from_fleets`] takes.
    ///
    /// [`Position::from_fleets`]: crate::Position::from_fleets
    ///
    /// ```
    /// use joust_mad::{Board, Fleet, Ship};
    /// let board = Board::named("6x4").unwrap();
    /// let [a1, b1] = ["a1", "b1"].map(|name| board.square(name.parse().unwrap()).unwrap());
    /// let mut fleet = Fleet::of([(Ship::CORVETTE, a1)]);
    /// fleet.put(Ship::CRUISER, b1);
    /// assert_eq!((fleet.ship_at(a1), fleet.ship_at(b1)), (Ship::CORVETTE, Ship::CRUISER));
    /// assert_eq!(fleet.cruiser(), b1.bit());
    /// ```
    pub fn of(ships: impl IntoIterator<Item = (Ship, Square)>) -> Fleet {
        let mut fleet = Fleet::default();
        for (ship, square) in ships {
            fleet.put(ship, square);
        }
        fleet
    }

    /// Whether every ship is there at most once and every plane lies within `ships`. [MAD-1.1]
    pub(crate) fn is_sound(&self) -> bool {
        (self.fast | self.armed | self.tough) & !self.ships == 0
            && Ship::all().all(|ship| self.find(ship).count_ones() <= 1)
    }

    /// Puts a ship on a vacant square.
    ///
    /// See [`Fleet::of`] for an example.
    pub fn put(&mut self, ship: Ship, square: Square) {
        let plane = |digit: u8| if digit == 2 { square.bit() } else { 0 };
        self.ships |= square.bit();
        self.fast |= plane(ship.movement());
        self.armed |= plane(ship.attack());
        self.tough |= plane(ship.defence());
    }

    /// The ship on a square, which must have one.
    ///
    /// See [`Fleet::of`] for an example.
    pub const fn ship_at(&self, square: Square) -> Ship {
        let bit = square.bit();
        Ship::from_twos(self.fast & bit != 0, self.armed & bit != 0, self.tough & bit != 0)
    }

    /// Where a ship stands: one bit, or none when it is in exile.
    pub fn find(&self, ship: Ship) -> u32 {
        let plane = |plane: u32, digit: u8| if digit == 2 { plane } else { !plane };
        self.ships
            & plane(self.fast, ship.movement())
            & plane(self.armed, ship.attack())
            & plane(self.tough, ship.defence())
    }

    /// Where the 111 stands: one bit, or none when it is in exile.
    pub const fn corvette(&self) -> u32 {
        self.ships & !(self.fast | self.armed | self.tough)
    }

    /// Where the 222 stands: one bit, or none when it is in exile.
    pub const fn cruiser(&self) -> u32 {
        self.fast & self.armed & self.tough
    }

    /// The squares of the three frigates. [MAD-5.1]
    pub const fn frigates(&self) -> u32 {
        let odd = self.fast ^ self.armed ^ self.tough;
        odd & !(self.fast & self.armed)
    }

    /// The squares of the three destroyers. [MAD-5.1]
    pub const fn destroyers(&self) -> u32 {
        let even = self.ships & !(self.fast ^ self.armed ^ self.tough);
        even & (self.fast | self.armed)
    }

    /// The squares whose ships a shift concerns.
    pub(crate) const fn concerned(&self, shift: Shift) -> u32 {
        let (m, a, d) = (self.fast, self.armed, self.tough);
        match shift {
            Shift::Permute111 => self.ships & !(m ^ a) & !(a ^ d),
            Shift::Permute112 => self.ships & !(m ^ a) & (a ^ d),
            Shift::Permute121 => self.ships & !(m ^ d) & (a ^ d),
            Shift::Permute122 => self.ships & !(a ^ d) & (m ^ a),
            Shift::FrigatesLeft | Shift::FrigatesRight => self.frigates(),
            Shift::DestroyersLeft | Shift::DestroyersRight => self.destroyers(),
        }
    }

    /// Whether enough of the ships are on the board. [MAD-4.3] [MAD-5.3]
    pub(crate) const fn allows(&self, shift: Shift) -> bool {
        let on_board = self.concerned(shift);
        if shift.is_rotation() { on_board & on_board.wrapping_sub(1) != 0 } else { on_board != 0 }
    }

    /// Carries out a shift, and gives the squares whose ship has changed.
    pub(crate) const fn shift(&mut self, shift: Shift) -> u32 {
        let squares = self.concerned(shift);
        let (m, a, d) = (self.fast, self.armed, self.tough);
        let (m2, a2, d2) = match shift {
            Shift::FrigatesLeft | Shift::DestroyersLeft => (a, d, m),
            Shift::FrigatesRight | Shift::DestroyersRight => (d, m, a),
            _ => (!m, !a, !d),
        };
        self.fast = (m & !squares) | (m2 & squares);
        self.armed = (a & !squares) | (a2 & squares);
        self.tough = (d & !squares) | (d2 & squares);
        squares
    }

    /// Moves a ship to another square.
    pub(crate) const fn carry(&mut self, from: Square, to: Square) {
        const fn hop(plane: &mut u32, from: Square, to: Square) {
            let bit = *plane >> from.0 & 1;
            *plane = (*plane & !from.bit()) | bit << to.0;
        }
        hop(&mut self.ships, from, to);
        hop(&mut self.fast, from, to);
        hop(&mut self.armed, from, to);
        hop(&mut self.tough, from, to);
    }

    /// Takes a ship off the board.
    pub(crate) const fn exile(&mut self, square: Square) {
        let rest = !square.bit();
        self.ships &= rest;
        self.fast &= rest;
        self.armed &= rest;
        self.tough &= rest;
    }

    /// The fleet with every ship on the image of its square.
    pub(crate) fn mapped(&self, map: &[Square]) -> Fleet {
        let plane =
            |bits: u32| Square::all_in(bits).fold(0, |image, square| image | map[square.index()].bit());
        Fleet {
            ships: plane(self.ships),
            fast: plane(self.fast),
            armed: plane(self.armed),
            tough: plane(self.tough),
        }
    }
}
