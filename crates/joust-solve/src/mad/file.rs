//! The file of an endgame table.
//!
//! A file is a head and blocks. The head is a magic word, a version, lines of text that describe the
//! table, the length and the digest of every block, and a digest of the head itself. A block has a
//! fixed number of entries, first all low bytes, then all high bytes, compressed. So single blocks can
//! be read, and damage anywhere is found before an entry is trusted. Numbers are little-endian.
//!
//! When a file is opened, all of it is read once and all digests are compared. After that its entries
//! stay in the file (`blocks.rs`), or are in memory as a whole, for benchmarks and checks.

use super::class::Class;
use super::entry::EndgameEntry;
use super::index::{Geometry, Index};
use super::table::{EndgameTable, Half, LimitRange, Source};
use crate::packing::{Compressor, Decompressor};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"JOUSTMAD";
const VERSION: u32 = 2;
/// Entries in a block. `docs/decisions/tables-by-blocks.md` says what other sizes cost.
pub(super) const BLOCK: usize = 1 << 13;
/// The compression level. Higher levels save a few per cent and take several times as long.
const COMPRESSION: i32 = 9;
/// Bytes of a block's digest that are kept.
pub(super) const DIGEST: usize = 16;
/// The longest text of a head: a damaged length must not fill the memory.
const MOST_TEXT: usize = 1 << 16;
/// The longest packed block.
const MOST_PACKED: usize = 4 * BLOCK;

/// Why bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// The file is not a table.
    #[error("not an endgame table of MAD")]
    Foreign,
    /// The table was written by another version of Joust.
    #[error("format {0}, but this Joust reads format {VERSION}: delete it and build it again")]
    Version(u32),
    /// The bytes are not those that were written.
    #[error("damaged: {0}; delete it and build it again")]
    Damaged(&'static str),
    /// A block was correct when the file was opened and is not any more.
    #[error("changed while it was in use; try again, and if it is damaged, that will be said")]
    Changed,
    /// A file of an unfinished class was changed.
    #[error("damaged; to begin this class again, delete {}", .0.display())]
    Work(PathBuf),
    /// The table is for another board.
    #[error("for the board {found}, not {asked}")]
    OtherBoard {
        /// Its board.
        found: String,
        /// The board that was asked for.
        asked: String,
    },
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// Its bytes are not a table.
    #[error(transparent)]
    Bad(#[from] BadTable),
}

impl From<io::Error> for Unreadable {
    fn from(why: io::Error) -> Unreadable {
        match why.kind() {
            io::ErrorKind::UnexpectedEof => Unreadable::Bad(BadTable::Damaged("it was cut short")),
            _ => Unreadable::Io(why),
        }
    }
}

/// The head of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name of the board.
    pub board: String,
    /// The board itself, as a picture of its start.
    pub picture: String,
    /// The class.
    pub class: Class,
    /// The limits for which the table is valid.
    pub limits: LimitRange,
    /// The number of entries.
    pub entries: usize,
    /// A bit for every threshold that occurs.
    pub thresholds: u128,
}

impl Head {
    /// The head of the table of a class in which these thresholds occur.
    pub(super) fn new(
        geometry: &Geometry,
        class: Class,
        limits: LimitRange,
        entries: usize,
        thresholds: u128,
    ) -> Head {
        let (board, picture) = (geometry.board().name().to_owned(), geometry.board().picture());
        Head { board, picture, class, limits, entries, thresholds }
    }

    /// The largest threshold.
    pub(super) fn longest(&self) -> u8 {
        (self.thresholds | 1).ilog2() as u8
    }

    /// The head as lines, each with a name and a value.
    pub(super) fn text(&self) -> String {
        let Head { board, picture, class, limits, entries, thresholds } = self;
        let mut text = format!("board {board}\npicture {picture}\nclass {class}\nfrom {}\n", limits.from);
        if let Some(to) = limits.to {
            let _ = writeln!(text, "to {to}");
        }
        let _ = writeln!(text, "entries {entries}\nthresholds {thresholds:x}");
        text
    }

    /// Reads a head from lines with names and values, and ignores other lines.
    pub(super) fn read(text: &str) -> Option<Head> {
        let field = |name: &str| field(text, name);
        let number = |name: &str| field(name).map(str::parse::<u16>).transpose().ok();
        Some(Head {
            board: field("board")?.to_owned(),
            picture: field("picture")?.to_owned(),
            class: field("class")?.parse().ok()?,
            limits: LimitRange { from: number("from")??, to: number("to")? },
            entries: field("entries")?.parse().ok()?,
            thresholds: u128::from_str_radix(field("thresholds")?, 16).ok()?,
        })
    }
}

/// The value of a name in lines with names and values.
pub(super) fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
}

/// A bit for every threshold that occurs in entries.
fn thresholds(halves: &[Vec<u16>]) -> u128 {
    let betters = halves.iter().flatten().filter_map(|bits| EndgameEntry::trusted(*bits).better());
    betters.fold(0, |found, better| found | 1 << better.semi | better.full.map_or(0, |full| 1_u128 << full))
}

fn short(sum: Sha256) -> [u8; DIGEST] {
    let whole: [u8; 32] = sum.finalize().into();
    std::array::from_fn(|i| whole[i])
}

/// The digest of bytes, shortened to [`DIGEST`] bytes.
pub(super) fn digest(bytes: &[u8]) -> [u8; DIGEST] {
    short(Sha256::new_with_prefix(bytes))
}

/// Writes a table without having all of it in memory.
///
/// The head comes first in the file, but its list of blocks is complete last; so a gap is left for it.
pub(super) struct Writer<W> {
    to: W,
    /// The head so far.
    head: Vec<u8>,
    packer: Compressor<'static>,
    /// Entries that do not fill a block yet.
    rest: Vec<u16>,
}

impl<W: Write + Seek> Writer<W> {
    /// Starts a table whose halves have these lengths.
    pub(super) fn new(mut to: W, head: &Head, lengths: &[usize]) -> io::Result<Writer<W>> {
        let text = head.text();
        let blocks: usize = lengths.iter().map(|length| length.div_ceil(BLOCK)).sum();
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION as usize, text.len()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(text.as_bytes());
        bytes.extend((blocks as u32).to_le_bytes());
        to.seek(SeekFrom::Start((bytes.len() + blocks * LISTED + DIGEST) as u64))?;
        Ok(Writer { to, head: bytes, packer: Compressor::new(COMPRESSION)?, rest: Vec::with_capacity(BLOCK) })
    }

    /// Writes the next entries of a half.
    pub(super) fn push(&mut self, entries: impl Iterator<Item = u16>) -> io::Result<()> {
        for bits in entries {
            self.rest.push(bits);
            if self.rest.len() == BLOCK {
                self.end_block()?;
            }
        }
        Ok(())
    }

    /// Ends the current block, at the end of a half.
    pub(super) fn end_block(&mut self) -> io::Result<()> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let plane = |byte: usize| self.rest.iter().map(move |bits| bits.to_le_bytes()[byte]);
        let planes: Vec<u8> = plane(0).chain(plane(1)).collect();
        self.rest.clear();
        let packed = self.packer.compress(&planes)?;
        self.head.extend((packed.len() as u32).to_le_bytes());
        self.head.extend(digest(&packed));
        self.to.write_all(&packed)
    }

    /// Writes the head into the gap.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.end_block()?;
        self.head.extend(digest(&self.head));
        self.to.rewind()?;
        self.to.write_all(&self.head)?;
        Ok(self.to)
    }
}

/// A block, as the head lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// Its offset in the file.
    pub(super) at: u64,
    /// Its length in bytes.
    pub(super) length: u32,
    /// Its number of entries.
    count: u32,
    digest: [u8; DIGEST],
}

impl Block {
    /// Whether the digest of these bytes is that of the block.
    pub(super) fn is(&self, packed: &[u8]) -> bool {
        digest(packed) == self.digest
    }
}

/// Unpacks blocks, with a buffer that is used again.
pub(super) struct Unpacker {
    zstd: Decompressor<'static>,
    planes: Vec<u8>,
}

impl Unpacker {
    pub(super) fn new() -> io::Result<Unpacker> {
        Ok(Unpacker { zstd: Decompressor::new()?, planes: Vec::with_capacity(2 * BLOCK) })
    }

    /// The entries of a block; an error if one has a threshold above `longest`.
    pub(super) fn unpack(
        &mut self,
        packed: &[u8],
        block: &Block,
        longest: u8,
    ) -> Result<Box<[u16]>, BadTable> {
        let count = block.count as usize;
        self.planes.clear();
        if self.zstd.decompress_to_buffer(packed, &mut self.planes).ok() != Some(2 * count) {
            return Err(BadTable::Damaged("a block cannot be unpacked"));
        }
        let (low, high) = self.planes.split_at(count);
        let entries: Box<[u16]> =
            low.iter().zip(high).map(|(low, high)| u16::from_le_bytes([*low, *high])).collect();
        // Checking all entries is faster than stopping at the first wrong one.
        let sound = entries.iter().fold(true, |sound, bits| sound & EndgameEntry::is_sound(*bits, longest));
        sound.then_some(entries).ok_or(BadTable::Damaged("it has entries that mean nothing"))
    }
}

/// The length and the digest of a block.
type Listed = (u32, [u8; DIGEST]);

/// The length of a [`Listed`] block in the head, in bytes.
const LISTED: usize = size_of::<u32>() + DIGEST;

/// Reads a file from its beginning.
struct Reader<R> {
    from: R,
    /// The number of bytes read.
    at: u64,
    /// The digest of the bytes of the head.
    sum: Sha256,
}

impl<R: Read> Reader<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Unreadable> {
        self.from.read_exact(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        self.sum.update(bytes);
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32, Unreadable> {
        Ok(u32::from_le_bytes(self.take()?))
    }

    /// The head, and the blocks that it lists.
    fn head(&mut self) -> Result<(Head, Vec<Listed>), Unreadable> {
        match self.take() {
            Ok(magic) if magic == *MAGIC => {}
            Err(Unreadable::Io(why)) => return Err(Unreadable::Io(why)),
            _ => return Err(BadTable::Foreign.into()),
        }
        let version = self.number()?;
        if version != VERSION {
            return Err(BadTable::Version(version).into());
        }
        let length = self.number()? as usize;
        if length > MOST_TEXT {
            return Err(BadTable::Damaged("its head is too long").into());
        }
        let mut text = vec![0; length];
        self.fill(&mut text)?;
        self.sum.update(&text);
        let mut blocks = Vec::new();
        for _ in 0..self.number()? {
            blocks.push((self.number()?, self.take()?));
        }
        let sum = short(self.sum.clone());
        if self.take()? != sum {
            return Err(BadTable::Damaged("the digest of its head does not match").into());
        }
        let head = String::from_utf8(text).ok().and_then(|text| Head::read(&text));
        Ok((head.ok_or(BadTable::Damaged("its head makes no sense"))?, blocks))
    }
}

/// Reads the head of a file.
pub fn read_head(from: impl Read) -> Result<Head, Unreadable> {
    Reader { from, at: 0, sum: Sha256::new() }.head().map(|(head, _)| head)
}

/// A file whose head was read.
pub(super) struct Opened<R> {
    reader: Reader<R>,
    pub(super) head: Head,
    pub(super) blocks: Vec<Block>,
    /// For each order of the strengths, its index and its first block.
    pub(super) halves: Vec<(Index, usize)>,
}

impl<R: Read> Opened<R> {
    /// Reads the head of a table of a board.
    pub(super) fn new(from: R, geometry: &Arc<Geometry>) -> Result<Opened<R>, Unreadable> {
        let mut reader = Reader { from, at: 0, sum: Sha256::new() };
        let (head, listed) = reader.head()?;
        if head.picture != geometry.board().picture() {
            let (found, asked) = (head.board.clone(), geometry.board().name().to_owned());
            return Err(BadTable::OtherBoard { found, asked }.into());
        }
        let other_count = BadTable::Damaged("it has not as many entries as its class");
        let mut halves = Vec::new();
        // The numbers of entries of the blocks. There are at most as many as listed blocks, so they fit
        // into memory.
        let mut counts = Vec::new();
        for (mover, other) in head.class.orders() {
            let index = Index::new(geometry, mover, other).ok_or_else(|| other_count.clone())?;
            let needed = index.len().div_ceil(BLOCK);
            if needed > listed.len() - counts.len() {
                return Err(other_count.into());
            }
            let first = counts.len();
            counts.extend((0..needed).map(|block| BLOCK.min(index.len() - block * BLOCK)));
            halves.push((index, first));
        }
        if counts.len() != listed.len() || counts.iter().sum::<usize>() != head.entries {
            return Err(other_count.into());
        }
        if listed.iter().any(|(length, _)| *length as usize > MOST_PACKED) {
            return Err(BadTable::Damaged("a block is too long").into());
        }
        let mut at = reader.at;
        let blocks = listed.into_iter().zip(counts).map(|((length, digest), count)| {
            let block = Block { at, length, count: count as u32, digest };
            at += u64::from(length);
            block
        });
        Ok(Opened { head, blocks: blocks.collect(), halves, reader })
    }

    /// Reads all blocks up to the end of the file, compares their digests, and calls `each` with the
    /// half of each block.
    pub(super) fn read_blocks(
        &mut self,
        mut each: impl FnMut(usize, &Block, &[u8]) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        let mut packed = Vec::new();
        for (i, block) in self.blocks.iter().enumerate() {
            packed.resize(block.length as usize, 0);
            self.reader.fill(&mut packed)?;
            if !block.is(&packed) {
                return Err(BadTable::Damaged("the digest of a block does not match").into());
            }
            let half = self.halves.iter().rposition(|(_, first)| *first <= i).unwrap_or(0);
            each(half, block, &packed)?;
        }
        match self.reader.take::<1>() {
            Ok(_) => Err(BadTable::Damaged("something follows its end").into()),
            Err(Unreadable::Bad(_)) => Ok(()),
            Err(why) => Err(why),
        }
    }
}

impl EndgameTable {
    /// Reads a whole table into memory. Damage anywhere is an error.
    pub fn read(from: impl Read, geometry: &Arc<Geometry>) -> Result<EndgameTable, Unreadable> {
        let mut opened = Opened::new(from, geometry)?;
        let mut entries: Vec<Vec<u16>> =
            opened.halves.iter().map(|(index, _)| Vec::with_capacity(index.len())).collect();
        let mut unpacker = Unpacker::new()?;
        opened.read_blocks(|half, block, packed| {
            entries[half].extend(unpacker.unpack(packed, block, EndgameEntry::MOST)?);
            Ok(())
        })?;
        if thresholds(&entries) != opened.head.thresholds {
            return Err(BadTable::Damaged("it has other thresholds than its head says").into());
        }
        let halves = opened.halves.into_iter().zip(entries);
        let half = |((index, _), entries)| Half { index, source: Source::Whole(entries) };
        Ok(EndgameTable::new(&opened.head, halves.map(half).collect()))
    }
}
