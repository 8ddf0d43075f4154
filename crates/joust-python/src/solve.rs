//! Exact values of positions.

use crate::attend::attended;
use crate::duel::AnyPosition;
use crate::position::Position;
use crate::tables::Tables;
use crate::{errors, limits};
use joust_core::{Duel, Seat};
use joust_solve::wargame::{Known, Options, Solution as Solved, known, solve as solve_war};
use joust_wargame::Move;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The exact value of a position, with best play of both sides.
#[pyclass(frozen, get_all, module = "joust")]
pub(crate) struct Solution {
    /// The value for the side to move: 1, 0.5, -0.5 or -1 in MAD, the final difference of the scores in the War
    /// Game. None where only the winner was asked for.
    pub(crate) value: Option<f64>,
    /// The seat that wins; None for a tie.
    pub(crate) winner: Option<usize>,
    /// Best moves: all of them if :attr:`all_best` is true.
    pub(crate) best: Vec<String>,
    /// Whether :attr:`best` has all best moves.
    pub(crate) all_best: bool,
    /// Best play of both sides.
    pub(crate) line: Vec<String>,
    /// Moves until the victory in MAD, where that was found.
    pub(crate) wins_in: Option<usize>,
    /// The positions that were visited for the proof.
    pub(crate) nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let value = self.value.map_or_else(|| "unknown".to_owned(), |value| format!("{value:+}"));
        format!("<joust.Solution value {value}, best {}>", self.best.first().map_or("-", String::as_str))
    }
}

/// The exact value of a position.
///
/// Positions of the War Game are solved by search, which takes a moment with up to twenty vacant squares, and
/// hours with thirty-six; the official boards at their start are known. ``sign`` asks only for the winner, which
/// is quicker, and ``all_moves`` for all best moves. Positions of MAD are solved with endgame tables: ``tables``
/// is their folder. :class:`joust.Unsolved` is raised where the limits were too tight.
///
/// >>> import joust
/// >>> solution = joust.solve(joust.start("wargame", board="9 1 5/2 2 8"))
/// >>> solution.value, solution.winner, solution.best
/// (5.0, 0, ['drop-A1'])
#[pyfunction]
#[pyo3(signature = (position, *, tables=None, sign=false, all_moves=false, time=None, nodes=None, threads=1, table=256))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    tables: Option<PathBuf>,
    sign: bool,
    all_moves: bool,
    time: Option<f64>,
    nodes: Option<u64>,
    threads: usize,
    table: usize,
) -> PyResult<Solution> {
    let limits = limits::search(time, nodes, None)?;
    let (threads, table_bytes) = (limits::threads(threads)?, limits::table(table)?);
    let war = match &position.0 {
        AnyPosition::War(coded) => coded.at,
        AnyPosition::Mad(coded) => {
            let folder = tables.ok_or_else(|| {
                let why = "positions of mad are solved with endgame tables: name their folder, \
                           tables=\"endings\"; joust.Tables.build makes them";
                errors::because(py, "Unsolved", why)
            })?;
            return Tables::open(py, folder, coded.at.board())?.solution(py, &coded.at, all_moves);
        }
    };
    if let Some(known) = known(&war).filter(|known| !all_moves && (sign || known.value.is_some())) {
        return Ok(of_known(&war, known));
    }
    let solved = attended(py, |stop| {
        let options = Options {
            sign,
            all_best: all_moves && !sign,
            threads,
            table_bytes,
            checkpoint: None,
            stop: Some(stop),
            time: limits.time,
            nodes: limits.nodes,
            progress: None,
        };
        solve_war(&war, &options)
    })?;
    let solved = solved.map_err(|why| errors::because(py, "Unsolved", why))?;
    if !solved.proven {
        let why = format!("not solved within the limits: {} nodes were visited", solved.nodes);
        return Err(errors::because(py, "Unsolved", why));
    }
    Ok(of_war(&war, &solved))
}

/// A value of the War Game, which counts for Blue, for the side to move.
fn for_mover(position: &joust_wargame::Position, value: i32) -> f64 {
    f64::from(if position.to_move() == Seat::FIRST { value } else { -value })
}

/// The seat that wins, by the sign of a value for Blue.
fn winner(sign: i32) -> Option<usize> {
    match sign {
        0 => None,
        sign => Some(usize::from(sign < 0)),
    }
}

fn of_war(position: &joust_wargame::Position, solved: &Solved) -> Solution {
    Solution {
        value: solved.value.map(|value| for_mover(position, value)),
        winner: solved.sign.and_then(winner),
        best: solved.best.iter().map(|mv| position.write_move(*mv)).collect(),
        all_best: solved.all_best,
        line: position.write_line(&solved.line),
        wins_in: None,
        nodes: solved.nodes,
    }
}

fn of_known(position: &joust_wargame::Position, known: &Known) -> Solution {
    let best: Vec<String> =
        known.best.iter().map(|square| position.write_move(Move::take(*square))).collect();
    Solution {
        value: known.value.map(|value| for_mover(position, value)),
        winner: winner(known.sign),
        line: best.iter().take(1).cloned().collect(),
        best,
        all_best: false,
        wins_in: None,
        nodes: known.nodes,
    }
}
