//! What a search finds out.

use super::value::{PROVEN, ends_in};
use std::time::Duration;

/// A line of play and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves; the first is that of the side to move. Never empty.
    pub moves: Vec<M>,
    /// What the line is worth to the side to move.
    pub value: i32,
    /// Whether the value is proven.
    pub exact: bool,
}

impl<M> Line<M> {
    /// Moves until the end, if the line is a proven victory or defeat.
    pub fn ends_in(&self) -> Option<u32> {
        ends_in(self.value)
    }
}

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The best lines, each with another first move, the best first. Never empty.
    pub lines: Vec<Line<M>>,
    /// How many moves ahead every line was looked at.
    pub depth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time that has passed.
    pub time: Duration,
}

impl<M: Copy> Found<M> {
    /// The best line.
    pub fn best(&self) -> &Line<M> {
        &self.lines[0]
    }

    /// The move to make.
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
