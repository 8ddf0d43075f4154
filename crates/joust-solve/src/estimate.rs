//! How long a solve will take.

use std::time::Duration;

/// How far a solve has come, by what such solves take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The part that is done: 1 is all of it, and a solve that takes longer than expected has more.
    pub share: f64,
    /// Nodes or placements a second.
    pub speed: f64,
    /// The time that is left; `None` when the solve takes longer than expected.
    pub left: Option<Duration>,
}

impl Estimate {
    /// `done` of `all` is done, of which `now` took `elapsed`.
    pub(crate) fn new(done: f64, all: f64, now: f64, elapsed: Duration) -> Estimate {
        let speed = now / elapsed.as_secs_f64().max(0.001);
        let left = Some(all - done).filter(|left| *left > 0.0);
        let left = left.map(|left| Duration::from_secs_f64((left / speed.max(1.0)).min(1e10)));
        Estimate { share: done / all.max(1.0), speed, left }
    }
}
