//! The folder of a class at work.
//!
//! Shards that have to leave memory are written under new names, each with a generation of its own.
//! A manifest names those that belong together. It is replaced as a whole when all of them are on the
//! disk, and only then do the shards go that it does not name any more. So a build goes on from the
//! last manifest, whatever ended it.

use super::file::{self, BadTable, Head, digest};
use super::folder::{TableError, io_error, unreadable, write_whole};
use super::table::Limits;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The first line of a manifest, with the version of the format.
const FIRST: &str = "joust tables at work, format 1";
const MANIFEST: &str = "manifest";
const LOCK: &str = "lock";
/// A shard is written several times and read as often: what is quick is best.
const COMPRESSION: i32 = 1;

/// How long to wait for a lock.
const PATIENCE: Duration = Duration::from_secs(1);

/// A shard in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    generation: u32,
    digest: [u8; file::DIGEST],
}

/// Whether anything of a shard is due, at even levels and at odd ones.
pub(super) type Waiting = [bool; 2];

/// What belongs together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Manifest {
    /// What is built, with the limit for which it is, and the thresholds that were found.
    pub(super) head: Head,
    /// The level at which it goes on.
    pub(super) level: u8,
    /// How many placements were looked at.
    pub(super) looks: u64,
    /// A shard has two to the power of so many entries.
    pub(super) bits: u32,
    /// The shards that are there; all others are untouched.
    pub(super) shards: Vec<(usize, Stored, Waiting)>,
}

impl Manifest {
    fn text(&self) -> String {
        let Manifest { head, level, looks, bits, shards } = self;
        let mut text = format!("{FIRST}\n{}level {level}\nlooks {looks}\nbits {bits}\n", head.text());
        for (number, stored, waiting) in shards {
            let _ = write!(text, "shard {number} {} {:02b} ", stored.generation, number_of(*waiting));
            push_hex(&mut text, &stored.digest);
            text.push('\n');
        }
        let sum = digest(text.as_bytes());
        text.push_str("digest ");
        push_hex(&mut text, &sum);
        text.push('\n');
        text
    }

    fn read(text: &str) -> Option<Manifest> {
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
            let waiting = u8::from_str_radix(words.next()?, 2).ok()?;
            let digest = from_hex(words.next()?)?;
            Some((number, Stored { generation, digest }, [waiting & 1 != 0, waiting & 2 != 0]))
        });
        Some(Manifest {
            head: Head::read(lines)?,
            level: field("level")?.parse().ok()?,
            looks: field("looks")?.parse().ok()?,
            bits: field("bits")?.parse().ok()?,
            shards: shards.collect::<Option<Vec<_>>>()?,
        })
    }
}

fn number_of(waiting: Waiting) -> u8 {
    u8::from(waiting[0]) | u8::from(waiting[1]) << 1
}

fn push_hex(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
}

fn from_hex(text: &str) -> Option<[u8; file::DIGEST]> {
    let mut bytes = [0; file::DIGEST];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// The folder.
pub(super) struct Work {
    path: PathBuf,
    /// Held by the one who works there.
    lock: Option<File>,
    /// The generation of what is written now.
    generation: u32,
    /// Files written since the last manifest, and those that the next one does not name.
    written: Vec<PathBuf>,
    superseded: Vec<PathBuf>,
}

impl Work {
    /// A folder that need not be there.
    pub(super) fn new(path: PathBuf) -> Work {
        Work { path, lock: None, generation: 1, written: Vec::new(), superseded: Vec::new() }
    }

    fn file(&self, number: usize, generation: u32) -> PathBuf {
        self.path.join(format!("{number}.{generation}"))
    }

    /// What is there to go on from. Files that do not belong to it are deleted.
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

    /// Makes the folder and takes its lock, once.
    pub(super) fn prepare(&mut self) -> Result<(), TableError> {
        if self.lock.is_some() {
            return Ok(());
        }
        fs::create_dir_all(&self.path).map_err(io_error(&self.path))?;
        let path = self.path.join(LOCK);
        let lock = File::create(&path).map_err(io_error(&path))?;
        let patience = Instant::now() + PATIENCE;
        // Who was ended a moment ago, or has just started another program, may still seem to hold it.
        let locked = loop {
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) if Instant::now() < patience => {
                    std::thread::sleep(PATIENCE / 20);
                }
                locked => break locked,
            }
        };
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TableError::Busy { path: self.path.clone() }),
            // Where the system has no locks, nobody can be asked.
            Err(TryLockError::Error(why)) if why.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(why)) => return Err(io_error(&path)(why)),
        }
        self.lock = Some(lock);
        Ok(())
    }

    /// Writes a shard as it is now.
    pub(super) fn write(&self, number: usize, bytes: &[u8]) -> Result<Stored, TableError> {
        let path = self.file(number, self.generation);
        let write = || {
            let packed = zstd::bulk::compress(bytes, COMPRESSION)?;
            fs::write(&path, &packed)?;
            Ok(Stored { generation: self.generation, digest: digest(&packed) })
        };
        write().map_err(io_error(&path))
    }

    /// A shard was written.
    pub(super) fn wrote(&mut self, number: usize, stored: &Stored) {
        self.written.push(self.file(number, stored.generation));
    }

    /// A shard was written that was there before under another name, or under the same.
    pub(super) fn supersede(&mut self, number: usize, old: &Stored) {
        if old.generation != self.generation {
            self.superseded.push(self.file(number, old.generation));
        }
    }

    /// Reads a shard of so many bytes.
    pub(super) fn read(&self, number: usize, stored: &Stored, size: usize) -> Result<Vec<u8>, TableError> {
        let path = self.file(number, stored.generation);
        let packed = fs::read(&path).map_err(io_error(&path))?;
        let bytes = (digest(&packed) == stored.digest).then(|| zstd::bulk::decompress(&packed, size).ok());
        bytes.flatten().ok_or_else(|| self.spoilt(&path))
    }

    /// What is said of a shard that makes no sense.
    pub(super) fn damaged(&self, number: usize, stored: &Stored) -> TableError {
        self.spoilt(&self.file(number, stored.generation))
    }

    /// What is said of the work on something else.
    pub(super) fn foreign(&self) -> TableError {
        self.spoilt(&self.path.join(MANIFEST))
    }

    /// What is said of the work for other rules.
    pub(super) fn other_limit(&self, limits: Limits, asked: u16) -> TableError {
        TableError::OtherWork { path: self.path.clone(), limits, asked }
    }

    fn spoilt(&self, path: &Path) -> TableError {
        unreadable(path, BadTable::Work(self.path.clone()).into())
    }

    /// From now on a build goes on from here.
    pub(super) fn commit(&mut self, manifest: &Manifest) -> Result<(), TableError> {
        self.prepare()?;
        self.written.sort_unstable();
        self.written.dedup();
        for path in self.written.drain(..) {
            File::open(&path).and_then(|file| file.sync_all()).map_err(io_error(&path))?;
        }
        let path = self.path.join(MANIFEST);
        write_whole(&path, manifest.text().as_bytes()).map_err(io_error(&path))?;
        for path in self.superseded.drain(..) {
            fs::remove_file(&path).map_err(io_error(&path))?;
        }
        self.generation += 1;
        Ok(())
    }

    /// Deletes the folder: the table is finished.
    pub(super) fn remove(mut self) -> Result<(), TableError> {
        // Not every system deletes what is open.
        self.lock = None;
        match fs::remove_dir_all(&self.path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(io_error(&self.path)(why)),
            _ => Ok(()),
        }
    }
}
