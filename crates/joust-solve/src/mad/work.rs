//! The work folder of an unfinished class: its shards and a manifest.
//!
//! Shards that leave memory are written under new names, with a new generation. The manifest names the
//! shards that belong together. It is replaced as a whole when all of them are on the disk, and only
//! then are the shards deleted that it does not name any more. So a build can be resumed from the last
//! manifest, whatever ended it.

use super::file::{self, BadTable, Head, digest};
use super::folder::{TableError, io_error, unreadable};
use super::table::LimitRange;
use crate::packing;
use joust_files::{Care, sync_folder};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The first line of a manifest, with the version of the format.
const FIRST: &str = "joust tables at work, format 1";
const MANIFEST: &str = "manifest";
const LOCK: &str = "lock";
/// The compression level: shards are written and read several times, so speed counts.
const COMPRESSION: i32 = 1;

/// A shard has two to the power of one of these entries. With fewer there would be too many shards to
/// list; with more a single shard would not fit into memory.
pub(super) const BITS: RangeInclusive<u32> = 8..=30;

/// How long to wait for a lock.
const PATIENCE: Duration = Duration::from_secs(1);

/// A shard in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    generation: u32,
    digest: [u8; file::DIGEST],
}

/// Whether entries of a shard are due, at even levels and at odd ones.
pub(super) type Waiting = [bool; 2];

/// A checkpoint: the state of the build, and the shards that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The head of the table, with the limit of the build and the thresholds found so far.
    pub(super) head: Head,
    /// The level at which the build resumes.
    pub(super) level: u8,
    /// The number of placements looked at so far.
    pub(super) looks: u64,
    /// A shard has two to the power of this many entries; one of [`BITS`].
    pub(super) bits: u32,
    /// The shards that are stored; all others are untouched.
    pub(super) shards: Vec<(usize, Stored, Waiting)>,
}

impl Manifest {
    fn text(&self) -> String {
        let Manifest { head, level, looks, bits, shards } = self;
        let mut text = format!("{FIRST}\n{}level {level}\nlooks {looks}\nbits {bits}\n", head.text());
        for (number, stored, waiting) in shards {
            let _ = write!(text, "shard {number} {} {:02b} ", stored.generation, number_of(*waiting));
            text.push_str(&hex::encode(stored.digest));
            text.push('\n');
        }
        let sum = digest(text.as_bytes());
        text.push_str("digest ");
        text.push_str(&hex::encode(sum));
        text.push('\n');
        text
    }

    fn read(text: &str) -> Option<Manifest> {
        // `lines` drops the carriage return of another system's line end, so it would not be read back.
        if text.contains('\r') {
            return None;
        }
        let (body, sum) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let body = text.get(..=body.len())?;
        if sum.strip_prefix("digest ").and_then(from_hex)? != digest(body.as_bytes()) {
            return None;
        }
        let lines = body.strip_prefix(FIRST)?;
        let field = |name: &str| file::field(lines, name);
        let shards = lines.lines().filter_map(|line| line.strip_prefix("shard ")).map(|line| {
            let mut words = line.split(' ');
            let number = words.next()?.parse().ok()?;
            let generation = words.next()?.parse().ok()?;
            let waiting = u8::from_str_radix(words.next()?, 2).ok().filter(|bits| *bits < 4)?;
            let digest = from_hex(words.next()?)?;
            // The next generation needs a number, too.
            u32::checked_add(generation, 1)?;
            Some((number, Stored { generation, digest }, [waiting & 1 != 0, waiting & 2 != 0]))
        });
        Some(Manifest {
            head: Head::read(lines)?,
            level: field("level")?.parse().ok()?,
            looks: field("looks")?.parse().ok()?,
            bits: field("bits")?.parse().ok().filter(|bits| BITS.contains(bits))?,
            shards: shards.collect::<Option<Vec<_>>>()?,
        })
    }
}

fn number_of(waiting: Waiting) -> u8 {
    u8::from(waiting[0]) | u8::from(waiting[1]) << 1
}

fn from_hex(text: &str) -> Option<[u8; file::DIGEST]> {
    let mut bytes = [0; file::DIGEST];
    hex::decode_to_slice(text, &mut bytes).is_ok().then_some(bytes)
}

/// The folder.
pub(super) struct Work {
    path: PathBuf,
    /// Held while a build works in the folder.
    lock: Option<File>,
    /// The generation of the shards that are written now.
    generation: u32,
    /// Files written since the last manifest, and those that the next one does not name.
    written: Vec<PathBuf>,
    superseded: Vec<PathBuf>,
}

impl Work {
    /// A folder that need not exist.
    pub(super) fn new(path: PathBuf) -> Work {
        Work { path, lock: None, generation: 1, written: Vec::new(), superseded: Vec::new() }
    }

    fn file(&self, number: usize, generation: u32) -> PathBuf {
        self.path.join(format!("{number}.{generation}"))
    }

    /// The checkpoint to resume from, if there is one. Shards that do not belong to it are deleted.
    pub(super) fn open(&mut self) -> Result<Option<Manifest>, TableError> {
        if !self.path.exists() {
            return Ok(None);
        }
        self.prepare()?;
        let path = self.path.join(MANIFEST);
        let manifest = match fs::read_to_string(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => return Err(io_error(&path)(why)),
            Ok(text) => Some(Manifest::read(&text).ok_or_else(|| self.spoilt(&path))?),
        };
        let shards = manifest.iter().flat_map(|manifest| &manifest.shards);
        let named: Vec<PathBuf> =
            shards.clone().map(|(number, stored, _)| self.file(*number, stored.generation)).collect();
        self.generation = shards.map(|(_, stored, _)| stored.generation + 1).max().unwrap_or(1);
        let named: std::collections::HashSet<&PathBuf> = named.iter().collect();
        for entry in fs::read_dir(&self.path).map_err(io_error(&self.path))? {
            let path = entry.map_err(io_error(&self.path))?.path();
            let is_shard = path.extension().is_some_and(|generation| {
                generation.to_str().is_some_and(|text| text.parse::<u32>().is_ok())
            });
            if is_shard && !named.contains(&path) {
                fs::remove_file(&path).map_err(io_error(&path))?;
            }
        }
        Ok(manifest)
    }

    /// Creates the folder and takes its lock, unless that was done.
    pub(super) fn prepare(&mut self) -> Result<(), TableError> {
        if self.lock.is_some() {
            return Ok(());
        }
        loop {
            fs::create_dir_all(&self.path).map_err(io_error(&self.path))?;
            if self.take_lock()? {
                return Ok(());
            }
        }
    }

    /// Takes the lock of a folder that exists; false when the folder was removed in the meantime.
    fn take_lock(&mut self) -> Result<bool, TableError> {
        let path = self.path.join(LOCK);
        let lock = match File::create(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(false),
            lock => lock.map_err(io_error(&path))?,
        };
        if !joust_files::lock(&lock, PATIENCE) {
            return Err(TableError::Busy { path: self.path.clone() });
        }
        // The build that had the lock may have finished and removed the folder with this file.
        let is_there = is_at(&lock, &path);
        self.lock = is_there.then_some(lock);
        Ok(is_there)
    }

    /// Writes a shard as it is now.
    pub(super) fn write(&self, number: usize, bytes: &[u8]) -> Result<Stored, TableError> {
        let path = self.file(number, self.generation);
        let write = || {
            let packed = packing::compress(bytes, COMPRESSION)?;
            fs::write(&path, &packed)?;
            Ok(Stored { generation: self.generation, digest: digest(&packed) })
        };
        write().map_err(io_error(&path))
    }

    /// Notes that a shard was written.
    pub(super) fn wrote(&mut self, number: usize, stored: &Stored) {
        self.written.push(self.file(number, stored.generation));
    }

    /// Notes that a shard was written whose earlier generation can be deleted.
    pub(super) fn supersede(&mut self, number: usize, old: &Stored) {
        if old.generation != self.generation {
            self.superseded.push(self.file(number, old.generation));
        }
    }

    /// Reads a shard of `size` bytes.
    pub(super) fn read(&self, number: usize, stored: &Stored, size: usize) -> Result<Vec<u8>, TableError> {
        let path = self.file(number, stored.generation);
        let packed = fs::read(&path).map_err(io_error(&path))?;
        let bytes = (digest(&packed) == stored.digest).then(|| packing::decompress(&packed, size).ok());
        bytes.flatten().ok_or_else(|| self.spoilt(&path))
    }

    /// The error for a shard that is not valid.
    pub(super) fn damaged(&self, number: usize, stored: &Stored) -> TableError {
        self.spoilt(&self.file(number, stored.generation))
    }

    /// The error for a manifest of another table.
    pub(super) fn foreign(&self) -> TableError {
        self.spoilt(&self.path.join(MANIFEST))
    }

    /// The error for a build with another limit.
    pub(super) fn other_limit(&self, limits: LimitRange, asked: u16) -> TableError {
        TableError::OtherWork { path: self.path.clone(), limits, asked }
    }

    fn spoilt(&self, path: &Path) -> TableError {
        unreadable(path, BadTable::Work(self.path.clone()).into())
    }

    /// Makes this manifest the checkpoint from which a build resumes.
    pub(super) fn commit(&mut self, manifest: &Manifest) -> Result<(), TableError> {
        self.prepare()?;
        self.written.sort_unstable();
        self.written.dedup();
        for path in self.written.drain(..) {
            File::open(&path).and_then(|file| file.sync_all()).map_err(io_error(&path))?;
        }
        // The names of the shards must be there before the manifest that lists them.
        sync_folder(&self.path).map_err(io_error(&self.path))?;
        let path = self.path.join(MANIFEST);
        joust_files::write(&path, manifest.text().as_bytes(), Care::Durable).map_err(io_error(&path))?;
        for path in self.superseded.drain(..) {
            fs::remove_file(&path).map_err(io_error(&path))?;
        }
        self.generation += 1;
        Ok(())
    }

    /// Deletes the folder, when the table is finished. The lock is held to the end, so that a waiting build
    /// does not get a folder that is being deleted.
    pub(super) fn remove(mut self) -> Result<(), TableError> {
        if self.lock.is_none() {
            match self.path.exists().then(|| self.take_lock()) {
                Some(Ok(true)) => {}
                // The build that holds the lock has finished this table and removes the folder itself.
                None | Some(Ok(false) | Err(TableError::Busy { .. })) => return Ok(()),
                Some(Err(why)) => return Err(why),
            }
        }
        self.empty().map_err(io_error(&self.path))
    }

    fn empty(&mut self) -> io::Result<()> {
        let lock = self.path.join(LOCK);
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            if path != lock {
                fs::remove_file(path)?;
            }
        }
        if cfg!(not(unix)) {
            // Not every system deletes open files.
            self.lock = None;
        }
        fs::remove_file(lock)?;
        match fs::remove_dir(&self.path) {
            // Another build has created its lock in the meantime.
            Err(why) if why.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }
}

/// Whether an open file still has this name.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |one: fs::Metadata, other: fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    file.metadata().ok().zip(fs::metadata(path).ok()).is_some_and(|(one, other)| same(one, other))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Reads a manifest, writes it and reads it again. For the fuzzer.
#[doc(hidden)]
pub fn fuzz_manifest(text: &str) {
    if let Some(manifest) = Manifest::read(text) {
        let again = Manifest::read(&manifest.text());
        assert!(again.as_ref() == Some(&manifest), "{manifest:?} is read back as {again:?}");
        assert!(BITS.contains(&manifest.bits), "{manifest:?}");
        assert!(manifest.shards.iter().all(|(_, stored, _)| stored.generation < u32::MAX), "{manifest:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let head = "board b\npicture p\nclass 1-1\nfrom 20\nto 20\nentries 4096\nthresholds 3\n";
        let stored = Stored { generation: 7, digest: [5; file::DIGEST] };
        let shards = vec![(0, stored, [true, false]), (3, stored, [false, true])];
        Manifest { head: Head::read(head).unwrap(), level: 2, looks: 99, bits: 10, shards }
    }

    #[test]
    fn a_manifest_is_read_back() {
        let text = manifest().text();
        assert_eq!(Manifest::read(&text), Some(manifest()));
        fuzz_manifest(&text);
    }

    /// The digests are right, only the numbers are not.
    #[test]
    fn impossible_numbers_are_refused() {
        for bits in [0, 7, 31, 32, 63, 64, u32::MAX] {
            assert_eq!(Manifest::read(&Manifest { bits, ..manifest() }.text()), None, "{bits}");
        }
        let mut last = manifest();
        last.shards[0].1.generation = u32::MAX;
        assert_eq!(Manifest::read(&last.text()), None);
    }

    #[test]
    fn a_build_that_waits_for_the_lock_gets_a_folder_that_stays() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.work");
        let mut first = Work::new(path.clone());
        first.prepare().unwrap();
        first.commit(&manifest()).unwrap();
        let second = std::thread::scope(|scope| {
            let second = scope.spawn(|| {
                let mut second = Work::new(path.clone());
                second.prepare().map(|()| second)
            });
            std::thread::sleep(Duration::from_millis(100));
            first.remove().unwrap();
            second.join().unwrap()
        });
        let mut second = second.unwrap();
        assert!(path.join(LOCK).exists(), "the lock is that of a folder which is gone");
        second.commit(&manifest()).unwrap();
        assert!(Work::new(path.clone()).open().is_err_and(|why| matches!(why, TableError::Busy { .. })));
        second.remove().unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_at_work_is_not_removed_by_another_build() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a.work");
        let mut first = Work::new(path.clone());
        first.commit(&manifest()).unwrap();
        Work::new(path.clone()).remove().unwrap();
        assert!(path.join(MANIFEST).exists());
    }
}
