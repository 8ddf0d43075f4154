//! The static evaluation of MAD.

use super::terms::{TERMS, Tally, count, terms_of_ship};
use super::{View, Weights};
use joust_mad::{Board, Position, Ship, Side, Square};

/// A value of this size means odds of e to 1.
pub(super) const SCALE: f64 = 200.0;

/// The value of a semi-victory: 200 × ln 3, for which the expectation is ½.
pub const SEMI_WIN: i32 = 220;

/// The expected result for the side to move, from −1 to 1, of a value that is not proven.
pub fn expectation(value: f64) -> f64 {
    (value / SCALE / 2.0).tanh()
}

/// The weights of one board, ready for use.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The weights of each term.
    terms: [Pair; TERMS],
    /// For each side, ship and square, the sum of the terms that depend on nothing else.
    ships: Box<[[[Pair; Square::MAX]; Ship::COUNT]; 2]>,
}

/// Two weights in one number, so that both are added at once: the weight for the beginning of the
/// game in the upper half, that for its end in the lower. Weights from a user's file may be so large
/// that sums wrap; the value is then meaningless, but nothing panics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair(i32);

impl Pair {
    fn new([early, late]: [i16; 2]) -> Pair {
        Pair((i32::from(early) << 16).wrapping_add(i32::from(late)))
    }

    fn early(self) -> i32 {
        // A negative lower half has borrowed from the upper one; this gives it back.
        i32::from((self.0.wrapping_add(0x8000) >> 16) as i16)
    }

    fn late(self) -> i32 {
        i32::from(self.0 as i16)
    }
}

struct Sum<'a> {
    evaluation: &'a Evaluation,
    sum: Pair,
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        let added = self.evaluation.terms[term].0.wrapping_mul(count);
        self.sum.0 = self.sum.0.wrapping_add(added);
    }

    #[inline]
    fn ship(&mut self, side: Side, ship: Ship, square: Square, sign: i32) {
        let added = self.evaluation.ships[side as usize][ship.code()][square.index()].0.wrapping_mul(sign);
        self.sum.0 = self.sum.0.wrapping_add(added);
    }
}

/// The ships of both sides at the start, when only the early weights count.
pub(super) const ALL_SHIPS: i32 = 2 * Ship::COUNT as i32;

/// How many of [`ALL_SHIPS`] are on the board.
pub(super) fn ships_left(position: &Position) -> i32 {
    let ships = Side::BOTH.map(|side| position.fleet(side).ships.count_ones());
    (ships[0] + ships[1]) as i32
}

impl Evaluation {
    /// Prepares weights for a board.
    pub fn new(board: &Board, weights: &Weights) -> Evaluation {
        let terms = weights.0.map(Pair::new);
        let mut ships = Box::new([[[Pair::default(); Square::MAX]; Ship::COUNT]; 2]);
        for side in Side::BOTH {
            for ship in Ship::all() {
                for square in board.squares() {
                    let terms = terms_of_ship(board, side, ship, square).map(|term| terms[term].0);
                    let sum = terms.fold(0, i32::wrapping_add);
                    ships[side as usize][ship.code()][square.index()] = Pair(sum);
                }
            }
        }
        Evaluation { terms, ships }
    }

    /// The value of an unfinished position for the side to move.
    pub fn value(&self, position: &Position, view: &View) -> i32 {
        let mut sum = Sum { evaluation: self, sum: Pair::default() };
        count(position, view, &mut sum);
        let ships = ships_left(position);
        let value = (sum.sum.early() * ships + sum.sum.late() * (ALL_SHIPS - ships)) / ALL_SHIPS;
        toward_tie_break(position, view.side, value)
    }
}

/// Interpolates toward the value of the tie-break as it comes nearer.
fn toward_tie_break(position: &Position, side: Side, value: i32) -> i32 {
    let weight = tie_break_weight(position);
    let end = if position.tie_break_winner() == side { SEMI_WIN } else { -SEMI_WIN };
    (value * (256 - weight) + end * weight) / 256
}

/// The weight of the tie-break, from 0 to 256.
pub(super) fn tie_break_weight(position: &Position) -> i32 {
    let limit = i32::from(position.counter()) + i32::from(position.turns_left());
    let gone = 256 * i32::from(position.counter()) / limit.max(1);
    gone * gone / 256 * gone / 256
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of weights may hold any numbers.
    #[test]
    fn weights_of_any_size_give_a_value() {
        let board = Board::named("6x4").unwrap();
        let position = Position::start(board, joust_mad::Rules::default());
        for weight in [[i16::MIN; 2], [i16::MAX; 2], [i16::MIN, i16::MAX]] {
            let evaluation = Evaluation::new(board, &Weights([weight; TERMS]));
            let value = evaluation.value(&position, &View::of(&position));
            assert!(value.abs() < crate::engine::WIN / 2, "{value}");
        }
    }

    #[test]
    fn pairs_add_up_in_both_halves() {
        for (one, other) in [([5, -7], [-9, 3]), ([-300, -1], [300, 1]), ([0, -32], [1, 31])] {
            let sum = Pair(Pair::new(one).0 + Pair::new(other).0);
            assert_eq!(
                (sum.early(), sum.late()),
                (i32::from(one[0] + other[0]), i32::from(one[1] + other[1]))
            );
            let less = Pair(Pair::new(one).0 - 2 * Pair::new(other).0);
            assert_eq!(less.early(), i32::from(one[0] - 2 * other[0]));
            assert_eq!(less.late(), i32::from(one[1] - 2 * other[1]));
        }
    }

    #[test]
    fn a_semi_victory_is_half_a_victory() {
        assert!((expectation(f64::from(SEMI_WIN)) - 0.5).abs() < 0.001);
        assert!(expectation(1e9) <= 1.0 && expectation(0.0).abs() < 1e-12);
    }
}
