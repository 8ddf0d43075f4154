//! A position as the solver sees it: relative to the side to move, without the past.

use joust_wargame::{Board, Position, Side, Square};

/// What is fixed during a solve: the board and the rules, in the form that the search reads.
#[derive(Clone, Debug)]
pub struct City {
    near: [u64; Square::MAX],
    values: [i32; Square::MAX],
    columns: u32,
    all: u64,
    /// Squares that have a neighbour to the left, and to the right.
    not_left: u64,
    not_right: u64,
    pub(super) optional_blitz: bool,
}

/// What matters for the rest of the game. The difference so far is left out: a node's value is the
/// change of the difference from here on, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Squares of the side to move.
    pub own: u64,
    /// Squares of the other side.
    pub other: u64,
    /// Vacant squares.
    pub vacant: u64,
}

impl City {
    /// The city of a position.
    pub fn new(position: &Position) -> City {
        let board: &Board = position.board();
        let mut city = City {
            near: [0; Square::MAX],
            values: [0; Square::MAX],
            columns: board.columns() as u32,
            all: board.mask(),
            not_left: 0,
            not_right: 0,
            optional_blitz: position.rules().optional_blitz,
        };
        for square in board.squares() {
            city.near[square.index()] = board.near(square);
            city.values[square.index()] = i32::from(board.value(square));
            let column = square.index() % board.columns();
            if column > 0 {
                city.not_left |= square.bit();
            }
            if column + 1 < board.columns() {
                city.not_right |= square.bit();
            }
        }
        city
    }

    /// All squares that touch one of the set.
    #[inline]
    pub(super) fn beside(&self, set: u64) -> u64 {
        let sideways = (set & self.not_left) >> 1 | (set & self.not_right) << 1;
        let along = set >> self.columns | set.checked_shl(self.columns).unwrap_or(0);
        (sideways | along) & self.all
    }

    #[inline]
    pub(super) fn near(&self, square: u32) -> u64 {
        self.near[(square & 63) as usize]
    }

    #[inline]
    pub(super) fn value(&self, square: u32) -> i32 {
        self.values[(square & 63) as usize]
    }

    /// The values of a set of squares together.
    #[inline]
    pub(super) fn sum(&self, mut set: u64) -> i32 {
        let mut sum = 0;
        while set != 0 {
            sum += self.value(set.trailing_zeros());
            set &= set - 1;
        }
        sum
    }

    /// What the side that owns `own` conquers on a square.
    #[inline]
    pub(super) fn conquests(&self, own: u64, other: u64, square: u32) -> u64 {
        let near = self.near(square);
        if near & own != 0 { near & other } else { 0 }
    }

    /// By how much taking a square changes the difference.
    #[inline]
    pub(super) fn gain(&self, own: u64, other: u64, square: u32) -> i32 {
        self.value(square) + 2 * self.sum(self.conquests(own, other, square))
    }
}

impl Node {
    /// The node of a position.
    pub fn new(position: &Position) -> Node {
        let side: Side = position.side();
        Node { own: position.owned(side), other: position.owned(side.other()), vacant: position.vacant() }
    }

    /// The node after the side to move has taken a square and conquered these others.
    #[inline]
    #[must_use]
    pub(super) fn after(&self, square: u32, conquered: u64) -> Node {
        let bit = 1_u64 << (square & 63);
        Node { own: self.other & !conquered, other: self.own | bit | conquered, vacant: self.vacant & !bit }
    }

    /// How many squares are vacant.
    #[inline]
    pub(super) fn left(&self) -> u32 {
        self.vacant.count_ones()
    }

    /// What decides the value: the vacant squares, and who owns the squares beside them. Dead
    /// squares are dropped. [WAR-7.2]
    #[inline]
    pub(super) fn essence(&self, city: &City) -> (u64, u64) {
        (self.vacant, self.own & city.beside(self.vacant))
    }
}
