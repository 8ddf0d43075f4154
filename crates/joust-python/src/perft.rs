//! Counting move sequences.

use crate::attend::attended;
use crate::duel::on;
use crate::position::Position;
use joust_core::{Duel, MoveList, perft as count};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of move sequences of exactly this many moves from a position, whatever limits the length of the
/// game.
///
/// >>> import joust
/// >>> joust.perft(joust.start("mad", rules="app"), 4)
/// 68892
#[pyfunction]
pub(crate) fn perft(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    let parts = counted(py, position, depth)?;
    Ok(if depth == 0 { 1 } else { parts.iter().map(|(_, count)| count).sum() })
}

/// The number of move sequences after each move, in the order of the rules.
///
/// >>> import joust
/// >>> joust.divide(joust.start("wargame", board="tiny"), 2)["drop-A1"]
/// 3
#[pyfunction]
pub(crate) fn divide<'py>(py: Python<'py>, position: &Position, depth: u32) -> PyResult<Bound<'py, PyDict>> {
    let parts = PyDict::new(py);
    for (mv, count) in counted(py, position, depth)? {
        parts.set_item(mv, count)?;
    }
    Ok(parts)
}

/// No count of more moves would come to its end, and counting calls itself for every move.
const DEEPEST: u32 = 64;

/// The counts after each move. The work is done in parts of a few plies, so that an interrupt ends it.
fn counted(py: Python<'_>, position: &Position, depth: u32) -> PyResult<Vec<(String, u64)>> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("the depth is a number from 0 to {DEEPEST}")));
    }
    attended(py, |stop| {
        on!(&position.0, coded => {
            let position = coded.at.without_limit();
            let mut moves = MoveList::new();
            if depth > 0 {
                position.moves(&mut moves);
            }
            let after = |mv| (position.write_move(mv), until(&position.after(mv), depth - 1, stop));
            moves.iter().map(|mv| after(*mv)).collect()
        })
    })
}

/// [`count`], which is asked whether to stop before every few plies.
fn until<D: Duel>(position: &D, depth: u32, stop: &AtomicBool) -> u64 {
    /// The plies of a part: a fraction of a second.
    const PART: u32 = 4;
    if stop.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= PART {
        return count(position, depth);
    }
    let moves = position.all_moves();
    moves.iter().map(|mv| until(&position.after(*mv), depth - 1, stop)).fold(0, u64::wrapping_add)
}
