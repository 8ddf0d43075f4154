//! What the engine knows of the War Game.

use crate::engine::{Knowledge, Technique, Techniques};
use joust_core::Duel;
use joust_wargame::{Move, Position, Square};

/// Values are differences of the score, own less the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarKnowledge;

/// What taking a square brings at once: its value, and twice what it conquers, which the opponent
/// loses as well.
fn gain(position: &Position, square: Square) -> i32 {
    let board = position.board();
    let worth = |square: Square| i32::from(board.value(square));
    worth(square) + 2 * Square::all_in(position.conquests(square)).map(worth).sum::<i32>()
}

fn difference(position: &Position) -> i32 {
    let side = position.side();
    position.score(side) - position.score(side.other())
}

impl Knowledge<Position> for WarKnowledge {
    type View = ();

    const NUMBERS: usize = Move::NUMBERS;

    fn look(&self, _position: &Position) {}

    fn settled(&self, position: &Position, (): &()) -> Option<i32> {
        position.outcome().map(|_| difference(position))
    }

    /// The difference, and half of the best gain: whoever moves will take something.
    fn evaluate(&self, position: &Position, (): &()) -> i32 {
        let best = Square::all_in(position.vacant()).map(|square| gain(position, square)).max();
        difference(position) + best.unwrap_or(0) / 2
    }

    /// What the move gains, less the best that it leaves to the opponent.
    fn promise(&self, position: &Position, (): &(), mv: Move) -> i32 {
        let mut next = *position;
        next.make(mv);
        let reply = Square::all_in(next.vacant()).map(|square| gain(&next, square)).max().unwrap_or(0);
        -difference(&next) - difference(position) - reply
    }

    fn number(&self, mv: Move) -> u16 {
        mv.number()
    }

    fn techniques(&self) -> Techniques {
        Techniques::default().without(Technique::Reductions).without(Technique::Margins)
    }
}
