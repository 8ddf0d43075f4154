//! Self-play: games whose positions, values and results become a data set, for programs that learn.
//!
//! `docs/selfplay.md` describes the file. Its first line has everything on which its games depend; each game is
//! a frame, and the frames are in the order of the games, so that one command always gives the same bytes.

use crate::frames::{BadFrames, Frames, LONGEST};
use crate::in_order::InOrder;
use crate::journal::differences;
use crate::rows::{Row, key};
use crate::run::playable;
use crate::{BadJob, BadOpening, Job, Openings, PlayerText, Programs, run_with};
use joust_core::{Ending, Fault, Rng, Seed, Setup, below, mix};
use joust_games::{Ask, duel, game};
use joust_players::BadPlayer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The first line of a data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataSet {
    /// The game by name.
    #[serde(rename = "selfplay")]
    pub game: String,
    /// The version of the format: [`DataSet::VERSION`].
    pub version: u32,
    /// The version of Joust.
    pub joust: String,
    /// How games start; they take turns.
    pub setups: Vec<Setup>,
    /// The canonical names of the players: one for all seats, or one for each, which then change seats from game
    /// to game.
    pub players: Vec<String>,
    /// The seed of all random choices; in Mad Max that of the first game, and each further game adds one.
    pub seed: u64,
    /// The number of random moves with which a duel begins.
    pub random_plies: usize,
    /// The number of positions that are kept of a game; all if there is none.
    pub sample: Option<usize>,
    /// Whether a position that is already in the data set is left out.
    pub unique: bool,
    /// The folder of endgame tables that engines use, from the environment.
    #[serde(rename = "JOUST_TABLES", default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<String>,
    /// The SHA-256 of the weights in each file that an engine names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The SHA-256 of each module that plays, by its name in `players`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
}

/// The line of a game, before those of its positions.
#[derive(Serialize, Deserialize)]
struct DataGame {
    game: usize,
    setup: usize,
    /// The seed of a game of Mad Max.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The players in the order of their seats.
    players: Vec<usize>,
    /// The number of random moves at its beginning.
    opening: usize,
    /// All moves of a duel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    ending: Ending,
    /// The number of lines of positions.
    positions: usize,
    /// The number of positions that were left out because the data set has them.
    #[serde(default, skip_serializing_if = "is_none")]
    duplicates: usize,
    /// The faults of the players. Such a game has no positions: its result says nothing about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Fault>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// What a data set has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DataCount {
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions that were left out as duplicates.
    pub duplicates: usize,
    /// The number of games without positions, because a player failed or the game broke off.
    pub failed: usize,
    /// The number of bytes of the file.
    pub bytes: u64,
}

/// When a data set is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataGoal {
    /// It has this many games.
    Games(usize),
    /// It has this many positions, or a few more: games are not cut.
    Positions(usize),
}

impl DataGoal {
    /// Whether a data set is complete.
    ///
    /// ```
    /// use joust_match::{DataCount, DataGoal};
    /// let count = DataCount { games: 3, positions: 90, ..DataCount::default() };
    /// assert!(DataGoal::Games(3).is_reached(&count) && !DataGoal::Positions(91).is_reached(&count));
    /// ```
    pub fn is_reached(self, count: &DataCount) -> bool {
        match self {
            DataGoal::Games(games) => count.games >= games,
            DataGoal::Positions(positions) => count.positions >= positions,
        }
    }
}

/// Why a data set cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BadDataSet {
    /// The file cannot be read or written.
    #[error("{name}: {why}")]
    Io {
        /// The name of the file.
        name: String,
        /// What the system said.
        why: io::Error,
    },
    /// Another program writes to it.
    #[error("{0} is being written by another joust selfplay: wait for its end, or name another file")]
    Busy(String),
    /// It is the data set of another command.
    #[error("{name} is the data set of another command: name another file\n{}", differences.join("\n"))]
    Other {
        /// The name of the file.
        name: String,
        /// The differences between the commands, a line each.
        differences: Vec<String>,
    },
    /// It is another kind of file.
    #[error("{0} is not a data set of joust selfplay, and is left as it is: name another file")]
    Foreign(String),
    /// There are whole games behind damaged bytes.
    #[error(
        "{name}: the bytes from {at} on are damaged, in game {game}, and whole games follow\n\
         take a copy of the file, or cut it with `truncate -s {at} {name}`: then the games from {game} on are \
         played again"
    )]
    Damaged {
        /// The name of the file.
        name: String,
        /// The first damaged byte.
        at: u64,
        /// The game.
        game: usize,
    },
    /// A frame is not the game that it must be.
    #[error("{name}: what follows game {game} is not the next game of a data set")]
    NotAGame {
        /// The name of the file.
        name: String,
        /// The number of games before.
        game: usize,
    },
    /// A game is too long for a frame.
    #[error("game {0} has more than {longest} MiB of positions: keep fewer of them", longest = LONGEST >> 20)]
    TooLong(usize),
    /// A game cannot be played.
    #[error(transparent)]
    Job(#[from] BadJob),
    /// Joust failed in a game, and not a player.
    #[error("game {game}: a player {fault}")]
    Void {
        /// The game.
        game: usize,
        /// What happened.
        fault: Fault,
    },
}

impl DataSet {
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// The setups of a game as it was asked for: several where games take turns on several boards.
    ///
    /// ```
    /// use joust_games::Ask;
    /// use joust_match::DataSet;
    /// let setups = |game| DataSet::setups(game, &Ask::default()).unwrap();
    /// assert_eq!([setups("mad").len(), setups("wargame").len(), setups("madmax").len()], [1, 5, 1]);
    /// ```
    pub fn setups(name: &str, ask: &Ask) -> Result<Vec<Setup>, BadOpening> {
        if duel(name).is_some() {
            return Ok(Openings::of(name, ask, Seed(0))?.setups().cloned().collect());
        }
        let found = game(name).ok_or_else(|| BadOpening::NoDuel(name.to_owned()))?;
        // Every game has a seed of its own.
        Ok(vec![Setup { seed: None, ..found.setup(ask)? }])
    }

    /// A game by its number, from 0: everything that it depends on, but for the tables of the environment.
    ///
    /// ```
    /// use joust_games::Ask;
    /// use joust_match::DataSet;
    /// let about = DataSet {
    ///     game: "wargame".into(),
    ///     version: DataSet::VERSION,
    ///     joust: "0.1.0".into(),
    ///     setups: DataSet::setups("wargame", &Ask::default()).unwrap(),
    ///     players: vec!["random".into(), "engine:1".into()],
    ///     seed: 1,
    ///     random_plies: 4,
    ///     sample: None,
    ///     unique: false,
    ///     usual_tables: None,
    ///     weights: Default::default(),
    ///     modules: Default::default(),
    /// };
    /// let jobs = [0, 1].map(|number| about.job(number).unwrap());
    /// assert_eq!(jobs.map(|job| (job.opening.len(), job.players[0].player)), [(4, 0), (4, 1)]);
    /// ```
    pub fn job(&self, number: usize) -> Result<Job, BadJob> {
        let unknown = || BadJob::from(BadPlayer::Game(self.game.clone()));
        let seats = game(&self.game).ok_or_else(unknown)?.sides().len();
        let mut setup = self.setups.get(self.setup_of(number)).ok_or_else(unknown)?.clone();
        let seed = self.seed_of(number);
        let player = |seat: usize| {
            let player = (seat + seats - number % seats) % self.players.len().max(1);
            let name = self.players.get(player).cloned().unwrap_or_default();
            PlayerText { player, name, seed: mix(seed ^ seat as u64) }
        };
        let players = (0..seats).map(player).collect();
        let mut opening = Vec::new();
        if let Some(duel) = duel(&self.game) {
            let start = duel.position(&Ask::from(&setup))?;
            let mut rng = Seed(mix(seed ^ OPENING)).rng();
            opening = random_moves(start.as_ref(), self.random_plies, &mut rng);
        } else {
            setup.seed = Some(self.seed.saturating_add(number as u64));
        }
        Ok(Job { opening, ..Job::new(number, setup, players) })
    }

    fn setup_of(&self, number: usize) -> usize {
        number % self.setups.len().max(1)
    }

    fn seed_of(&self, number: usize) -> u64 {
        mix(self.seed ^ mix(number as u64 + 1))
    }

    /// The positions of a game that are kept, of this many.
    fn picked(&self, number: usize, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        let Some(wanted) = self.sample.filter(|wanted| *wanted < count) else { return all };
        let mut rng = Seed(mix(self.seed_of(number) ^ SAMPLE)).rng();
        for i in 0..wanted {
            all.swap(i, i + below(&mut rng, count - i));
        }
        all.truncate(wanted);
        all.sort_unstable();
        all
    }
}

/// How often games are forced to the disk. A kill loses none that was written; a power cut loses these.
const SYNC: Duration = Duration::from_millis(300);

/// What makes the random choices of a game differ from each other.
const OPENING: u64 = 0x6f70_656e;
const SAMPLE: u64 = 0x7361_6d70;

/// A number of random moves, or fewer if the game would be over.
fn random_moves(start: &dyn joust_games::AnyDuel, plies: usize, rng: &mut Rng) -> Vec<String> {
    let (mut here, mut moves) = (start.boxed(), Vec::new());
    for _ in 0..plies {
        let mut next = here.boxed();
        let Some(mv) = here.random_move(rng).and_then(|mv| next.play(&mv).ok()) else { break };
        if next.outcome().is_some() {
            break;
        }
        here = next;
        moves.push(mv);
    }
    moves
}

/// A data set that is being written.
///
/// ```
/// use joust_games::Ask;
/// use joust_match::{DataFile, DataGoal, DataSet, Programs, SelfPlay};
/// let about = DataSet {
///     game: "mad".into(),
///     version: DataSet::VERSION,
///     joust: "0.1.0".into(),
///     setups: DataSet::setups("mad", &Ask::default()).unwrap(),
///     players: vec!["random".into()],
///     seed: 1,
///     random_plies: 2,
///     sample: Some(3),
///     unique: false,
///     usual_tables: None,
///     weights: Default::default(),
///     modules: Default::default(),
/// };
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("mad.jsonl.zst");
/// let mut file = DataFile::open(&path, &about)?;
/// let play = SelfPlay {
///     about: &about,
///     programs: &Programs::default(),
///     usual_tables: None,
///     goal: DataGoal::Games(4),
///     threads: 2,
///     stop: &false.into(),
/// };
/// assert!(play.run(&mut file, &mut |_| {})?);
/// assert_eq!((file.count().games, file.count().positions, file.cut()), (4, 12, 0));
/// # Ok::<(), joust_match::BadDataSet>(())
/// ```
pub struct DataFile {
    frames: Frames,
    name: String,
    count: DataCount,
    /// The keys of all positions, if none may be there twice.
    seen: Option<HashSet<u64>>,
    /// The first fault of a player, and its game.
    fault: Option<(usize, Fault)>,
    cut: u64,
}

impl DataFile {
    /// Opens a data set, or begins it. That of another command is refused, and so is any other file. See
    /// [`DataFile`] for an example.
    pub fn open(path: &Path, about: &DataSet) -> Result<DataFile, BadDataSet> {
        let name = path.display().to_string();
        let first = serde_json::to_string(about).map_err(|why| bad(&name, 0, io::Error::from(why).into()))?;
        let first = first + "\n";
        let mut count = DataCount::default();
        let mut seen = about.unique.then(HashSet::new);
        let (mut fault, mut wrong) = (None, false);
        let opened = Frames::open(path, &first, &mut |text| {
            let mut lines = text.lines();
            let game = lines.next().and_then(|line| serde_json::from_str::<DataGame>(line).ok());
            let Some(game) = game.filter(|game| game.game == count.games) else {
                wrong = true;
                return Err(BadFrames::Other(None));
            };
            count_in(&mut count, &mut fault, &game);
            if let Some(seen) = &mut seen {
                seen.extend(lines.filter_map(|line| {
                    let position: Position<'_> = serde_json::from_str(line).ok()?;
                    Some(key(position.setup, &position.position))
                }));
            }
            Ok(())
        });
        let games = count.games;
        let (frames, cut) = opened.map_err(|why| match why {
            _ if wrong => BadDataSet::NotAGame { name: name.clone(), game: games },
            BadFrames::Other(Some(found)) => other(&name, &found, &first),
            why => bad(&name, games, why),
        })?;
        count.bytes = frames.length();
        Ok(DataFile { frames, name, count, seen, fault, cut })
    }

    /// What it has. See [`DataFile`] for an example.
    pub fn count(&self) -> DataCount {
        self.count
    }

    /// The number of bytes at its end that were not a whole game and were cut off. See [`DataFile`] for an
    /// example.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// The first fault of a player in it, and the game.
    ///
    /// ```
    /// fn is_clean(file: &joust_match::DataFile) -> bool {
    ///     file.fault().is_none()
    /// }
    /// ```
    pub fn fault(&self) -> Option<&(usize, Fault)> {
        self.fault.as_ref()
    }

    /// Returns when all games are on the disk.
    fn sync(&self) -> Result<(), BadDataSet> {
        self.frames.sync().map_err(|why| bad(&self.name, self.count.games, why))
    }

    /// Adds games, up to the first that makes the data set complete.
    fn add(&mut self, games: Vec<Material>, goal: DataGoal) -> Result<(), BadDataSet> {
        let (mut count, mut fault, mut texts) = (self.count, self.fault.clone(), Vec::new());
        for Material { mut line, rows } in games {
            if goal.is_reached(&count) {
                break;
            }
            let all = rows.len();
            let mut fresh = |row: &Row| {
                let seen = self.seen.as_mut().zip(row.key);
                seen.is_none_or(|(seen, key)| seen.insert(key))
            };
            let kept: Vec<Row> = rows.into_iter().filter(|row| fresh(row)).collect();
            (line.positions, line.duplicates) = (kept.len(), all - kept.len());
            let head = serde_json::to_string(&line)
                .map_err(|why| bad(&self.name, count.games, io::Error::from(why).into()))?;
            let mut text = head + "\n";
            for row in kept {
                text += &row.json;
                text.push('\n');
            }
            if text.len() > LONGEST {
                return Err(BadDataSet::TooLong(line.game));
            }
            count_in(&mut count, &mut fault, &line);
            texts.push(text);
        }
        self.frames.append(&texts).map_err(|why| bad(&self.name, count.games, why))?;
        (self.count, self.fault) = (DataCount { bytes: self.frames.length(), ..count }, fault);
        Ok(())
    }
}

/// The part of a position's line that makes its key.
#[derive(Deserialize)]
struct Position<'a> {
    setup: usize,
    #[serde(borrow)]
    position: std::borrow::Cow<'a, str>,
}

fn count_in(count: &mut DataCount, fault: &mut Option<(usize, Fault)>, game: &DataGame) {
    count.games += 1;
    count.positions += game.positions;
    count.duplicates += game.duplicates;
    count.failed += usize::from(!game.faults.is_empty() || game.ending.outcome.is_none());
    if fault.is_none() {
        *fault = game.faults.first().map(|fault| (game.game, fault.clone()));
    }
}

fn bad(name: &str, game: usize, why: BadFrames) -> BadDataSet {
    let name = name.to_owned();
    match why {
        BadFrames::Io(why) => BadDataSet::Io { name, why },
        BadFrames::Busy => BadDataSet::Busy(name),
        BadFrames::Other(_) => BadDataSet::Foreign(name),
        BadFrames::Damaged { at } => BadDataSet::Damaged { name, at, game },
    }
}

/// The error for a file with another first line.
fn other(name: &str, found: &str, first: &str) -> BadDataSet {
    let fields = |text: &str| serde_json::from_str::<Map<String, Value>>(text.lines().next()?).ok();
    let found = fields(found).filter(|fields| fields.contains_key("selfplay"));
    let Some((found, about)) = found.zip(fields(first)) else { return BadDataSet::Foreign(name.to_owned()) };
    BadDataSet::Other { name: name.to_owned(), differences: differences(&found, &about) }
}

/// A game that was played, for a data set.
struct Material {
    line: DataGame,
    rows: Vec<Row>,
}

/// The games of a data set. See [`DataFile`] for an example.
pub struct SelfPlay<'a> {
    /// The first line of the data set.
    pub about: &'a DataSet,
    /// The programs of its players.
    pub programs: &'a Programs,
    /// The folder of endgame tables for engines that name none, as in [`DataSet::usual_tables`].
    pub usual_tables: Option<PathBuf>,
    /// When it is complete.
    pub goal: DataGoal,
    /// The number of games at a time, which does not change the data set.
    pub threads: usize,
    /// Stops when it becomes true.
    pub stop: &'a AtomicBool,
}

impl SelfPlay<'_> {
    /// Plays the games that are missing, and says whether the data set is complete. `listen` is told what it has
    /// whenever games are on the disk.
    pub fn run(&self, file: &mut DataFile, listen: &mut dyn FnMut(&DataCount)) -> Result<bool, BadDataSet> {
        listen(&file.count);
        if self.goal.is_reached(&file.count) {
            return Ok(true);
        }
        let last = match self.goal {
            DataGoal::Games(games) => games,
            DataGoal::Positions(_) => usize::MAX,
        };
        let order = InOrder { numbers: file.count.games..last, threads: self.threads, stop: self.stop };
        let mut synced = Instant::now();
        let done = order.run(&|number| self.play(number), &mut |games| {
            file.add(games, self.goal)?;
            if synced.elapsed() >= SYNC {
                file.sync()?;
                synced = Instant::now();
                listen(&file.count);
            }
            let is_reached = self.goal.is_reached(&file.count);
            Ok(if is_reached { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let kept = file.sync();
        done.and(kept)?;
        listen(&file.count);
        Ok(self.goal.is_reached(&file.count))
    }

    fn play(&self, number: usize) -> Result<Option<Material>, BadDataSet> {
        let about = self.about;
        let job = Job { usual_tables: self.usual_tables.clone(), ..about.job(number)? };
        let Some(played) = run_with(&job, self.programs, self.stop)? else { return Ok(None) };
        if let Some(fault) = played.faults.iter().find(|fault| !fault.kind.is_the_players()) {
            // A player that is ended by a signal may fail a moment before the game is stopped.
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            return Err(BadDataSet::Void { game: number, fault: fault.clone() });
        }
        let setup = about.setup_of(number);
        let rows = match playable(&about.game).filter(|_| played.faults.is_empty()) {
            Some(game) => (game.rows)(&job, &played, setup, &|count| about.picked(number, count))?,
            None => Vec::new(),
        };
        let is_duel = duel(&about.game).is_some();
        let line = DataGame {
            game: number,
            setup,
            seed: job.setup.seed,
            players: job.players.iter().map(|player| player.player).collect(),
            opening: job.opening.len(),
            moves: if is_duel { played.actions } else { Vec::new() },
            ending: played.ending,
            positions: rows.len(),
            duplicates: 0,
            faults: played.faults,
        };
        Ok(Some(Material { line, rows }))
    }
}
