//! Alpha-beta beside minimax, at the same depth in the same positions.

use joust_core::{Duel, Seed};
use joust_players::{Home as _, Textbook};
use joust_search::course::{Agent, Choice, Method, Options, Order};
use joust_wargame::{Board, Campaign, Move, Position};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game that minimax plays against itself, with alpha-beta looking over its shoulder.
pub(super) struct Comparison {
    pub(super) board: &'static Board,
    /// Minimax, with the depth and the conventions of all three.
    pub(super) textbook: Textbook,
    /// One entry for every move of the game.
    pub(super) positions: Vec<Compared>,
}

/// One position.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Compared {
    pub(super) minimax: u64,
    pub(super) alphabeta: u64,
    /// Alpha-beta that looks at what gains most first.
    pub(super) ordered: u64,
    pub(super) same_value: bool,
    pub(super) same_move: bool,
}

impl Comparison {
    pub(super) fn sum(&self, nodes: impl Fn(&Compared) -> u64) -> u64 {
        self.positions.iter().map(nodes).sum()
    }

    pub(super) fn count(&self, holds: impl Fn(&Compared) -> bool) -> usize {
        self.positions.iter().filter(|compared| holds(compared)).count()
    }

    /// The share of minimax's nodes that is saved, from 0 to 1.
    pub(super) fn saved(&self, nodes: impl Fn(&Compared) -> u64) -> f64 {
        1.0 - self.sum(nodes) as f64 / self.sum(|compared| compared.minimax).max(1) as f64
    }
}

/// Compares from a position on. `None` when the flag is set before the end.
pub(super) fn compare(start: Position, textbook: Textbook, stop: &AtomicBool) -> Option<Vec<Compared>> {
    let (_, eval) = Campaign::evals().into_iter().find(|(name, _)| *name == textbook.eval.name)?;
    let mut position = start;
    let mut positions = Vec::new();
    let ask = |position: &Position, method, options: Options| -> Option<Choice<Move>> {
        // The same stream for all, so that they draw alike among equals.
        let mut chance = Seed(position.key()).rng();
        Agent::new(method, textbook.depth, options).choose_unless(position, eval, &mut chance, stop)
    };
    let by_gain = Options { order: Order::Gain, ..textbook.options };
    while let (Some(slow), Some(fast), Some(ordered)) = (
        ask(&position, Method::Minimax, textbook.options),
        ask(&position, Method::AlphaBeta, textbook.options),
        ask(&position, Method::AlphaBeta, by_gain),
    ) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        positions.push(Compared {
            minimax: slow.nodes,
            alphabeta: fast.nodes,
            ordered: ordered.nodes,
            // Bit for bit: both search the same tree with the same evaluation.
            same_value: slow.value.to_bits() == fast.value.to_bits(),
            same_move: slow.mv == fast.mv,
        });
        position.make(slow.mv);
    }
    Some(positions)
}
