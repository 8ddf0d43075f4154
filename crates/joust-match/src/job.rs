//! A game to play and a game that was played, as values that can be stored, sent and repeated.

use crate::contestant::ARMY_FUEL;
use crate::{Account, Figures, Judge, Line, Remark, Spent, Watcher, play};
use joust_core::{
    Allowance, Clock, Course, Ending, Fault, Game, Illegal, Player, Record, Referee, Seat, Setup, Usage,
};
use joust_games::{Ask, Refused, Registered};
use joust_players::BadPlayer;
use joust_sandbox::{Fuel, Quota};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Everything that a game depends on. Where no player has a time limit, the game is a function of its job.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText};
/// use joust_wargame::Campaign;
///
/// let ask = Ask { board: Some(joust_games::BoardAsk::Named("tiny")), ..Ask::default() };
/// let setup = game("wargame").unwrap().setup(&ask).unwrap();
/// let players = [0, 1].map(|player| PlayerText { player, name: "random".into(), seed: 7 });
/// let job = Job { opening: vec!["drop-A1".into()], ..Job::new(0, setup, players.into()) };
/// assert_eq!(serde_json::from_str::<Job>(&serde_json::to_string(&job)?)?, job);
/// assert_eq!(job.table::<Campaign>().unwrap().course().actions().len(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The version of this format: [`Job::VERSION`].
    pub v: u32,
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// How the game starts.
    pub setup: Setup,
    /// The actions before the players are asked, in the notation of records.
    #[serde(default)]
    pub opening: Vec<String>,
    /// The players in the order of their seats.
    pub players: Vec<PlayerText>,
    /// The clock, if the game has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Allowance>,
    /// The limits of programs.
    #[serde(default)]
    pub limits: GameLimits,
    /// The folder of endgame tables that end a game as soon as they have its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<PathBuf>,
    /// The folder of endgame tables for engines that name no folder. It may be empty.
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
    /// The seed of its random choices.
    pub seed: u64,
}

/// The limits of a program in a game; `None` stands for "unlimited".
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameLimits {
    /// Milliseconds for a move of a duel, unless the player's name sets another limit.
    pub move_ms: Option<u64>,
    /// Seconds of processor time in a game.
    pub time: Option<f64>,
    /// Seconds that the game waits for the program, all turns together.
    pub wait: Option<f64>,
    /// Megabytes of memory.
    pub memory: Option<f64>,
    /// Fuel for each turn of a module; what is left of it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// Fuel in the bank of a module, for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u64>,
    /// A module is too late that keeps the processor this many times as long as its fuel stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u32>,
}

impl GameLimits {
    /// The patience of judges with modules. A player with tables of a hundred megabytes takes four times as long as its
    /// fuel stands for, and twice that on a busy machine; one that does nothing but wait for memory takes 900 times.
    pub const PATIENCE: u32 = 30;

    /// How long a game waits for a program without a time limit: a thousand times as long as games of the
    /// built-in players take, and no person watches a match.
    const LONGEST_WAIT: Duration = Duration::from_mins(2);

    /// The limits of a judge of Mad Max, as in the contest of the game: fuel for three seconds of a game, all
    /// rounds together, 256 megabytes of memory, and the usual patience.
    ///
    /// ```
    /// let limits = joust_match::GameLimits::judge();
    /// assert_eq!((limits.fuel, limits.memory), (Some(0), Some(256.0)));
    /// ```
    pub fn judge() -> GameLimits {
        let Fuel { turn, bank, .. } = ARMY_FUEL;
        GameLimits {
            fuel: Some(turn),
            bank: Some(bank),
            memory: Some(256.0),
            patience: Some(GameLimits::PATIENCE),
            ..GameLimits::default()
        }
    }

    /// These limits with a limit on waiting, if they have none: ten times the limit of processor time and
    /// ten seconds, because other programs use the processor too, or else `otherwise`. It ends programs that
    /// hang; it must not decide between programs that play, or the result would depend on the machine.
    ///
    /// ```
    /// use joust_match::GameLimits;
    /// use std::time::Duration;
    /// let limits = GameLimits { time: Some(2.0), ..GameLimits::default() };
    /// assert_eq!(limits.or_waiting(Duration::from_secs(120)).wait, Some(30.0));
    /// assert_eq!(GameLimits::default().or_waiting(Duration::from_secs(120)).wait, Some(120.0));
    /// ```
    #[must_use]
    pub fn or_waiting(self, otherwise: Duration) -> GameLimits {
        let by_time = self.time.map(|time| time * 10.0 + 10.0);
        GameLimits { wait: self.wait.or(by_time).or(Some(otherwise.as_secs_f64())), ..self }
    }

    /// What a player of a kit may use.
    pub(crate) fn quota(self) -> Quota {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let limits = self.or_waiting(GameLimits::LONGEST_WAIT);
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
    /// The job has a version that this build does not know.
    #[error("the job has version {0}, but this build knows version {version}", version = Job::VERSION)]
    Version(u32),
    /// A limit is below 0, or not a number.
    #[error("the limit of {0} is {1}: limits are numbers from 0 on")]
    Limit(&'static str, String),
    /// It is of another game.
    #[error("this is a job of the game `{0}`, not of {1}")]
    OtherGame(String, &'static str),
    /// The game cannot start from this setup.
    #[error(transparent)]
    Setup(#[from] Refused),
    /// An action of the opening, or of a game that was played, is not allowed.
    #[error("`{action}`: {why}")]
    Action {
        /// The text of the action.
        action: String,
        /// Why it is not allowed.
        why: Illegal,
    },
    /// A name does not name a player.
    #[error(transparent)]
    Player(#[from] BadPlayer),
    /// A player of a kit cannot be found.
    #[error("{0}")]
    Kit(String),
    /// This machine cannot confine the players of a kit, and the caller has not accepted that.
    #[error("{0}")]
    Unconfined(String),
    /// A player does not act by itself.
    #[error("`{0}` does not play by itself")]
    Person(String),
    /// A player cannot play at all.
    #[error("{name} {fault}")]
    Unready {
        /// The player.
        name: String,
        /// The fault that it reports.
        fault: Fault,
    },
    /// A game does not count, and was tried several times: joust failed, or the program of a player cannot be
    /// started.
    #[error("{}", crate::fair::unfair(*.game, .name, .fault))]
    Unfair {
        /// The number of the game.
        game: usize,
        /// The seat at which it failed.
        seat: usize,
        /// The player there.
        name: String,
        /// What happened.
        fault: Fault,
    },
    /// The endgame tables that end games are missing or damaged.
    #[error("{0}")]
    Tables(String),
    /// The number of players is not the number of seats.
    #[error("{found} players for {seats} seats")]
    Players {
        /// The number of players.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
}

impl Job {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// A game without opening, clock, limits and tables.
    ///
    /// See [`Job`] for an example.
    pub fn new(game: usize, setup: Setup, players: Vec<PlayerText>) -> Job {
        Job {
            v: Job::VERSION,
            game,
            setup,
            opening: Vec::new(),
            players,
            clock: None,
            limits: GameLimits::default(),
            tables: None,
            usual_tables: None,
        }
    }

    /// The referee of the game after the opening, before the first player is asked.
    ///
    /// See [`Job`] for an example.
    pub fn table<G: Registered>(&self) -> Result<Referee<G>, BadJob> {
        let course = self.course(&self.opening)?;
        let mut table = Referee::new(course);
        table.set_clock(self.clock.map(Clock::new));
        Ok(table)
    }

    /// The game after these actions, in the notation of records. The actions of a [`Played`] lead to its end.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// use joust_match::{BadJob, Job};
    /// use joust_mad::Battle;
    /// use joust_wargame::Campaign;
    /// let job = Job::new(0, game("mad").unwrap().setup(&Ask::default()).unwrap(), Vec::new());
    /// let course = job.course::<Battle>(&["pass".into(), "112<>221".into()]).unwrap();
    /// assert_eq!(course.actions().len(), 2);
    /// assert!(matches!(job.course::<Campaign>(&[]), Err(BadJob::OtherGame(..))));
    /// ```
    pub fn course<G: Registered>(&self, actions: &[String]) -> Result<Course<G>, BadJob> {
        if self.v != Job::VERSION {
            return Err(BadJob::Version(self.v));
        }
        let GameLimits { time, wait, memory, .. } = self.limits;
        for (name, limit) in [("time", time), ("wait", wait), ("memory", memory)] {
            if let Some(limit) = limit.filter(|limit| limit.is_nan() || *limit < 0.0) {
                return Err(BadJob::Limit(name, limit.to_string()));
            }
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

    /// Plays the game with one player for each seat. `None` if `stop` was set before its end.
    ///
    /// The [crate] shows it with a player of its own.
    pub fn play<G: Registered>(
        &self,
        players: &mut [Box<dyn Player<G>>],
        judge: &Judge<'_, G>,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, BadJob> {
        self.play_watched(&mut self.table()?, players, judge, &mut (), stop)
    }

    /// [`Job::play`] at a [`Job::table`] that the caller keeps, in front of a watcher.
    ///
    /// ```
    /// use joust_core::{Course, Player, Seed};
    /// use joust_games::{Ask, game};
    /// use joust_mad::Battle;
    /// use joust_match::Job;
    /// use joust_players::Random;
    /// let job = Job::new(0, game("mad").unwrap().setup(&Ask::default()).unwrap(), Vec::new());
    /// let mut players = [1, 2].map(|seed| -> Box<dyn Player<Battle>> { Box::new(Random::new(Seed(seed))) });
    /// let (mut table, mut turns) = (job.table().unwrap(), 0);
    /// let mut count = |_: &Course<Battle>| turns += 1;
    /// let played = job.play_watched(&mut table, &mut players, &|_| None, &mut count, &false.into());
    /// assert_eq!(played.unwrap().unwrap().actions.len(), turns);
    /// ```
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
        let mut usage: Vec<Usage> = players.iter().map(|player| player.usage()).collect();
        if usage.iter().all(|usage| *usage == Usage::default()) {
            usage.clear();
        }
        let mut farewells = Vec::new();
        for (seat, player) in players.iter_mut().enumerate() {
            if let (Some(account), Some(ending)) = (&account, table.ending()) {
                player.hear(&ending, &account.faults);
            }
            player.end();
            let at = Seat::new(seat).unwrap_or(Seat::FIRST);
            farewells.extend(player.farewell().map(|fault| fault.at(at, None)));
        }
        let played = |account| Some(Played { usage, farewells, ..Played::new(self, table, account)? });
        Ok(account.and_then(played))
    }
}

/// A game that was played to its end.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_mad::Battle;
/// use joust_match::{Account, Job, Played};
/// let job = Job::new(0, game("mad").unwrap().setup(&Ask::default()).unwrap(), Vec::new());
/// let mut table = job.table::<Battle>().unwrap();
/// assert!(Played::new(&job, &table, Account::default()).is_none(), "the game is not over");
/// for text in ["pass", "resign"] {
///     let (seat, action) = (table.course().to_act().seat(), text.parse().unwrap());
///     table.carry_out(table.propose(seat, &action, 0).unwrap());
/// }
/// let played = Played::new(&job, &table, Account::default()).unwrap();
/// assert_eq!((played.actions.join(" ").as_str(), played.moves(&["resign"]).count()), ("pass resign", 1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// All actions, including the opening, in the notation of records.
    pub actions: Vec<String>,
    /// How it ended.
    pub ending: Ending,
    /// The time and nodes of the players, in the order of the seats.
    pub spent: Vec<Spent>,
    /// Figures of each action after the opening.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figures>,
    /// The faults of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The fuel of each action of each seat; nothing where no seat runs on fuel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fuel: Vec<Vec<u64>>,
    /// The notes of the players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// What programs have used, in the order of the seats; nothing where no program plays. It depends on the
    /// machine and is not stored.
    #[serde(skip)]
    pub usage: Vec<Usage>,
    /// Players that failed after the game was over, which cost nothing. It is not stored.
    #[serde(skip)]
    pub farewells: Vec<Fault>,
}

impl Line for Played {
    fn number(&self) -> usize {
        self.game
    }
}

impl Played {
    /// The result of a job; `None` while the game is not over.
    pub fn new<G: Game>(job: &Job, table: &Referee<G>, account: Account) -> Option<Played> {
        let Account { spent, figures, faults, mut fuel, remarks } = account;
        if fuel.iter().all(Vec::is_empty) {
            fuel.clear();
        }
        let course = table.course();
        let actions = course.actions().iter().map(|(seat, action)| course.written(*seat, action)).collect();
        Some(Played {
            game: job.game,
            actions,
            ending: table.ending()?,
            spent,
            figures,
            faults,
            fuel,
            remarks,
            usage: Vec::new(),
            farewells: Vec::new(),
        })
    }

    /// The game without times and figures: what is left depends on the job alone, if its players do. Of what
    /// programs have used, their fuel is left.
    ///
    /// See [`Task`](crate::Task) for an example.
    #[must_use]
    pub fn without_times(mut self) -> Played {
        for spent in &mut self.spent {
            *spent = Spent { moves: spent.moves, nodes: spent.nodes, ..Spent::default() };
        }
        let fuel = |usage: Usage| Usage { fuel: usage.fuel, ..Usage::default() };
        let usage = self.usage.into_iter().map(fuel).collect();
        Played { figures: Vec::new(), usage, farewells: Vec::new(), ..self }
    }

    /// The actions that are moves, not among `words`: [`Game::WORDS`].
    pub fn moves(&self, words: &[&str]) -> impl Iterator<Item = &String> {
        self.actions.iter().filter(|action| Record::is_move(action, words))
    }
}
