//! What the search knows of a game beyond its rules.

use super::Techniques;
use joust_core::{Duel, MoveList};

/// The part of the search that depends on the game. All values are for the side to move.
///
/// Better knowledge (an endgame table, a network) wraps the plain one and overrides
/// [`Knowledge::settled`] or [`Knowledge::evaluate`].
pub trait Knowledge<D: Duel>: Send + Sync {
    /// What several methods need of a position, computed once by [`Knowledge::look`].
    type View;

    /// One more than the largest [number](Knowledge::number) of a move.
    const NUMBERS: usize;

    /// Computes the view of a position.
    fn look(&self, position: &D) -> Self::View;

    /// The exact value, where it is known without search: the game is over, the next move wins, or
    /// a table has the position. A victory in *n* moves is worth [`WIN`](super::WIN) − *n*.
    fn settled(&self, position: &D, view: &Self::View) -> Option<i32>;

    /// The static evaluation of a position that is not settled; nearer to zero than any victory.
    fn evaluate(&self, position: &D, view: &Self::View) -> i32;

    /// The score of a move for move ordering: moves with higher scores are searched first, 0 is
    /// neutral.
    fn move_score(&self, position: &D, view: &Self::View, mv: D::Move) -> i32;

    /// The number of a move, below [`Knowledge::NUMBERS`]: its index in the history tables.
    fn number(&self, mv: D::Move) -> u16;

    /// The key of a position in the transposition table. Positions of different value must differ in
    /// it.
    fn key(&self, position: &D) -> u64 {
        position.key()
    }

    /// Whether a move is quiet: killers and history apply to it, and late ones are reduced.
    fn is_quiet(&self, _position: &D, _mv: D::Move) -> bool {
        true
    }

    /// Whether the side to move faces a threat that it must answer, like a check in chess.
    fn is_urgent(&self, _position: &D, _view: &Self::View) -> bool {
        false
    }

    /// The noisy moves: the quiescence search tries them before it trusts an evaluation.
    fn noisy_moves(&self, _position: &D, _view: &Self::View, _list: &mut MoveList<D::Move>) {}

    /// Quiet moves with which [`Knowledge::is_urgent`] becomes true for the opponent.
    fn threats(&self, _position: &D, _list: &mut MoveList<D::Move>) {}

    /// The margin of reverse futility pruning: how much one quiet move can change the evaluation.
    fn margin(&self) -> i32 {
        0
    }

    /// Removes the moves at the root that the engine overlooks, never all of them. By default it overlooks
    /// none.
    fn notice(&self, _position: &D, _moves: &mut Vec<D::Move>) {}

    /// The techniques that make the engine stronger in this game.
    fn techniques(&self) -> Techniques {
        Techniques::default()
    }
}

/// Forwards methods of [`Knowledge`] to the field `knowledge` of a wrapper: without argument all but
/// the two that give values, with an argument the one that it names.
macro_rules! forward_knowledge {
    (settled) => {
        #[inline]
        fn settled(&self, position: &D, view: &K::View) -> Option<i32> {
            self.knowledge.settled(position, view)
        }
    };
    (evaluate) => {
        #[inline]
        fn evaluate(&self, position: &D, view: &K::View) -> i32 {
            self.knowledge.evaluate(position, view)
        }
    };
    () => {
        type View = K::View;

        const NUMBERS: usize = K::NUMBERS;

        #[inline]
        fn look(&self, position: &D) -> K::View {
            self.knowledge.look(position)
        }

        #[inline]
        fn move_score(&self, position: &D, view: &K::View, mv: D::Move) -> i32 {
            self.knowledge.move_score(position, view, mv)
        }

        #[inline]
        fn number(&self, mv: D::Move) -> u16 {
            self.knowledge.number(mv)
        }

        #[inline]
        fn key(&self, position: &D) -> u64 {
            self.knowledge.key(position)
        }

        #[inline]
        fn is_quiet(&self, position: &D, mv: D::Move) -> bool {
            self.knowledge.is_quiet(position, mv)
        }

        #[inline]
        fn is_urgent(&self, position: &D, view: &K::View) -> bool {
            self.knowledge.is_urgent(position, view)
        }

        #[inline]
        fn noisy_moves(&self, position: &D, view: &K::View, list: &mut joust_core::MoveList<D::Move>) {
            self.knowledge.noisy_moves(position, view, list);
        }

        #[inline]
        fn threats(&self, position: &D, list: &mut joust_core::MoveList<D::Move>) {
            self.knowledge.threats(position, list);
        }

        #[inline]
        fn margin(&self) -> i32 {
            self.knowledge.margin()
        }

        fn techniques(&self) -> $crate::engine::Techniques {
            self.knowledge.techniques()
        }
    };
}

pub(crate) use forward_knowledge;
