//! Checks a bot before it meets others: its answers over many games, whether it repeats itself, and what it
//! costs.

use crate::checkup_games::count;
use crate::in_order::InOrder;
use crate::{BadJob, Contestant, GameLimits, Job, Place, Played, Programs, fairly, run_with};
use joust_core::{Fault, FaultKind, FuelUsed, Game as _, Usage};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_players::{BotProgram, Kind, Spec};
use joust_wargame::Campaign;
use serde::Serialize;
use std::ops::ControlFlow;
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
    /// Games to play at the same time. What is found does not depend on it.
    pub threads: usize,
}

impl Default for Checkup<'_> {
    fn default() -> Self {
        Checkup { bot: "", games: &[], quick: false, seed: 1, limits: GameLimits::default(), threads: 1 }
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
    /// The share of the time for an action that its longest action took, if it is a process.
    pub time_share: Option<f64>,
    /// Milliseconds of an action: by the clock of the machine, or, of a module, by its fuel.
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

impl Checkup<'_> {
    /// Plays the games. `listen` is told after every game; `None` if `stop` was set.
    pub fn run(
        &self,
        programs: &Programs,
        listen: &mut dyn FnMut(Stage),
        stop: &AtomicBool,
    ) -> Result<Option<CheckReport>, BadJob> {
        let all: Vec<&'static str> = self.kinds(programs)?;
        let mut report = CheckReport { bot: self.bot.to_owned(), hash: None, games: Vec::new() };
        // The first game of each kind tells whether the bot plays it.
        let mut exams = Vec::new();
        let (mut played, mut of) = (0, total(&all, self.quick));
        for kind in &all {
            let bot = programs.find(Spec::read(self.bot, kind)?).ok();
            report.hash = bot.as_ref().and_then(Contestant::hash);
            let mut exam = Exam::new(kind, bot);
            let Some(first) = self.play(kind, 0, programs, stop)? else { return Ok(None) };
            exam.take(0, first);
            exam.declined = exam.refuses();
            played += 1;
            listen(Stage { game: kind, played, of });
            exams.push(exam);
        }
        let is_played = |exam: &&Exam| !exam.declined;
        let kinds: Vec<&'static str> = exams.iter().filter(is_played).map(|exam| exam.kind).collect();
        of = total(&kinds, self.quick) + all.len() - kinds.len();
        for mut exam in exams {
            let (kind, games) = (exam.kind, count(exam.kind, &kinds, self.quick));
            if exam.problem.is_none() {
                let mut heard = || {
                    played += 1;
                    listen(Stage { game: kind, played, of });
                };
                self.play_rest(&mut exam, games, programs, &mut heard, stop)?;
                if exam.problem.is_none() && exam.tally.played < games {
                    return Ok(None);
                }
            }
            if exam.problem.is_none() {
                if self.repeat(&mut exam, programs, stop)?.is_none() {
                    return Ok(None);
                }
                played += 1;
                listen(Stage { game: kind, played, of });
            }
            report.games.push(exam.report(&self.limits));
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

    /// Plays a game of the check, and gives it with the seat of the bot; `None` if `stop` was set.
    fn play(
        &self,
        kind: &'static str,
        number: usize,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<(Played, usize)>, BadJob> {
        let (job, seat) = self.job(kind, number)?;
        Ok(counted(&job, programs, stop)?.map(|played| (played, seat)))
    }

    /// Plays the games of a kind after the first one, up to the first problem. `heard` is called after each.
    fn play_rest(
        &self,
        exam: &mut Exam,
        games: usize,
        programs: &Programs,
        heard: &mut dyn FnMut(),
        stop: &AtomicBool,
    ) -> Result<(), BadJob> {
        let kind = exam.kind;
        // A game that cannot be played matters only if no game before it has shown a problem.
        let work = |number| Ok(self.play(kind, number, programs, stop).transpose());
        let mut number = 1;
        InOrder { numbers: 1..games, threads: self.threads, stop }.run(&work, &mut |batch| {
            for played in batch {
                exam.take(number, played?);
                heard();
                number += 1;
                if exam.problem.is_some() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Plays a game twice more; `None` if `stop` was set.
    fn repeat(&self, exam: &mut Exam, programs: &Programs, stop: &AtomicBool) -> Result<Option<()>, BadJob> {
        // The second game of a kind: its positions are usual ones, and the bot has the other seat.
        let (job, seat) = self.job(exam.kind, 1)?;
        let both = (counted(&job, programs, stop)?, counted(&job, programs, stop)?);
        let (Some(one), Some(other)) = both else { return Ok(None) };
        let alike = one.actions == other.actions && one.fuel == other.fuel && one.remarks == other.remarks;
        exam.repeats = Some(alike);
        if !alike {
            let sentence = difference(&one, &other, seat, exam.kind);
            exam.problem = Some(Problem { sentence, fault: None });
        }
        Ok(Some(()))
    }
}

/// The number of games of these kinds, with the repetition of one of each.
fn total(kinds: &[&str], quick: bool) -> usize {
    kinds.iter().map(|kind| count(kind, kinds, quick) + 1).sum()
}

/// Plays a game that counts: one that is void says nothing about the bot, and is played again.
fn counted(job: &Job, programs: &Programs, stop: &AtomicBool) -> Result<Option<Played>, BadJob> {
    let is_void = |fault: &Fault| !fault.kind.is_the_players();
    let mut once = || Ok::<_, BadJob>(run_with(job, programs, stop)?.map(|played| (played, ())));
    Ok(fairly(job, &is_void, &mut once)?.map(|(played, ())| played))
}

/// What is wrong with a bot.
struct Problem {
    sentence: String,
    fault: Option<Fault>,
}

impl Problem {
    fn of(number: usize, kind: &str, fault: Fault) -> Problem {
        let when = fault.turn.map_or("before its first turn".to_owned(), |turn| format!("in turn {turn}"));
        let sentence = format!("{}, {when} of game {number} of {kind} ({})", fault.deed(), fault.kind);
        Problem { sentence, fault: Some(fault) }
    }

    fn after(number: usize, kind: &str, fault: Fault) -> Problem {
        let sentence = format!("{}, after game {number} of {kind} was over ({})", fault.deed(), fault.kind);
        Problem { sentence, fault: Some(fault) }
    }
}

/// The games of one kind.
struct Exam {
    kind: &'static str,
    bot: Option<Contestant>,
    tally: Tally,
    problem: Option<Problem>,
    repeats: Option<bool>,
    /// Whether the bot says at once that it does not play this game. Later it is a problem.
    declined: bool,
}

impl Exam {
    fn new(kind: &'static str, bot: Option<Contestant>) -> Exam {
        Exam { kind, bot, tally: Tally::default(), problem: None, repeats: None, declined: false }
    }

    /// Takes a game in which the bot had a seat.
    fn take(&mut self, number: usize, (played, seat): (Played, usize)) {
        self.tally.add(&played, seat);
        let of_bot = |fault: &&Fault| fault.seat.index() == seat;
        let fault = played.faults.iter().find(of_bot).cloned();
        let farewell = || played.farewells.iter().find(of_bot).cloned();
        self.problem = match fault {
            Some(fault) => Some(Problem::of(number, self.kind, fault)),
            None => farewell().map(|fault| Problem::after(number, self.kind, fault)),
        };
    }

    /// Whether the problem is that the bot says that it cannot play here.
    fn refuses(&self) -> bool {
        let fault = self.problem.as_ref().and_then(|problem| problem.fault.as_ref());
        fault.is_some_and(|fault| fault.kind == FaultKind::NotHere)
    }

    fn report(self, limits: &GameLimits) -> GameCheck {
        let declined = self.declined;
        let place = Place { limits: *limits, ..Place::default() };
        let memory = self.bot.as_ref().and_then(|bot| bot.memory(&place));
        let turn = self.bot.as_ref().and_then(|bot| bot.turn_time(&place));
        let check = self.tally.report(self.kind, memory, turn);
        let problem = self.problem.filter(|_| !declined);
        let (sentence, fault) =
            problem.map_or((None, None), |problem| (Some(problem.sentence), problem.fault));
        GameCheck { declined, problem: sentence, fault, repeats: self.repeats, ..check }
    }
}

/// What two games with one seed have in common, in words.
fn difference(one: &Played, other: &Played, seat: usize, kind: &str) -> String {
    let common = one.actions.iter().zip(&other.actions).take_while(|(one, other)| one == other).count();
    if common == one.actions.len() && common == other.actions.len() && one.fuel == other.fuel {
        return format!("does not repeat itself in {kind}: it made other notes with the same actions");
    }
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

/// The figures of all games of one kind.
#[derive(Default)]
struct Tally {
    played: usize,
    turns: usize,
    /// The fuel of each action, game by game.
    fuel: Vec<Vec<u64>>,
    times: Vec<f64>,
    longest_ms: f64,
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
            self.longest_ms = self.longest_ms.max(spent.longest_ms);
        }
        if let Some(fuel) = played.fuel.get(seat).filter(|fuel| !fuel.is_empty()) {
            self.fuel.push(fuel.clone());
        }
        self.usage.extend(played.usage.get(seat));
    }

    fn report(self, game: &'static str, most: Option<u64>, turn: Option<Duration>) -> GameCheck {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let memory = Spread::of(self.usage.iter().filter_map(|usage| usage.memory).map(|bytes| bytes as f64));
        let fuel_share =
            self.usage.iter().filter_map(|usage| usage.fuel.map(FuelUsed::share)).reduce(f64::max);
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
            memory_share: memory.zip(most).map(|(memory, most)| memory.worst / most as f64),
            time_share: turn.map(|turn| self.longest_ms / ms(turn)),
            time_ms: Spread::of(self.times),
            start_ms: Spread::of(self.usage.iter().filter_map(|usage| usage.start).map(ms)),
            memory,
            output: Spread::of(self.usage.iter().filter_map(|usage| usage.output).map(|bytes| bytes as f64)),
        }
    }
}
