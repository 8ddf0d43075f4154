//! Tables that stay in their files; blocks are unpacked when an entry of theirs is probed.
//!
//! A file is read once when it is opened, and all its digests are compared; then it stays open. When
//! an entry is probed, its block is read, compared with its digest again, unpacked, and kept in a
//! [`Cache`] of bounded size, which all tables and threads share. That is what a memory-mapped file
//! would give, without the need to trust that no program writes to it.
//!
//! Any number of threads can read blocks in the cache at once: a block has its own lock, which is held
//! for one read. Only a thread that adds a block takes the lock of the whole cache.

use super::file::{BadTable, Block, Opened, Unpacker, Unreadable};
use super::folder::{TableError, unreadable};
use super::index::Geometry;
use super::table::{EndgameTable, Half, Source};
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, Weak};

/// The place of a block in memory.
#[derive(Default)]
struct Slot {
    entries: RwLock<Option<Box<[u16]>>>,
    /// Whether the block was read since the last search for a block to evict.
    asked: AtomicBool,
}

impl Slot {
    #[inline]
    fn get(&self, at: usize) -> Option<u16> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let bits = entries.as_ref().and_then(|entries| entries.get(at).copied())?;
        drop(entries);
        // A write takes the cache line away from other threads, so it is done once.
        if !self.asked.load(Ordering::Relaxed) {
            self.asked.store(true, Ordering::Relaxed);
        }
        Some(bits)
    }

    /// Replaces the entries, or removes them, and gives back the old ones.
    fn put(&self, entries: Option<Box<[u16]>>) -> Option<Box<[u16]>> {
        let mut place = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut place, entries)
    }
}

/// The blocks of all tables that are in memory, up to a number of bytes.
///
/// Eviction is by the second-chance (CLOCK) algorithm: blocks stand in a ring, and the next one goes,
/// unless it was read since its last turn.
pub struct Cache {
    most: usize,
    ring: Mutex<Ring>,
    /// Buffers for unpacking: as many as threads have unpacked at once.
    tools: Mutex<Vec<Tools>>,
}

#[derive(Default)]
struct Ring {
    blocks: VecDeque<(Weak<[Slot]>, usize)>,
    bytes: usize,
}

struct Tools {
    unpacker: Unpacker,
    packed: Vec<u8>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cache {
    /// The usual size in bytes, enough for play: five times all tables with up to four ships of both
    /// boards, so that it holds the blocks of five ships that a search keeps probing.
    pub const USUAL: usize = 256 << 20;

    /// A cache for `most` bytes of entries; it always keeps at least one block.
    pub fn new(most: usize) -> Arc<Cache> {
        Arc::new(Cache { most, ring: Mutex::default(), tools: Mutex::default() })
    }

    /// The most bytes of entries that the cache keeps.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The bytes of entries in the cache.
    pub fn bytes(&self) -> usize {
        lock(&self.ring).bytes
    }

    fn keep(&self, slots: &Arc<[Slot]>, block: usize, entries: Box<[u16]>) {
        let bytes = size_of_val(&*entries);
        let mut ring = lock(&self.ring);
        while ring.bytes + bytes > self.most
            && let Some((slots, block)) = ring.blocks.pop_front()
        {
            let Some(there) = slots.upgrade() else { continue };
            if there[block].asked.swap(false, Ordering::Relaxed) {
                ring.blocks.push_back((slots, block));
            } else {
                ring.bytes -= there[block].put(None).map_or(0, |gone| size_of_val(&*gone));
            }
        }
        // If two threads read the block at once, it is in the ring already.
        if slots[block].put(Some(entries)).is_none() {
            ring.bytes += bytes;
            ring.blocks.push_back((Arc::downgrade(slots), block));
        }
    }

    /// Removes all blocks of a table.
    fn forget(&self, slots: &Arc<[Slot]>) {
        let mut ring = lock(&self.ring);
        let gone = Arc::downgrade(slots);
        ring.blocks.retain(|(slots, _)| !slots.ptr_eq(&gone));
        let bytes: usize =
            slots.iter().filter_map(|slot| slot.put(None)).map(|gone| size_of_val(&*gone)).sum();
        ring.bytes -= bytes;
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache")
            .field("most", &self.most)
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}

/// The blocks of a file.
pub(super) struct Blocks {
    path: PathBuf,
    file: Shared,
    longest: u8,
    /// The blocks as the head lists them; `slots` has those that are in memory.
    listed: Vec<Block>,
    slots: Arc<[Slot]>,
    cache: Arc<Cache>,
    /// The first error of reading a block.
    trouble: OnceLock<TableError>,
}

impl fmt::Debug for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocks")
            .field("path", &self.path)
            .field("blocks", &self.listed.len())
            .finish_non_exhaustive()
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        self.cache.forget(&self.slots);
    }
}

impl Blocks {
    /// An entry of a block. `None` when the block cannot be read.
    #[inline]
    pub(super) fn get(&self, block: usize, at: usize) -> Option<u16> {
        self.slots[block].get(at).or_else(|| self.bring(block, at))
    }

    /// The first error of reading a block.
    pub(super) fn trouble(&self) -> Option<&TableError> {
        self.trouble.get()
    }

    /// [`Blocks::get`] from the file.
    #[cold]
    fn bring(&self, block: usize, at: usize) -> Option<u16> {
        // A file that was changed is not read again.
        if self.trouble.get().is_some() {
            return None;
        }
        match self.read(&self.listed[block]) {
            Ok(entries) => {
                let bits = entries.get(at).copied();
                self.cache.keep(&self.slots, block, entries);
                bits
            }
            Err(why) => {
                self.trouble.get_or_init(|| unreadable(&self.path, why));
                None
            }
        }
    }

    fn read(&self, block: &Block) -> Result<Box<[u16]>, Unreadable> {
        let tools = lock(&self.cache.tools).pop();
        let mut tools = match tools {
            Some(tools) => tools,
            None => Tools { unpacker: Unpacker::new()?, packed: Vec::new() },
        };
        tools.packed.resize(block.length as usize, 0);
        match self.file.read_at(&mut tools.packed, block.at) {
            Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => return Err(BadTable::Changed.into()),
            read => read?,
        }
        if !block.is(&tools.packed) {
            return Err(BadTable::Changed.into());
        }
        let entries = tools.unpacker.unpack(&tools.packed, block, self.longest)?;
        lock(&self.cache.tools).push(tools);
        Ok(entries)
    }
}

impl EndgameTable {
    /// Opens the file of a finished table: compares all its digests, and leaves its entries in the file.
    pub(super) fn open(
        file: File,
        path: &Path,
        geometry: &Arc<Geometry>,
        cache: &Arc<Cache>,
    ) -> Result<EndgameTable, Unreadable> {
        let mut opened = Opened::new(BufReader::with_capacity(1 << 18, &file), geometry)?;
        opened.read_blocks(|_, _, _| Ok(()))?;
        let Opened { head, blocks, halves, .. } = opened;
        let blocks = Arc::new(Blocks {
            path: path.to_owned(),
            longest: head.longest(),
            slots: blocks.iter().map(|_| Slot::default()).collect(),
            listed: blocks,
            cache: Arc::clone(cache),
            trouble: OnceLock::new(),
            file: Shared::new(file),
        });
        let half = |(index, first)| Half { index, source: Source::Blocks(Arc::clone(&blocks), first) };
        Ok(EndgameTable::new(&head, halves.into_iter().map(half).collect()))
    }
}

/// A file that many threads read at once.
#[cfg(unix)]
struct Shared(File);

#[cfg(unix)]
impl Shared {
    fn new(file: File) -> Shared {
        Shared(file)
    }

    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, bytes, at)
    }
}

/// A file that many threads read, one after the other.
#[cfg(not(unix))]
struct Shared(Mutex<File>);

#[cfg(not(unix))]
impl Shared {
    fn new(file: File) -> Shared {
        Shared(Mutex::new(file))
    }

    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read as _, Seek as _};
        let mut file = lock(&self.0);
        file.seek(io::SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::class::Class;
    use super::super::file::{BLOCK, Head, Writer};
    use super::super::index::Index;
    use super::super::table::LimitRange;
    use super::*;
    use joust_mad::Board;

    fn geometry() -> Arc<Geometry> {
        Geometry::new(Board::named("6x4").unwrap()).unwrap()
    }

    /// The thresholds 2 and 3.
    const USUAL: u128 = 0b1100;

    /// The file of a class whose entries are all equal, except for one; all digests are right.
    fn file_with(bits: u16, thresholds: u128) -> tempfile::NamedTempFile {
        let (geometry, class) = (geometry(), "2-1".parse::<Class>().unwrap());
        let indices = class.orders().filter_map(|(mover, other)| Index::new(&geometry, mover, other));
        let mut halves: Vec<Vec<u16>> = indices.map(|index| vec![0x0302; index.len()]).collect();
        let lengths: Vec<usize> = halves.iter().map(Vec::len).collect();
        let limits = LimitRange { from: 1, to: None };
        let head = Head::new(&geometry, class, limits, lengths.iter().sum(), thresholds);
        halves[1][BLOCK + 7] = bits;
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = Writer::new(file.reopen().unwrap(), &head, &lengths).unwrap();
        for half in halves {
            writer.push(half.into_iter()).unwrap();
            writer.end_block().unwrap();
        }
        writer.finish().unwrap();
        file
    }

    fn open(file: &tempfile::NamedTempFile, cache: &Arc<Cache>) -> Result<EndgameTable, Unreadable> {
        EndgameTable::open(file.reopen().unwrap(), file.path(), &geometry(), cache)
    }

    /// Invalid entries under a right digest are found when the block is unpacked, or the table is read.
    #[test]
    fn entries_that_mean_nothing_are_not_believed() {
        for bits in [0x0305, 0x0080, 0xff02, 0x0402, 0x0004] {
            let file = file_with(bits, USUAL);
            let table = open(&file, &Cache::new(Cache::USUAL)).unwrap();
            let half = &table.halves()[1];
            assert!(half.get(0).is_some() && half.get(2 * BLOCK).is_some() && table.trouble().is_none());
            assert_eq!(half.get(BLOCK), None, "{bits:x}");
            let why = BadTable::Damaged("it has entries that mean nothing");
            assert!(matches!(table.trouble(), Some(TableError::Bad { why: told, .. }) if *told == why));
            let whole = EndgameTable::read(file.reopen().unwrap(), &geometry());
            assert!(matches!(whole, Err(Unreadable::Bad(BadTable::Damaged(_)))), "{bits:x}");
        }
        // Too many thresholds in the head do no harm to probes; reading the whole table reports them.
        let file = file_with(0x0302, USUAL | 1 << 4);
        let why = BadTable::Damaged("it has other thresholds than its head says");
        let whole = EndgameTable::read(file.reopen().unwrap(), &geometry());
        assert!(matches!(whole, Err(Unreadable::Bad(told)) if told == why));
        assert!(EndgameTable::read(file_with(0x0302, USUAL).reopen().unwrap(), &geometry()).is_ok());
    }

    /// A block that was read again stays, and the others go in turn.
    #[test]
    fn what_is_asked_for_often_has_a_second_chance() {
        let file = file_with(0x0302, USUAL);
        let cache = Cache::new(2 * 3 * BLOCK);
        let table = open(&file, &cache).unwrap();
        let Source::Blocks(blocks, 0) = &table.halves()[0].source else { panic!("not in blocks") };
        let is_kept = |block: usize| blocks.slots[block].entries.read().unwrap().is_some();
        let kept = || (0..blocks.slots.len()).filter(|block| is_kept(*block)).collect::<Vec<_>>();
        for block in [0, 1, 2, 0] {
            assert_eq!(blocks.get(block, 3), Some(0x0302));
        }
        assert_eq!(kept(), [0, 1, 2]);
        blocks.get(3, 0);
        assert_eq!(kept(), [0, 2, 3], "the first was asked for twice");
        blocks.get(5, 0);
        assert_eq!(kept(), [0, 3, 5]);
        blocks.get(6, 0);
        assert_eq!(kept(), [3, 5, 6], "one chance only");
        assert_eq!(cache.bytes(), 2 * 3 * BLOCK);
    }
}
