//! Simplified ABDADA: a table of the positions that some thread is searching now.
//!
//! A thread defers a move whose position is in the table, and searches its other moves first. So the
//! threads spread over the tree without splitting it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that some thread is searching now. Of two positions with one slot only the later is
/// in the table; a mistake changes the order of the moves, never a value.
pub(super) struct BusyTable(Box<[AtomicU64]>);

/// Marks a position as busy until it is dropped.
pub(super) struct BusyMark<'a> {
    slot: &'a AtomicU64,
    key: u64,
}

/// A power of two, far larger than threads times plies.
const SLOTS: usize = 1 << 14;

impl BusyTable {
    pub(super) fn new() -> BusyTable {
        BusyTable((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key >> (u64::BITS - SLOTS.ilog2())) as usize]
    }

    /// Whether a thread is searching the position.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks the position as busy.
    pub(super) fn mark(&self, key: u64) -> BusyMark<'_> {
        let slot = self.slot(key);
        slot.store(key, Relaxed);
        BusyMark { slot, key }
    }
}

impl Drop for BusyMark<'_> {
    fn drop(&mut self) {
        if self.slot.load(Relaxed) == self.key {
            self.slot.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_busy_while_its_mark_lives() {
        let busy = BusyTable::new();
        let (one, other) = (u64::MAX, u64::MAX - 1);
        let mark = busy.mark(one);
        assert!(busy.is_busy(one) && !busy.is_busy(other));
        let later = busy.mark(other);
        drop(mark);
        assert!(busy.is_busy(other) && !busy.is_busy(one));
        drop(later);
        assert!(!busy.is_busy(other));
    }
}
