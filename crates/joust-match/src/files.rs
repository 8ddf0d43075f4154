//! Reads files of games and matches, whose kind it finds by their content, and verifies them.

use crate::{BadGame, BadMatch, DuelLine, Line, LineEnd, MatchFile, Programs, Repeat, ScoreFile, check};
use flate2::read::MultiGzDecoder;
use joust_core::{Outcome, Record, RecordError};
use joust_games::{AnyDuelGame, Ask, BoardAsk, DuelSession, Refused, Session, duel, game, games};
use joust_madmax::{self as madmax, Summary, Verified, Wrong};
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::sync::atomic::AtomicBool;

/// A file of a game or a match.
pub enum Recorded {
    /// The result of a game of Mad Max, as text.
    MadMaxResult(Vec<u8>),
    /// The compact record of a game of Mad Max.
    MadMaxRecord(Vec<u8>),
    /// The record of a duel, replayed to its end.
    Duel(&'static dyn AnyDuelGame, Box<dyn DuelSession>),
    /// The record of a game that is not a duel, as text, replayed to its end.
    Game(Box<dyn Session>),
    /// The journal of a match of duels.
    Match(Box<MatchFile>),
    /// The journal of a match of Mad Max.
    Scores(Box<ScoreFile>),
}

/// What a verified file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum VerifiedFile {
    /// A game of Mad Max.
    MadMax {
        /// Whether the orders were replayed. A file without orders is only consistent with the rules and the seed.
        replayed: bool,
        /// The summary of the game.
        summary: Summary,
    },
    /// A game, from its record as text.
    Game {
        /// The name of the game.
        game: &'static str,
        /// How many actions it has.
        actions: usize,
        /// The result, if the game is over.
        outcome: Option<Outcome>,
    },
    /// A match of duels.
    Match {
        /// The name of the game.
        game: &'static str,
        /// Whether the last line is cut off, as that of a match which was killed: its game is played again.
        cut_off: bool,
        /// How each game ended.
        ends: Vec<LineEnd>,
    },
    /// A match of Mad Max, whose journal has scores and no moves: nothing was replayed.
    Scores {
        /// How many games it has.
        games: usize,
    },
}

impl VerifiedFile {
    fn of(session: &dyn Session) -> VerifiedFile {
        let outcome = session.ending().and_then(|ending| ending.outcome);
        VerifiedFile::Game { game: session.game(), actions: session.course().len(), outcome }
    }
}

/// Why a file cannot be read, or fails verification.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// The gzip data is damaged or truncated.
    #[error("this looks like gzip, but cannot be unpacked: {0}")]
    Packed(io::Error),
    /// The packed bytes would fill the memory.
    #[error("this unpacks to more than {}", size(*.0))]
    TooLarge(u64),
    /// Bytes that are neither text nor a known format.
    #[error("the file is neither UTF-8 text nor in another format that joust knows")]
    NotText,
    /// A text that is not a record.
    #[error(transparent)]
    Syntax(#[from] RecordError),
    /// A record that does not name its game.
    #[error("this is not the record of a game: it has no header such as [Game \"mad\"]")]
    NoGame,
    /// A record of a game that Joust does not know.
    #[error("there is no game `{name}`: the games are {}", known.join(", "))]
    UnknownGame {
        /// The game in the header.
        name: String,
        /// The known games.
        known: Vec<&'static str>,
    },
    /// The game cannot be replayed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The journal cannot be read.
    #[error(transparent)]
    Match(#[from] BadMatch),
    /// No game of a match is over.
    #[error("this is the record of a match without games")]
    NoGames,
    /// Games of a match are wrong.
    #[error("{}", first_of(.0))]
    Games(Vec<WrongGame>),
    /// Games of a match cannot be played again.
    #[error("the games cannot be played again: {0}")]
    Again(String),
    /// A game of Mad Max is wrong.
    #[error(transparent)]
    MadMax(#[from] Wrong),
    /// A game of Mad Max can be neither confirmed nor refuted.
    #[error(
        "undecided from round {0} on: too many sequences of random numbers explain it to follow them all"
    )]
    Undecided(i32),
}

/// What is wrong with a line of a match.
#[derive(Debug, thiserror::Error)]
pub enum WrongGame {
    /// The line is not a game.
    #[error("line {0} is not a game of a match")]
    Line(usize),
    /// The number of a game is used twice.
    #[error("game {0} occurs twice")]
    Twice(usize),
    /// The game is not what its line says.
    #[error("game {0}: {1}")]
    Game(usize, BadGame),
}

/// Finds the text of a board that a match names: `None` for a board that the game knows by name. A program
/// that checks untrusted files always answers `None`, so that it opens no file that they name.
pub type FindBoard<'a> = &'a dyn Fn(&dyn AnyDuelGame, &str) -> io::Result<Option<String>>;

impl Recorded {
    /// The longest unpacked content of a trusted file, in bytes.
    pub const LONGEST: u64 = 1 << 30;

    /// Reads a file. Gzip is unpacked, to at most `longest` bytes, so that a small file cannot fill the memory.
    ///
    /// ```
    /// use joust_match::{Recorded, VerifiedFile};
    ///
    /// let file = Recorded::read(b"[Game \"mad\"]\n\n1. pass pass *\n".to_vec(), 1 << 20)?;
    /// let verified = file.verify(&|_, _| Ok(None))?;
    /// assert_eq!(verified, VerifiedFile::Game { game: "mad", actions: 2, outcome: None });
    /// # Ok::<(), joust_match::BadFile>(())
    /// ```
    pub fn read(bytes: Vec<u8>, longest: u64) -> Result<Recorded, BadFile> {
        let bytes = unpacked(bytes, longest)?;
        if madmax::CompactRecord::is_record(&bytes) {
            return Ok(Recorded::MadMaxRecord(bytes));
        }
        let mut words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        if let Some(b"Game" | b"SecGame") = words.next() {
            return Ok(Recorded::MadMaxResult(bytes));
        }
        if let Some(file) = ScoreFile::read(&bytes) {
            return Ok(Recorded::Scores(Box::new(file)));
        }
        if let Some(file) = MatchFile::read(&bytes)? {
            return Ok(Recorded::Match(Box::new(file)));
        }
        let record: Record = String::from_utf8(bytes).map_err(|_| BadFile::NotText)?.parse()?;
        let name = record.header("Game").ok_or(BadFile::NoGame)?;
        if let Some(duel) = duel(name) {
            return Ok(Recorded::Duel(duel, duel.replay_duel(&record)?));
        }
        let game = game(name).ok_or_else(|| BadFile::UnknownGame {
            name: name.to_owned(),
            known: games().iter().map(|game| game.name()).collect(),
        })?;
        Ok(Recorded::Game(game.replay(&record)?))
    }

    /// The result text of a game of Mad Max; a record is replayed to get it. `None` for other games.
    ///
    /// ```
    /// use joust_madmax::{CompactRecord, Config, Origin, Settings, Source};
    /// use joust_match::Recorded;
    /// let settings = Settings { nb_rounds: 2, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let record = CompactRecord::play(config, Origin::Game, 30, ["Null"; 4]).unwrap();
    /// let file = Recorded::read(record.encode().unwrap(), Recorded::LONGEST).unwrap();
    /// assert_eq!(file.madmax_result().unwrap().unwrap(), record.result().unwrap());
    /// ```
    pub fn madmax_result(self) -> Option<Result<Vec<u8>, Wrong>> {
        match self {
            Recorded::MadMaxResult(text) => Some(Ok(text)),
            Recorded::MadMaxRecord(bytes) => {
                let record =
                    madmax::CompactRecord::decode(&bytes).map_err(|why| Wrong::Record { why, round: None });
                Some(record.and_then(|record| Ok(record.result()?)))
            }
            Recorded::Duel(..) | Recorded::Game(_) | Recorded::Match(_) | Recorded::Scores(_) => None,
        }
    }

    /// Replays and checks everything in the file.
    ///
    /// See [`Recorded::read`] for an example.
    pub fn verify(&self, boards: FindBoard) -> Result<VerifiedFile, BadFile> {
        let verdict = match self {
            Recorded::MadMaxResult(text) => madmax::verify_result(text)?,
            Recorded::MadMaxRecord(bytes) => madmax::verify_record(bytes)?,
            Recorded::Duel(_, session) => return Ok(VerifiedFile::of(session.as_ref())),
            Recorded::Game(session) => return Ok(VerifiedFile::of(session.as_ref())),
            Recorded::Match(file) => return file.verify(boards),
            Recorded::Scores(file) => {
                let games = each_line(&file.games, |_| Ok(()))?.len();
                return Ok(VerifiedFile::Scores { games });
            }
        };
        match verdict {
            Verified::Replayed(summary) => Ok(VerifiedFile::MadMax { replayed: true, summary }),
            Verified::Consistent(summary) => Ok(VerifiedFile::MadMax { replayed: false, summary }),
            Verified::Undecided { round } => Err(BadFile::Undecided(round)),
        }
    }
}

impl Recorded {
    /// Whether modules play in this file, whose games can be played again.
    ///
    /// ```
    /// # use joust_match::Recorded;
    /// let file = Recorded::read(b"[Game \"mad\"]\n\n1. pass *\n".to_vec(), 1 << 20)?;
    /// assert!(!file.has_modules());
    /// # Ok::<(), joust_match::BadFile>(())
    /// ```
    pub fn has_modules(&self) -> bool {
        match self {
            Recorded::Match(file) => !file.about.modules.is_empty(),
            Recorded::Scores(file) => !file.about.modules.is_empty(),
            _ => false,
        }
    }

    /// Plays the games of a journal again and compares them; `None` for files that are not journals. See
    /// [`MatchFile::repeat`] for an example.
    pub fn repeat(
        &self,
        programs: &Programs,
        boards: FindBoard,
        stop: &AtomicBool,
    ) -> Option<Result<Repeat, BadFile>> {
        match self {
            Recorded::Match(file) => Some(file.repeat(programs, boards, stop)),
            Recorded::Scores(file) => Some(file.repeat(programs, stop)),
            _ => None,
        }
    }
}

fn unpacked(bytes: Vec<u8>, longest: u64) -> Result<Vec<u8>, BadFile> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let packed = MultiGzDecoder::new(bytes.as_slice());
    packed.take(longest.saturating_add(1)).read_to_end(&mut unpacked).map_err(BadFile::Packed)?;
    if unpacked.len() as u64 > longest { Err(BadFile::TooLarge(longest)) } else { Ok(unpacked) }
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    const GIB: u64 = 1 << 30;
    if bytes > 0 && bytes.is_multiple_of(GIB) {
        format!("{} GiB", bytes / GIB)
    } else {
        format!("{bytes} bytes")
    }
}

/// The first of several faults, and how many there are besides.
fn first_of(wrong: &[WrongGame]) -> String {
    match wrong {
        [] => "games are wrong".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first}; and {} more faults", rest.len()),
    }
}

impl MatchFile {
    /// Replays the moves of a game.
    ///
    /// ```
    /// use joust_match::{LineEnd, MatchFile, VerifiedFile, check};
    /// # let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/earlier/war-match.jsonl"));
    /// // `text` is the journal of a match of two players.
    /// let file = MatchFile::read(text.as_bytes()).unwrap().unwrap();
    /// let line = file.games[0].as_ref().unwrap();
    /// let session = file.replay(line, &|_, _| Ok(None)).unwrap();
    /// assert_eq!(session.outcome().unwrap().to_string(), line.result);
    /// assert_eq!(check(line, session.as_ref(), 2), Ok(LineEnd::Rules));
    /// // Or all games at once:
    /// let verified = file.verify(&|_, _| Ok(None)).unwrap();
    /// assert!(matches!(verified, VerifiedFile::Match { game: "wargame", cut_off: false, .. }));
    /// ```
    pub fn replay(&self, line: &DuelLine, boards: FindBoard) -> Result<Box<dyn DuelSession>, BadGame> {
        let name = line.board.as_deref().or(self.about.board.as_deref());
        let text = match (&self.about.board_text, name) {
            (Some(text), _) => Some(text.clone()),
            (None, Some(name)) => boards(self.game, name).map_err(|why| BadGame::Board(why.to_string()))?,
            (None, None) => None,
        };
        let board = name.map(|name| match &text {
            Some(text) => BoardAsk::Text { name, text },
            None => BoardAsk::Named(name),
        });
        let (rules, position) = (self.about.rules.as_deref(), Some(line.start.as_str()));
        let mut session = self.game.duel_session(&Ask { rules, board, position, seed: None })?;
        for mv in &line.moves {
            if !Record::is_move(mv, self.game.words()) {
                return Err(BadGame::NotAMove);
            }
            session.act(mv).map_err(|why| BadGame::Illegal(mv.clone(), why))?;
        }
        Ok(session)
    }

    /// Replays all games and checks them. See [`MatchFile::replay`] for an example.
    pub fn verify(&self, boards: FindBoard) -> Result<VerifiedFile, BadFile> {
        if self.games.is_empty() {
            return Err(BadFile::NoGames);
        }
        let ends = each_line(&self.games, |line| {
            let session = self.replay(line, boards)?;
            check(line, session.as_ref(), self.about.players.len())
        })?;
        Ok(VerifiedFile::Match { game: self.game.name(), cut_off: self.cut_off, ends })
    }
}

/// Checks all lines of a journal, of which each game has one.
fn each_line<L: Line, T>(
    lines: &[Option<L>],
    check: impl Fn(&L) -> Result<T, BadGame>,
) -> Result<Vec<T>, BadFile> {
    let mut seen = BTreeSet::new();
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for (i, line) in lines.iter().enumerate() {
        let checked = match line {
            None => Err(WrongGame::Line(i + 2)),
            Some(line) if !seen.insert(line.number()) => Err(WrongGame::Twice(line.number())),
            Some(line) => check(line).map_err(|why| WrongGame::Game(line.number(), why)),
        };
        match checked {
            Ok(end) => right.push(end),
            Err(why) => wrong.push(why),
        }
    }
    if wrong.is_empty() { Ok(right) } else { Err(BadFile::Games(wrong)) }
}
