//! How many nodes a solve takes: measured on corners of the official boards and on random ones with 16 to
//! 25 squares.

use super::search::SolveProgress;
use crate::Estimate;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How many nodes a solve takes, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The nodes.
    pub nodes: f64,
    /// By which factor positions differ either way.
    pub spread: u32,
}

impl Expected {
    /// What a solve takes with so many vacant squares, for the value or, with `sign`, only for the winner.
    ///
    /// ```
    /// use joust_solve::wargame::Expected;
    ///
    /// assert!(Expected::new(25, true).nodes < Expected::new(25, false).nodes);
    /// ```
    pub fn new(vacant: u32, sign: bool) -> Expected {
        // Clear wins are soon proven, near ties are not.
        let (at_16, growth, spread): (f64, f64, u32) = if sign { (5e4, 2.1, 10) } else { (3.5e5, 2.15, 4) };
        Expected { nodes: at_16 * growth.powi(vacant as i32 - 16), spread }
    }

    /// The nodes that an engine expects of a solve when it decides whether to try one: measured at 20 vacant
    /// squares, and about 2.1 times as many for each square more. [`Expected::new`] is newer and has a quarter
    /// less at 20 squares; with it engines would play other games.
    pub fn nodes_for_engines(vacant: u32) -> f64 {
        10e6 * 2.1_f64.powi(vacant as i32 - 20)
    }

    /// How far a solve has come.
    #[expect(clippy::cast_precision_loss, reason = "three digits matter")]
    pub fn estimate(&self, progress: &SolveProgress, elapsed: Duration) -> Estimate {
        let nodes = progress.nodes.load(Ordering::Relaxed) as f64;
        Estimate::new(nodes, self.nodes, nodes, elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wargame::solved;

    /// Rows of up to 16 squares also count the search for all best moves.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "three digits matter")]
    fn the_expected_work_is_that_of_the_solved_boards_or_near() {
        for row in solved().iter().filter(|row| row.board.mask().count_ones() > 16) {
            let expected = Expected::new(row.board.mask().count_ones(), row.value.is_none());
            let ratio = row.nodes as f64 / expected.nodes;
            let spread = f64::from(expected.spread);
            assert!(ratio < spread && ratio > 1.0 / spread, "{}: {ratio}", row.board);
        }
    }
}
