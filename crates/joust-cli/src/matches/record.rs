//! The record of a match: a line for the match and a line for each game that came to its end.
//!
//! A game is written as soon as it is over, so whatever ends the program, no finished game is
//! lost; a power cut loses those of the last second. A line that was cut short is played again. One
//! match at a time writes to it. A file that is not such a record is left alone.

use crate::failure::Failure;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the file is forced to the disk.
const SYNC: Duration = Duration::from_secs(1);
/// How long the lock of a match that was ended a moment ago is waited for.
const PATIENCE: Duration = Duration::from_millis(200);
/// The beginning of the line of a game.
const GAME: &[u8] = br#"{"game":"#;

/// An open record.
pub(super) struct Record {
    file: File,
    name: String,
    synced: Instant,
}

impl Record {
    /// Opens or begins the record of a match, and gives the games that it has, by number. A record
    /// of another match is refused.
    pub(super) fn open(path: &Path, about: &Value) -> Result<(Record, BTreeMap<usize, Value>), Failure> {
        let name = path.display().to_string();
        let failed = |why: io::Error| Failure::file(&name, &why);
        let mut file = joust_files::open_to_append(path).map_err(failed)?;
        if !joust_files::lock(&file, PATIENCE) {
            return Err(Failure::Usage(format!(
                "{name} is the record of a match that is being played now: wait for its end, or name another file"
            )));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        // What follows the last line end was cut short, if it is the beginning of a line of ours.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (lines, tail) = bytes.split_at(whole);
        let mut lines = lines.split_inclusive(|byte| *byte == b'\n');
        let mut games = BTreeMap::new();
        match lines.next().map(parse) {
            None if format!("{about}\n").as_bytes().starts_with(tail) => {}
            Some(found) if found == *about => {
                for (i, line) in lines.enumerate() {
                    let game = parse(line);
                    let number = game["game"].as_u64().and_then(|number| usize::try_from(number).ok());
                    let number = number.ok_or_else(|| {
                        Failure::Usage(format!("{name}: line {} is not a game of a match", i + 2))
                    })?;
                    games.insert(number, game);
                }
                if !is_torn_game(tail) {
                    return Err(Failure::Usage(format!("{name}: its last line is not a game of a match")));
                }
            }
            Some(found) if found["match"].is_string() => {
                return Err(Failure::Usage(other_match(&name, &found, about)));
            }
            _ => {
                return Err(Failure::Usage(format!(
                    "{name} is not the record of a match, and stays as it is: name another file"
                )));
            }
        }
        if !tail.is_empty() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        let mut record = Record { file, name, synced: Instant::now() };
        if whole == 0 {
            record.write(about)?;
            record.sync()?;
            joust_files::sync_name(path).map_err(|why| Failure::file(&record.name, &why))?;
        }
        Ok((record, games))
    }

    /// Writes a line down.
    pub(super) fn write(&mut self, line: &Value) -> Result<(), Failure> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).map_err(|why| Failure::file(&self.name, &why))?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Forces what was written to the disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|why| Failure::file(&self.name, &why))
    }
}

/// A line as a value; null if it is not one.
fn parse(line: &[u8]) -> Value {
    serde_json::from_slice(line).unwrap_or_default()
}

/// Whether bytes are the beginning of the line of a game, or all of it but its end.
fn is_torn_game(tail: &[u8]) -> bool {
    let begins = tail.starts_with(GAME) || GAME.starts_with(tail);
    begins
        && match serde_json::from_slice::<Value>(tail) {
            Ok(_) => true,
            Err(why) => why.is_eof(),
        }
}

/// Says in what two matches differ.
fn other_match(name: &str, found: &Value, about: &Value) -> String {
    let empty = serde_json::Map::new();
    let (found, about) = (found.as_object().unwrap_or(&empty), about.as_object().unwrap_or(&empty));
    let only_there = found.keys().filter(|key| !about.contains_key(*key));
    let differs = about.keys().chain(only_there).filter(|key| found.get(*key) != about.get(*key));
    let said = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    let list: Vec<String> = differs
        .map(|key| format!("{key}: {} there, {} here", said(found.get(key)), said(about.get(key))))
        .collect();
    format!("{name} is the record of another match: name another file\n{}", list.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whatever_is_cut_off_the_whole_games_are_found() {
        let path = std::env::temp_dir().join(format!("joust-record-{}", std::process::id()));
        let about = json!({ "match": "test" });
        let games = [json!({ "game": 1, "x": "é" }), json!({ "game": 0 })];
        let (mut record, none) = Record::open(&path, &about).map_err(|why| why.to_string()).unwrap();
        assert!(none.is_empty());
        for game in &games {
            record.write(game).map_err(|why| why.to_string()).unwrap();
        }
        drop(record);
        let bytes = std::fs::read(&path).unwrap();
        let ends: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i).collect();
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let (mut record, found) = Record::open(&path, &about).map_err(|why| why.to_string()).unwrap();
            let whole = ends.iter().filter(|end| **end < length).count();
            assert_eq!(found.len(), whole.saturating_sub(1), "{length}");
            // And it goes on from there.
            record.write(&json!({ "game": 7 })).map_err(|why| why.to_string()).unwrap();
            drop(record);
            let (_, found) = Record::open(&path, &about).map_err(|why| why.to_string()).unwrap();
            assert!(found.contains_key(&7), "{length}");
        }
        let other = Record::open(&path, &json!({ "match": "other" })).err().unwrap().to_string();
        assert!(other.contains("another match") && other.contains("\"test\" there"), "{other}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn only_one_match_at_a_time_has_a_record() {
        let path = std::env::temp_dir().join(format!("joust-record-lock-{}", std::process::id()));
        let about = json!({ "match": "test" });
        let open = || Record::open(&path, &about).map_err(|why| why.to_string());
        let (mut first, _) = open().unwrap();
        let refused = open().err().unwrap();
        assert!(refused.contains("being played now"), "{refused}");
        first.write(&json!({ "game": 0 })).map_err(|why| why.to_string()).unwrap();
        drop(first);
        assert_eq!(open().unwrap().1.len(), 1);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_difference_of_two_matches_is_named_on_whichever_side_it_is() {
        let (plain, timed) = (json!({ "match": "mad" }), json!({ "match": "mad", "clock": "5+3" }));
        assert!(other_match("F", &timed, &plain).ends_with("clock: \"5+3\" there, nothing here"));
        assert!(other_match("F", &plain, &timed).ends_with("clock: nothing there, \"5+3\" here"));
    }
}
