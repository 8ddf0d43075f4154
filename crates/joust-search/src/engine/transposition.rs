//! The transposition table: the results of searched positions, shared by all threads without locks.
//!
//! An entry is two words, and the first is the exclusive or of the key and the second. A thread that
//! reads halves of two entries finds that the key does not match.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The stored value is the true value.
    Exact,
    /// The true value is at least the stored one: a beta cutoff.
    Lower,
    /// The true value is at most the stored one: no move reached alpha.
    Upper,
}

impl Bound {
    /// The bound of a value that a search between `alpha` and `beta` has returned.
    pub(super) fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The number of the best move.
    pub(super) best: u16,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the value follows from the rules alone, without an evaluation.
    pub(super) exact: bool,
}

/// The number of generations, which take five bits: 32 bits are the value, 16 the move, 8 the depth,
/// two the bound, and one is `exact`.
const GENERATIONS: u8 = 32;

impl TableEntry {
    fn pack(self, generation: u8) -> u64 {
        let bound = self.bound as u64;
        u64::from(self.value as u32)
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(self.exact) << 58
            | u64::from(generation) << 59
    }

    fn unpack(word: u64) -> TableEntry {
        TableEntry {
            best: (word >> 32) as u16,
            value: word as u32 as i32,
            depth: (word >> 48) as u8,
            bound: match word >> 56 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            exact: word >> 58 & 1 != 0,
        }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// As many slots as fit into a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A fixed number of entries, each in the bucket that its key selects. The least useful entry of the
/// bucket is replaced: an old one, or else a shallow one.
pub(super) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// Which pages of [`PAGE`] buckets hold entries: to clear a table costs as much as was put into it.
    written: Box<[AtomicBool]>,
    generation: u8,
}

/// Buckets that are cleared together: 4 KiB.
const PAGE: usize = 64;

impl TranspositionTable {
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable {
            buckets: (0..count).map(|_| Bucket::default()).collect(),
            written: (0..count.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect(),
            generation: 0,
        }
    }

    /// Begins a new search: entries of earlier searches are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.generation = 0;
        for (page, written) in self.buckets.chunks_mut(PAGE).zip(&mut self.written) {
            if std::mem::take(written.get_mut()) {
                page.fill_with(Bucket::default);
            }
        }
    }

    /// The number of the bucket of a key.
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let bucket = &self.buckets[self.place(key)].0;
        let words = bucket.iter().map(|slot| (slot.check.load(Relaxed), slot.word.load(Relaxed)));
        words
            .into_iter()
            .find(|(check, word)| check ^ word == key && *word != 0)
            .map(|(_, w)| TableEntry::unpack(w))
    }

    pub(super) fn put(&self, key: u64, entry: TableEntry) {
        let number = self.place(key);
        let bucket = &self.buckets[number].0;
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                victim = slot;
                break;
            }
            let generation = (word >> 59) as u8;
            let age = i32::from((self.generation + GENERATIONS - generation) % GENERATIONS);
            let worth = if word == 0 { -1000 } else { i32::from((word >> 48) as u8) - 8 * age };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        // A flag that is set is only read: writing would take its cache line away from other threads.
        let written = &self.written[number / PAGE];
        if !written.load(Relaxed) {
            written.store(true, Relaxed);
        }
        let word = entry.pack(self.generation);
        victim.check.store(key ^ word, Relaxed);
        victim.word.store(word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> TableEntry {
        TableEntry { best: 4711, value, depth, bound: Bound::Upper, exact: true }
    }

    #[test]
    fn what_is_put_is_found_under_its_key_alone() {
        let table = TranspositionTable::new(1 << 12);
        for value in [0, -1, i32::MIN, i32::MAX] {
            table.put(99, entry(value, 255));
            assert_eq!(table.get(99), Some(entry(value, 255)));
            assert_eq!(table.get(98), None);
        }
        assert_eq!(TranspositionTable::new(0).get(0), None);
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = TranspositionTable::new(64);
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 8), (5, 6)] {
            table.put(key, entry(0, depth));
        }
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
        table.next_generation();
        table.put(6, entry(0, 1));
        table.put(7, entry(0, 1));
        assert!(table.get(1).is_some() && table.get(6).is_some() && table.get(7).is_some());
        table.clear();
        assert!((1..8).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        // The last page is not full.
        let mut table = TranspositionTable::new(5 * PAGE * size_of::<Bucket>() + 64);
        let keys = || (0..2000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, entry(1, 1)));
        table.put(u64::MAX, entry(1, 1));
        assert!(table.written.iter().all(|page| page.load(Relaxed)));
        table.clear();
        let words = table.buckets.iter().flat_map(|bucket| &bucket.0);
        assert!(words.clone().all(|slot| slot.check.load(Relaxed) | slot.word.load(Relaxed) == 0));
        assert!(!table.written.iter().any(|page| page.load(Relaxed)));
    }

    /// Two threads write different entries with equal keys into one bucket. Every entry that is read
    /// was written as a whole by one of them.
    #[test]
    fn torn_entries_are_not_believed() {
        let table = TranspositionTable::new(64);
        std::thread::scope(|scope| {
            for sign in [1, -1] {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000_u64 {
                        let key = round % 5;
                        table.put(key, entry(sign * (key as i32 + 1), key as u8));
                        if let Some(found) = table.get(key) {
                            assert_eq!((found.value.abs(), found.depth), (key as i32 + 1, key as u8));
                        }
                    }
                });
            }
        });
    }
}
