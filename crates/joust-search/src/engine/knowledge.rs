//! What the search must know of a game beyond its rules.

use super::Techniques;
use joust_core::{Duel, MoveList};

/// What is special about a game. All values are for the side to move.
///
/// Whoever knows more of a game than another (a table of endings, a network) wraps the other's
/// knowledge and answers [`Knowledge::settled`] or [`Knowledge::evaluate`] first.
pub trait Knowledge<D: Duel>: Send + Sync {
    /// What one look at a position shows, so that it need not be worked out twice.
    type View;

    /// One more than the largest number of a move.
    const NUMBERS: usize;

    /// Looks at a position.
    fn look(&self, position: &D) -> Self::View;

    /// The exact value where nobody need search for it: the game is over, or won at once, or known
    /// from a table. A victory in so many moves is worth [`WIN`](super::WIN) less that many.
    fn settled(&self, position: &D, view: &Self::View) -> Option<i32>;

    /// What a position is worth that is not settled; nearer to zero than any victory.
    fn evaluate(&self, position: &D, view: &Self::View) -> i32;

    /// How promising a move looks before it is searched: higher is tried first. Zero is neither
    /// good nor bad.
    fn promise(&self, position: &D, view: &Self::View, mv: D::Move) -> i32;

    /// A number below [`Knowledge::NUMBERS`] for a move, for tables of what was good elsewhere.
    fn number(&self, mv: D::Move) -> u16;

    /// The key under which a position is remembered. It must tell apart what has another value.
    fn key(&self, position: &D) -> u64 {
        position.key()
    }

    /// Whether a move changes little, so that what was learned of it elsewhere holds here, too.
    fn is_quiet(&self, _position: &D, _mv: D::Move) -> bool {
        true
    }

    /// Whether the side to move must answer a threat that no evaluation can weigh.
    fn is_urgent(&self, _position: &D, _view: &Self::View) -> bool {
        false
    }

    /// The moves that change so much that no position is judged before they were tried.
    fn loud(&self, _position: &D, _view: &Self::View, _list: &mut MoveList<D::Move>) {}

    /// Quiet moves with which [`Knowledge::is_urgent`] becomes true for the opponent.
    fn threats(&self, _position: &D, _list: &mut MoveList<D::Move>) {}

    /// What a position changes by with every move, at most, unless something loud happens.
    fn margin(&self) -> i32 {
        0
    }

    /// The techniques that pay in this game.
    fn techniques(&self) -> Techniques {
        Techniques::default()
    }
}

/// What a wrapper of other knowledge leaves as it is, by its field `knowledge`: everything but
/// values, and the values that are named.
macro_rules! as_the_wrapped {
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
        fn promise(&self, position: &D, view: &K::View, mv: D::Move) -> i32 {
            self.knowledge.promise(position, view, mv)
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
        fn loud(&self, position: &D, view: &K::View, list: &mut joust_core::MoveList<D::Move>) {
            self.knowledge.loud(position, view, list);
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

pub(crate) use as_the_wrapped;
