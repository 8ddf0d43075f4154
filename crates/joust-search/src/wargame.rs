//! What the engine knows of the War Game.

use crate::engine::{Knowledge, Technique, Techniques};
use joust_core::Duel;
use joust_wargame::{Move, Position, Side, Square};

/// Values are differences of the score, own less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarKnowledge;

/// What taking a square brings a side at once: its value, and twice what it conquers, which the
/// other loses as well.
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
    /// The most that the side to move can gain at once.
    type View = i32;

    const NUMBERS: usize = Move::NUMBERS;

    fn look(&self, position: &Position) -> i32 {
        let side = position.side();
        Square::all_in(position.vacant()).map(|square| gain(position, side, square)).max().unwrap_or(0)
    }

    fn settled(&self, position: &Position, _best: &i32) -> Option<i32> {
        position.outcome().map(|_| difference(position))
    }

    /// The difference, and half of the best gain: whoever moves will take something.
    fn evaluate(&self, position: &Position, best: &i32) -> i32 {
        difference(position) + best / 2
    }

    /// What the move gains, and what the square would have brought the opponent.
    fn promise(&self, position: &Position, best: &i32, mv: Move) -> i32 {
        let side = position.side();
        let square = mv.square();
        gain(position, side, square) + gain(position, side.other(), square) - best
    }

    fn number(&self, mv: Move) -> u16 {
        mv.number()
    }

    fn techniques(&self) -> Techniques {
        // What one move changes is not small enough for a margin.
        Techniques::default().without(Technique::Margins)
    }
}
