//! What the engine knows of the War Game.

use crate::engine::{Knowledge, Technique, Techniques};
use joust_core::Duel;
use joust_wargame::{Move, Position, Side, Square};

/// Knowledge of the War Game. Values are differences of the score: the side to move minus the
/// opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarKnowledge;

/// By how much taking a square changes the difference of the score at once: the value of the square,
/// and twice the values of the squares that it conquers, because the opponent loses them.
#[inline]
fn gain(position: &Position, side: Side, square: Square) -> i32 {
    let board = position.board();
    let near = board.near(square);
    let mut gain = i32::from(board.value(square));
    if near & position.owned(side) != 0 {
        for conquered in Square::all_in(near & position.owned(side.other())) {
            gain += 2 * i32::from(board.value(conquered));
        }
    }
    gain
}

fn difference(position: &Position) -> i32 {
    let side = position.side();
    position.score(side) - position.score(side.other())
}

impl Knowledge<Position> for WarKnowledge {
    /// The largest gain of a single move of the side to move.
    type View = i32;

    const NUMBERS: usize = Move::NUMBERS;

    fn look(&self, position: &Position) -> i32 {
        let side = position.side();
        Square::all_in(position.vacant()).map(|square| gain(position, side, square)).max().unwrap_or(0)
    }

    fn settled(&self, position: &Position, _best: &i32) -> Option<i32> {
        position.outcome().map(|_| difference(position))
    }

    /// The difference plus half of the best gain, because the side to move will take something.
    fn evaluate(&self, position: &Position, best: &i32) -> i32 {
        difference(position) + best / 2
    }

    /// The gain of the move, plus what the square would have brought the opponent.
    fn move_score(&self, position: &Position, best: &i32, mv: Move) -> i32 {
        let side = position.side();
        let square = mv.square();
        gain(position, side, square) + gain(position, side.other(), square) - best
    }

    fn number(&self, mv: Move) -> u16 {
        mv.number()
    }

    fn techniques(&self) -> Techniques {
        // A single move changes too much for a margin to be safe.
        Techniques::default().without(Technique::Margins)
    }
}
