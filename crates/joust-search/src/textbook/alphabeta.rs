//! Minimax with alpha-beta pruning, as the textbook has it.

use super::{Observer, Search};
use crate::evaluation::Evaluate;
use joust_core::{Duel, MoveList};

/// The value that [`minimax`](super::minimax::minimax) would give, or a bound where that is enough.
///
/// `alpha` is what the maximizing player is already sure of elsewhere in the tree, `beta` what the
/// opponent is sure of. A value between the two is exact. As soon as a move shows that the value lies
/// outside, the other moves of the position cannot change the result and are left out.
pub(super) fn alphabeta<D: Duel, E: Evaluate<D> + ?Sized, O: Observer<D> + ?Sized>(
    search: &mut Search<'_, E, O>,
    position: &D,
    depth: u32,
    mut alpha: f64,
    mut beta: f64,
) -> f64 {
    search.enter(position, alpha, beta);
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
            let value = alphabeta(search, &position.after(mv), depth - 1, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break; // The opponent has a better way and will not let it come to this.
            }
        }
        search.leave(position, best)
    } else {
        let mut worst = f64::INFINITY;
        for mv in moves {
            let value = alphabeta(search, &position.after(mv), depth - 1, alpha, beta);
            worst = worst.min(value);
            beta = beta.min(worst);
            if beta <= alpha {
                break; // The player has a better way and will not let it come to this.
            }
        }
        search.leave(position, worst)
    }
}
