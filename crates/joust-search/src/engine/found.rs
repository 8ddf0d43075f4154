//! The result of a search.

use super::value::{PROVEN, ends_in};
use std::time::Duration;

/// A principal variation: the best line of play that the search has found after its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrincipalVariation<M> {
    /// The moves, beginning with one of the side to move. Never empty.
    pub moves: Vec<M>,
    /// The value of the line for the side to move.
    pub value: i32,
    /// Whether the value is proven: it follows from the rules, without an evaluation.
    pub exact: bool,
}

impl<M> PrincipalVariation<M> {
    /// Moves until the end of the game, if the line is a proven victory or defeat.
    pub fn ends_in(&self) -> Option<u32> {
        ends_in(self.value)
    }
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The principal variations, each with its own first move, the best first. Never empty.
    pub lines: Vec<PrincipalVariation<M>>,
    /// The depth to which every line was searched, in moves of either side.
    pub depth: u32,
    /// Positions visited, by all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl<M: Copy> Found<M> {
    /// The best principal variation.
    pub fn best(&self) -> &PrincipalVariation<M> {
        &self.lines[0]
    }

    /// The best move.
    pub fn mv(&self) -> M {
        self.lines[0].moves[0]
    }

    /// Whether the value of the best line is proven.
    pub fn is_exact(&self) -> bool {
        self.lines[0].exact
    }
}

pub(super) fn is_proven(value: i32, exact: bool) -> bool {
    exact || value.abs() >= PROVEN
}
