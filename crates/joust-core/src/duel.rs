//! A position as search meets it.

use crate::{Outcome, Seat};
use arrayvec::ArrayVec;
use std::fmt::Debug;

/// The most moves that a position of any duel has. MAD has at most 153 (64 movements,
/// 80 bonus compounds, 8 shifts, a pass), the War Game one for each of 64 squares.
pub const MAX_MOVES: usize = 160;

/// The moves of one position, on the stack.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// A position of a game for two seats that move in turn, with nothing hidden and no chance:
/// what search, solvers and move counters ask for.
///
/// Positions are small and copied, not undone. They know nothing of offers and resignations:
/// those belong to the [`Game`](crate::Game) around them.
pub trait Duel: Copy + Eq + Debug + Send + Sync + 'static {
    /// A move, small enough to store by the million.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds all legal moves to `list`, each once, in an order that depends on nothing but the
    /// position. A finished game has none; any other position has at least one.
    fn moves(&self, list: &mut MoveList<Self::Move>);

    /// How many moves there are, without making them.
    fn count_moves(&self) -> usize {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.len()
    }

    /// Makes a move that [`Duel::moves`] gave for this very position.
    fn make(&mut self, mv: Self::Move);

    /// A hash of all that decides which moves there are and what they do. What counts only
    /// towards the end of the game (MAD's tie-break) may be left out; each game says so.
    fn key(&self) -> u64;

    /// The same position without a limit on the length of the game: what [`perft`](crate::perft)
    /// counts.
    #[must_use]
    fn without_limit(self) -> Self {
        self
    }
}
