//! Something that is said at most once a minute, however often it happens.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long nothing more is said.
const SILENCE: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub(crate) struct Seldom {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    said: Option<Instant>,
    unsaid: u64,
}

impl Seldom {
    pub(crate) const fn new() -> Seldom {
        Seldom { state: Mutex::new(State { said: None, unsaid: 0 }) }
    }

    /// Whether to say it now; gives the number of times that it was not said since.
    pub(crate) fn now(&self) -> Option<u64> {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> Option<u64> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.said.is_some_and(|said| now.saturating_duration_since(said) < SILENCE) {
            state.unsaid += 1;
            return None;
        }
        state.said = Some(now);
        Some(std::mem::take(&mut state.unsaid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_every_second_is_said_every_minute() {
        let seldom = Seldom::new();
        let begin = Instant::now();
        let said: Vec<_> = (0..180).filter_map(|n| seldom.at(begin + Duration::from_secs(n))).collect();
        assert_eq!(said, [0, 59, 59]);
    }
}
