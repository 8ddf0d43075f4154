//! Exact knowledge from elsewhere: a table of endings, a solver.

use crate::engine::{Knowledge, WIN, as_the_wrapped};
use joust_core::Duel;
use std::fmt;
use std::sync::Arc;

/// Answers with the exact value of a position for the side to move, where it knows it, in the unit
/// of the game's [`Knowledge`]. It is asked at every node, so it must be quick to say no.
pub type Oracle<D> = Arc<dyn Fn(&D) -> Option<i32> + Send + Sync>;

/// The value of a victory that has come after so many moves at the latest.
pub const fn wins_within(moves: u32) -> i32 {
    WIN - moves as i32
}

/// Knowledge that asks an oracle where it does not know the value itself.
#[derive(Clone)]
pub struct Informed<D: Duel, K> {
    knowledge: K,
    oracle: Option<Oracle<D>>,
}

impl<D: Duel, K> Informed<D, K> {
    /// With an oracle; without one nothing changes.
    pub fn new(knowledge: K, oracle: Option<Oracle<D>>) -> Informed<D, K> {
        Informed { knowledge, oracle }
    }
}

impl<D: Duel, K: fmt::Debug> fmt::Debug for Informed<D, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let oracle = if self.oracle.is_some() { "an oracle" } else { "nobody" };
        f.debug_struct("Informed").field("knowledge", &self.knowledge).field("by", &oracle).finish()
    }
}

impl<D: Duel, K: Knowledge<D>> Knowledge<D> for Informed<D, K> {
    as_the_wrapped!();
    as_the_wrapped!(evaluate);

    #[inline]
    fn settled(&self, position: &D, view: &K::View) -> Option<i32> {
        let known = self.knowledge.settled(position, view);
        known.or_else(|| self.oracle.as_ref().and_then(|oracle| oracle(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Limits};
    use crate::mad::MadKnowledge;
    use joust_mad::{Board, Position, Rules};
    use std::sync::atomic::AtomicBool;

    /// Whatever an oracle says of a position, the search believes and follows.
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
            let limits = Limits { depth: Some(2), ..Limits::default() };
            let found = engine.search(&start, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
            assert_eq!((found.mv(), found.best().ends_in()), (mv, Some(9)));
            assert!(found.is_exact());
        }
    }
}
