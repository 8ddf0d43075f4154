//! Checkpoints: an append-only text file that survives a crash.
//!
//! The first line names the problem, every other line is a record with its own checksum. A line that
//! was cut off or does not match its checksum is skipped and counted. One solve at a time writes to
//! the file.

use super::node::Essence;
use super::transposition::Bounds;
use joust_core::mix;
use joust_wargame::Position;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const MAGIC: &str = "joust-solve wargame 1";
/// The time between two syncs of the file. Writing alone survives a killed process; a sync survives a
/// power cut.
const SYNC: Duration = Duration::from_secs(1);
/// How long to wait for the lock of a solve that is just ending.
const PATIENCE: Duration = Duration::from_millis(200);

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not a checkpoint.
    #[error("this is not a checkpoint of a War Game solve: its first line should begin with `{MAGIC}`")]
    NotALog,
    /// The file is a checkpoint, but its first line, which names the problem, is not as it was written.
    #[error("the first line of the checkpoint is damaged: it no longer says which position was solved")]
    BadHead,
    /// The last line was not written by a solve.
    #[error(
        "the last line of the checkpoint is not a record of a solve, and the file stays as it is: remove that line, or end it to have it passed over"
    )]
    ForeignEnd,
    /// Another solve is writing to the file.
    #[error("another solve is at work on this checkpoint: wait for its end, or name another file")]
    Busy,
    /// The checkpoint is that of another problem.
    #[error(
        "the checkpoint belongs to another problem:\n  it has {found}\n  asked  {asked}\nname another file, or ask for the same board, position and rules"
    )]
    OtherProblem {
        /// The problem of the file.
        found: String,
        /// The problem that was asked for.
        asked: String,
    },
}

/// A node whose search took many nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogRecord {
    pub(super) essence: Essence,
    pub(super) bounds: Bounds,
    pub(super) work: u64,
}

/// The result of a solve: bounds of blue minus green at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedResult {
    /// The difference is at least this.
    pub lower: i32,
    /// The difference is at most this.
    pub upper: i32,
}

/// What a checkpoint file holds.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) problem: String,
    pub(super) records: Vec<LogRecord>,
    pub(super) result: Option<LoggedResult>,
    /// Lines that are cut off or do not match their checksum.
    pub(super) damaged: usize,
    /// The length in bytes up to the end of the last whole line.
    whole: u64,
    /// Whether the bytes after the last whole line are not the beginning of a record.
    foreign_end: bool,
}

pub(super) struct Log {
    file: File,
    synced: Instant,
}

/// The problem in one line: rules, position, values.
pub(super) fn problem(position: &Position) -> String {
    format!("{}\t{}\t{}", position.rules(), position, position.board().text())
}

fn checksum(text: &str) -> u64 {
    text.bytes().fold(0x6a6f_7573_7400_0000, |sum, byte| mix(sum ^ u64::from(byte)))
}

fn sealed(text: &str) -> String {
    format!("{text} {:016x}\n", checksum(text))
}

fn unseal(line: &str) -> Option<&str> {
    let (text, sum) = line.rsplit_once(' ')?;
    (sum.len() == 16 && u64::from_str_radix(sum, 16).ok()? == checksum(text)).then_some(text)
}

/// Whether bytes are the beginning of a record.
fn is_torn_record(tail: &[u8]) -> bool {
    [&b"node "[..], b"result "].iter().any(|word| {
        let numbers = tail.strip_prefix(*word);
        word.starts_with(tail)
            || numbers.is_some_and(|bytes| {
                bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-' | b' '))
            })
    })
}

/// Why a file cannot be read whose first line is this one. A sound record below shows that the file is a
/// checkpoint.
fn refused(head: &[u8], rest: &[u8]) -> LogError {
    let is_record = |line: &[u8]| {
        let text = std::str::from_utf8(line).ok().map(str::trim_end).and_then(unseal);
        text.is_some_and(|text| Contents::default().take(text))
    };
    let is_ours = head.starts_with(MAGIC.as_bytes()) || rest.split(|byte| *byte == b'\n').any(is_record);
    if is_ours { LogError::BadHead } else { LogError::NotALog }
}

impl Contents {
    /// Reads a checkpoint.
    pub(super) fn read(file: &mut File) -> Result<Contents, LogError> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.read_to_end(&mut bytes)?;
        Contents::of(&bytes)
    }

    pub(super) fn of(bytes: &[u8]) -> Result<Contents, LogError> {
        let mut contents = Contents::default();
        let mut at = 0;
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            at += line.len() as u64;
            let whole = line.ends_with(b"\n");
            let text = std::str::from_utf8(line).ok().map(str::trim_end).and_then(unseal);
            if number == 0 {
                let problem = text.and_then(|text| text.strip_prefix(MAGIC));
                let problem = problem.ok_or_else(|| refused(line, &bytes[line.len()..]))?;
                problem.trim_start().clone_into(&mut contents.problem);
            } else if !text.is_some_and(|text| whole && contents.take(text)) {
                contents.damaged += 1;
            }
            if whole {
                contents.whole = at;
            } else {
                contents.foreign_end = !is_torn_record(line);
            }
        }
        if contents.problem.is_empty() { Err(LogError::NotALog) } else { Ok(contents) }
    }

    fn take(&mut self, text: &str) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["node", vacant, own, lower, upper, best, work] => {
                let record = node([vacant, own], [lower, upper, best, work]);
                self.records.extend(record);
                record.is_some()
            }
            ["result", lower, upper] => {
                let result = lower.parse().ok().zip(upper.parse().ok());
                let result = result.map(|(lower, upper)| LoggedResult { lower, upper });
                self.result = result.or(self.result);
                result.is_some()
            }
            _ => false,
        }
    }
}

/// A node from its words; `None` if a word is not a number, or the number is too large.
fn node(essence: [&str; 2], [lower, upper, best, work]: [&str; 4]) -> Option<LogRecord> {
    let [vacant, own] = essence.map(|word| u64::from_str_radix(word, 16).ok());
    let bounds = Bounds { lower: lower.parse().ok()?, upper: upper.parse().ok()?, best: best.parse().ok()? };
    Some(LogRecord { essence: Essence { vacant: vacant?, own: own? }, bounds, work: work.parse().ok()? })
}

impl Log {
    /// Opens the checkpoint of a problem, or creates it.
    pub(super) fn open(path: &Path, position: &Position) -> Result<(Log, Contents), LogError> {
        let asked = problem(position);
        let mut file = joust_files::open_to_append(path)?;
        if !joust_files::lock(&file, PATIENCE) {
            return Err(LogError::Busy);
        }
        let head = sealed(&format!("{MAGIC} {asked}"));
        let size = file.metadata()?.len();
        // If the first line was cut off, the file is started again.
        let mut start = vec![0; head.len().min(size as usize)];
        file.read_exact(&mut start)?;
        let contents = if (size as usize) < head.len() && head.as_bytes().starts_with(&start) {
            file.set_len(0)?;
            file.write_all(head.as_bytes())?;
            Contents { problem: asked, whole: head.len() as u64, ..Contents::default() }
        } else {
            let contents = Contents::read(&mut file)?;
            if contents.problem != asked {
                return Err(LogError::OtherProblem { found: contents.problem, asked });
            }
            if contents.foreign_end {
                return Err(LogError::ForeignEnd);
            }
            file.set_len(contents.whole)?;
            contents
        };
        file.sync_all()?;
        joust_files::sync_name(path)?;
        Ok((Log { file, synced: Instant::now() }, contents))
    }

    /// Appends a node. It is written immediately, so that a killed process loses nothing.
    pub(super) fn append(&mut self, essence: Essence, bounds: Bounds, work: u64) -> io::Result<()> {
        let (Essence { vacant, own }, Bounds { lower, upper, best }) = (essence, bounds);
        self.write(&format!("node {vacant:x} {own:x} {lower} {upper} {best} {work}"))?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Appends the result.
    pub(super) fn finish(&mut self, result: LoggedResult) -> io::Result<()> {
        self.write(&format!("result {} {}", result.lower, result.upper))?;
        self.file.sync_data()
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(sealed(text).as_bytes())
    }
}

/// Reads bytes as a checkpoint, once as they are and once with correct checksums. For the fuzzer.
#[doc(hidden)]
pub fn fuzz_checkpoint(bytes: &[u8]) {
    let read = |bytes: &[u8]| {
        if let Ok(contents) = Contents::of(bytes) {
            assert!(contents.whole <= bytes.len() as u64);
            let lines = bytes.split(|byte| *byte == b'\n').count();
            assert!(contents.records.len() + contents.damaged <= lines);
            let _ = super::check::position_of(&contents.problem);
        }
    };
    read(bytes);
    let text = String::from_utf8_lossy(bytes);
    let mended: String =
        text.lines().map(|line| sealed(line.rsplit_once(' ').map_or(line, |(text, _)| text))).collect();
    read(mended.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_too_large_are_damage() {
        let head = sealed(&format!("{MAGIC} a problem"));
        let read = |line: &str| Contents::of(format!("{head}{}", sealed(line)).as_bytes()).unwrap();
        let sound = read("node ff f0 -3 7 5 1000");
        let bounds = Bounds { lower: -3, upper: 7, best: 5 };
        let record = LogRecord { essence: Essence { vacant: 0xff, own: 0xf0 }, bounds, work: 1000 };
        assert_eq!((sound.records, sound.damaged), (vec![record], 0));
        for line in [
            "node 1ffffffffffffffff f0 -3 7 5 1000",
            "node -1 f0 -3 7 5 1000",
            "node ff f0 -40000 7 5 1000",
            "node ff f0 -3 65543 5 1000",
            "node ff f0 -3 7 261 1000",
            "node ff f0 -3 7 5 -1",
            "node ff f0 -3 7 5 1000 9",
            "result 4294967296 0",
        ] {
            let damaged = read(line);
            assert_eq!((damaged.records.len(), damaged.result, damaged.damaged), (0, None, 1), "{line}");
        }
    }
}
