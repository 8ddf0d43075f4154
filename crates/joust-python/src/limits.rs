//! Numbers of callers that must be in order: times, threads, sizes.

use joust_search::engine::SearchLimits;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::time::Duration;

/// The most threads that a caller may ask for: a larger number is a typing error and would stall the machine.
pub(crate) const MOST_THREADS: usize = joust_players::EngineSpec::MOST_THREADS;

/// Times of moves are counted in milliseconds.
const SHORTEST: f64 = 0.001;
/// A day. A caller that wants to wait longer sets no limit.
const LONGEST: f64 = 86_400.0;

/// A time in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    if (SHORTEST..=LONGEST).contains(&time) {
        Ok(Duration::from_secs_f64(time))
    } else {
        Err(PyValueError::new_err(format!("the time is a number of seconds from {SHORTEST} to {LONGEST}")))
    }
}

/// A number that is at least 1, and at most `most`.
pub(crate) fn within(name: &str, number: usize, most: usize) -> PyResult<usize> {
    if (1..=most).contains(&number) {
        Ok(number)
    } else {
        Err(PyValueError::new_err(format!("{name} is a number from 1 to {most}")))
    }
}

/// A number of threads.
pub(crate) fn threads(threads: usize) -> PyResult<usize> {
    within("threads", threads, MOST_THREADS)
}

/// The limits of a search.
pub(crate) fn search(time: Option<f64>, nodes: Option<u64>, depth: Option<u32>) -> PyResult<SearchLimits> {
    if nodes == Some(0) || depth == Some(0) {
        return Err(PyValueError::new_err("nodes and depth are at least 1"));
    }
    Ok(SearchLimits { time: time.map(seconds).transpose()?, nodes, depth, budget: None })
}

/// Refuses arrays for which the machine has no memory: it would grant them, and kill the process later.
pub(crate) fn room_for(games: usize, each: usize) -> PyResult<()> {
    // A batch itself refuses more games than that.
    let bytes = games.min(joust_batch::MOST_GAMES).saturating_mul(each);
    let free = joust_solve::free_memory().unwrap_or(usize::MAX);
    if bytes <= free {
        return Ok(());
    }
    Err(no_room(games, bytes, free))
}

/// The error of games that take more bytes than are free.
pub(crate) fn no_room(games: usize, bytes: usize, free: usize) -> PyErr {
    let [bytes, free] = [bytes, free].map(|bytes| bytes >> 20);
    PyMemoryError::new_err(format!(
        "{games} games take {bytes} MiB, and {free} MiB are free: take fewer games"
    ))
}

/// The bytes of a table of this many mebibytes, if the machine has them.
pub(crate) fn table(mebibytes: usize) -> PyResult<usize> {
    let free = joust_solve::free_memory().map_or(1 << 20, |bytes| bytes >> 20);
    Ok(within("the number of mebibytes of a table", mebibytes, free.max(1))? << 20)
}
