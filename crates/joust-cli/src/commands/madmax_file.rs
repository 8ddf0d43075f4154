//! Files of Mad Max, known by their content: results and compact records, packed by gzip or not.

use crate::failure::Failure;
use flate2::read::MultiGzDecoder;
use joust_madmax::{CompactRecord, ResultReader, Verified, verify_record, verify_result};
use serde_json::{Value, json};
use std::io::Read;

/// The longest content of a packed file: a small file must not fill the memory.
const LONGEST: u64 = 1 << 30;

/// Reads a file or standard input, and unpacks it if need be.
pub(crate) fn read(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().read_to_end(&mut bytes).map(|_| ()),
        file => std::fs::read(file).map(|read| bytes = read),
    };
    read.map_err(|why| Failure::file(file, &why))?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let broken = |why| Failure::No(format!("this looks packed by gzip and cannot be unpacked: {why}"));
    MultiGzDecoder::new(bytes.as_slice()).take(LONGEST + 1).read_to_end(&mut unpacked).map_err(broken)?;
    if unpacked.len() as u64 > LONGEST {
        return Err(Failure::No("this unpacks to more than 1 GiB".to_owned()));
    }
    Ok(unpacked)
}

/// A file of Mad Max.
pub(crate) enum MadMax {
    /// A result.
    Result(Vec<u8>),
    /// A compact record.
    Record(Vec<u8>),
}

/// What the bytes are, or the bytes again when they are not of Mad Max.
pub(crate) fn detect(bytes: Vec<u8>) -> Result<MadMax, Vec<u8>> {
    if CompactRecord::is_record(&bytes) {
        return Ok(MadMax::Record(bytes));
    }
    let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    match words.next() {
        Some(b"Game" | b"SecGame") => Ok(MadMax::Result(bytes)),
        _ => Err(bytes),
    }
}

impl MadMax {
    /// The text of the result, played again from a record.
    pub(crate) fn result(self) -> Result<Vec<u8>, Failure> {
        match self {
            MadMax::Result(text) => Ok(text),
            MadMax::Record(bytes) => {
                let record = CompactRecord::decode(&bytes).map_err(|why| Failure::No(why.to_string()))?;
                record.result().map_err(|why| Failure::No(why.to_string()))
            }
        }
    }

    /// Judges it: a sentence and the same for programs.
    pub(crate) fn verify(&self, file: &str) -> Result<(String, Value), Failure> {
        let verdict = match self {
            MadMax::Result(text) => verify_result(text),
            MadMax::Record(bytes) => verify_record(bytes),
        };
        let (how, summary) = match verdict.map_err(|why| Failure::No(why.to_string()))? {
            Verified::Replayed(summary) => ("replayed", summary),
            Verified::Consistent(summary) => ("consistent", summary),
            Verified::Undecided { round } => {
                let why = "too many courses of the random numbers explain it to follow them all";
                return Err(Failure::No(format!("undecided from round {round} on: {why}")));
            }
        };
        let scores: Vec<String> =
            summary.names.iter().zip(summary.scores).map(|(name, score)| format!("{name} {score}")).collect();
        let told = match how {
            "replayed" => format!("ok, {} rounds replayed, {}", summary.rounds, scores.join(", ")),
            _ => format!(
                "consistent, {} rounds follow the rules and the seed, {}; the orders are not in the file",
                summary.rounds,
                scores.join(", ")
            ),
        };
        let report = json!({
            "file": file, "ok": true, "game": "madmax", "verdict": how, "seed": summary.seed, "rounds": summary.rounds,
            "names": summary.names, "scores": summary.scores,
        });
        Ok((told, report))
    }
}

/// Whether a text is a result that can be read to its end.
pub(crate) fn readable(text: &[u8]) -> Result<ResultReader<'_>, Failure> {
    ResultReader::new(text).map_err(|why| Failure::No(why.to_string()))
}
