//! One tournament on many machines: each plays a part, and the journals are put together.

use crate::journal::{BadStart, Reading};
use crate::ledger::Ledger;
use crate::line::{GameLine, Skipped};
use crate::terms::{Shard, Terms};
use joust_files::{Care, Draft};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a tournament cannot be divided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadShard {
    /// The next games depend on results.
    #[error(
        "a tournament of the format {0} cannot be divided: who plays next depends on results; round-robin, gauntlet \
         and compare can"
    )]
    Format(&'static str),
    /// The last game depends on results.
    #[error(
        "a tournament that ends by a sequential test cannot be divided: its end depends on results; take `sprt` out of the file"
    )]
    Sprt,
    /// There is no such part.
    #[error("there is no part {part} of {of}: parts are counted from 1")]
    Part {
        /// The part.
        part: usize,
        /// The number of parts.
        of: usize,
    },
}

impl Terms {
    /// The terms of one part of the tournament: every `of`th block.
    ///
    /// ```
    /// use joust_match::Programs;
    /// use joust_tournament::{BadShard, Terms, TournamentFile};
    /// let terms = |format: &str| {
    ///     let file = format!("game = \"mad\"\nparticipants = [\"random\", \"engine:1\"]\nformat = \"{format}\"\n");
    ///     Terms::settle(&TournamentFile::read(&file).unwrap(), "t", &Programs::default(), None).unwrap()
    /// };
    /// assert!(terms("round-robin").part(2, 4).is_ok());
    /// assert_eq!(terms("swiss").part(2, 4), Err(BadShard::Format("swiss")));
    /// assert!(terms("round-robin").part(5, 4).is_err());
    /// ```
    pub fn part(&self, part: usize, of: usize) -> Result<Terms, BadShard> {
        if !self.format.is_known_in_advance() {
            return Err(BadShard::Format(self.format.name()));
        }
        if self.stop.sprt.is_some() {
            return Err(BadShard::Sprt);
        }
        if !(1..=of).contains(&part) {
            return Err(BadShard::Part { part, of });
        }
        Ok(Terms { shard: Some(Shard { part, of }), ..self.clone() })
    }
}

/// Why journals cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum BadMerge {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] BadStart),
    /// The file for the result cannot be written.
    #[error("{name}: {why}")]
    Out {
        /// The name of the file.
        name: String,
        /// What the system says.
        why: io::Error,
    },
    /// There is nothing to put together.
    #[error("no journal was named")]
    Nothing,
    /// A journal is being written.
    #[error("{0} is being written now: wait for the end of its part")]
    Running(String),
    /// A journal is of another tournament.
    #[error("{name} is of another tournament than {first}: put together the parts of one")]
    Other {
        /// The name of the journal.
        name: String,
        /// The name of the first journal.
        first: String,
    },
    /// A journal is of another division into parts.
    #[error(
        "{name} is a part of {found}, and {first} is a part of {of}: put together the parts of one division"
    )]
    Division {
        /// The name of the journal.
        name: String,
        /// Its number of parts.
        found: usize,
        /// The name of the first journal.
        first: String,
        /// The number of parts of that one.
        of: usize,
    },
    /// A game is in two journals.
    #[error("game {game} is in {first} and in {name}: name each part once")]
    Twice {
        /// The number of the game.
        game: usize,
        /// A journal.
        first: String,
        /// Another journal, or the same.
        name: String,
    },
}

/// What was put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// How many games the new journal has.
    pub games: usize,
    /// How many games are missing.
    pub missing: usize,
    /// The parts that have no journal, or not all of their games.
    pub incomplete: Vec<usize>,
}

/// Where the line of a game is.
struct Found {
    file: usize,
    at: u64,
    bytes: u64,
}

/// Puts journals of parts together: the new journal is that of the whole tournament, with the games in the order
/// of their numbers. It can be continued if games are missing.
pub fn merge(journals: &[PathBuf], out: &Path) -> Result<Merged, BadMerge> {
    let Some(first) = journals.first() else { return Err(BadMerge::Nothing) };
    let (mut whole, mut parts): (Option<Terms>, BTreeMap<usize, usize>) = (None, BTreeMap::new());
    let mut games: BTreeMap<usize, Found> = BTreeMap::new();
    let mut divided: Option<(usize, String)> = None;
    for (file, path) in journals.iter().enumerate() {
        let (terms, lines) = index(path)?;
        let name = || path.display().to_string();
        let known = whole.get_or_insert_with(|| terms.whole());
        if *known != terms.whole() {
            return Err(BadMerge::Other { name: name(), first: first.display().to_string() });
        }
        if let Some(Shard { of: found, .. }) = terms.shard {
            let (of, first) = divided.get_or_insert_with(|| (found, name())).clone();
            if found != of {
                return Err(BadMerge::Division { name: name(), found, first, of });
            }
        }
        *parts.entry(terms.shard.map_or(0, |shard| shard.part)).or_default() += lines.len();
        for (game, at, bytes) in lines {
            if let Some(found) = games.insert(game, Found { file, at, bytes }) {
                let first = journals[found.file].display().to_string();
                return Err(BadMerge::Twice { game, first, name: name() });
            }
        }
    }
    let Some(whole) = whole else { return Err(BadMerge::Nothing) };
    let failed = |why| BadMerge::Out { name: out.display().to_string(), why };
    write(&whole, journals, &games, out).map_err(failed)?;
    let ledger = Ledger::new(&whole).map_err(BadStart::from)?;
    // Games beyond the end of the tournament do not stand for missing ones.
    let missing = ledger.most_games().saturating_sub(games.range(..ledger.most_games()).count());
    Ok(Merged { games: games.len(), missing, incomplete: incomplete(&whole, journals, &parts, missing)? })
}

/// The parts that lack games.
fn incomplete(
    whole: &Terms,
    journals: &[PathBuf],
    parts: &BTreeMap<usize, usize>,
    missing: usize,
) -> Result<Vec<usize>, BadMerge> {
    if missing == 0 {
        return Ok(Vec::new());
    }
    let shards = journals.iter().filter_map(|path| Reading::open(path).ok()?.terms.shard);
    let of = shards.map(|shard| shard.of).max().unwrap_or(1);
    let mut lacking = Vec::new();
    for part in 1..=of {
        let terms = Terms { shard: Some(Shard { part, of }), ..whole.clone() };
        let most = Ledger::new(&terms).map_err(BadStart::from)?.most_own_games();
        if parts.get(&part).copied().unwrap_or(0) < most {
            lacking.push(part);
        }
    }
    Ok(lacking)
}

/// A game in a journal: its number, the place of its line and the length of it.
type Spot = (usize, u64, u64);

/// The terms of a journal, and where its games are.
fn index(path: &Path) -> Result<(Terms, Vec<Spot>), BadMerge> {
    let name = || path.display().to_string();
    let reading = Reading::open(path)?;
    if reading.is_running {
        return Err(BadMerge::Running(name()));
    }
    let terms = reading.terms;
    // Every game must be one of this part: its number, its seats and its result.
    let mut ledger = Ledger::new(&terms).map_err(BadStart::from)?;
    let failed = |why| BadMerge::Journal(BadStart::Io { name: name(), why });
    let mut lines = BufReader::new(joust_files::open_plain(path).map_err(failed)?);
    let (mut at, mut number, mut list, mut text) = (0, 0, Vec::new(), Vec::new());
    loop {
        text.clear();
        let bytes = lines.read_until(b'\n', &mut text).map_err(failed)? as u64;
        number += 1;
        if !text.ends_with(b"\n") {
            return Ok((terms, list));
        }
        if number > 1 {
            let line: GameLine<Skipped> = serde_json::from_slice(&text)
                .map_err(|_| BadStart::NotAGame { name: name(), line: number })?;
            list.push((line.game, at, bytes));
            ledger.add(line).map_err(|why| BadStart::Line { name: name(), why })?;
        }
        at += bytes;
    }
}

fn write(whole: &Terms, journals: &[PathBuf], games: &BTreeMap<usize, Found>, out: &Path) -> io::Result<()> {
    let mut files = journals.iter().map(File::open).collect::<io::Result<Vec<File>>>()?;
    let mut draft = BufWriter::new(Draft::new(out)?);
    serde_json::to_writer(&mut draft, whole)?;
    draft.write_all(b"\n")?;
    for found in games.values() {
        let file = &mut files[found.file];
        file.seek(SeekFrom::Start(found.at))?;
        io::copy(&mut file.take(found.bytes), &mut draft)?;
    }
    draft.into_inner().map_err(io::IntoInnerError::into_error)?.keep(Care::Durable)
}
