//! The transposition table: bounds of nodes already searched, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bounds of the value of a node, and its best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// The square that was best to take.
    pub(super) best: u8,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: i16::MIN, upper: i16::MAX, best: NO_SQUARE };

    /// The bound that says whether the value reaches `beta`, if one does.
    #[inline]
    pub(super) fn answer(self, beta: i32) -> Option<i32> {
        if i32::from(self.lower) >= beta {
            Some(i32::from(self.lower))
        } else if i32::from(self.upper) < beta {
            Some(i32::from(self.upper))
        } else {
            None
        }
    }
}

/// In place of the best square where it is not known.
pub(super) const NO_SQUARE: u8 = 0xff;

/// One entry. `check` is the exclusive or of the key and the data, so that halves of two entries,
/// written by two threads, do not match.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots of a bucket, which fill one cache line.
const BUCKET: usize = 4;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; BUCKET]);

pub(super) struct TranspositionTable {
    buckets: Box<[Bucket]>,
}

fn pack(bounds: Bounds, work: u8) -> u64 {
    u64::from(bounds.lower as u16)
        | u64::from(bounds.upper as u16) << 16
        | u64::from(bounds.best) << 32
        | u64::from(work) << 40
}

fn unpack(data: u64) -> (Bounds, u8) {
    let bounds = Bounds { lower: data as i16, upper: (data >> 16) as i16, best: (data >> 32) as u8 };
    (bounds, (data >> 40) as u8)
}

impl TranspositionTable {
    /// A table of about this many bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1).next_power_of_two();
        let buckets = if buckets * size_of::<Bucket>() > bytes { (buckets / 2).max(1) } else { buckets };
        TranspositionTable { buckets: (0..buckets).map(|_| Bucket::default()).collect() }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Loads the buckets of these keys into the cache, all at once.
    #[inline]
    pub(super) fn touch(&self, keys: impl Iterator<Item = u64>) {
        let sum = keys.fold(0, |sum, key| sum ^ self.bucket(key).0[0].data.load(Ordering::Relaxed));
        std::hint::black_box(sum);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data).0);
            }
        }
        None
    }

    /// Stores bounds; `work` is the logarithm of the nodes that they took. The entry of the bucket with
    /// the least work is replaced.
    #[inline]
    pub(super) fn put(&self, key: u64, bounds: Bounds, work: u8) {
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = u8::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data == key {
                victim = slot;
                break;
            }
            let (_, worth) = unpack(data);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(bounds, work);
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }
}
