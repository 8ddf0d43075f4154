//! Exact values from outside the search: an endgame table, a solver.

use crate::engine::{Knowledge, WIN, forward_knowledge};
use joust_core::Duel;
use std::fmt;
use std::sync::Arc;

/// Gives the exact value of a position for the side to move, in the unit of the game's
/// [`Knowledge`], or `None` where it does not know. The search asks it at every node, so `None` must
/// come quickly.
pub type Oracle<D> = Arc<dyn Fn(&D) -> Option<i32> + Send + Sync>;

/// The value of a victory that takes at most `moves` moves.
pub const fn wins_within(moves: u32) -> i32 {
    WIN - moves as i32
}

/// Knowledge that asks an oracle where it does not know the value itself.
///
/// ```
/// use joust_core::Duel;
/// use joust_mad::{Board, Position, Rules};
/// use joust_search::engine::{Engine, SearchLimits};
/// use joust_search::informed::{Informed, Oracle, wins_within};
/// use joust_search::mad::MadKnowledge;
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let good = start.all_moves()[3];
/// let next = start.after(good);
/// // The opponent has lost after this move, eight moves later.
/// let oracle: Oracle<Position> = Arc::new(move |position| (*position == next).then_some(-wins_within(8)));
/// let knowledge = Informed::new(MadKnowledge::new(start.board()), Some(oracle));
/// let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
/// let found = Engine::new(knowledge, 1 << 16).search(&start, &limits, &AtomicBool::new(false), &mut |_| {});
/// assert_eq!(found.unwrap().mv(), good);
/// ```
#[derive(Clone)]
pub struct Informed<D: Duel, K> {
    knowledge: K,
    oracle: Option<Oracle<D>>,
}

impl<D: Duel, K> Informed<D, K> {
    /// Knowledge with this oracle; `None` changes nothing.
    pub fn new(knowledge: K, oracle: Option<Oracle<D>>) -> Informed<D, K> {
        Informed { knowledge, oracle }
    }
}

impl<D: Duel, K: fmt::Debug> fmt::Debug for Informed<D, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let oracle = if self.oracle.is_some() { "an oracle" } else { "nothing" };
        f.debug_struct("Informed").field("knowledge", &self.knowledge).field("by", &oracle).finish()
    }
}

impl<D: Duel, K: Knowledge<D>> Knowledge<D> for Informed<D, K> {
    forward_knowledge!();
    forward_knowledge!(evaluate);

    #[inline]
    fn settled(&self, position: &D, view: &K::View) -> Option<i32> {
        let known = self.knowledge.settled(position, view);
        known.or_else(|| self.oracle.as_ref().and_then(|oracle| oracle(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, SearchLimits};
    use crate::mad::MadKnowledge;
    use joust_mad::{Board, Position, Rules};
    use std::sync::atomic::AtomicBool;

    /// The search believes the oracle, whatever it says of a position.
    #[test]
    fn the_search_goes_where_the_oracle_sees_victory() {
        let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
        let moves = start.all_moves();
        for mv in moves {
            let next = start.after(mv);
            let oracle: Oracle<Position> =
                Arc::new(move |position| (*position == next).then_some(-wins_within(8)));
            let knowledge = Informed::new(MadKnowledge::new(start.board()), Some(oracle));
            let mut engine = Engine::new(knowledge, 1 << 16);
            let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
            let found = engine.search(&start, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert_eq!((found.mv(), found.best().ends_in()), (mv, Some(9)));
            assert!(found.is_exact());
        }
    }
}
