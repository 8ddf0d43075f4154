//! The number of a placement within its class, and back.
//!
//! A placement is seen from the side to move: if that is Blue, colours are exchanged and the board is
//! turned, so that the mover's home is always row 1. The board is mirrored where the squares of the
//! corvettes call for it. Then the number consists of, from the slowest digit to the fastest,
//!
//! 1. which frigates and destroyers the mover has, and which the other side has;
//! 2. the squares of the two corvettes, as one of the pairs that remain after mirroring;
//! 3. the squares of the other ships, each counted among those that are still vacant: first the
//!    mover's in the order of their numbers, then those of the other side.
//!
//! Every number below [`Index::len`] is a placement. Two numbers mean mirror images only where both
//! corvettes stand on the middle column of a board with an odd number of columns (20 of 310 pairs
//! on 5x5); both are solved, and equal.

use super::class::Strength;
use joust_mad::{Board, Coord, Fleet, Ship, Side, Square};
use std::sync::Arc;

/// The symmetries of a board, shared by all its indices.
#[derive(Debug)]
pub struct Geometry {
    board: &'static Board,
    squares: Vec<Square>,
    ships: [Ship; Ship::COUNT],
    /// For each side to move, the image of each square, without and with mirroring.
    maps: [[[u8; Square::MAX]; 2]; 2],
    /// For each side to move, and the squares of its own and the other corvette: twice the number of
    /// the pair, plus one if the board is to be mirrored.
    pairs: Box<[[[u16; Square::MAX]; Square::MAX]; 2]>,
    /// The squares of the corvettes for each number of a pair.
    canonical: Vec<[u8; 2]>,
}

/// A board that does not look the same to both sides, so that it cannot have endgame tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board {0} does not look the same to both sides, which endgame tables need")]
pub struct Lopsided(pub String);

impl Geometry {
    /// The symmetries of a board.
    pub fn new(board: &'static Board) -> Result<Arc<Geometry>, Lopsided> {
        let turned = board.turned().ok_or_else(|| Lopsided(board.name().to_owned()))?;
        let squares: Vec<Square> = board.squares().collect();
        let mirror = board.mirror().unwrap_or(&squares);
        let mut maps = [[[0; Square::MAX]; 2]; 2];
        for (i, square) in squares.iter().enumerate() {
            for (side, image) in [*square, turned[square.index()]].into_iter().enumerate() {
                maps[side][0][i] = image.index() as u8;
                maps[side][1][i] = mirror[image.index()].index() as u8;
            }
        }
        let mut pairs = Box::new([[[0; Square::MAX]; Square::MAX]; 2]);
        let mut canonical: Vec<[u8; 2]> = Vec::new();
        let all = |of: &mut dyn FnMut(usize, usize)| {
            for own in 0..squares.len() {
                (0..squares.len()).filter(|other| *other != own).for_each(|other| of(own, other));
            }
        };
        let column = |square: usize| board.coord(squares[square]).column;
        let width = board.columns() as u8 - 1;
        // The canonical one of two mirrored pairs has its first corvette off the middle column on the
        // left.
        let is_left = |own: usize, other: usize| {
            board.mirror().is_none()
                || [own, other]
                    .into_iter()
                    .map(column)
                    .find(|at| 2 * at != width)
                    .is_none_or(|at| 2 * at < width)
        };
        all(&mut |own, other| {
            if is_left(own, other) {
                pairs[0][own][other] = 2 * canonical.len() as u16;
                canonical.push([own as u8, other as u8]);
            }
        });
        all(&mut |own, other| {
            if !is_left(own, other) {
                let [own_image, other_image] = [own, other].map(|square| usize::from(maps[0][1][square]));
                pairs[0][own][other] = pairs[0][own_image][other_image] | 1;
            }
        });
        all(&mut |own, other| {
            let [own_image, other_image] = [own, other].map(|square| usize::from(maps[1][0][square]));
            pairs[1][own][other] = pairs[0][own_image][other_image];
        });
        let ships: Vec<Ship> = Ship::all().collect();
        let ships = std::array::from_fn(|code| ships[code]);
        Ok(Arc::new(Geometry { board, squares, ships, maps, pairs, canonical }))
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.board
    }

    /// The name of a square by its number.
    pub fn coord(&self, square: usize) -> Coord {
        self.board.coord(self.squares[square])
    }
}

/// For each set of frigates and destroyers, as six bits, its number among those of the same size.
const CREW_NUMBERS: [u8; 64] = {
    let mut numbers = [0; 64];
    let mut next = [0; 7];
    let mut set = 0;
    while set < 64 {
        let size = (set as u32).count_ones() as usize;
        numbers[set] = next[size];
        next[size] += 1;
        set += 1;
    }
    numbers
};

/// The sets of a size in the order of their numbers.
fn crews(size: u32) -> Vec<u8> {
    (0..64).filter(|set: &u8| set.count_ones() == size).collect()
}

/// The numbers of the placements of one class, for one order of its two strengths.
///
/// ```
/// use joust_mad::{Board, Side};
/// use joust_solve::mad::{Class, Geometry, Index};
///
/// let geometry = Geometry::new(Board::named("6x4").unwrap()).unwrap();
/// let (mover, other) = "2-1".parse::<Class>().unwrap().orders().next().unwrap();
/// let index = Index::new(&geometry, mover, other).unwrap();
/// let [red, blue] = index.unrank(1234);
/// assert_eq!(index.rank([&red, &blue], Side::Red), 1234);
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    geometry: Arc<Geometry>,
    mover: Strength,
    other: Strength,
    crews: [Vec<u8>; 2],
    /// The number of ways to place the ships other than the corvettes.
    tails: usize,
    len: usize,
}

impl Index {
    /// The index for a mover and an opponent of these strengths. `None` when the board is too small for
    /// all ships, or the number of placements overflows.
    pub fn new(geometry: &Arc<Geometry>, mover: Strength, other: Strength) -> Option<Index> {
        let crews = [mover, other].map(|strength| crews(strength.common()));
        let ships = mover.ships() + other.ships();
        let squares = geometry.squares.len();
        if ships > squares {
            return None;
        }
        let tails = (2..ships).try_fold(1_usize, |ways, placed| ways.checked_mul(squares - placed))?;
        let heads = crews[0].len() * crews[1].len() * geometry.canonical.len();
        let len = tails.checked_mul(heads)?;
        Some(Index { geometry: Arc::clone(geometry), mover, other, crews, tails, len })
    }

    /// The number of placements.
    #[expect(clippy::len_without_is_empty, reason = "no class is empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The strength of the side to move.
    pub fn mover(&self) -> Strength {
        self.mover
    }

    /// The strength of its opponent.
    pub fn other(&self) -> Strength {
        self.other
    }

    /// The board and its symmetries.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The set of frigates and destroyers of the other side in a placement, as a number. A quiet move
    /// of the mover does not change it.
    pub(super) fn other_crew(&self, number: usize) -> usize {
        number / self.tails / self.geometry.canonical.len() % self.crews[1].len()
    }

    /// The number of a placement that has the strengths of this index, `side` to move.
    #[inline]
    pub fn rank(&self, fleets: [&Fleet; 2], side: Side) -> usize {
        let corvettes = Index::corvettes(fleets, side);
        let pair = self.geometry.pairs[side as usize][corvettes[0]][corvettes[1]];
        self.rank_by(fleets, side, pair)
    }

    /// The number of the mirror image, where it differs: when both corvettes are on the middle column.
    pub(super) fn twin(&self, fleets: [&Fleet; 2], side: Side) -> Option<usize> {
        let corvettes = Index::corvettes(fleets, side);
        let maps = &self.geometry.maps[side as usize];
        let in_the_middle = corvettes.iter().all(|square| maps[0][*square] == maps[1][*square]);
        let pair = self.geometry.pairs[side as usize][corvettes[0]][corvettes[1]];
        in_the_middle.then(|| self.rank_by(fleets, side, pair | 1))
    }

    /// The squares of the mover's corvette and of the other one.
    #[inline]
    fn corvettes(fleets: [&Fleet; 2], side: Side) -> [usize; 2] {
        [side, side.other()].map(|side| fleets[side as usize].corvette().trailing_zeros() as usize & 31)
    }

    /// The number, given the entry of `Geometry::pairs` for the corvettes.
    #[inline]
    fn rank_by(&self, fleets: [&Fleet; 2], side: Side, pair: u16) -> usize {
        let geometry = &*self.geometry;
        let squares = geometry.squares.len();
        let (own, other) = (fleets[side as usize], fleets[side.other() as usize]);
        let map = &geometry.maps[side as usize][usize::from(pair & 1)];
        let corvettes = Index::corvettes(fleets, side);
        let mut taken = corvettes.iter().fold(0_u32, |taken, square| taken | 1 << map[*square]);
        let mut placed = 2;
        let mut head = 0;
        let mut tail = 0;
        for (fleet, crews) in [own, other].into_iter().zip(&self.crews) {
            let mut at = [0_u8; Ship::COUNT];
            let mut crew = 0_u32;
            for square in Square::all_in(fleet.ships & !fleet.corvette()) {
                let code = fleet.ship_at(square).code();
                at[code] = map[square.index()];
                crew |= 1 << code;
            }
            head = head * crews.len() + usize::from(CREW_NUMBERS[(crew >> 1 & 63) as usize]);
            while crew != 0 {
                let bit = 1_u32 << at[crew.trailing_zeros() as usize & 7];
                crew &= crew - 1;
                let vacant_before = bit.trailing_zeros() - (taken & (bit - 1)).count_ones();
                tail = tail * (squares - placed) + vacant_before as usize;
                taken |= bit;
                placed += 1;
            }
        }
        (head * geometry.canonical.len() + usize::from(pair >> 1)) * self.tails + tail
    }

    /// The placement with a number: the fleets of Red, which is to move, and of Blue.
    ///
    /// # Panics
    /// When the number is not below [`Index::len`].
    pub fn unrank(&self, number: usize) -> [Fleet; 2] {
        assert!(number < self.len, "there is no placement {number}");
        let geometry = &*self.geometry;
        let (head, mut tail) = (number / self.tails, number % self.tails);
        let (head, pair) = (head / geometry.canonical.len(), head % geometry.canonical.len());
        let crew_numbers = [head / self.crews[1].len(), head % self.crews[1].len()];
        let ships = self.mover.ships() + self.other.ships();
        let squares = geometry.squares.len();
        let mut digits = [0; 2 * Ship::COUNT];
        for placed in (2..ships).rev() {
            digits[placed] = tail % (squares - placed);
            tail /= squares - placed;
        }
        let corvettes = geometry.canonical[pair];
        let mut taken = corvettes.iter().fold(0_u32, |taken, square| taken | 1 << square);
        let mut placed = 2;
        let strengths = [self.mover, self.other];
        std::array::from_fn(|side| {
            let cruiser = if strengths[side].has_cruiser() { 0x80 } else { 0 };
            let crew = u32::from(self.crews[side][crew_numbers[side]]) << 1 | cruiser;
            let corvette = (geometry.ships[0], geometry.squares[usize::from(corvettes[side])]);
            let mut fleet = Fleet::of([corvette]);
            for code in (1..Ship::COUNT).filter(|code| crew >> code & 1 != 0) {
                let mut vacant = !taken;
                (0..digits[placed]).for_each(|_| vacant &= vacant - 1);
                let square = vacant.trailing_zeros() as usize;
                fleet.put(geometry.ships[code], geometry.squares[square]);
                taken |= 1 << square;
                placed += 1;
            }
            fleet
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Class;
    use super::*;

    fn index(board: &str, class: &str) -> Vec<Index> {
        let geometry = Geometry::new(Board::named(board).unwrap()).unwrap();
        let class: Class = class.parse().unwrap();
        class.orders().map(|(mover, other)| Index::new(&geometry, mover, other).unwrap()).collect()
    }

    fn count(board: &str, ships: [usize; 2]) -> usize {
        let classes = Class::up_to(ships[0] + ships[1]);
        let sizes = |(mover, other): &(Strength, Strength)| {
            let mut sizes = [mover.ships(), other.ships()];
            sizes.sort_unstable();
            sizes == [ships[1], ships[0]]
        };
        let geometry = Geometry::new(Board::named(board).unwrap()).unwrap();
        let orders = classes.iter().flat_map(Class::orders).filter(sizes);
        orders.map(|(mover, other)| Index::new(&geometry, mover, other).unwrap().len()).sum()
    }

    /// On 6x4 exactly what counting by hand gives, on 5x5 a little more: pairs on the middle column.
    #[test]
    fn tables_have_the_size_of_their_classes() {
        assert_eq!(count("6x4", [1, 1]), 24 * 23 / 2);
        assert_eq!(count("6x4", [2, 1]), 7 * 24 * 23 * 22);
        assert_eq!(count("6x4", [3, 1]), 21 * 24 * 23 * 22 * 21);
        assert_eq!(count("6x4", [3, 2]), 21 * 7 * 24 * 23 * 22 * 21 * 20);
        // Equal strengths are stored for one side to move, the unequal 2c-2 for both.
        assert_eq!(count("6x4", [2, 2]), 49 * 24 * 23 * 22 * 21 / 2);
        assert_eq!(count("5x5", [1, 1]), 310);
        assert_eq!(count("5x5", [2, 1]), 2 * 7 * 310 * 23);
        assert_eq!(count("5x5", [3, 1]), 2 * 21 * 310 * 23 * 22);
    }

    #[test]
    fn every_number_is_a_placement_and_back() {
        for (board, class) in
            [("6x4", "1-1"), ("6x4", "2-1"), ("5x5", "2c-1"), ("aztec", "2-1"), ("4x6", "1-1")]
        {
            for index in index(board, class) {
                for number in 0..index.len() {
                    let [red, blue] = index.unrank(number);
                    let strengths = [&red, &blue].map(|fleet| Strength::of(fleet).unwrap());
                    assert_eq!(strengths, [index.mover(), index.other()]);
                    assert_eq!(index.rank([&red, &blue], Side::Red), number, "{board} {class}");
                }
            }
        }
    }

    /// The mirror image and the exchange of colours have the same number.
    #[test]
    fn images_share_a_number() {
        use joust_core::{Seed, below};
        use joust_mad::{Position, Rules};
        let mut rng = Seed(7).rng();
        for (board, class) in [("6x4", "3c-2"), ("5x5", "2-2"), ("5x5", "3-1")] {
            for index in index(board, class) {
                for _ in 0..2000 {
                    let number = below(&mut rng, index.len());
                    let board = index.geometry().board();
                    let fleets = index.unrank(number);
                    let here = Position::from_fleets(board, Rules::APP, fleets, Side::Red).unwrap();
                    let exchanged = here.with_colours_exchanged().unwrap();
                    for image in [here, exchanged] {
                        let rank = |position: &Position| {
                            index.rank(Side::BOTH.map(|side| position.fleet(side)), position.side())
                        };
                        assert_eq!(rank(&image), number);
                        let mirrored = image.mirrored().unwrap();
                        let on_middle = |side| {
                            let at = board.coord(mirrored.find(side, Ship::CORVETTE).unwrap());
                            2 * usize::from(at.column) + 1 == board.columns()
                        };
                        let fleets = Side::BOTH.map(|side| image.fleet(side));
                        let twin = index.twin(fleets, image.side());
                        assert_eq!(twin.is_some(), Side::BOTH.into_iter().all(on_middle), "{here}");
                        assert_eq!(rank(&mirrored), twin.unwrap_or(number), "{here}");
                    }
                }
            }
        }
    }
}
