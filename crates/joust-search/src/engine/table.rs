//! The transposition table: what the search remembers of positions, shared by all threads.
//!
//! Nobody locks. An entry is two words, and the first is the key mixed with the second: a reader
//! who meets halves of two entries finds that the key does not fit.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::FromZeros;

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

/// Two words an entry, and as many entries as fit into a line of the cache.
const WORDS: usize = 8;
type Slot = [AtomicU64; 2];

/// A fixed number of entries, each in the bucket that its key gives. Within a bucket the entry of
/// least use gives way: an old one, or else a shallow one.
pub(super) struct Table {
    /// One after the other. To type them as what they are, with the alignment of a line, would be
    /// clearer, but memory of more than the usual alignment is zeroed by hand: see [`zeroed`].
    words: Box<[AtomicU64]>,
    /// The word with which the first bucket begins.
    first: usize,
    buckets: usize,
    age: u8,
}

/// So many words, or fewer where there is no memory for them. The system has them zeroed page by
/// page, when they are first touched: it would take 36 ms at once for 64 MiB, out of the time of
/// the first move.
fn zeroed(words: usize) -> Box<[AtomicU64]> {
    const LEAST: usize = 2 * WORDS;
    match <[AtomicU64]>::new_box_zeroed_with_elems(words) {
        Ok(words) => words,
        Err(_) if words > LEAST => zeroed((words / 2).max(LEAST)),
        // Nothing else will find memory, either.
        Err(_) => (0..words).map(|_| AtomicU64::new(0)).collect(),
    }
}

impl Table {
    pub(super) fn new(bytes: usize) -> Table {
        let wanted = (bytes / (WORDS * size_of::<AtomicU64>())).max(1);
        // Up to one bucket more, so that the first can begin with a line of the cache.
        let words = zeroed((wanted + 1) * WORDS);
        let first = words.as_ptr().align_offset(WORDS * size_of::<AtomicU64>()).min(WORDS);
        let buckets = (words.len() - first) / WORDS;
        Table { buckets: buckets.min(wanted), words, first, age: 0 }
    }

    /// Everything that is there grows older.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Everything is forgotten.
    pub(super) fn clear(&mut self) {
        *self = Table::new(self.buckets * WORDS * size_of::<AtomicU64>());
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let number = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let begin = self.first + number * WORDS;
        self.words[begin..begin + WORDS].as_chunks().0
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let words = self.bucket(key).iter().map(|[check, word]| (check.load(Relaxed), word.load(Relaxed)));
        words
            .into_iter()
            .find(|(check, word)| check ^ word == key && *word != 0)
            .map(|(_, w)| Entry::unpack(w))
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let mut place = &self.bucket(key)[0];
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let word = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ word == key {
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
        let word = entry.pack(self.age);
        place[0].store(key ^ word, Relaxed);
        place[1].store(word, Relaxed);
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

    /// A bucket that crosses a line of the cache would cost two of them, and the last must not end
    /// outside.
    #[test]
    fn every_bucket_is_a_line_of_the_cache() {
        for bytes in [0, 64, 65, 1 << 12, 1 << 20] {
            let table = Table::new(bytes);
            assert_eq!(table.buckets, (bytes / 64).max(1));
            for key in [0, u64::MAX / 3, u64::MAX] {
                assert_eq!((table.bucket(key).as_ptr().addr() % 64, table.bucket(key).len()), (0, 4));
            }
        }
    }

    /// What a process has in memory, in bytes.
    #[cfg(target_os = "linux")]
    fn resident() -> usize {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }

    /// Tests beside this one take some memory, too, but far less.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_takes_no_memory_before_it_is_used() {
        let before = resident();
        let mut table = Table::new(256 << 20);
        table.put(1, entry(1, 1));
        table.clear();
        assert!(resident() < before + (64 << 20));
        assert_eq!(table.get(1), None);
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
