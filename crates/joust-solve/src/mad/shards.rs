//! The entries of an unfinished class, in shards.
//!
//! A shard has a fixed number of entries in the order of their numbers, with two bits for each that say
//! whether it is due. Shards in use are in memory; when there are too many, the least recently used
//! are written to files. A shard that was never touched is neither in memory nor in a file.
//!
//! Threads read and write shards in memory without locks, and load the others. Shards are evicted only
//! between two stretches of work, when no thread holds one. So the limit on memory can be exceeded by
//! what the last steps of a stretch load, and by no more.

use super::entry::EndgameEntry;
use super::file::Head;
use super::folder::TableError;
use super::work::{Manifest, Stored, Waiting, Work};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The entries of a shard.
pub(super) struct Shard {
    entries: Box<[AtomicU16]>,
    /// A bit for each entry that is due, at even levels and at odd ones.
    due: [Box<[AtomicU64]>; 2],
}

impl Shard {
    /// An untouched shard: no entry is known, and all are due at the first level.
    fn fresh(len: usize) -> Shard {
        let words = len.div_ceil(64);
        let first = |word: usize| u64::MAX >> (64 * (word + 1)).saturating_sub(len);
        Shard {
            entries: std::iter::repeat_with(|| AtomicU16::new(0)).take(len).collect(),
            due: [
                std::iter::repeat_with(|| AtomicU64::new(0)).take(words).collect(),
                (0..words).map(first).map(AtomicU64::new).collect(),
            ],
        }
    }

    fn bytes(len: usize) -> usize {
        len * size_of::<u16>() + 2 * len.div_ceil(64) * size_of::<u64>()
    }

    /// All low bytes of the entries, then all high bytes, then the bits of due entries.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Shard::bytes(self.entries.len()));
        for plane in 0..2 {
            bytes.extend(self.entries().map(|bits| bits.to_le_bytes()[plane]));
        }
        for due in &self.due {
            bytes.extend(due.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()));
        }
        bytes
    }

    fn from_bytes(bytes: &[u8], len: usize) -> Option<Shard> {
        if bytes.len() != Shard::bytes(len) {
            return None;
        }
        let (low, rest) = bytes.split_at(len);
        let (high, due) = rest.split_at(len);
        let entries = low.iter().zip(high).map(|(low, high)| u16::from_le_bytes([*low, *high]));
        let is_sound = entries
            .clone()
            .fold(true, |sound, bits| sound & EndgameEntry::is_sound(bits, EndgameEntry::MOST));
        let mut words = due.as_chunks().0.iter().map(|word| AtomicU64::new(u64::from_le_bytes(*word)));
        let half = len.div_ceil(64);
        is_sound.then(|| Shard {
            entries: entries.map(AtomicU16::new).collect(),
            due: [words.by_ref().take(half).collect(), words.collect()],
        })
    }

    /// Its entries in the order of their numbers.
    pub(super) fn entries(&self) -> impl Iterator<Item = u16> {
        self.entries.iter().map(|entry| entry.load(Ordering::Relaxed))
    }

    /// The entry at a place.
    pub(super) fn get(&self, at: usize) -> EndgameEntry {
        EndgameEntry::trusted(self.entries[at].load(Ordering::Relaxed))
    }

    /// Stores the entry at a place. [`Shards::begin`] must have been called for the shard.
    pub(super) fn put(&self, at: usize, entry: EndgameEntry) {
        self.entries[at].store(entry.to_bits(), Ordering::Relaxed);
    }

    /// The number of words of 64 entries.
    pub(super) fn words(&self) -> usize {
        self.due[0].len()
    }

    /// The entries of a word that are due at a level. They are no longer due afterwards.
    pub(super) fn take_due(&self, level: u8, word: usize) -> u64 {
        self.due[usize::from(level % 2)][word].swap(0, Ordering::Relaxed)
    }
}

/// A shard, in memory, in a file, or untouched.
struct Slot {
    len: usize,
    shard: OnceLock<Shard>,
    /// Its last file; `None` if it was never written.
    stored: Option<Stored>,
    /// Whether memory and file differ.
    changed: AtomicBool,
    /// Whether entries are due, at even levels and at odd ones.
    waiting: [AtomicBool; 2],
    /// The time of its last use, in ticks.
    used: AtomicU32,
}

/// Sets a flag that is mostly set already: a write would take the cache line away from other threads.
fn set(flag: &AtomicBool) {
    if !flag.load(Ordering::Relaxed) {
        flag.store(true, Ordering::Relaxed);
    }
}

/// All shards of a class.
pub(super) struct Shards {
    /// A shard has two to the power of this many entries.
    bits: u32,
    /// The first shard of each half.
    first: Vec<usize>,
    slots: Vec<Slot>,
    work: Work,
    /// The most bytes of shards in memory; `bytes` is how many there are.
    most: usize,
    bytes: AtomicUsize,
    /// Ticks with every portion of work, to find the least recently used shard.
    clock: AtomicU32,
    /// The first error of reading a shard. Results since then are not valid.
    trouble: OnceLock<TableError>,
}

impl Shards {
    /// Shards of 2^`bits` entries for halves of these lengths.
    pub(super) fn new(lengths: &[usize], bits: u32, most: usize, work: Work) -> Shards {
        let mut first = Vec::new();
        let mut slots = Vec::new();
        for length in lengths {
            first.push(slots.len());
            let span = 1_usize << bits;
            slots.extend((0..*length).step_by(span).map(|from| Slot {
                len: span.min(length - from),
                shard: OnceLock::new(),
                stored: None,
                changed: AtomicBool::new(false),
                waiting: [AtomicBool::new(false), AtomicBool::new(true)],
                used: AtomicU32::new(0),
            }));
        }
        Shards {
            bits,
            first,
            slots,
            work,
            most,
            bytes: AtomicUsize::new(0),
            clock: AtomicU32::new(1),
            trouble: OnceLock::new(),
        }
    }

    /// Resumes from a checkpoint. False when it does not fit.
    pub(super) fn resume(&mut self, manifest: &Manifest) -> bool {
        for (number, stored, waiting) in &manifest.shards {
            let Some(slot) = self.slots.get_mut(*number) else { return false };
            slot.stored = Some(*stored);
            slot.waiting = waiting.map(AtomicBool::new);
        }
        true
    }

    /// The numbers of the shards with due entries at a level.
    pub(super) fn waiting(&self, level: u8) -> Vec<usize> {
        let parity = usize::from(level % 2);
        let is_waiting = |number: &usize| self.slots[*number].waiting[parity].load(Ordering::Relaxed);
        (0..self.slots.len()).filter(is_waiting).collect()
    }

    /// Notes that all due entries of a shard at a level are done.
    pub(super) fn done(&self, level: u8, number: usize) {
        self.slots[number].waiting[usize::from(level % 2)].store(false, Ordering::Relaxed);
    }

    /// The half of a shard, and the number of its first entry there.
    pub(super) fn place(&self, number: usize) -> (usize, usize) {
        let half = self.first.iter().rposition(|first| *first <= number).unwrap_or(0);
        (half, (number - self.first[half]) << self.bits)
    }

    /// The most words of 64 entries that a shard has.
    pub(super) fn words(&self) -> usize {
        (1_usize << self.bits).div_ceil(64)
    }

    /// The current tick; every call advances it.
    pub(super) fn tick(&self) -> u32 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// A shard, loaded into memory if necessary.
    #[inline]
    pub(super) fn shard(&self, number: usize, now: u32) -> &Shard {
        let slot = &self.slots[number];
        // Only a later tick is stored, so that two threads do not write in turn.
        if slot.used.load(Ordering::Relaxed) < now {
            slot.used.store(now, Ordering::Relaxed);
        }
        slot.shard.get().unwrap_or_else(|| self.bring(number))
    }

    #[inline]
    fn find(&self, half: usize, number: usize) -> (usize, usize) {
        (self.first[half] + (number >> self.bits), number & ((1 << self.bits) - 1))
    }

    /// The entry of a placement.
    #[inline]
    pub(super) fn entry(&self, half: usize, number: usize, now: u32) -> EndgameEntry {
        let (shard, at) = self.find(half, number);
        self.shard(shard, now).get(at)
    }

    /// Gives a shard to work on, and notes that it changes.
    pub(super) fn begin(&self, number: usize, now: u32) -> &Shard {
        set(&self.slots[number].changed);
        self.shard(number, now)
    }

    /// Makes a placement due at a level.
    #[inline]
    pub(super) fn call(&self, half: usize, number: usize, level: u8, now: u32) {
        let (shard, at) = self.find(half, number);
        let parity = usize::from(level % 2);
        let word = &self.shard(shard, now).due[parity][at / 64];
        let bit = 1 << (at % 64);
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
            let slot = &self.slots[shard];
            set(&slot.changed);
            set(&slot.waiting[parity]);
        }
    }

    #[cold]
    fn bring(&self, number: usize) -> &Shard {
        let slot = &self.slots[number];
        slot.shard.get_or_init(|| {
            self.bytes.fetch_add(Shard::bytes(slot.len), Ordering::Relaxed);
            self.read(number).unwrap_or_else(|why| {
                self.trouble.get_or_init(|| why);
                Shard::fresh(slot.len)
            })
        })
    }

    fn read(&self, number: usize) -> Result<Shard, TableError> {
        let Slot { len, stored, .. } = &self.slots[number];
        let Some(stored) = stored else { return Ok(Shard::fresh(*len)) };
        let bytes = self.work.read(number, stored, Shard::bytes(*len))?;
        Shard::from_bytes(&bytes, *len).ok_or_else(|| self.work.damaged(number, stored))
    }

    /// The first error of reading a shard.
    pub(super) fn trouble(&mut self) -> Option<TableError> {
        self.trouble.take()
    }

    /// Whether there are more shards in memory than there is room for.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) > self.most
    }

    /// Evicts the least recently used shards, if there are too many in memory.
    pub(super) fn make_room(&mut self, threads: usize) -> Result<(), TableError> {
        if !self.is_full() {
            return Ok(());
        }
        let mut here: Vec<(u32, usize)> = self
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.shard.get().is_some())
            .map(|(number, slot)| (slot.used.load(Ordering::Relaxed), number))
            .collect();
        here.sort_unstable();
        // A quarter is evicted, so that the next stretch is not too short.
        let mut bytes = self.bytes.load(Ordering::Relaxed);
        let goal = self.most / 4 * 3;
        let mut leaving = Vec::new();
        for (_, number) in here {
            if bytes <= goal {
                break;
            }
            bytes -= Shard::bytes(self.slots[number].len);
            leaving.push(number);
        }
        self.write(&leaving, threads)?;
        for number in leaving {
            self.slots[number].shard.take();
        }
        self.bytes.store(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// Writes the changed ones of some shards to files.
    fn write(&mut self, numbers: &[usize], threads: usize) -> Result<(), TableError> {
        let changed: Vec<usize> = numbers
            .iter()
            .copied()
            .filter(|number| self.slots[*number].changed.load(Ordering::Relaxed))
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        self.work.prepare()?;
        let (slots, work) = (&self.slots, &self.work);
        let cursor = AtomicUsize::new(0);
        let some = || {
            let mut written = Vec::new();
            while let Some(number) = changed.get(cursor.fetch_add(1, Ordering::Relaxed)) {
                let Some(shard) = slots[*number].shard.get() else { continue };
                written.push((*number, work.write(*number, &shard.to_bytes())?));
            }
            Ok(written)
        };
        let written: Vec<Result<Vec<(usize, Stored)>, TableError>> = std::thread::scope(|scope| {
            let help = |_| std::thread::Builder::new().spawn_scoped(scope, some).ok();
            // If the system refuses a thread, the others write its part.
            let others: Vec<_> = (1..threads.min(changed.len())).filter_map(help).collect();
            let mine = some();
            let joined = others.into_iter().map(|other| match other.join() {
                Ok(written) => written,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.chain([mine]).collect()
        });
        for written in written {
            for (number, stored) in written? {
                let slot = &mut self.slots[number];
                if let Some(old) = slot.stored.replace(stored) {
                    self.work.supersede(number, &old);
                }
                self.work.wrote(number, &stored);
                *slot.changed.get_mut() = false;
            }
        }
        Ok(())
    }

    /// Writes a checkpoint, from which a build can be resumed.
    pub(super) fn checkpoint(
        &mut self,
        head: &Head,
        level: u8,
        looks: u64,
        threads: usize,
    ) -> Result<(), TableError> {
        let here: Vec<usize> =
            (0..self.slots.len()).filter(|number| self.slots[*number].shard.get().is_some()).collect();
        self.write(&here, threads)?;
        let line = |(number, slot): (usize, &Slot)| {
            let waiting: Waiting = std::array::from_fn(|parity| slot.waiting[parity].load(Ordering::Relaxed));
            slot.stored.map(|stored| (number, stored, waiting))
        };
        let shards = self.slots.iter().enumerate().filter_map(line).collect();
        self.work.commit(&Manifest { head: head.clone(), level, looks, bits: self.bits, shards })
    }

    /// Calls `each` with all shards and their halves, in the order of their numbers, until it gives false.
    pub(super) fn for_all(
        &self,
        mut each: impl FnMut(usize, &Shard) -> Result<bool, TableError>,
    ) -> Result<(), TableError> {
        for (number, slot) in self.slots.iter().enumerate() {
            let (half, _) = self.place(number);
            let more = match slot.shard.get() {
                Some(shard) => each(half, shard)?,
                None => each(half, &self.read(number)?)?,
            };
            if !more {
                break;
            }
        }
        Ok(())
    }

    /// The work folder.
    pub(super) fn work(&self) -> &Work {
        &self.work
    }

    /// Deletes the work folder.
    pub(super) fn remove(self) -> Result<(), TableError> {
        self.work.remove()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_comes_back_as_it_was() {
        for len in [1, 63, 64, 65, 1000] {
            let shard = Shard::fresh(len);
            let due = |shard: &Shard| {
                shard
                    .due
                    .each_ref()
                    .map(|due| due.iter().map(|word| word.load(Ordering::Relaxed)).collect::<Vec<_>>())
            };
            assert_eq!(due(&shard)[0], vec![0; shard.words()]);
            assert_eq!(due(&shard)[1].iter().map(|word| word.count_ones() as usize).sum::<usize>(), len);
            shard.entries[len - 1].store(0x0302, Ordering::Relaxed);
            shard.due[0][0].store(5, Ordering::Relaxed);
            let back = Shard::from_bytes(&shard.to_bytes(), len).unwrap();
            assert!(back.entries().eq(shard.entries()));
            assert_eq!(due(&back), due(&shard));
            assert!(Shard::from_bytes(&shard.to_bytes(), len + 1).is_none());
            shard.entries[0].store(0x0080, Ordering::Relaxed);
            assert!(Shard::from_bytes(&shard.to_bytes(), len).is_none(), "an entry that means nothing");
        }
    }
}
