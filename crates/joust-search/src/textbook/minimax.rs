//! Minimax, as the textbook has it.

use super::{Observer, Search};
use crate::evaluation::Evaluate;
use joust_core::{Duel, MoveList};

/// The value of the position for the maximizing player, if both sides play as well as they can for
/// the next `depth` moves.
///
/// On the player's turns it is the value of the best move, on the opponent's turns that of the move
/// that is worst for the player. At depth 0, or when the game is over, it is the evaluation.
pub(super) fn minimax<D: Duel, E: Evaluate<D> + ?Sized, O: Observer<D> + ?Sized>(
    search: &mut Search<'_, E, O>,
    position: &D,
    depth: u32,
) -> f64 {
    search.enter(position, f64::NEG_INFINITY, f64::INFINITY);
    let mut moves = MoveList::new();
    if depth > 0 {
        search.list_moves(position, &mut moves);
    }
    if moves.is_empty() {
        return search.leave(position, search.evaluate(position));
    }

    if position.to_move() == search.player {
        let mut best = f64::NEG_INFINITY;
        for mv in moves {
            let value = minimax(search, &position.after(mv), depth - 1);
            best = best.max(value);
        }
        search.leave(position, best)
    } else {
        let mut worst = f64::INFINITY;
        for mv in moves {
            let value = minimax(search, &position.after(mv), depth - 1);
            worst = worst.min(value);
        }
        search.leave(position, worst)
    }
}
