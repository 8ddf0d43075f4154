//! The binary form of a record; `docs/formats.md` describes it byte by byte.

use super::bytes::{Bytes, Short, put, unzigzag, zigzag};
use super::columns::Columns;
use super::{CompactRecord, StatusChange};
use crate::{Config, Origin, Settings, Source, TEAMS, Terrain};
use sha2::{Digest, Sha256};
use std::io::Read;

/// What a record begins with.
pub const MAGIC: &[u8; 8] = b"JOUSTMM1";
const VERSION: u8 = 1;
const CHECKSUM: usize = 32;
/// The longest content: a small file must not fill the memory.
const LONGEST: u64 = 256 << 20;
/// The strongest packing that needs no extra memory to unpack.
#[cfg(not(target_family = "wasm"))]
const LEVEL: i32 = 19;
/// The longest name; the original allows 12 bytes.
const LONGEST_NAME: u64 = 255;

/// Why bytes are not a compact record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCompactRecord {
    /// They do not begin with [`MAGIC`].
    #[error("this is not a compact record: it does not begin with JOUSTMM1")]
    Magic,
    /// They have a later version of the format.
    #[error("the record has version {0}, and only version 1 is known: use a newer joust")]
    Version(u8),
    /// Bytes were changed or lost.
    #[error("the record was changed or cut: its checksum does not fit")]
    Checksum,
    /// The packing is broken.
    #[error("the record cannot be unpacked")]
    Packing,
    /// The content is not laid out as a record is.
    #[error("the content of the record ends too early or has a number that cannot be, in {0}")]
    Content(&'static str),
    /// A setting or the map is not of this game.
    #[error("the record is not of a game of Mad Max: {0}")]
    Config(String),
    /// The content is longer than this build reads.
    #[error("the record is too long: its content has more than 256 MiB")]
    TooLong,
}

impl CompactRecord {
    /// The record as bytes; not available in the browser. Fails only when the content is too long to be read
    /// again.
    ///
    /// See [`CompactRecord`] for an example.
    #[cfg(not(target_family = "wasm"))]
    pub fn encode(&self) -> Result<Vec<u8>, BadCompactRecord> {
        let content = self.content();
        if content.len() as u64 > LONGEST {
            return Err(BadCompactRecord::TooLong);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(zstd::bulk::compress(&content, LEVEL).map_err(|_| BadCompactRecord::Packing)?);
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        Ok(bytes)
    }

    /// Whether the bytes begin as a record does.
    pub fn is_record(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a record. Any byte that was changed is noticed here.
    ///
    /// See [`CompactRecord`] for an example.
    pub fn decode(bytes: &[u8]) -> Result<CompactRecord, BadCompactRecord> {
        CompactRecord::decode_within(bytes, LONGEST)
    }

    /// Reads a record whose content has at most this many bytes.
    ///
    /// ```
    /// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
    /// let settings = Settings { nb_rounds: 2, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let bytes = CompactRecord::play(config, Origin::Game, 30, ["Null"; 4]).unwrap().encode().unwrap();
    /// assert!(CompactRecord::decode_within(&bytes, 1 << 20).is_ok());
    /// assert!(CompactRecord::decode_within(&bytes, 10).is_err());
    /// ```
    pub fn decode_within(bytes: &[u8], longest: u64) -> Result<CompactRecord, BadCompactRecord> {
        let (body, checksum) = split(bytes)?;
        if Sha256::digest(&bytes[..bytes.len() - CHECKSUM]).as_slice() != checksum {
            return Err(BadCompactRecord::Checksum);
        }
        CompactRecord::from_content(&unpack(body, longest.min(LONGEST))?)
    }

    /// Reads what can be read of a record whose checksum does not fit, to find what was changed.
    ///
    /// ```
    /// use joust_madmax::{BadCompactRecord, CompactRecord, Config, Origin, Settings, Source};
    /// let settings = Settings { nb_rounds: 2, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let record = CompactRecord::play(config, Origin::Game, 30, ["Null"; 4]).unwrap();
    /// let mut bytes = record.encode().unwrap();
    /// *bytes.last_mut().unwrap() ^= 1;
    /// assert_eq!(CompactRecord::decode(&bytes), Err(BadCompactRecord::Checksum));
    /// assert_eq!(CompactRecord::salvage(&bytes), Ok(record));
    /// ```
    pub fn salvage(bytes: &[u8]) -> Result<CompactRecord, BadCompactRecord> {
        CompactRecord::from_content(&unpack(split(bytes)?.0, LONGEST)?)
    }

    /// The content before it is packed. Hidden, because only tests and the fuzzer call it.
    #[doc(hidden)]
    pub fn content(&self) -> Vec<u8> {
        let mut bytes = vec![self.origin as u8];
        put(&mut bytes, zigzag(self.seed.into()));
        let values = self.config.settings.values();
        values[1..].iter().for_each(|value| put(&mut bytes, *value as u64));
        match &self.config.source {
            Source::Generator => bytes.push(0),
            Source::Fixed(lines) => {
                bytes.push(1);
                bytes.extend(lines.iter().flat_map(|line| line.bytes()));
            }
        }
        for name in &self.names {
            put(&mut bytes, name.len() as u64);
            bytes.extend_from_slice(name.as_bytes());
        }
        put(&mut bytes, self.status.len() as u64);
        for change in &self.status {
            put(&mut bytes, change.state.into());
            bytes.push(change.player);
            bytes.extend_from_slice(&change.status.to_le_bytes());
        }
        bytes.extend_from_slice(&self.digest);
        put(&mut bytes, self.rounds.len() as u64);
        self.checks.iter().for_each(|check| bytes.extend_from_slice(check));
        Columns::of(&self.rounds).write(&mut bytes);
        bytes
    }

    /// Reads the content of a record. Hidden, because only this crate and the fuzzer call it.
    #[doc(hidden)]
    pub fn from_content(content: &[u8]) -> Result<CompactRecord, BadCompactRecord> {
        let mut bytes = Bytes(content);
        let within = |part| move |Short| BadCompactRecord::Content(part);
        let origin = match bytes.byte().map_err(within("the origin"))? {
            0 => Origin::Game,
            1 => Origin::SecGame,
            _ => return Err(BadCompactRecord::Content("the origin")),
        };
        let seed = bytes.number().map(unzigzag).map_err(within("the seed"))?;
        let seed = i32::try_from(seed).map_err(|_| BadCompactRecord::Content("the seed"))?;
        let settings = settings(&mut bytes)?;
        let config = Config { settings, source: source(&mut bytes, &settings)? };
        let names = names(&mut bytes).map_err(within("the names"))?;
        let status = status(&mut bytes).map_err(within("the status"))?;
        let digest = bytes.take(32).map_err(within("the digest"))?;
        let digest = digest.try_into().map_err(|_| BadCompactRecord::Content("the digest"))?;
        let count = bytes.number().map_err(within("the number of rounds"))?;
        let count = usize::try_from(count).ok().filter(|count| *count <= settings.nb_rounds as usize);
        let count = count.ok_or(BadCompactRecord::Content("the number of rounds"))?;
        if status.last().is_some_and(|change| change.state as usize > count) {
            return Err(BadCompactRecord::Content("the status"));
        }
        let checks =
            count.checked_add(1).and_then(|states| states.checked_mul(2)).ok_or(BadCompactRecord::TooLong)?;
        let checks = bytes.take(checks).map_err(within("the checks"))?;
        let checks = checks.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        let rounds = Columns::read(&mut bytes, count).map_err(within("the orders"))?;
        match bytes.0 {
            [] => Ok(CompactRecord { origin, config, seed, names, rounds, status, checks, digest }),
            _ => Err(BadCompactRecord::Content("what follows the orders")),
        }
    }
}

/// The packed content and the checksum of a record.
fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), BadCompactRecord> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(BadCompactRecord::Magic)?;
    let (version, rest) = rest.split_first().ok_or(BadCompactRecord::Checksum)?;
    if *version != VERSION {
        return Err(BadCompactRecord::Version(*version));
    }
    rest.split_at_checked(rest.len().wrapping_sub(CHECKSUM)).ok_or(BadCompactRecord::Checksum)
}

fn unpack(body: &[u8], longest: u64) -> Result<Vec<u8>, BadCompactRecord> {
    let mut content = Vec::new();
    #[cfg(not(target_family = "wasm"))]
    let decoder = zstd::stream::read::Decoder::with_buffer(body).map_err(|_| BadCompactRecord::Packing)?;
    #[cfg(target_family = "wasm")]
    let decoder = ruzstd::decoding::StreamingDecoder::new(body).map_err(|_| BadCompactRecord::Packing)?;
    decoder.take(longest + 1).read_to_end(&mut content).map_err(|_| BadCompactRecord::Packing)?;
    if content.len() as u64 > longest { Err(BadCompactRecord::TooLong) } else { Ok(content) }
}

fn settings(bytes: &mut Bytes<'_>) -> Result<Settings, BadCompactRecord> {
    let mut values = [TEAMS as i32; Settings::KEYS.len()];
    for value in &mut values[1..] {
        let number = bytes.number().map_err(|Short| BadCompactRecord::Content("the settings"))?;
        *value = i32::try_from(number).map_err(|_| BadCompactRecord::Content("the settings"))?;
    }
    let settings = Settings::from_values(values);
    match settings.faults().first() {
        None => Ok(settings),
        Some((key, help)) => Err(BadCompactRecord::Config(format!("{key}: {help}"))),
    }
}

fn source(bytes: &mut Bytes<'_>, settings: &Settings) -> Result<Source, BadCompactRecord> {
    let bad = |Short| BadCompactRecord::Content("the map");
    let (rows, cols) = (settings.rows as usize, settings.cols as usize);
    match bytes.byte().map_err(bad)? {
        0 if Config::can_generate(settings) => Ok(Source::Generator),
        0 => {
            Err(BadCompactRecord::Config("the generator makes maps of 60×60 cells with 8 cities".to_owned()))
        }
        1 => {
            let cells = bytes.take(rows * cols).map_err(bad)?;
            if !cells.iter().all(|letter| Terrain::from_letter(*letter).is_some()) {
                return Err(BadCompactRecord::Config("the map has letters that no map has".to_owned()));
            }
            let lines = cells.chunks(cols).map(|row| row.iter().copied().map(char::from).collect());
            Ok(Source::Fixed(lines.collect()))
        }
        _ => Err(bad(Short)),
    }
}

fn names(bytes: &mut Bytes<'_>) -> Result<[String; TEAMS], Short> {
    let mut names = <[String; TEAMS]>::default();
    for name in &mut names {
        let length = bytes.number()?;
        if length > LONGEST_NAME {
            return Err(Short);
        }
        let word = str::from_utf8(bytes.take(length as usize)?).map_err(|_| Short)?;
        word.clone_into(name);
    }
    Ok(names)
}

fn status(bytes: &mut Bytes<'_>) -> Result<Vec<StatusChange>, Short> {
    let count = bytes.number()?;
    let mut changes: Vec<StatusChange> = Vec::new();
    for _ in 0..count {
        let state = u32::try_from(bytes.number()?).map_err(|_| Short)?;
        let player = bytes.byte()?;
        let status = bytes.take(8)?.try_into().map(f64::from_le_bytes).map_err(|_| Short)?;
        let ascending = changes.last().is_none_or(|last| (last.state, last.player) < (state, player));
        if !ascending || usize::from(player) >= TEAMS || !status.is_finite() {
            return Err(Short);
        }
        changes.push(StatusChange { state, player, status });
    }
    Ok(changes)
}
