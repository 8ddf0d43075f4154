//! Token buckets, and counts of open connections: nobody takes more than their share.

use crate::limits::Rate;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    Messages,
    Games,
    Hints,
    Connections,
    Pages,
}

#[derive(Clone, Copy)]
struct Bucket {
    level: f64,
    at: Instant,
    rate: Rate,
}

impl Bucket {
    fn refill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.at).as_secs_f64() * self.rate.per_second;
        self.level = (self.level + gained).min(self.rate.burst);
        self.at = now;
    }
}

type Key = (What, String);

/// All buckets and counts.
#[derive(Default)]
pub(crate) struct Rates {
    /// Nobody is held to anything: for measurements.
    off: bool,
    buckets: Mutex<HashMap<Key, Bucket>>,
    open: Arc<Mutex<HashMap<String, u32>>>,
}

/// A place among the open connections, given back when it is dropped.
pub(crate) struct Place {
    key: String,
    open: Arc<Mutex<HashMap<String, u32>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rates {
    pub(crate) fn new(on: bool) -> Rates {
        Rates { off: !on, ..Rates::default() }
    }

    /// Takes one from a bucket; false when it is empty.
    pub(crate) fn take(&self, what: What, who: &str, rate: Rate) -> bool {
        self.take_at(what, who, rate, Instant::now())
    }

    fn take_at(&self, what: What, who: &str, rate: Rate, now: Instant) -> bool {
        if self.off {
            return true;
        }
        let mut buckets = lock(&self.buckets);
        let full = Bucket { level: rate.burst, at: now, rate };
        let bucket = buckets.entry((what, who.to_owned())).or_insert(full);
        bucket.refill(now);
        if bucket.level < 1.0 {
            return false;
        }
        bucket.level -= 1.0;
        true
    }

    /// A place for one more connection, if there are fewer than `most`.
    pub(crate) fn enter(&self, who: &str, most: u32) -> Option<Place> {
        let mut open = lock(&self.open);
        let count = open.entry(who.to_owned()).or_insert(0);
        if *count >= most && !self.off {
            return None;
        }
        *count += 1;
        Some(Place { key: who.to_owned(), open: Arc::clone(&self.open) })
    }

    /// Forgets buckets that are full again: they say no more than none.
    pub(crate) fn sweep(&self) {
        let now = Instant::now();
        lock(&self.buckets).retain(|_, bucket| {
            bucket.refill(now);
            bucket.level < bucket.rate.burst
        });
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        if let Some(count) = open.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { burst: 3.0, per_second: 2.0 };

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let rates = Rates::new(true);
        let begin = Instant::now();
        let take = |millis| rates.take_at(What::Hints, "a", RATE, begin + Duration::from_millis(millis));
        assert_eq!([0, 0, 0, 0, 400, 600, 600].map(take), [true, true, true, false, false, true, false]);
        assert!(rates.take_at(What::Hints, "b", RATE, begin));
        assert!(rates.take_at(What::Games, "a", RATE, begin));
        assert_eq!([60_000, 60_000, 60_000, 60_000].map(take), [true, true, true, false]);
        let off = Rates::new(false);
        assert!((0..100).all(|_| off.take(What::Hints, "a", RATE)));
    }

    #[test]
    fn places_are_given_back() {
        let rates = Rates::new(true);
        let places: Vec<_> = (0..3).map(|_| rates.enter("a", 2)).collect();
        assert_eq!(places.iter().flatten().count(), 2);
        drop(places);
        assert!(rates.enter("a", 1).is_some());
        assert!(lock(&rates.open).is_empty());
    }
}
