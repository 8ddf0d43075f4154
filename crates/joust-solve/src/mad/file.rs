//! The file of a table.
//!
//! A head and blocks. The head is a magic word, a version, lines of text that say what the table is,
//! and the length and the digest of every block, with a digest of its own at the end. A block holds
//! 65,536 entries, first all low bytes, then all high bytes, compressed; so a reader can take single
//! blocks, and damage anywhere is found before an entry is believed. Numbers are little-endian.
//!
//! Tables are read into memory as a whole; `docs/decisions/tables-in-memory.md` says why.

use super::class::Class;
use super::entry::Entry;
use super::index::{Geometry, Index};
use super::table::{Half, Limits, Table};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"JOUSTMAD";
const VERSION: u32 = 1;
/// Entries in a block.
const BLOCK: usize = 1 << 16;
/// Higher levels gain a few per cent and take several times as long.
const COMPRESSION: i32 = 9;
/// Bytes of a block's digest that are kept.
const DIGEST: usize = 16;
/// No head is larger; so a broken length does not fill the memory.
const MOST_TEXT: usize = 1 << 16;

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// Some other file.
    #[error("not a table of endings of MAD")]
    Foreign,
    /// Made by another Joust.
    #[error("format {0}, but this Joust reads format {VERSION}: build it again")]
    Version(u32),
    /// The bytes are not those that were written.
    #[error("damaged: {0}; delete it and build it again")]
    Damaged(&'static str),
    /// A table of another board.
    #[error("for the board {found}, not {asked}")]
    OtherBoard {
        /// Its board.
        found: String,
        /// The board that was asked for.
        asked: String,
    },
}

/// What the head of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name of the board.
    pub board: String,
    /// The board itself, as a picture of its start.
    pub picture: String,
    /// The class.
    pub class: Class,
    /// The limits for which it holds, or, unfinished, the one for which it is solved.
    pub limits: Limits,
    /// The level at which an unfinished table goes on.
    pub unfinished: Option<u8>,
    /// How many entries there are.
    pub entries: usize,
}

impl Head {
    fn text(&self) -> String {
        let Head { board, picture, class, limits, unfinished, entries } = self;
        let mut text = format!("board {board}\npicture {picture}\nclass {class}\nfrom {}\n", limits.from);
        if let Some(to) = limits.to {
            let _ = writeln!(text, "to {to}");
        }
        if let Some(level) = unfinished {
            let _ = writeln!(text, "level {level}");
        }
        let _ = writeln!(text, "entries {entries}");
        text
    }

    fn read(text: &str) -> Option<Head> {
        let field = |name: &str| {
            text.lines().find_map(|line| line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')))
        };
        let number = |name: &str| field(name).map(str::parse::<u16>).transpose().ok();
        Some(Head {
            board: field("board")?.to_owned(),
            picture: field("picture")?.to_owned(),
            class: field("class")?.parse().ok()?,
            limits: Limits { from: number("from")??, to: number("to")? },
            unfinished: match number("level")? {
                Some(level) => Some(u8::try_from(level).ok()?),
                None => None,
            },
            entries: field("entries")?.parse().ok()?,
        })
    }
}

/// What a file holds.
#[derive(Debug)]
pub(super) struct Contents {
    /// What it says of itself.
    pub(super) head: Head,
    /// The entries, for each order of the strengths.
    pub(super) entries: Vec<Vec<u16>>,
}

fn digest(bytes: &[u8]) -> [u8; DIGEST] {
    let whole: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|i| whole[i])
}

/// Writes a table down.
pub(super) fn write(head: &Head, halves: &[&[u16]]) -> std::io::Result<Vec<u8>> {
    let text = head.text();
    let mut blocks = Vec::new();
    for block in halves.iter().flat_map(|entries| entries.chunks(BLOCK)) {
        let low = block.iter().map(|bits| bits.to_le_bytes()[0]);
        let high = block.iter().map(|bits| bits.to_le_bytes()[1]);
        let planes: Vec<u8> = low.chain(high).collect();
        blocks.push(zstd::bulk::compress(&planes, COMPRESSION)?);
    }
    let mut bytes = MAGIC.to_vec();
    let number = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
    number(&mut bytes, VERSION as usize);
    number(&mut bytes, text.len());
    bytes.extend(text.as_bytes());
    number(&mut bytes, blocks.len());
    for block in &blocks {
        number(&mut bytes, block.len());
        bytes.extend(digest(block));
    }
    let sum = digest(&bytes);
    bytes.extend(sum);
    for block in &blocks {
        bytes.extend(block);
    }
    Ok(bytes)
}

/// Takes bytes from the front.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadTable> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or(BadTable::Damaged("it was cut short"))?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self) -> Result<usize, BadTable> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
    }
}

/// The head of a file, and where its blocks begin, with the length and digest of each.
struct Opened<'a> {
    head: Head,
    blocks: Vec<(usize, &'a [u8])>,
    at: usize,
}

fn open(bytes: &[u8]) -> Result<Opened<'_>, BadTable> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(BadTable::Foreign);
    }
    let version = reader.number()? as u32;
    if version != VERSION {
        return Err(BadTable::Version(version));
    }
    let length = reader.number()?;
    if length > MOST_TEXT {
        return Err(BadTable::Damaged("its head is too long"));
    }
    let text = reader.take(length)?;
    let count = reader.number()?;
    let mut blocks = Vec::new();
    for _ in 0..count {
        let length = reader.number()?;
        blocks.push((length, reader.take(DIGEST)?));
    }
    let sum = digest(&bytes[..reader.at]);
    if reader.take(DIGEST)? != sum {
        return Err(BadTable::Damaged("the digest of its head does not match"));
    }
    let head = std::str::from_utf8(text).ok().and_then(Head::read);
    let head = head.ok_or(BadTable::Damaged("its head makes no sense"))?;
    Ok(Opened { head, blocks, at: reader.at })
}

/// Reads what a file says of itself.
pub fn read_head(bytes: &[u8]) -> Result<Head, BadTable> {
    open(bytes).map(|opened| opened.head)
}

/// Reads a file of a board. Every byte is accounted for.
pub(super) fn read(bytes: &[u8], geometry: &Arc<Geometry>) -> Result<Contents, BadTable> {
    let Opened { head, blocks, at } = open(bytes)?;
    if head.picture != geometry.board().picture() {
        let (found, asked) = (head.board.clone(), geometry.board().name().to_owned());
        return Err(BadTable::OtherBoard { found, asked });
    }
    let orders = head.class.orders().map(|(mover, other)| Index::new(geometry, mover, other));
    let lengths: Option<Vec<usize>> = orders.map(|index| index.map(|index| index.len())).collect();
    let lengths = lengths.filter(|lengths| {
        let blocks_needed: usize = lengths.iter().map(|length| length.div_ceil(BLOCK)).sum();
        lengths.iter().sum::<usize>() == head.entries && blocks_needed == blocks.len()
    });
    let lengths = lengths.ok_or(BadTable::Damaged("it has not as many entries as its class"))?;
    let mut reader = Reader { bytes, at };
    let mut blocks = blocks.into_iter();
    let mut entries = Vec::new();
    for length in lengths {
        let mut half = Vec::with_capacity(length);
        while half.len() < length {
            let (size, sum) = blocks.next().ok_or(BadTable::Damaged("a block is missing"))?;
            let block = reader.take(size)?;
            if digest(block) != *sum {
                return Err(BadTable::Damaged("the digest of a block does not match"));
            }
            let count = BLOCK.min(length - half.len());
            let planes = zstd::bulk::decompress(block, 2 * count)
                .ok()
                .filter(|planes| planes.len() == 2 * count)
                .ok_or(BadTable::Damaged("a block cannot be unpacked"))?;
            let (low, high) = planes.split_at(count);
            half.extend(low.iter().zip(high).map(|(low, high)| u16::from_le_bytes([*low, *high])));
        }
        if half.iter().any(|bits| Entry::from_bits(*bits).is_none()) {
            return Err(BadTable::Damaged("it has entries that mean nothing"));
        }
        entries.push(half);
    }
    if reader.at != bytes.len() {
        return Err(BadTable::Damaged("something follows its end"));
    }
    Ok(Contents { head, entries })
}

impl Table {
    /// Reads the file of a finished table. Damage anywhere is an error.
    pub fn read(bytes: &[u8], geometry: &Arc<Geometry>) -> Result<Table, BadTable> {
        read(bytes, geometry)?.into_table(geometry).ok_or(BadTable::Damaged("it is not finished"))
    }
}

impl Contents {
    /// The table, if it is finished.
    pub(super) fn into_table(self, geometry: &Arc<Geometry>) -> Option<Table> {
        let Contents { head, entries } = self;
        let halves = head.class.orders().zip(entries).map(|((mover, other), entries)| {
            Index::new(geometry, mover, other).map(|index| Half { index, entries })
        });
        let halves: Option<Vec<Half>> = halves.collect();
        halves.filter(|_| head.unfinished.is_none()).map(|halves| Table::new(head.class, head.limits, halves))
    }
}

/// The head of a finished table.
pub(super) fn head_of(table: &Table, geometry: &Geometry) -> Head {
    Head {
        board: geometry.board().name().to_owned(),
        picture: geometry.board().picture(),
        class: table.class(),
        limits: table.limits(),
        unfinished: None,
        entries: table.entries(),
    }
}
