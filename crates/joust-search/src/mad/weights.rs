//! The weights of the evaluation: one table, written by `joust tune`.

use super::{TERMS, Term};
use joust_mad::Board;

/// For each term its weight while all ships are on the board, and when none is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [[i16; 2]; TERMS]);

/// The boards that have weights of their own, in the order of the table. Any other board takes
/// those of the first.
pub const BOARDS: [&str; 4] = ["6x4", "5x5", "4x6", "aztec"];

impl Weights {
    /// The weights for a board.
    pub fn of(board: &Board) -> &'static Weights {
        let index = BOARDS.iter().position(|name| *name == board.name()).unwrap_or(0);
        &TABLE[index]
    }

    /// Ships by the sum of their digits and nothing else, the same for all boards: what the
    /// weights of the table must be better than.
    pub const PLAIN: Weights = {
        let mut weights = [[0; 2]; TERMS];
        let worth = [60, 60, 120, 60, 120, 120, 180];
        let mut i = 0;
        while i < worth.len() {
            weights[Term::Ship as usize + i] = [worth[i]; 2];
            i += 1;
        }
        Weights(weights)
    };
}

#[rustfmt::skip]
const GUESSED: Weights = Weights([
    [60, 60], [60, 60], [90, 90], [80, 80], [110, 110], [110, 110], [200, 200],
    [0, 0], [4, 4], [8, 8], [12, 12], [16, 16], [20, 20], [24, 24],
    [0, 0], [4, 4], [8, 8], [12, 12], [16, 16], [20, 20], [24, 24],
    [0, 0], [4, 4], [8, 8], [12, 12], [16, 16], [20, 20], [24, 24],
    [0, 0], [-6, -6], [-12, -12], [-18, -18], [-24, -24], [-30, -30], [-36, -36],
    [3, 3], [3, 3], [3, 3], [0, 0], [-30, -30], [10, 10], [-12, -12],
    [6, 6], [15, 15], [-20, -20], [-30, -30], [-50, -50], [-5, -5], [-8, -8],
    [-15, -15], [2, 2], [6, 6], [15, 15], [8, 8], [6, 6], [3, 3],
    [15, 15], [12, 12],
]);

static TABLE: [Weights; 4] = [GUESSED, GUESSED, GUESSED, GUESSED];
