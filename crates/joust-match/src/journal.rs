//! The journal of a match: a line for the match and a line for each finished game.
//!
//! A game is written as soon as it is over, so no finished game is lost when the program ends; a power cut
//! loses those of the last second. A game whose line was cut short is played again. Only one match at a
//! time writes to a journal. A file that is not a journal is left alone.

use crate::{Line, changed};
use joust_files::Locked;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the file is forced to the disk.
const SYNC: Duration = Duration::from_secs(1);
/// How long to wait for the lock of a match that has just ended.
const PATIENCE: Duration = Duration::from_millis(200);
/// The beginning of the line of a game.
const GAME: &[u8] = br#"{"game":"#;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadJournal {
    /// The file cannot be read or written.
    #[error("{name}: {why}")]
    Io {
        /// The name of the file.
        name: String,
        /// What the system said.
        why: io::Error,
    },
    /// Another match writes to it.
    #[error("{0} is the record of a match that is being played now: wait for its end, or name another file")]
    Busy(String),
    /// It is the journal of another match.
    #[error("{name} is the record of another match: name another file\n{}", differences.join("\n"))]
    OtherMatch {
        /// The name of the file.
        name: String,
        /// The differences between the matches, a line each.
        differences: Vec<String>,
    },
    /// It is the journal of this match, but with other programs.
    #[error(
        "{name}: its games were played by other programs of {}; put these back, or name another file",
        players.join(" and ")
    )]
    OtherPrograms {
        /// The name of the file.
        name: String,
        /// The players whose programs have changed or are gone, each in quotes.
        players: Vec<String>,
    },
    /// It is another kind of file.
    #[error("{0} is not the record of a match, and is left as it is: name another file")]
    Foreign(String),
    /// One of its lines is not that of a game.
    #[error("{name}: line {line} is not a game of a match")]
    NotAGame {
        /// The name of the file.
        name: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The bytes after its last line end are not the beginning of a game.
    #[error("{0}: its last line is not a game of a match")]
    BadEnd(String),
}

/// An open journal.
///
/// ```
/// use joust_match::{Journal, Opened, ScoreLine, ScoreMatch};
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("match.jsonl");
/// let about = ScoreMatch { game: "madmax".into(), seed: 7, ..ScoreMatch::default() };
/// let (mut journal, _): Opened<ScoreLine> = Journal::open(&path, &about)?;
/// journal.write(&ScoreLine { game: 0, seed: 7, ..ScoreLine::default() })?;
/// drop(journal);
/// let (_, games): Opened<ScoreLine> = Journal::open(&path, &about)?;
/// assert_eq!(games.len(), 1);
/// # Ok::<(), joust_match::BadJournal>(())
/// ```
pub struct Journal {
    file: File,
    name: String,
    synced: Instant,
    /// Whether no other program can write to it.
    is_locked: bool,
}

/// A journal and its games by number.
pub type Opened<L> = (Journal, BTreeMap<usize, L>);

impl Journal {
    /// Opens the journal of a match with its games, or begins it. The journal of another match is refused.
    ///
    /// See [`Journal`] for an example.
    pub fn open<H, L>(path: &Path, about: &H) -> Result<Opened<L>, BadJournal>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: Line,
    {
        Journal::open_or(path, about, false)
    }

    /// Begins the journal of a match, replacing any other journal. A file that is not a journal is refused
    /// and left alone.
    ///
    /// ```
    /// use joust_match::{BadJournal, Journal, Opened, ScoreLine, ScoreMatch};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("match.jsonl");
    /// let about = |seed| ScoreMatch { game: "madmax".into(), seed, ..ScoreMatch::default() };
    /// let open = |seed| -> Result<Opened<ScoreLine>, _> { Journal::open(&path, &about(seed)) };
    /// drop(open(7)?);
    /// assert!(matches!(open(8), Err(BadJournal::OtherMatch { .. })));
    /// drop(Journal::begin::<_, ScoreLine>(&path, &about(8))?);
    /// assert!(open(8).is_ok());
    /// # Ok::<(), BadJournal>(())
    /// ```
    pub fn begin<H, L>(path: &Path, about: &H) -> Result<Opened<L>, BadJournal>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: Line,
    {
        Journal::open_or(path, about, true)
    }

    fn open_or<H, L>(path: &Path, about: &H, anew: bool) -> Result<Opened<L>, BadJournal>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: Line,
    {
        let mut games = BTreeMap::new();
        let (journal, _) = Journal::read(path, about, anew, &mut |game: L| {
            games.insert(game.number(), game);
        })?;
        Ok((journal, games))
    }

    /// Opens the journal of a match, or begins it, and passes on its games in the order of their lines, one at
    /// a time: a journal may be larger than the memory. Also gives the number of bytes of a torn or damaged
    /// end ([`is_damaged_end`]), which was cut off; 0 is usual.
    ///
    /// ```
    /// use joust_match::{Journal, ScoreLine, ScoreMatch};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("match.jsonl");
    /// let about = ScoreMatch { game: "madmax".into(), seed: 7, ..ScoreMatch::default() };
    /// let text = format!("{}\n{{\"game\":0,\"see", serde_json::to_string(&about).unwrap());
    /// std::fs::write(&path, text).unwrap();
    /// let (_, cut) = Journal::resume(&path, &about, &mut |_: ScoreLine| unreachable!())?;
    /// assert_eq!(cut, 14);
    /// # Ok::<(), joust_match::BadJournal>(())
    /// ```
    pub fn resume<H, L>(path: &Path, about: &H, each: &mut dyn FnMut(L)) -> Result<(Journal, u64), BadJournal>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        Journal::read(path, about, false, each)
    }

    fn read<H, L>(
        path: &Path,
        about: &H,
        anew: bool,
        each: &mut dyn FnMut(L),
    ) -> Result<(Journal, u64), BadJournal>
    where
        H: Serialize + DeserializeOwned + PartialEq,
        L: DeserializeOwned,
    {
        let name = path.display().to_string();
        let failed = |why| BadJournal::Io { name: name.clone(), why };
        let file = joust_files::open_to_append(path).map_err(failed)?;
        let locked = joust_files::try_lock(&file, PATIENCE);
        if locked == Locked::Busy {
            return Err(BadJournal::Busy(name));
        }
        let mut lines = Lines { input: BufReader::new(&file), bytes: 0 };
        let first = written(about).map_err(failed)?;
        // What is kept of the file, in bytes; the rest is a torn line.
        let whole = match lines.next().map_err(failed)? {
            Read::Rest(tail) if first.starts_with(&tail) => 0,
            Read::Line(found) if anew && kind(&found) == kind(&first) => 0,
            Read::Line(found) if serde_json::from_slice(&found).is_ok_and(|found: H| found == *about) => {
                let mut line = 2;
                loop {
                    let before = lines.bytes;
                    match lines.next().map_err(failed)? {
                        Read::Line(text) => {
                            if let Ok(game) = serde_json::from_slice(&text) {
                                each(game);
                                line += 1;
                                continue;
                            }
                            let mut tail = text;
                            lines.input.read_to_end(&mut tail).map_err(failed)?;
                            if is_damaged_end(&tail) {
                                break before;
                            }
                            return Err(BadJournal::NotAGame { name, line });
                        }
                        Read::Rest(tail) if is_torn_game(&tail) || is_damaged_end(&tail) => break before,
                        Read::Rest(_) => return Err(BadJournal::BadEnd(name)),
                    }
                }
            }
            Read::Line(found) | Read::Rest(found) => {
                let found = Some(&found).filter(|found| kind(found) == kind(&first));
                let Some(found) = found.and_then(|found| fields(found)) else {
                    return Err(BadJournal::Foreign(name));
                };
                let about = fields(&first).unwrap_or_default();
                let players = changed::players(&found, &about);
                if !players.is_empty() {
                    let players = players.iter().map(|player| format!("`{player}`")).collect();
                    return Err(BadJournal::OtherPrograms { name, players });
                }
                let differences = differences(&found, &about);
                return Err(BadJournal::OtherMatch { name, differences });
            }
        };
        let bytes = file.metadata().map_err(failed)?.len();
        if whole < bytes {
            file.set_len(whole).map_err(failed)?;
        }
        let mut journal = Journal { file, name, synced: Instant::now(), is_locked: locked == Locked::Held };
        if whole == 0 {
            journal.write(about)?;
            journal.sync()?;
            joust_files::sync_name(path).map_err(|why| journal.failed(why))?;
        }
        Ok((journal, if whole == 0 { 0 } else { bytes - whole }))
    }

    /// Whether no other program can write to it. On a file system without locks that is not known, and the caller
    /// warns.
    ///
    /// ```
    /// use joust_match::{Journal, ScoreLine, ScoreMatch};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("match.jsonl");
    /// let (journal, _) = Journal::open::<_, ScoreLine>(&path, &ScoreMatch::default())?;
    /// assert!(journal.is_locked());
    /// # Ok::<(), joust_match::BadJournal>(())
    /// ```
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Appends a line. See [`Journal`] for an example.
    pub fn write(&mut self, line: &impl Serialize) -> Result<(), BadJournal> {
        let written = written(line).and_then(|line| self.file.write_all(&line));
        written.map_err(|why| self.failed(why))?;
        if self.synced.elapsed() >= SYNC { self.sync() } else { Ok(()) }
    }

    /// Flushes all lines to the disk. [`Journal::write`] does it about once a second; [`Schedule`] does it at
    /// the end of a match.
    ///
    /// [`Schedule`]: crate::Schedule
    pub fn sync(&mut self) -> Result<(), BadJournal> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|why| self.failed(why))
    }

    fn failed(&self, why: io::Error) -> BadJournal {
        BadJournal::Io { name: self.name.clone(), why }
    }
}

/// The lines of a file, one at a time.
struct Lines<R> {
    input: R,
    /// How many bytes were read.
    bytes: u64,
}

enum Read {
    /// A line with its end.
    Line(Vec<u8>),
    /// What follows the last line end; usually nothing.
    Rest(Vec<u8>),
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> io::Result<Read> {
        let mut line = Vec::new();
        self.bytes += self.input.read_until(b'\n', &mut line)? as u64;
        Ok(if line.ends_with(b"\n") { Read::Line(line) } else { Read::Rest(line) })
    }
}

/// A value as a line.
fn written(line: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    Ok(line)
}

/// Whether bytes are a part of the line of a game, from its beginning and without its line end.
fn is_torn_game(tail: &[u8]) -> bool {
    let begins = tail.starts_with(GAME) || GAME.starts_with(tail);
    begins
        // A number that ends at its point is at its end for this type only.
        && match serde_json::from_slice::<Value>(tail) {
            Ok(_) => true,
            Err(why) => why.is_eof(),
        }
}

/// Whether the last bytes of a journal, from the beginning of a line on, are a game that a power cut or the disk has
/// damaged: zeros, bytes that are not text, or a line that begins as that of a game and is not JSON. Nothing after
/// them is a whole line of a game. Other texts, such as notes of the user, are not damage.
///
/// ```
/// use joust_match::is_damaged_end;
/// assert!(is_damaged_end(b"{\"game\":7,\"sc\0\0\0\0") && is_damaged_end(b"{\"game\":7,]]\n"));
/// assert!(!is_damaged_end(b"my notes\n") && !is_damaged_end(b"{\"game\":7,]]\n{\"game\":8}\n"));
/// ```
pub fn is_damaged_end(tail: &[u8]) -> bool {
    let is_json = |line: &[u8]| serde_json::from_slice::<Value>(line).is_ok();
    let mut lines = tail.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let is_noise = tail.contains(&0) || std::str::from_utf8(tail).is_err();
    let is_damaged = is_noise || first.starts_with(GAME);
    is_damaged && !is_json(first) && !lines.any(|line| line.starts_with(GAME) && is_json(line))
}

/// The fields of a line of any build and any kind of match.
fn fields(line: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(line).ok()
}

/// The kind of a journal: the key of its first line.
fn kind(line: &[u8]) -> Option<&'static str> {
    let fields = fields(line)?;
    ["match", "lab", "tournament", "workers", "grade", "tune"]
        .into_iter()
        .find(|kind| fields.contains_key(*kind))
}

/// The differences between two matches. Those of lists of equal length, and of what is in them, are told apart:
/// `participants[2].sha256`, counted from 1.
pub(crate) fn differences(found: &Map<String, Value>, about: &Map<String, Value>) -> Vec<String> {
    let only_there = found.keys().filter(|key| !about.contains_key(*key));
    let keys = about.keys().chain(only_there);
    keys.flat_map(|key| difference(key, found.get(key), about.get(key))).collect()
}

/// The differences between two values of this name.
fn difference(name: &str, found: Option<&Value>, about: Option<&Value>) -> Vec<String> {
    match (found, about) {
        (found, about) if found == about => Vec::new(),
        (Some(Value::Object(found)), Some(Value::Object(about))) => {
            differences(found, about).into_iter().map(|line| format!("{name}.{line}")).collect()
        }
        (Some(Value::Array(found)), Some(Value::Array(about))) if found.len() == about.len() => {
            let each = (1..).zip(found.iter().zip(about));
            each.flat_map(|(at, (found, about))| {
                difference(&format!("{name}[{at}]"), Some(found), Some(about))
            })
            .collect()
        }
        (found, about) => {
            let said = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            vec![format!("{name}: {} there, {} here", said(found), said(about))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DuelMatch, ScoreLine, ScoreMatch};

    fn about(seed: i32) -> ScoreMatch {
        ScoreMatch { game: "test".to_owned(), seed, ..ScoreMatch::default() }
    }

    fn game(number: usize) -> ScoreLine {
        ScoreLine::broken(number, 1, ["é", "b", "c", "d"].map(str::to_owned), "…".to_owned())
    }

    fn open(path: &Path, about: &ScoreMatch) -> Result<Opened<ScoreLine>, String> {
        Journal::open(path, about).map_err(|why| why.to_string())
    }

    #[test]
    fn whatever_is_cut_off_the_whole_games_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, none) = open(&path, &about(1)).unwrap();
        assert!(none.is_empty());
        for number in [1, 0] {
            journal.write(&game(number)).unwrap();
        }
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        let ends: Vec<usize> =
            bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(i, _)| i).collect();
        for length in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let (mut journal, found) = open(&path, &about(1)).unwrap();
            let whole = ends.iter().filter(|end| **end < length).count();
            assert_eq!(found.len(), whole.saturating_sub(1), "{length}");
            // And it goes on from there.
            journal.write(&game(7)).unwrap();
            drop(journal);
            assert_eq!(open(&path, &about(1)).unwrap().1.get(&7), Some(&game(7)), "{length}");
        }
        let other = open(&path, &about(2)).err().unwrap();
        assert!(other.contains("another match") && other.ends_with("\nseed: 1 there, 2 here"), "{other}");
    }

    /// After a power cut, the end of a file may be zeros or what was on the disk before.
    #[test]
    fn a_damaged_end_is_cut_and_damage_before_it_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, _) = open(&path, &about(1)).unwrap();
        journal.write(&game(0)).unwrap();
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        let next = serde_json::to_vec(&game(1)).unwrap();
        let half = &next[..next.len() / 2];
        for tail in [
            [0; 4096].to_vec(),
            [half, &[0; 100]].concat(),
            [half, &[0; 100], b"\n"].concat(),
            [half, b"\xff\xfe\n\x80 more\n"].concat(),
            [half, b"]]\n"].concat(),
        ] {
            std::fs::write(&path, [&whole[..], &tail].concat()).unwrap();
            let mut games = 0;
            let (_, cut) = Journal::resume(&path, &about(1), &mut |_: ScoreLine| games += 1).unwrap();
            assert_eq!((games, cut), (1, tail.len() as u64), "{}", String::from_utf8_lossy(&tail));
            assert_eq!(std::fs::read(&path).unwrap(), whole);
            // In the middle of the file it is the user's to mend.
            let middle = [&whole[..], &tail, b"\n", &next, b"\n"].concat();
            std::fs::write(&path, &middle).unwrap();
            assert!(open(&path, &about(1)).is_err_and(|why| why.contains("line 3 is not a game")));
            assert_eq!(std::fs::read(&path).unwrap(), middle);
        }
    }

    #[test]
    fn a_line_may_be_cut_within_a_number() {
        let line = br#"{"game":12,"score":-0.75,"ms":1.5e-7,"more":[1,0.25]}"#;
        for length in 0..=line.len() {
            assert!(is_torn_game(&line[..length]), "{}", String::from_utf8_lossy(&line[..length]));
        }
        assert!(!is_torn_game(br#"{"game":12,"score":0.x"#));
    }

    #[test]
    fn a_journal_that_begins_anew_replaces_journals_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let begin = |seed| Journal::begin::<_, ScoreLine>(&path, &about(seed)).map_err(|why| why.to_string());
        begin(1).unwrap().0.write(&game(0)).unwrap();
        assert_eq!(open(&path, &about(1)).unwrap().1.len(), 1);
        for seed in [1, 2] {
            let (mut journal, found) = begin(seed).unwrap();
            assert!(found.is_empty() && open(&path, &about(seed)).is_err_and(|why| why.contains("now")));
            journal.write(&game(3)).unwrap();
            drop(journal);
            assert_eq!(open(&path, &about(seed)).unwrap().1.into_keys().collect::<Vec<_>>(), [3]);
        }
        for text in ["notes", "notes\n", "{\"key\":1}\n", "{\"lab\":\"test\"}\n"] {
            std::fs::write(&path, text).unwrap();
            assert!(begin(1).is_err_and(|why| why.contains("not the record of a match")), "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn files_of_others_stay_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let line = serde_json::to_string(&about(1)).unwrap();
        for (text, why) in [
            ("notes\n".to_owned(), "not the record of a match"),
            ("notes".to_owned(), "not the record of a match"),
            ("{\"key\":1}\n".to_owned(), "not the record of a match"),
            (format!("{line}\nnotes\n"), "line 2 is not a game"),
            (format!("{line}\nnotes"), "its last line"),
            (
                format!(
                    "{line}\n{{\"game\":1,\"seed\"}}\n{{\"game\":2,\"seed\":1,\"seats\":[\"a\",\"b\",\"c\",\"d\"]}}\n"
                ),
                "line 2 is not a game",
            ),
            (line.replace('}', ",\"more\":1}") + "\n", "\nmore: 1 there, nothing here"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let refused = open(&path, &about(1)).err().unwrap();
            assert!(refused.contains(why), "{text}: {refused}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        let duels =
            DuelMatch { game: "test".to_owned(), clock: Some("5+3".to_owned()), ..DuelMatch::default() };
        std::fs::write(&path, format!("{line}\n")).unwrap();
        let refused = Journal::open::<_, ScoreLine>(&path, &duels).err().unwrap().to_string();
        assert!(refused.contains("clock: nothing there, \"5+3\" here"), "{refused}");
    }

    #[test]
    fn a_match_of_other_programs_is_told_by_the_players() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let with = |bot: &str, kit: &str| ScoreMatch {
            modules: [("a.wasm".to_owned(), "00".to_owned())].into(),
            programs: [("cmd:./bot", bot), ("kit:Ada", kit)]
                .map(|(name, hash)| (name.into(), hash.into()))
                .into(),
            ..about(1)
        };
        drop(open(&path, &with("11", "22")).unwrap());
        assert!(open(&path, &with("11", "22")).is_ok());
        let refused = open(&path, &with("33", "22")).err().unwrap();
        assert!(refused.contains("played by other programs of `cmd:./bot`; put"), "{refused}");
        let refused = open(&path, &with("33", "44")).err().unwrap();
        assert!(refused.contains("of `cmd:./bot` and `kit:Ada`; put"), "{refused}");
        let gone = ScoreMatch { modules: BTreeMap::new(), ..with("11", "22") };
        let refused = open(&path, &gone).err().unwrap();
        assert!(refused.contains("of `a.wasm`; put"), "{refused}");
        // Another seed is another match, whatever its programs are.
        let refused = open(&path, &ScoreMatch { seed: 2, ..with("33", "22") }).err().unwrap();
        assert!(refused.contains("another match") && refused.contains("programs.cmd:./bot: "), "{refused}");
    }

    #[test]
    fn differences_name_the_entry_of_a_list() {
        let map = |text: &str| -> Map<String, Value> { serde_json::from_str(text).unwrap() };
        let there = map(
            r#"{"seed":1,"people":[{"name":"A"},{"name":"B","sha":"x"}],"stop":{"games":7},"maps":["a"]}"#,
        );
        let here =
            map(r#"{"seed":1,"people":[{"name":"A"},{"name":"B","sha":"y"}],"stop":{},"maps":["a","b"]}"#);
        assert_eq!(
            differences(&there, &here),
            [
                r#"people[2].sha: "x" there, "y" here"#,
                "stop.games: 7 there, nothing here",
                r#"maps: ["a"] there, ["a","b"] here"#,
            ]
        );
    }

    #[test]
    fn only_one_match_at_a_time_has_a_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut first, _) = open(&path, &about(1)).unwrap();
        let refused = open(&path, &about(1)).err().unwrap();
        assert!(refused.contains("being played now"), "{refused}");
        first.write(&game(0)).unwrap();
        drop(first);
        assert_eq!(open(&path, &about(1)).unwrap().1.len(), 1);
    }
}
