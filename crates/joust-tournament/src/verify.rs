//! Verifies a journal: its games are played again, or at least replayed by the rules, and compared with their lines.

use crate::cast::Cast;
use crate::journal::{BadStart, Reading};
use crate::ledger::Ledger;
use crate::line::{GameLine, GameRecord, Skipped};
use crate::terms::Terms;
use crate::tournament::{BadTerms, Tournament};
use joust_core::{FaultKind, Outcome};
use joust_games::{Ask, duel};
use joust_league::schedule::Fixture;
use joust_madmax::{CompactRecord, Skirmish, Verified as Judged, verify_record};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

/// Verifies the games of a journal on several threads.
///
/// ```
/// use joust_match::Programs;
/// use joust_tournament::{Cast, Reading, Runner, Terms, Tournament, TournamentFile, Verifier, open};
/// let file = "game = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", \"minimax:2\"]\n";
/// let (programs, stop) = (Programs::default(), false.into());
/// let terms = Terms::settle(&TournamentFile::read(file)?, "spring", &programs, None)?;
/// # let folder = tempfile::tempdir()?;
/// let journal = folder.path().join("spring.journal");
/// let tournament = Tournament::new(terms.clone())?;
/// Runner { tournament: &tournament, programs: &programs, threads: 2, stop: &stop }
///     .run(&mut open(&journal, &terms)?, &mut |_| ())?;
/// let verifier = Verifier { cast: &Cast::of(&terms, &|_, _| None), threads: 2, stop: &stop };
/// let verified = verifier.verify(&journal, &mut |_, _| ())?;
/// assert_eq!((verified.played_again, verified.deviations.len()), (2, 0));
/// // Somebody exchanges the results.
/// let text = std::fs::read_to_string(&journal)?;
/// std::fs::write(&journal, text.replace("\"1-0\"", "\"?\"").replace("\"0-1\"", "\"1-0\"").replace("\"?\"", "\"0-1\""))?;
/// let verified = verifier.verify(&journal, &mut |_, _| ())?;
/// assert!(verified.deviations[0].what.starts_with("played again, its result is "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Verifier<'a> {
    /// The players that can play again.
    pub cast: &'a Cast,
    /// Games at the same time.
    pub threads: usize,
    /// Set to stop before the end.
    pub stop: &'a AtomicBool,
}

/// What was found in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// The name of the tournament.
    pub tournament: String,
    /// Whether no game of the tournament is left to play.
    pub over: bool,
    /// The games in the journal.
    pub games: usize,
    /// The games that were played again.
    pub played_again: usize,
    /// The games that were replayed by the rules, because a player cannot play again.
    pub replayed: usize,
    /// The games of which nothing is known but their result.
    pub unchecked: usize,
    /// What is not as it should be, in the order of the games.
    pub deviations: Vec<Deviation>,
}

/// A game of a journal that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Deviation {
    /// The number of the game.
    pub game: usize,
    /// What is wrong, as a sentence goes on after the game.
    pub what: String,
}

/// Why a journal cannot be verified.
#[derive(Debug, thiserror::Error)]
pub enum BadVerify {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] BadStart),
    /// Its games cannot be played.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// A program adds games to it.
    #[error("{0} is being written now: wait for the end of its tournament")]
    Running(String),
    /// The flag was set.
    #[error("it was stopped")]
    Stopped,
}

/// How a game was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    Again,
    ByRules,
    Nothing,
}

/// What is told of a game: how it was checked, or what is wrong with it. `None` if the flag was set.
type Told = (usize, Option<Result<Check, String>>);

impl Verifier<'_> {
    /// Verifies a journal; `heard` is told how many games are checked, and of how many. See [`Verifier`] for an
    /// example.
    pub fn verify(&self, journal: &Path, heard: &mut dyn FnMut(usize, usize)) -> Result<Verified, BadVerify> {
        let plan = Plan::of(journal)?;
        let tournament = Tournament::new(plan.terms.clone())?;
        let games = plan.games;
        let mut verified = Verified {
            tournament: plan.terms.tournament.clone(),
            over: plan.over,
            games,
            deviations: plan.deviations.clone(),
            ..Verified::default()
        };
        heard(0, games);
        let source = Mutex::new(Reading::open(journal)?);
        let (tell, told) = channel();
        std::thread::scope(|scope| -> Result<(), BadVerify> {
            for _ in 0..self.threads.max(1) {
                let (tell, source, plan, tournament) = (tell.clone(), &source, &plan, &tournament);
                scope.spawn(move || self.work(source, plan, tournament, &tell));
            }
            drop(tell);
            let mut done = 0;
            for told in told {
                let (game, checked) = told?;
                match checked.ok_or(BadVerify::Stopped)? {
                    Ok(Check::Again) => verified.played_again += 1,
                    Ok(Check::ByRules) => verified.replayed += 1,
                    Ok(Check::Nothing) => verified.unchecked += 1,
                    Err(what) => verified.deviations.push(Deviation { game, what }),
                }
                done += 1;
                heard(done, games);
            }
            Ok(())
        })?;
        verified.deviations.sort();
        Ok(verified)
    }

    /// Checks one game of the journal after the other, until none is left.
    fn work(
        &self,
        source: &Mutex<Reading>,
        plan: &Plan,
        tournament: &Tournament,
        tell: &Sender<Result<Told, BadStart>>,
    ) {
        loop {
            let next = source.lock().unwrap_or_else(PoisonError::into_inner).next_game::<GameRecord>();
            let told = match next {
                Ok(None) => return,
                Ok(Some(line)) => Ok((line.game, self.check(&line, plan, tournament))),
                Err(why) => Err(why),
            };
            let goes_on = matches!(told, Ok((_, Some(_))));
            if tell.send(told).is_err() || !goes_on {
                return;
            }
        }
    }

    fn check(&self, line: &GameLine, plan: &Plan, tournament: &Tournament) -> Option<Result<Check, String>> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        if plan.deviations.iter().any(|deviation| deviation.game == line.game) {
            // It was told already.
            return Some(Ok(Check::Nothing));
        }
        let Some(fixture) = plan.fixtures.get(&line.game) else {
            return Some(Err(NOT_FOLLOWING.to_owned()));
        };
        if self.cast.has(&fixture.seats) && tournament.task(fixture).is_repeatable().is_ok() {
            return match tournament.play(fixture, self.cast.programs(), self.stop) {
                Ok(again) => {
                    let again = again?;
                    Some(match difference(line, &again) {
                        None => Ok(Check::Again),
                        // The same player was too late, and when that was found depends on the machine.
                        Some(_) if is_late(line) && late(line).eq(late(&again)) => {
                            by_rules(line, fixture, tournament)
                        }
                        Some(what) => Err(what),
                    })
                }
                Err(why) => Some(Err(format!("cannot be played again: {why}"))),
            };
        }
        Some(by_rules(line, fixture, tournament))
    }
}

/// What is said of a game whose place in the schedule is unknown.
const NOT_FOLLOWING: &str = "does not follow from the games before it, which are missing or wrong";

/// What the games of a journal should be.
struct Plan {
    terms: Terms,
    games: usize,
    over: bool,
    fixtures: HashMap<usize, Fixture>,
    deviations: Vec<Deviation>,
}

impl Plan {
    /// Reads a journal and finds the place of every game in the schedule.
    fn of(journal: &Path) -> Result<Plan, BadVerify> {
        let mut reading = Reading::open(journal)?;
        if reading.is_running {
            return Err(BadVerify::Running(journal.display().to_string()));
        }
        let terms = reading.terms.clone();
        let mut ledger = Ledger::new(&terms).map_err(BadStart::from)?;
        let (mut fixtures, mut deviations, mut numbers) = (HashMap::new(), Vec::new(), Vec::new());
        while let Some(line) = reading.next_game::<Skipped>()? {
            let game = line.game;
            numbers.push(game);
            let added = ledger.add_heard(line, &mut |counted| {
                fixtures.insert(counted.fixture.game, counted.fixture.clone());
            });
            if let Err(why) = added {
                let (game, what) = (why.game(), why.to_string());
                let what = what.strip_prefix(&format!("game {game} ")).unwrap_or(&what).to_owned();
                deviations.push(Deviation { game, what });
            }
        }
        for game in &numbers {
            if !fixtures.contains_key(game)
                && let Some(fixture) = ledger.fixture(*game)
            {
                fixtures.insert(*game, fixture);
            }
        }
        Ok(Plan { games: numbers.len(), over: ledger.is_over(), terms, fixtures, deviations })
    }
}

/// The seats whose players were too late.
fn late(line: &GameLine) -> impl Iterator<Item = usize> {
    line.faults.iter().filter(|fault| fault.kind == FaultKind::Late).map(|fault| fault.seat)
}

fn is_late(line: &GameLine) -> bool {
    late(line).next().is_some()
}

/// The first thing in which the line of a game differs from the game that was played again.
fn difference(line: &GameLine, again: &GameLine) -> Option<String> {
    if line == again {
        return None;
    }
    let other = |what: &str, is: String, was: String| format!("played again, its {what} is {is}, not {was}");
    let shown = |result: &Option<String>| result.clone().unwrap_or_else(|| "missing".to_owned());
    if line.result != again.result {
        return Some(other("result", shown(&again.result), shown(&line.result)));
    }
    if line.scores != again.scores {
        return Some(other("score", format!("{:?}", again.scores), format!("{:?}", line.scores)));
    }
    let (kept, made) = (line.record.as_ref(), again.record.as_ref());
    let words = |record: Option<&GameRecord>| -> Vec<String> {
        record.map_or_else(Vec::new, |record| record.actions.split(' ').map(str::to_owned).collect())
    };
    let (was, is) = (words(kept), words(made));
    if was != is {
        let at = was.iter().zip(&is).take_while(|(was, is)| was == is).count();
        let word =
            |words: &[String]| words.get(at).map_or_else(|| "missing".to_owned(), |w| format!("`{w}`"));
        return Some(other(&format!("action {}", at + 1), word(&is), word(&was)));
    }
    let parts = [
        (line.broken != again.broken, "end"),
        (line.faults != again.faults, "faults"),
        (line.fuel != again.fuel || kept.map(|kept| &kept.fuel) != made.map(|made| &made.fuel), "fuel"),
        (kept.map(|kept| &kept.notes) != made.map(|made| &made.notes), "notes"),
    ];
    let part = parts.iter().find(|(is_other, _)| *is_other).map_or("record", |(_, part)| part);
    Some(format!("played again, its {part} comes out otherwise"))
}

/// Replays the actions of a game by the rules.
fn by_rules(line: &GameLine, fixture: &Fixture, tournament: &Tournament) -> Result<Check, String> {
    let Some(record) = line.record.as_ref().filter(|_| line.broken.is_none()) else {
        return Ok(Check::Nothing);
    };
    if tournament.terms().is_duel() {
        duel_by_rules(line, record, fixture, tournament)?;
    } else {
        armies_by_rules(line, record, fixture, tournament)?;
    }
    Ok(Check::ByRules)
}

fn duel_by_rules(
    line: &GameLine,
    record: &GameRecord,
    fixture: &Fixture,
    tournament: &Tournament,
) -> Result<(), String> {
    let job = tournament.job(fixture);
    let actions: Vec<&str> = record.actions.split_whitespace().collect();
    let (opening, is_played) = (job.opening.len(), actions.len() >= job.opening.len());
    if record.opening != opening || !is_played || actions.iter().zip(&job.opening).any(|(was, is)| was != is)
    {
        return Err("does not begin with its opening".to_owned());
    }
    let game = duel(&job.setup.game).ok_or("is of no known game")?;
    let mut session = game.duel_session(&Ask::from(&job.setup)).map_err(|why| why.to_string())?;
    for (number, action) in (1..).zip(&actions) {
        session
            .act(action)
            .map_err(|why| format!("has action {number}, `{action}`, against the rules: {why}"))?;
    }
    let said = line.result.clone().unwrap_or_default();
    match session.outcome() {
        Some(end) if end.to_string() != said => Err(format!("ends {end} by the rules, not {said}")),
        Some(end) if end.scores().is_some_and(|scores| scores != line.scores) => {
            Err(format!("ends with the scores {:?}, not {:?}", end.scores().unwrap_or_default(), line.scores))
        }
        Some(_) => Ok(()),
        None => ended_by_fault(line, &said),
    }
}

/// A duel that is not over by the rules was lost by a fault.
fn ended_by_fault(line: &GameLine, said: &str) -> Result<(), String> {
    let at_fault = line.faults.iter().filter_map(|fault| joust_core::Seat::new(fault.seat));
    let costs: Vec<String> =
        at_fault.map(|seat| Outcome::duel_win(seat.opponent(), Outcome::FULL).to_string()).collect();
    if costs.iter().any(|cost| cost == said) {
        Ok(())
    } else {
        Err(format!("is not over by the rules, and no fault gives {said}"))
    }
}

fn armies_by_rules(
    line: &GameLine,
    record: &GameRecord,
    fixture: &Fixture,
    tournament: &Tournament,
) -> Result<(), String> {
    let bytes = record.compact().ok_or("has a record that is damaged")?;
    let compact = CompactRecord::decode(&bytes).map_err(|why| why.to_string())?;
    let begun = tournament.job(fixture).course::<Skirmish>(&[]).map_err(|why| why.to_string())?;
    if compact.config != *begun.start().config() || compact.seed != begun.start().seed() {
        return Err("has the record of a game with another map, other settings or another seed".to_owned());
    }
    match verify_record(&bytes) {
        Ok(Judged::Replayed(summary) | Judged::Consistent(summary)) => {
            let is_equal =
                summary.scores.iter().copied().eq(line.scores.iter().map(|score| i64::from(*score)));
            let other = || format!("ends with the scores {:?}, not {:?}", summary.scores, line.scores);
            if is_equal { Ok(()) } else { Err(other()) }
        }
        Ok(Judged::Undecided { round }) => Err(format!("cannot be decided from round {round} on")),
        Err(why) => Err(why.to_string()),
    }
}
