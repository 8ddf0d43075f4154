//! A position in the form of the solver: relative to the side to move, without the score.

use joust_wargame::{Board, Position, Side, Square};

/// The board and the rules of a solve, as lookup tables.
#[derive(Clone, Debug)]
pub(super) struct City {
    near: [u64; Square::MAX],
    values: [i32; Square::MAX],
    columns: u32,
    all: u64,
    /// Squares that have a neighbour to the left, and those that have one to the right.
    not_left: u64,
    not_right: u64,
    /// The sums of the values of the squares in each byte of a set.
    sums: Box<[[u16; 256]; 8]>,
    /// Twice the values of the squares of each pattern of neighbours.
    spoils: Box<[[i16; PATTERNS]; Square::MAX]>,
    /// The multiplier that numbers the patterns, as in magic bitboards.
    magic: u64,
    /// The bonus of a square in the move ordering for being in the middle, in eighths of a point: for
    /// each neighbour a little less than half of the mean value.
    middle: [i32; Square::MAX],
    /// The symmetries of the values other than the identity: each square's image.
    symmetries: Vec<Vec<Square>>,
}

/// Numbers for the patterns of four neighbours: twice as many as there are patterns, so that a magic
/// multiplier is found quickly.
const PATTERNS: usize = 32;

/// The part of a position that decides the rest of the game. The difference of the score so far is
/// left out: the value of a node is the change of the difference from here on, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Squares of the side to move.
    pub own: u64,
    /// Squares of the other side.
    pub other: u64,
    /// Vacant squares.
    pub vacant: u64,
}

impl City {
    /// The lookup tables of a position.
    pub(super) fn new(position: &Position) -> City {
        let board: &Board = position.board();
        let mut city = City {
            near: [0; Square::MAX],
            values: [0; Square::MAX],
            columns: board.columns() as u32,
            all: board.mask(),
            not_left: 0,
            not_right: 0,
            sums: Box::new([[0; 256]; 8]),
            spoils: Box::new([[0; PATTERNS]; Square::MAX]),
            magic: 0,
            middle: [0; Square::MAX],
            symmetries: board.symmetries().to_vec(),
        };
        let squares = board.mask().count_ones() as i32;
        for square in board.squares() {
            city.near[square.index()] = board.near(square);
            city.values[square.index()] = i32::from(board.value(square));
            let neighbours = board.near(square).count_ones() as i32;
            city.middle[square.index()] = 7 * neighbours * board.total() as i32 / (2 * squares);
            let column = square.index() % board.columns();
            if column > 0 {
                city.not_left |= square.bit();
            }
            if column + 1 < board.columns() {
                city.not_right |= square.bit();
            }
        }
        for (byte, sums) in city.sums.iter_mut().enumerate() {
            for (set, sum) in sums.iter_mut().enumerate() {
                *sum = (0..8)
                    .filter(|bit| set >> bit & 1 != 0)
                    .map(|bit| city.values[byte * 8 + bit] as u16)
                    .sum();
            }
        }
        city.magic = (1..=u64::from(u16::MAX))
            .map(joust_core::mix)
            .find(|magic| city.tells_apart(*magic))
            .unwrap_or_default();
        for square in board.squares() {
            for set in subsets(board.near(square)) {
                let pattern = city.pattern(square.index() as u32, set);
                city.spoils[square.index()][pattern] = 2 * city.sum(set) as i16;
            }
        }
        city
    }

    /// Whether a multiplier gives different numbers to the sets of neighbours, for every square.
    fn tells_apart(&self, magic: u64) -> bool {
        let city = City { magic, ..self.clone() };
        (0..city.all.count_ones()).all(|square| {
            let mut seen = 0_u32;
            subsets(city.near(square)).all(|set| {
                let bit = 1 << city.pattern(square, set);
                let new = seen & bit == 0;
                seen |= bit;
                new
            })
        })
    }

    /// The number of a set of neighbours of a square.
    #[inline]
    fn pattern(&self, square: u32, set: u64) -> usize {
        (set.rotate_right(square).wrapping_mul(self.magic) >> (64 - PATTERNS.ilog2())) as usize
    }

    /// Twice the values of a set of neighbours of a square.
    #[inline]
    pub(super) fn spoils(&self, square: u32, set: u64) -> i32 {
        i32::from(self.spoils[(square & 63) as usize][self.pattern(square, set)])
    }

    /// All squares beside a square of the set.
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

    #[inline]
    pub(super) fn middle(&self, square: u32) -> i32 {
        self.middle[(square & 63) as usize]
    }

    /// The sum of the values of a set of squares.
    #[inline]
    pub(super) fn sum(&self, set: u64) -> i32 {
        let mut sum = 0;
        for (byte, sums) in self.sums.iter().enumerate() {
            sum += i32::from(sums[(set >> (8 * byte) & 255) as usize]);
        }
        sum
    }

    /// The squares that the side of `own` conquers by taking a square.
    #[inline]
    pub(super) fn conquests(&self, own: u64, other: u64, square: u32) -> u64 {
        let near = self.near(square);
        if near & own != 0 { near & other } else { 0 }
    }

    /// By how much taking a square changes the difference of the score.
    #[inline]
    pub(super) fn gain(&self, own: u64, other: u64, square: u32) -> i32 {
        self.value(square) + self.spoils(square, self.conquests(own, other, square))
    }
}

impl Node {
    /// The node of a position.
    pub(super) fn new(position: &Position) -> Node {
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

    /// The number of vacant squares.
    #[inline]
    pub(super) fn left(&self) -> u32 {
        self.vacant.count_ones()
    }

    /// The part of the node that decides its value: the vacant squares, and the owners of the squares
    /// beside them. Dead squares are dropped. [WAR-7.2]
    #[inline]
    pub(super) fn essence(&self, city: &City) -> Essence {
        Essence { vacant: self.vacant, own: self.own & city.beside(self.vacant) }
    }
}

/// The part of a node that decides its value: nodes with equal essence have equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Essence {
    pub(super) vacant: u64,
    /// The squares of the side to move that touch a vacant one.
    pub(super) own: u64,
}

/// From this number of vacant squares on it pays to look for mirror images of a node.
const SYMMETRY_FROM: u32 = 12;

impl Essence {
    /// The canonical image of the essence, equal for all mirror images of a node, and whether that is the
    /// essence itself. If it is not, its squares are not those of the node. [WAR-7.1]
    #[inline]
    pub(super) fn canonical(self, city: &City) -> (Essence, bool) {
        if city.symmetries.is_empty() || self.vacant.count_ones() < SYMMETRY_FROM {
            return (self, true);
        }
        let images = city.symmetries.iter().map(|map| {
            let set = |bits| Square::all_in(bits).fold(0, |set, square| set | map[square.index()].bit());
            Essence { vacant: set(self.vacant), own: set(self.own) }
        });
        let least = images.fold(self, Ord::min);
        (least, least == self)
    }

    /// The key in the transposition table.
    #[inline]
    pub(super) fn key(self) -> u64 {
        let vacant = self.vacant.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        joust_core::mix(vacant ^ self.own.rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// A node with this essence, in which the other side owns the dead squares.
    pub(super) fn node(self, city: &City) -> Node {
        Node { own: self.own, other: city.all & !self.vacant & !self.own, vacant: self.vacant }
    }
}

/// All subsets of a set.
fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0_u64);
    std::iter::from_fn(move || {
        let this = next?;
        next = (this != set).then(|| this.wrapping_sub(set) & set);
        Some(this)
    })
}
