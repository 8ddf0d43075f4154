//! A position as search meets it.

use crate::{Outcome, Rng, Seat, below};
use arrayvec::ArrayVec;
use std::fmt::{Debug, Display};

/// The most moves that a position of any duel has: the length of a [`MoveList`]. Each game proves that its
/// positions have no more.
pub const MAX_MOVES: usize = 160;

/// The moves of one position, on the stack.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// A position of a game for two seats that move in turn, with nothing hidden and no chance:
/// what search, solvers and move counters ask for.
///
/// Its text is the position text of the game. Positions are small: a move is made on a copy and never
/// undone. They know nothing of offers and resignations, which belong to the [`Game`](crate::Game) around
/// them.
pub trait Duel: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// A move, small enough to store by the million.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The names of the two sides in the order of play.
    const SIDES: [&'static str; 2];

    /// Whose turn it is.
    fn to_move(&self) -> Seat;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds all legal moves to `list`, each once, in an order that depends on nothing but the
    /// position. A finished game has none; any other position has at least one.
    fn moves(&self, list: &mut MoveList<Self::Move>);

    /// All legal moves. Code that asks for millions of lists fills one of its own by [`Duel::moves`].
    fn all_moves(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }

    /// One of the moves, each equally likely; `None` when the game is over.
    fn random_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let list = self.all_moves();
        (!list.is_empty()).then(|| list[below(rng, list.len())])
    }

    /// How many moves there are, without making them.
    fn count_moves(&self) -> usize {
        self.all_moves().len()
    }

    /// Makes a move that [`Duel::moves`] gave for this very position.
    fn make(&mut self, mv: Self::Move);

    /// The position after a move that [`Duel::moves`] gave for this position.
    #[inline]
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// A hash of all that decides which moves there are and what they do. What counts only
    /// towards the end of the game (a tie-break) may be left out; each game says so.
    fn key(&self) -> u64;

    /// The position without a limit on the length of the game: [`perft`](crate::perft) counts from here.
    #[must_use]
    fn without_limit(self) -> Self {
        self
    }

    /// A move in the notation of the game.
    fn write_move(&self, mv: Self::Move) -> String;

    /// A line, moves that follow each other from here, in the notation of the game.
    fn write_line(&self, line: &[Self::Move]) -> Vec<String> {
        let mut here = *self;
        let write = |mv: &Self::Move| {
            let text = here.write_move(*mv);
            here.make(*mv);
            text
        };
        line.iter().map(write).collect()
    }

    /// The legal move that a text describes, or a sentence that says what was understood and
    /// which clause forbids it.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// No game from here lasts more moves than this.
    fn longest(&self) -> u32;

    /// The images of this position under the symmetries of the rules.
    fn images(&self) -> Vec<Image<Self>> {
        Vec::new()
    }
}

/// The image of a position under a symmetry of the rules.
pub struct Image<D: Duel> {
    /// The position that the symmetry makes of the original.
    pub position: D,
    /// The image of each move of the original.
    pub map: Box<dyn Fn(D::Move) -> D::Move>,
    /// Whether the sides have changed places, and the outcome with them.
    pub exchanged: bool,
}
