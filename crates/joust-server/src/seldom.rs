//! Rate-limited log messages: at most one a minute.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two messages.
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

    /// Whether to log now. `Some` has the number of messages that were suppressed since the last.
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
    fn an_event_of_every_second_is_logged_every_minute() {
        let seldom = Seldom::new();
        let begin = Instant::now();
        let said: Vec<_> = (0..180).filter_map(|n| seldom.at(begin + Duration::from_secs(n))).collect();
        assert_eq!(said, [0, 59, 59]);
    }
}
