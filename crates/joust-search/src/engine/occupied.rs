//! Where threads are, so that one does not do what another is doing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that some thread searches now, as far as they are remembered: of two in the same
/// place the later one counts. Whoever is wrong about it searches in another order, and no more.
pub(super) struct Occupied(Box<[AtomicU64]>);

/// A thread at a position, until this is dropped.
pub(super) struct Stay<'a> {
    place: &'a AtomicU64,
    key: u64,
}

/// A power of two, far more than there are threads times plies.
const PLACES: usize = 1 << 14;

impl Occupied {
    pub(super) fn new() -> Occupied {
        Occupied((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> (u64::BITS - PLACES.ilog2())) as usize]
    }

    /// Whether a thread is there.
    pub(super) fn holds(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    /// Goes there.
    pub(super) fn enter(&self, key: u64) -> Stay<'_> {
        let place = self.place(key);
        place.store(key, Relaxed);
        Stay { place, key }
    }
}

impl Drop for Stay<'_> {
    fn drop(&mut self) {
        if self.place.load(Relaxed) == self.key {
            self.place.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_occupied_while_somebody_stays() {
        let occupied = Occupied::new();
        let (one, other) = (u64::MAX, u64::MAX - 1);
        let stay = occupied.enter(one);
        assert!(occupied.holds(one) && !occupied.holds(other));
        let later = occupied.enter(other);
        drop(stay);
        assert!(occupied.holds(other) && !occupied.holds(one));
        drop(later);
        assert!(!occupied.holds(other));
    }
}
