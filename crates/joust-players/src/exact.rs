//! Exact moves in the War Game: from solved boards, or by solving within the time for a move.

use joust_search::engine::SearchLimits;
use joust_solve::wargame::{Expected, Options, known, solve};
use joust_wargame::{Move, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Gives the best move and the positions visited to prove it; `None` if the limits were too tight.
pub(crate) type Solver = Box<dyn Fn(&Position, &Options<'_>) -> Option<(Move, u64)> + Send>;

/// The solver itself; tests have others.
pub(crate) fn solver() -> Solver {
    Box::new(|position, options| {
        let solution = solve(position, options).ok().filter(|solution| solution.proven)?;
        Some((*solution.best.first()?, solution.nodes))
    })
}

/// The move of a solved board of the War Game, or of a position that can be solved within a part of
/// the limits.
#[expect(clippy::cast_precision_loss, reason = "estimates need no more than 52 bits")]
pub(crate) fn exact(
    position: &Position,
    limits: &SearchLimits,
    threads: Option<usize>,
    stop: &AtomicBool,
    solver: &Solver,
) -> Option<(Move, u64)> {
    if let Some(square) = known(position).and_then(|known| known.best.first()) {
        return Some((Move::take(*square), 0));
    }
    // With a node limit every machine must give one answer: one thread, no clock.
    let counted = limits.nodes.is_some() || limits.depth.is_some();
    let threads = if counted { 1 } else { threads.unwrap_or(Options::default().threads) };
    let left = position.vacant().count_ones();
    let expected = Expected::nodes_for_engines(left);
    // A move may use a fifth of the time on the clock.
    let time = limits.time.or(limits.budget.map(|budget| budget.left / 5)).map(|time| {
        let expected = Duration::try_from_secs_f64(expected / NODES_PER_SECOND / threads as f64);
        share(time, expected.unwrap_or(Duration::MAX))
    });
    let fits = match (time, limits.nodes) {
        (Some(time), None) => !time.is_zero(),
        (_, Some(nodes)) => expected <= nodes as f64,
        (None, None) => limits.depth.is_none_or(|depth| depth >= left),
    };
    let options = Options { threads, time, nodes: limits.nodes, stop: Some(stop), ..Options::default() };
    fits.then(|| solver(position, &options)).flatten()
}

/// The solver's share of `time`, if it is expected to need `expected`. The search gets the rest, in case
/// the solver does not finish. With more time neither gets less: the search keeps what it had before the
/// solver was worth trying, and after that half.
fn share(time: Duration, expected: Duration) -> Duration {
    time.saturating_sub(expected).min(time / 2)
}

/// The solver's speed on a slow core; an estimate that is too high only wastes time.
const NODES_PER_SECOND: f64 = 4e6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_more_time_neither_the_solver_nor_the_search_has_less() {
        for expected in [0, 1, 10, 333, 100_000] {
            let of = |millis| {
                let time = Duration::from_millis(millis);
                let solver = share(time, Duration::from_millis(expected));
                (solver, time.saturating_sub(solver))
            };
            for millis in 0..2000 {
                let (one, more) = (of(millis), of(millis + 1));
                assert!(one.0 <= more.0 && one.1 <= more.1, "{millis} {expected}");
                assert!(one.1 >= one.0);
            }
        }
        assert_eq!(share(Duration::from_secs(3), Duration::from_secs(1)), Duration::from_millis(1500));
    }
}
