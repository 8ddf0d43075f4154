//! The journal of a tournament: its terms, and a line for each finished game.

use crate::ledger::{BadLedger, Counted, Ledger};
use crate::line::{BadLine, GameLine, Skipped};
use crate::terms::Terms;
use joust_match::{BadJournal, Journal, is_damaged_end};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An open journal, with what its games add up to.
pub struct Opened {
    /// The journal, which no other program can write to.
    pub journal: Journal,
    /// The games in it.
    pub ledger: Ledger,
    /// The bytes of a torn or damaged end that were cut off; 0 is usual.
    pub cut: u64,
}

/// Why the journal of a tournament cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadStart {
    /// The file cannot be read or written.
    #[error("{name}: {why}")]
    Io {
        /// The name of the file.
        name: String,
        /// What the system says.
        why: io::Error,
    },
    /// Another program plays the tournament.
    #[error(
        "{0}: another joust plays this tournament now: wait for its end; `joust tournament status` shows how far it is"
    )]
    Busy(String),
    /// The journal is that of another tournament, or of this one before its file was changed.
    #[error(
        "{name} is the journal of a tournament with other terms:\n{}\nchange the file back to continue it, or begin a new \
         journal: name another by --journal, or move this one away", differences.join("\n")
    )]
    OtherTerms {
        /// The name of the file.
        name: String,
        /// The differences, a line each.
        differences: Vec<String>,
    },
    /// The journal was written by another build, whose games begin in other ways.
    #[error(
        "{name} has version {found} of the journals of tournaments, and this build knows version {known}: read and \
         continue it with the build that began it, or begin a new journal by --journal",
        known = Terms::VERSION
    )]
    Version {
        /// The name of the file.
        name: String,
        /// Its version.
        found: u64,
    },
    /// It is another kind of file.
    #[error("{0} is not the journal of a tournament, and is left as it is: name another file by --journal")]
    Foreign(String),
    /// A line is not that of a game.
    #[error(
        "{name}: line {line} is not a game of this tournament: mend or remove it, and its game is played again"
    )]
    NotAGame {
        /// The name of the file.
        name: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The last bytes are not the beginning of a game.
    #[error("{0}: its last line is not a game of this tournament: remove it, and its game is played again")]
    BadEnd(String),
    /// A game is not one of this tournament.
    #[error("{name}: {why}")]
    Line {
        /// The name of the file.
        name: String,
        /// What is wrong with the game.
        why: BadLine,
    },
    /// The games cannot be counted.
    #[error(transparent)]
    Ledger(#[from] BadLedger),
}

impl From<BadJournal> for BadStart {
    fn from(why: BadJournal) -> BadStart {
        match why {
            BadJournal::Io { name, why } => BadStart::Io { name, why },
            BadJournal::Busy(name) => BadStart::Busy(name),
            BadJournal::OtherMatch { name, differences } => BadStart::OtherTerms { name, differences },
            BadJournal::OtherPrograms { name, players } => {
                BadStart::OtherTerms { name, differences: players }
            }
            BadJournal::Foreign(name) => BadStart::Foreign(name),
            BadJournal::NotAGame { name, line } => BadStart::NotAGame { name, line },
            BadJournal::BadEnd(name) => BadStart::BadEnd(name),
        }
    }
}

/// The usual journal of a tournament file: `spring.journal` beside `spring.toml`.
///
/// ```
/// use joust_tournament::journal_beside;
/// use std::path::Path;
/// assert_eq!(journal_beside(Path::new("cups/spring.toml")), Path::new("cups/spring.journal"));
/// assert_eq!(journal_beside(Path::new("spring")), Path::new("spring.journal"));
/// ```
pub fn journal_beside(file: &Path) -> PathBuf {
    match file.extension() {
        Some(ending) if ending == "toml" => file.with_extension("journal"),
        _ => {
            let mut name = file.as_os_str().to_owned();
            name.push(".journal");
            name.into()
        }
    }
}

/// Opens the journal of a tournament with its games, or begins it.
///
/// ```
/// use joust_match::Programs;
/// use joust_tournament::{BadStart, Terms, TournamentFile, open};
/// let terms = |seed: u32| {
///     let file = format!("game = \"mad\"\nparticipants = [\"random\", \"engine:1\"]\nseed = {seed}\n");
///     Terms::settle(&TournamentFile::read(&file).unwrap(), "t", &Programs::default(), None).unwrap()
/// };
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("t.journal");
/// let mut opened = open(&path, &terms(1)).unwrap();
/// assert_eq!((opened.ledger.over(), opened.cut), (0, 0));
/// assert!(matches!(open(&path, &terms(1)), Err(BadStart::Busy(_))));
/// opened.journal.write(&serde_json::json!({"game":0,"seats":[0,1],"result":"1-0"})).unwrap();
/// drop(opened);
/// assert_eq!(open(&path, &terms(1)).unwrap().ledger.over(), 1);
/// let Err(BadStart::OtherTerms { differences, .. }) = open(&path, &terms(2)) else { panic!() };
/// assert_eq!(differences, ["seed: 1 there, 2 here"]);
/// ```
///
/// A journal without games is begun anew when the terms have changed.
pub fn open(path: &Path, terms: &Terms) -> Result<Opened, BadStart> {
    let mut ledger = Ledger::new(terms)?;
    let mut wrong = None;
    let resumed = Journal::resume(path, terms, &mut |line: GameLine<Skipped>| {
        if wrong.is_none() {
            wrong = ledger.add(line).err();
        }
    });
    let (journal, cut) = match resumed {
        Err(why @ BadJournal::OtherMatch { .. }) => match Reading::open(path).map(Reading::has_no_game) {
            Err(version @ BadStart::Version { .. }) => return Err(version),
            Ok(true) => (Journal::begin::<_, GameLine>(path, terms)?.0, 0),
            _ => return Err(why.into()),
        },
        resumed => resumed?,
    };
    match wrong {
        Some(why) => Err(BadStart::Line { name: path.display().to_string(), why }),
        None => Ok(Opened { journal, ledger, cut }),
    }
}

/// The version of the terms in the first line of a journal, whatever else is in it.
fn version(line: &[u8]) -> Option<u64> {
    let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(line).ok()?;
    fields.get("tournament").and(fields.get("v"))?.as_u64()
}

/// A journal that is read, and may be written by another program at the same time.
pub struct Reading {
    /// The terms of the tournament.
    pub terms: Terms,
    /// Whether a program plays the tournament now.
    pub is_running: bool,
    name: String,
    lines: BufReader<File>,
    /// The number of lines that were read.
    line: usize,
}

impl Reading {
    /// Opens a journal and reads its terms.
    pub fn open(path: &Path) -> Result<Reading, BadStart> {
        let name = path.display().to_string();
        let failed = |why| BadStart::Io { name: name.clone(), why };
        let file = joust_files::open_plain(path).map_err(failed)?;
        let is_running = !joust_files::lock(&file, Duration::ZERO);
        // The lock is only asked for, and must not keep others from playing on.
        let _ = file.unlock();
        let mut lines = BufReader::new(file);
        let mut first = Vec::new();
        lines.read_until(b'\n', &mut first).map_err(failed)?;
        if let Some(found) = version(&first).filter(|found| *found != u64::from(Terms::VERSION)) {
            return Err(BadStart::Version { name, found });
        }
        let terms = serde_json::from_slice(&first).map_err(|_| BadStart::Foreign(name.clone()))?;
        Ok(Reading { terms, is_running, name, lines, line: 1 })
    }

    /// The next line of a game; `None` at the end. A torn or damaged end is left out: it is being written,
    /// or was when a program was killed.
    pub fn next_game<R: serde::de::DeserializeOwned>(&mut self) -> Result<Option<GameLine<R>>, BadStart> {
        let mut text = Vec::new();
        let failed = |why| BadStart::Io { name: self.name.clone(), why };
        self.lines.read_until(b'\n', &mut text).map_err(failed)?;
        if !text.ends_with(b"\n") {
            return Ok(None);
        }
        self.line += 1;
        if let Ok(game) = serde_json::from_slice(&text) {
            return Ok(Some(game));
        }
        self.lines.read_to_end(&mut text).map_err(failed)?;
        if is_damaged_end(&text) {
            return Ok(None);
        }
        Err(BadStart::NotAGame { name: self.name.clone(), line: self.line })
    }

    /// Whether it has no game.
    fn has_no_game(mut self) -> bool {
        matches!(self.next_game::<Skipped>(), Ok(None))
    }

    /// Reads all games; `heard` is told of those that count, in the order of their numbers. Gives what they add
    /// up to.
    pub fn ledger(mut self, heard: &mut dyn FnMut(&Counted<'_>)) -> Result<(Terms, Ledger), BadStart> {
        let mut ledger = Ledger::new(&self.terms)?;
        while let Some(line) = self.next_game::<Skipped>()? {
            let added = ledger.add_heard(line, heard);
            added.map_err(|why| BadStart::Line { name: self.name.clone(), why })?;
        }
        Ok((self.terms, ledger))
    }
}
