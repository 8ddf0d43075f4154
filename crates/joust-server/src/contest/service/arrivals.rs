//! What has arrived and is not stored yet. A date has passed for good when nothing that arrived by then is under way.

use super::lock;
use crate::time::Time;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Versions and choices that have arrived and are not stored yet: how many there are for each time.
#[derive(Default)]
pub(crate) struct Arrivals(Mutex<BTreeMap<i64, usize>>);

/// Something that has arrived. It is stored, or refused, when this is dropped.
pub(crate) struct Arrival<'a> {
    arrivals: &'a Arrivals,
    /// When it arrived, in milliseconds since 1970: whatever is checked and waited for afterwards, this time counts.
    pub(crate) at: i64,
}

impl Arrivals {
    /// Notes that something arrives now.
    pub(crate) fn note(&self, time: Time) -> Arrival<'_> {
        let mut arrivals = lock(&self.0);
        // The clock is read while nobody asks, so nothing comes to a time that has been asked about.
        let at = time.now();
        *arrivals.entry(at).or_default() += 1;
        Arrival { arrivals: self, at }
    }

    /// How much is under way.
    #[cfg(test)]
    pub(crate) fn under_way(&self) -> usize {
        lock(&self.0).values().sum()
    }

    /// Whether something that arrived before a time is under way.
    pub(crate) fn any_before(&self, at: i64) -> bool {
        lock(&self.0).first_key_value().is_some_and(|(first, _)| *first < at)
    }
}

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        let mut arrivals = lock(&self.arrivals.0);
        if let Some(many) = arrivals.get_mut(&self.at) {
            *many -= 1;
            if *many == 0 {
                arrivals.remove(&self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_passed_when_all_that_arrived_by_then_is_stored() {
        let (arrivals, time) = (Arrivals::default(), Time::wrong_by(0));
        let (one, two) = (arrivals.note(time), arrivals.note(time));
        let date = two.at + 1;
        assert!(!arrivals.any_before(one.at) && arrivals.any_before(date));
        drop(one);
        assert!(arrivals.any_before(date));
        drop(two);
        assert!(!arrivals.any_before(date));
    }
}
