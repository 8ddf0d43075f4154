//! The transposition table: what the search remembers of positions, shared by all threads.
//!
//! Nobody locks. An entry is two words, and the first is the key mixed with the second: a reader
//! who meets halves of two entries finds that the key does not fit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What a remembered value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

impl Bound {
    /// What a value means that a search between two others has found.
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

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of the best move.
    pub(super) best: u16,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// Whether the value rests on the rules alone, not on an evaluation.
    pub(super) exact: bool,
}

/// Values take 32 bits, moves 16, depths 8; then two bits for the bound, one for `exact`, and five
/// for the age.
const AGES: u8 = 32;

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let bound = self.bound as u64;
        u64::from(self.value as u32)
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(self.exact) << 58
            | u64::from(age) << 59
    }

    fn unpack(word: u64) -> Entry {
        Entry {
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

/// As many slots as fit into a line of the cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A fixed number of entries, each in the bucket that its key gives. Within a bucket the entry of
/// least use gives way: an old one, or else a shallow one.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    /// Which pages of [`PAGE`] buckets hold entries: to clear a table costs as much as was put into it.
    written: Box<[AtomicBool]>,
    age: u8,
}

/// Buckets that are cleared together: 4 KiB.
const PAGE: usize = 64;

impl Table {
    pub(super) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Table {
            buckets: (0..count).map(|_| Bucket::default()).collect(),
            written: (0..count.div_ceil(PAGE)).map(|_| AtomicBool::new(false)).collect(),
            age: 0,
        }
    }

    /// Everything that is there grows older.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Everything is forgotten.
    pub(super) fn clear(&mut self) {
        self.age = 0;
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

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(key)].0;
        let words = bucket.iter().map(|slot| (slot.check.load(Relaxed), slot.word.load(Relaxed)));
        words
            .into_iter()
            .find(|(check, word)| check ^ word == key && *word != 0)
            .map(|(_, w)| Entry::unpack(w))
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let number = self.place(key);
        let bucket = &self.buckets[number].0;
        let mut place = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let word = slot.word.load(Relaxed);
            if slot.check.load(Relaxed) ^ word == key {
                place = slot;
                break;
            }
            let age = (word >> 59) as u8;
            let years = i32::from((self.age + AGES - age) % AGES);
            let use_of_it = if word == 0 { -1000 } else { i32::from((word >> 48) as u8) - 8 * years };
            if use_of_it < least {
                (place, least) = (slot, use_of_it);
            }
        }
        // A flag that is set is only read: writing would take its cache line away from other threads.
        let written = &self.written[number / PAGE];
        if !written.load(Relaxed) {
            written.store(true, Relaxed);
        }
        let word = entry.pack(self.age);
        place.check.store(key ^ word, Relaxed);
        place.word.store(word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { best: 4711, value, depth, bound: Bound::Upper, exact: true }
    }

    #[test]
    fn what_is_put_is_found_under_its_key_alone() {
        let table = Table::new(1 << 12);
        for value in [0, -1, i32::MIN, i32::MAX] {
            table.put(99, entry(value, 255));
            assert_eq!(table.get(99), Some(entry(value, 255)));
            assert_eq!(table.get(98), None);
        }
        assert_eq!(Table::new(0).get(0), None);
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = Table::new(64);
        for (key, depth) in [(1, 9), (2, 3), (3, 7), (4, 8), (5, 6)] {
            table.put(key, entry(0, depth));
        }
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
        table.grow_older();
        table.put(6, entry(0, 1));
        table.put(7, entry(0, 1));
        assert!(table.get(1).is_some() && table.get(6).is_some() && table.get(7).is_some());
        table.clear();
        assert!((1..8).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        // The last page is not full.
        let mut table = Table::new(5 * PAGE * size_of::<Bucket>() + 64);
        let keys = || (0..2000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.put(key, entry(1, 1)));
        table.put(u64::MAX, entry(1, 1));
        assert!(table.written.iter().all(|page| page.load(Relaxed)));
        table.clear();
        let words = table.buckets.iter().flat_map(|bucket| &bucket.0);
        assert!(words.clone().all(|slot| slot.check.load(Relaxed) | slot.word.load(Relaxed) == 0));
        assert!(!table.written.iter().any(|page| page.load(Relaxed)));
    }

    /// Two threads write different entries of one key range into one bucket; whatever is read is
    /// an entry that one of them has written whole.
    #[test]
    fn torn_entries_are_not_believed() {
        let table = Table::new(64);
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
