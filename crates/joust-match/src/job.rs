//! A game to be played, and a game that was: values that can be written down, sent and repeated.

use crate::{Account, Figures, Judge, Line, Spent, Watcher, play};
use joust_core::{Allowance, Clock, Course, Ending, Fault, Game, Illegal, Player, Record, Referee, Setup};
use joust_games::{Ask, Refused, Registered};
use joust_players::BadPlayer;
use joust_sandbox::Quota;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Everything that a game depends on. Where no player is limited by time, the game is a function of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The version of this form: [`Job::VERSION`].
    pub v: u32,
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// How the game starts.
    pub setup: Setup,
    /// What is done before the players are asked, in the notation of records.
    #[serde(default)]
    pub opening: Vec<String>,
    /// The players in the order of their seats.
    pub players: Vec<PlayerText>,
    /// The clock, if the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Allowance>,
    /// What programs of others may use.
    #[serde(default)]
    pub limits: Limits,
    /// The folder with the tables of endings that end a game as soon as they know its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
    /// The folder with the tables of endings that engines use which name none, as far as it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<PathBuf>,
}

/// A player of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerText {
    /// Its number in the match, from 0.
    pub player: usize,
    /// Its canonical name, with all limits.
    pub name: String,
    /// Where its chance comes from.
    pub seed: u64,
}

/// What a program of somebody else may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Milliseconds for a move of a duel, where its name says nothing else.
    pub move_ms: Option<u64>,
    /// Seconds of processor time in a game.
    pub time: Option<f64>,
    /// Seconds that the game waits for it, all turns together.
    pub wait: Option<f64>,
    /// Megabytes of memory.
    pub memory: Option<f64>,
}

impl Limits {
    /// How long a program without a limit of time is waited for in a game: a thousand times what the
    /// games of the built-in players take, and no person watches a match.
    const LONGEST_WAIT: Duration = Duration::from_mins(2);

    /// These limits with an end to waiting, unless they have one: ten times the processor time and ten
    /// seconds, because other programs need the processor too, or else this long. It is there for
    /// programs that hang, not a limit for those that play: a game that is decided by it would end
    /// otherwise on another machine.
    #[must_use]
    pub fn or_waiting(self, otherwise: Duration) -> Limits {
        let by_time = self.time.map(|time| time * 10.0 + 10.0);
        Limits { wait: self.wait.or(by_time).or(Some(otherwise.as_secs_f64())), ..self }
    }

    /// What a player of a kit may use.
    pub(crate) fn quota(self) -> Quota {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let limits = self.or_waiting(Limits::LONGEST_WAIT);
        Quota {
            time: limits.time.map(seconds),
            wait: limits.wait.map(seconds),
            memory: limits.memory.map(|megabytes| (megabytes * 1_048_576.0) as u64),
        }
    }
}

/// Why a job cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadJob {
    /// It is a job of a later build.
    #[error("the job has version {0}, and this build knows version {version}", version = Job::VERSION)]
    Version(u32),
    /// It is of another game.
    #[error("this is a job of the game `{0}`, not of {1}")]
    OtherGame(String, &'static str),
    /// The game cannot start like this.
    #[error(transparent)]
    Setup(#[from] Refused),
    /// An action of the opening, or of a game that was played, is not allowed.
    #[error("`{action}`: {why}")]
    Action {
        /// What is written.
        action: String,
        /// Why it cannot be.
        why: Illegal,
    },
    /// A name is not that of a player.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// A player of a kit cannot be found.
    #[error("{0}")]
    Kit(String),
    /// A player does not act by itself.
    #[error("`{0}` does not play by itself")]
    Person(String),
    /// A player cannot play at all.
    #[error("{name} {fault}")]
    Unready {
        /// The player.
        name: String,
        /// What it says.
        fault: Fault,
    },
    /// The tables of endings that end games are missing or damaged.
    #[error("{0}")]
    Tables(String),
    /// There is not one player for each seat.
    #[error("{found} players for {seats} seats")]
    Players {
        /// How many there are.
        found: usize,
        /// How many the game has.
        seats: usize,
    },
}

impl Job {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// A game without opening, clock, limits and tables.
    pub fn new(game: usize, setup: Setup, players: Vec<PlayerText>) -> Job {
        Job {
            v: Job::VERSION,
            game,
            setup,
            opening: Vec::new(),
            players,
            clock: None,
            limits: Limits::default(),
            tables: None,
            usual_tables: None,
        }
    }

    /// The table of the game when the first player is asked.
    pub fn table<G: Registered>(&self) -> Result<Referee<G>, BadJob> {
        let course = self.course(&self.opening)?;
        let mut table = Referee::new(course);
        table.set_clock(self.clock.map(Clock::new));
        Ok(table)
    }

    /// The game after these actions, in the notation of records: those of [`Played`] lead to its end.
    pub fn course<G: Registered>(&self, actions: &[String]) -> Result<Course<G>, BadJob> {
        if self.v != Job::VERSION {
            return Err(BadJob::Version(self.v));
        }
        if self.setup.game != G::NAME {
            return Err(BadJob::OtherGame(self.setup.game.clone(), G::NAME));
        }
        let mut course = Course::new(G::start(&Ask::from(&self.setup))?);
        for word in actions {
            course.repeat(word).map_err(|why| BadJob::Action { action: word.clone(), why })?;
        }
        Ok(course)
    }

    /// Plays the game: one player for each seat. `None` when the flag was set before its end.
    pub fn play<G: Registered>(
        &self,
        players: &mut [Box<dyn Player<G>>],
        judge: &Judge<'_, G>,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, BadJob> {
        self.play_watched(&mut self.table()?, players, judge, &mut (), stop)
    }

    /// [`Job::play`] at [`Job::table`], which the caller keeps, before a watcher.
    pub fn play_watched<G: Registered>(
        &self,
        table: &mut Referee<G>,
        players: &mut [Box<dyn Player<G>>],
        judge: &Judge<'_, G>,
        watcher: &mut dyn Watcher<G>,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, BadJob> {
        let (found, seats) = (players.len(), G::SIDES.len());
        if found != seats {
            return Err(BadJob::Players { found, seats });
        }
        let account = play(table, players, judge, watcher, stop);
        for player in players.iter_mut() {
            player.end();
        }
        Ok(account.and_then(|account| Played::new(self, table, account)))
    }
}

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// Everything that was done, the opening too, in the notation of records.
    pub actions: Vec<String>,
    /// How it ended.
    pub ending: Ending,
    /// What the players have spent, in the order of the seats.
    pub spent: Vec<Spent>,
    /// What is known of the actions that the players took: those after the opening, one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figures>,
    /// What the players did instead of acting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

impl Line for Played {
    fn number(&self) -> usize {
        self.game
    }
}

impl Played {
    /// What came of a job; nothing while the game is not over.
    pub fn new<G: Game>(job: &Job, table: &Referee<G>, account: Account) -> Option<Played> {
        let Account { spent, figures, faults } = account;
        let course = table.course();
        let actions = course.actions().iter().map(|(seat, action)| course.written(*seat, action)).collect();
        Some(Played { game: job.game, actions, ending: table.ending()?, spent, figures, faults })
    }

    /// The moves among the actions of a game with these other words, [`Game::WORDS`].
    pub fn moves(&self, words: &[&str]) -> impl Iterator<Item = &String> {
        self.actions.iter().filter(|action| Record::is_move(action, words))
    }
}
