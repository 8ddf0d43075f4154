//! What players know of the War Game.

use crate::endgame::EndgameSource;
use crate::engine::Eval;
use crate::exact::{Solver, exact, solver};
use crate::playable::{ExactKnowledge, PlayableDuel};
use joust_core::Fault;
use joust_search::engine::SearchLimits;
use joust_search::evaluation::{Evaluate, Score};
use joust_search::wargame::WarKnowledge;
use joust_wargame::{Board, Campaign, Move, Position};
use std::sync::atomic::AtomicBool;

impl PlayableDuel for Campaign {
    type Exact = WarExact;

    const MATCH_BOARDS: &'static [&'static str] = &Board::OFFICIAL;

    fn evals() -> Vec<(&'static str, &'static dyn Evaluate<Position>)> {
        Score::NAMES.iter().map(|(name, score)| (*name, score as &dyn Evaluate<Position>)).collect()
    }
}

/// The engine's exact knowledge of the War Game: solved boards, and a solver for boards that are nearly full.
pub struct WarExact {
    pub(crate) solver: Solver,
}

impl ExactKnowledge<Position> for WarExact {
    type Knowledge = WarKnowledge;

    fn of(_: &Position, _: &EndgameSource, _: &Eval) -> Result<(WarExact, WarKnowledge), Fault> {
        Ok((WarExact { solver: solver() }, WarKnowledge))
    }

    fn knows(&self, _position: &Position) -> bool {
        true
    }

    fn solve(
        &self,
        position: &Position,
        limits: &SearchLimits,
        threads: Option<usize>,
        stop: &AtomicBool,
    ) -> Option<(Move, u64)> {
        exact(position, limits, threads, stop, &self.solver)
    }

    fn worth(value: i32, _exact: bool) -> f64 {
        f64::from(value)
    }
}
