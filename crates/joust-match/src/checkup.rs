//! Checks a bot before it meets others: its answers over many games, whether it repeats itself, and what it
//! costs.

use crate::{BadJob, GameLimits, Job, Place, Played, PlayerText, Programs, run_with};
use joust_core::{Fault, FaultKind, Game as _, Usage, mix};
use joust_games::{Ask, BoardAsk, Refused, game};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_players::{BotProgram, Kind, Spec};
use joust_sandbox::Fuel;
use joust_wargame::Campaign;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A bot to check.
///
/// ```
/// use joust_match::{Checkup, Programs};
/// let checkup = Checkup { bot: "minimax:1", games: &["mad"], quick: true, seed: 1, ..Checkup::default() };
/// let report = checkup.run(&Programs::default(), &mut |_| (), &false.into()).unwrap().unwrap();
/// assert!(report.problem().is_none());
/// assert_eq!(report.games[0].played, 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Checkup<'a> {
    /// The name of the bot, as of any player.
    pub bot: &'a str,
    /// The games that it is to play; empty for all that it plays.
    pub games: &'a [&'a str],
    /// Whether it plays three games of each kind only.
    pub quick: bool,
    /// The seed of positions, opponents and the bot.
    pub seed: u64,
    /// The limits of the bot.
    pub limits: GameLimits,
}

impl Default for Checkup<'_> {
    fn default() -> Self {
        Checkup { bot: "", games: &[], quick: false, seed: 1, limits: GameLimits::default() }
    }
}

/// What was found about a bot.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The name of the bot.
    pub bot: String,
    /// The SHA-256 of a module.
    pub hash: Option<String>,
    /// What it did in each kind of game.
    pub games: Vec<GameCheck>,
}

/// What a bot did in the games of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct GameCheck {
    /// The game by name.
    pub game: &'static str,
    /// Whether the bot says that it does not play this game.
    pub declined: bool,
    /// How many games it has played.
    pub played: usize,
    /// How often it was asked.
    pub turns: usize,
    /// Its first problem, as a sentence that begins with its name.
    pub problem: Option<String>,
    /// The fault of that problem, if it is one.
    pub fault: Option<Fault>,
    /// Whether two games with one seed came out alike; `None` if they were not played.
    pub repeats: Option<bool>,
    /// Fuel of an action.
    pub fuel: Option<Spread>,
    /// The share of its fuel that it used in the game in which it used most.
    pub fuel_share: Option<f64>,
    /// The share of its memory that it used in the game in which it used most.
    pub memory_share: Option<f64>,
    /// Milliseconds of an action, by the clock of the machine.
    pub time_ms: Option<Spread>,
    /// Milliseconds until it was ready.
    pub start_ms: Option<Spread>,
    /// Bytes of memory.
    pub memory: Option<Spread>,
    /// Bytes that it wrote in a game besides its messages.
    pub output: Option<Spread>,
}

/// The middle and the greatest of some figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The greatest.
    pub worst: f64,
}

impl Spread {
    pub(crate) fn of(figures: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        figures.sort_by(f64::total_cmp);
        Some(Spread { median: *figures.get(figures.len() / 2)?, worst: *figures.last()? })
    }

    /// The figures in another unit.
    ///
    /// ```
    /// let spread = joust_match::Spread { median: 2.0, worst: 5.0 };
    /// assert_eq!(spread.times(10.0).worst, 50.0);
    /// ```
    #[must_use]
    pub fn times(self, factor: f64) -> Spread {
        Spread { median: self.median * factor, worst: self.worst * factor }
    }
}

impl CheckReport {
    /// The first problem.
    pub fn problem(&self) -> Option<&str> {
        if self.games.iter().all(|game| game.declined) {
            return Some("says that it plays none of the games");
        }
        self.games.iter().find_map(|game| game.problem.as_deref())
    }
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The game by name.
    pub game: &'static str,
    /// Games played so far, of all kinds.
    pub played: usize,
    /// Games to play, of all kinds.
    pub of: usize,
}

/// How many games of each kind a bot plays, besides the repetition of one.
const DUELS: usize = 22;
const BATTLES: usize = 6;
const QUICK: usize = 3;
/// Rounds of a battle. The contest has 500, and a bot shows its faults sooner.
const ROUNDS: &str = "nb_rounds=120";
/// Moves at random before the bot is asked, so that it meets odd positions: none, a few, and almost all.
const WARM_UP: [usize; 6] = [0, 0, 4, 10, 20, 34];

impl Checkup<'_> {
    /// Plays the games. `listen` is told after every game; `None` if `stop` was set.
    pub fn run(
        &self,
        programs: &Programs,
        listen: &mut dyn FnMut(Stage),
        stop: &AtomicBool,
    ) -> Result<Option<CheckReport>, BadJob> {
        let kinds: Vec<&'static str> = self.kinds(programs)?;
        let of = kinds.iter().map(|kind| self.count(kind) + 1).sum();
        let mut report = CheckReport { bot: self.bot.to_owned(), hash: None, games: Vec::new() };
        let mut played = 0;
        for kind in kinds {
            let spec = Spec::read(self.bot, kind)?;
            report.hash = programs.find(spec).ok().and_then(|bot| bot.hash());
            let mut tell = |game| {
                played += 1;
                listen(Stage { game, played, of });
            };
            match self.check(kind, programs, &mut tell, stop)? {
                Some(check) => report.games.push(check),
                None => return Ok(None),
            }
            if report.games.last().is_some_and(|game| game.problem.is_some()) {
                break;
            }
        }
        Ok(Some(report))
    }

    /// The games to play.
    fn kinds(&self, programs: &Programs) -> Result<Vec<&'static str>, BadJob> {
        let all = [Battle::NAME, Campaign::NAME, Skirmish::NAME];
        let wanted = |kind: &&'static str| self.games.is_empty() || self.games.contains(kind);
        let mut kinds: Vec<&'static str> = all.into_iter().filter(wanted).collect();
        // A player of the C++ kit plays Mad Max, and built-in players play the duels only.
        let can = |kind: &&'static str| {
            let spec = Spec::read(self.bot, kind).ok();
            let is_module = |spec: &Spec| matches!(&spec.kind, Kind::Bot(bot) if matches!(bot.program, BotProgram::Module(_)));
            spec.is_some_and(|spec| !is_module(&spec) || programs.find(spec).is_ok())
        };
        if kinds.iter().any(can) {
            kinds.retain(can);
            return Ok(kinds);
        }
        // Nothing fits: the reason is that of the first game.
        let first = kinds.first().copied().unwrap_or(Battle::NAME);
        let spec = Spec::read(self.bot, first)?;
        Err(BadJob::Kit(programs.find(spec).err().map_or_else(String::new, |why| why.to_string())))
    }

    fn count(&self, kind: &str) -> usize {
        match (self.quick, kind == Skirmish::NAME) {
            (true, _) => QUICK,
            (false, true) => BATTLES,
            (false, false) => DUELS,
        }
    }

    fn check(
        &self,
        kind: &'static str,
        programs: &Programs,
        tell: &mut dyn FnMut(&'static str),
        stop: &AtomicBool,
    ) -> Result<Option<GameCheck>, BadJob> {
        let mut tally = Tally::default();
        let mut problem = None;
        for number in 0..self.count(kind) {
            let (job, seat) = self.job(kind, number)?;
            let Some(played) = run_with(&job, programs, stop)? else { return Ok(None) };
            tell(kind);
            let fault = played.faults.iter().find(|fault| fault.seat.index() == seat).cloned();
            tally.add(&played, seat);
            if let Some(fault) = fault {
                problem = Some((number, fault));
                break;
            }
        }
        let place = Place { limits: self.limits, ..Place::default() };
        let fuel = programs.find(Spec::read(self.bot, kind)?).ok().and_then(|bot| bot.fuel(&place));
        let mut check = tally.report(kind, fuel, self.limits.memory);
        match problem {
            Some((_, fault)) if fault.kind == FaultKind::NotHere => check.declined = true,
            Some((number, fault)) => {
                let when =
                    fault.turn.map_or("before its first turn".to_owned(), |turn| format!("in turn {turn}"));
                let detail = &fault.detail;
                check.problem = Some(format!("{detail}, {when} of game {number} of {kind} ({})", fault.kind));
                check.fault = Some(fault);
            }
            None => {
                // The second game of a kind: its positions are usual ones, and the bot has the other seat.
                let (job, seat) = self.job(kind, 1)?;
                let both = (run_with(&job, programs, stop)?, run_with(&job, programs, stop)?);
                let (Some(one), Some(other)) = both else { return Ok(None) };
                tell(kind);
                let alike = one.actions == other.actions && one.fuel == other.fuel;
                check.repeats = Some(alike);
                if !alike {
                    check.problem = Some(difference(&one, &other, seat, kind));
                }
            }
        }
        Ok(Some(check))
    }

    /// A game of the check, and the seat of the bot in it.
    fn job(&self, kind: &'static str, number: usize) -> Result<(Job, usize), BadJob> {
        let seed = mix(self.seed ^ mix(number as u64));
        if kind == Skirmish::NAME {
            let ask = Ask { rules: Some(ROUNDS), seed: Some(seed & 0x7fff_ffff), ..Ask::default() };
            let seat = number % 4;
            let names = [0, 1, 2, 3]
                .map(|at| if at == seat { self.bot } else { ["Demo", "Dummy", "Null"][(at + number) % 3] });
            return Ok((self.of(number, kind, &ask, &names, seed)?, seat));
        }
        let boards: &[&str] = if kind == Battle::NAME {
            &["6x4", "5x5"]
        } else {
            &["Smolensk", "Westerplatte", "Keren", "tiny"]
        };
        let board = BoardAsk::Named(boards[(number / 2) % boards.len()]);
        let ask = Ask { board: Some(board), ..Ask::default() };
        let seat = number % 2;
        let names = if seat == 0 { [self.bot, "random"] } else { ["random", self.bot] };
        let mut job = self.of(number, kind, &ask, &names, seed)?;
        job.opening = warm_up(&job, kind, WARM_UP[(number / 2) % WARM_UP.len()], seed)?;
        Ok((job, seat))
    }

    fn of(&self, number: usize, kind: &str, ask: &Ask, names: &[&str], seed: u64) -> Result<Job, BadJob> {
        let found = game(kind).ok_or_else(|| joust_players::BadPlayer::Game(kind.to_owned()))?;
        let setup = found.setup(ask).map_err(|why: Refused| BadJob::Setup(why))?;
        let text = |(player, name): (usize, &&str)| PlayerText {
            player,
            name: (*name).to_owned(),
            seed: if kind == Skirmish::NAME { seed } else { mix(seed ^ player as u64) },
        };
        let players = names.iter().enumerate().map(text).collect();
        Ok(Job { limits: self.limits, ..Job::new(number, setup, players) })
    }
}

/// Moves at random, of which the last does not end the game.
fn warm_up(job: &Job, kind: &str, moves: usize, seed: u64) -> Result<Vec<String>, BadJob> {
    let random =
        |player| PlayerText { player, name: "random".to_owned(), seed: mix(seed ^ 0x77 ^ player as u64) };
    let job = Job { players: vec![random(0), random(1)], ..job.clone() };
    let played = run_with(&job, &Programs::default(), &AtomicBool::new(false))?;
    let words = game(kind).map_or(&[][..], |game| game.words());
    let all: Vec<String> = played.iter().flat_map(|played| played.moves(words)).cloned().collect();
    let count = moves.min(all.len().saturating_sub(2));
    Ok(all[..count].to_vec())
}

/// What two games with one seed have in common, in words.
fn difference(one: &Played, other: &Played, seat: usize, kind: &str) -> String {
    let common = one.actions.iter().zip(&other.actions).take_while(|(one, other)| one == other).count();
    if common == one.actions.len() && common == other.actions.len() {
        return format!("does not repeat itself in {kind}: it used other fuel for the same actions");
    }
    let at = |played: &Played| {
        played.actions.get(common).map_or_else(|| "nothing".to_owned(), |text| format!("`{text}`"))
    };
    format!(
        "does not repeat itself in {kind}: with one seed, action {} of the game was {} and then {}; a bot that \
         takes its random numbers from `seed` of `hello` (seat {seat}) plays alike",
        common + 1,
        at(one),
        at(other)
    )
}

/// The share of its fuel that a bot used in a game: of its bank, or of the allowance of its dearest turn where
/// it did not need the bank.
fn share(fuel: &[u64], limit: Fuel) -> f64 {
    let drawn: u64 = fuel.iter().map(|fuel| fuel.saturating_sub(limit.turn)).sum();
    let dearest = fuel.iter().copied().max().unwrap_or(0);
    match (limit.turn, limit.bank) {
        (0, 0) => 0.0,
        (turn, _) if drawn == 0 => dearest as f64 / turn as f64,
        (_, bank) => drawn as f64 / bank.max(1) as f64,
    }
}

/// The figures of all games of one kind.
#[derive(Default)]
struct Tally {
    played: usize,
    turns: usize,
    /// The fuel of each action, game by game.
    fuel: Vec<Vec<u64>>,
    times: Vec<f64>,
    usage: Vec<Usage>,
}

impl Tally {
    fn add(&mut self, played: &Played, seat: usize) {
        self.played += 1;
        let spent = played.spent.get(seat).copied().unwrap_or_default();
        self.turns += spent.moves as usize;
        if spent.moves > 0 {
            self.times.push(spent.ms / f64::from(u32::try_from(spent.moves).unwrap_or(u32::MAX)));
            self.times.push(spent.longest_ms);
        }
        if let Some(fuel) = played.fuel.get(seat).filter(|fuel| !fuel.is_empty()) {
            self.fuel.push(fuel.clone());
        }
        self.usage.extend(played.usage.get(seat));
    }

    fn report(self, game: &'static str, limit: Option<Fuel>, megabytes: Option<f64>) -> GameCheck {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let memory = Spread::of(self.usage.iter().filter_map(|usage| usage.memory).map(|bytes| bytes as f64));
        let shares = limit.map(|limit| self.fuel.iter().map(move |game| share(game, limit)));
        let fuel_share = shares.and_then(|shares| shares.reduce(f64::max));
        let all_fuel = self.fuel.iter().flatten().map(|fuel| *fuel as f64);
        GameCheck {
            game,
            declined: false,
            played: self.played,
            turns: self.turns,
            problem: None,
            fault: None,
            repeats: None,
            fuel: Spread::of(all_fuel),
            fuel_share,
            memory_share: memory.zip(megabytes).map(|(memory, most)| memory.worst / (most * 1_048_576.0)),
            time_ms: Spread::of(self.times),
            start_ms: Spread::of(self.usage.iter().filter_map(|usage| usage.start).map(ms)),
            memory,
            output: Spread::of(self.usage.iter().filter_map(|usage| usage.output).map(|bytes| bytes as f64)),
        }
    }
}
