//! Tuning by SPSA: the games that tell which of two settings of a player is better.
//!
//! In each iteration the player with some values meets itself with others, in pairs of games: both games of a
//! pair have one opening, and in the second the players have exchanged seats. In Mad Max each of them has two
//! seats, and both games of a pair have one seed.

use crate::{
    BadJob, BadOpening, Broken, Gains, GameLimits, Job, Journal, Line, Openings, PlayerText, Programs,
    Schedule, Spsa, TunedParameter, run_with, score,
};
use crate::{BadJournal, Opened};
use joust_core::{Fault, Outcome, Seat, Seed, Setup, mix};
use joust_games::{Ask, game};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The first line of the journal of a run. The games depend on everything in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaMatch {
    /// The game by name.
    #[serde(rename = "tune")]
    pub game: String,
    /// The method: [`SpsaMatch::METHOD`].
    pub method: String,
    /// The canonical name of the player.
    pub player: String,
    /// The parameters that are tuned.
    pub parameters: Vec<TunedParameter>,
    /// The gains.
    pub gains: Gains,
    /// The number of pairs of games in an iteration.
    pub pairs: usize,
    /// The rules that were asked for.
    pub rules: Option<String>,
    /// The board that was asked for, and its text if it came from a file.
    pub board: Option<String>,
    /// The text of the board, if it came from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_text: Option<String>,
    /// The position that was asked for.
    pub position: Option<String>,
    /// The seed of all random choices.
    pub seed: u64,
    /// Milliseconds that a program has for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// The folder of endgame tables that engines use, from the environment.
    #[serde(rename = "JOUST_TABLES", default, skip_serializing_if = "Option::is_none")]
    pub usual_tables: Option<String>,
    /// The SHA-256 of the weights in each file that an engine names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The SHA-256 of each module that plays.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
}

impl SpsaMatch {
    /// The word for the method.
    pub const METHOD: &str = "spsa";

    /// The number of games in an iteration.
    fn games(&self) -> usize {
        2 * self.pairs.max(1)
    }

    /// The name of the player with these values for the parameters.
    ///
    /// ```
    /// use joust_match::{Gains, SpsaMatch, TunedParameter};
    /// let one = TunedParameter { name: "ship.0.early".into(), start: 1.0, min: 0.0, max: 9.0, c: 1.0, integer: true };
    /// let about = SpsaMatch {
    ///     player: "engine,nodes=50".into(),
    ///     parameters: vec![one],
    ///     ..SpsaMatch::new("mad", Gains::usual(10), 1)
    /// };
    /// assert_eq!(about.with_values(&[7.0]), "engine,nodes=50,set.ship.0.early=7");
    /// ```
    pub fn with_values(&self, values: &[f64]) -> String {
        let set = self.parameters.iter().zip(values).map(|(one, value)| format!(",set.{}={value}", one.name));
        self.player.clone() + &set.collect::<String>()
    }

    /// This run with all numbers rounded to 13 digits, which a journal gives back unchanged.
    ///
    /// ```
    /// use joust_match::{Gains, SpsaMatch};
    /// let about = SpsaMatch::new("mad", Gains { a: 0.1 + 0.2, ..Gains::usual(12) }, 1).rounded();
    /// let line = serde_json::to_string(&about).unwrap();
    /// assert!(line.contains(r#""a":0.3,"A":1.2,"#));
    /// assert_eq!(serde_json::from_str::<SpsaMatch>(&line).unwrap(), about);
    /// ```
    #[must_use]
    pub fn rounded(mut self) -> SpsaMatch {
        let round = |number: &mut f64| *number = format!("{number:.12e}").parse().unwrap_or(*number);
        let Gains { a, stability, alpha, gamma } = &mut self.gains;
        [a, stability, alpha, gamma].into_iter().for_each(round);
        for one in &mut self.parameters {
            [&mut one.start, &mut one.min, &mut one.max, &mut one.c].into_iter().for_each(round);
        }
        self
    }

    /// A run without player and parameters, with one pair of games in an iteration. See
    /// [`SpsaMatch::with_values`] for an example.
    pub fn new(game: &str, gains: Gains, seed: u64) -> SpsaMatch {
        SpsaMatch {
            game: game.to_owned(),
            method: SpsaMatch::METHOD.to_owned(),
            player: String::new(),
            parameters: Vec::new(),
            gains,
            pairs: 1,
            rules: None,
            board: None,
            board_text: None,
            position: None,
            seed,
            time: None,
            usual_tables: None,
            weights: BTreeMap::new(),
            modules: BTreeMap::new(),
        }
    }
}

/// The line of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaLine {
    /// The number of the game, from 0.
    pub game: usize,
    /// The score of the player with the changes of the coins, from 0 to 1; that of the other is the rest.
    pub score: f64,
    /// The first fault of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl Line for SpsaLine {
    fn number(&self) -> usize {
        self.game
    }
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaProgress {
    /// The number of iterations that are over.
    pub iterations: usize,
    /// The number of games that are over.
    pub games: usize,
    /// The values so far, in the order of the parameters.
    pub values: Vec<f64>,
    /// The number of games in which a player failed.
    pub failed: usize,
    /// The first of these, and the fault.
    pub fault: Option<(usize, Fault)>,
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BadSpsa {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] BadJournal),
    /// Games cannot begin.
    #[error(transparent)]
    Opening(#[from] BadOpening),
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

/// The iterations of a run.
///
/// ```
/// use joust_games::Ask;
/// use joust_match::{Gains, Programs, SpsaMatch, SpsaRun, TunedParameter};
/// let one = TunedParameter { name: "ship.6.early".into(), start: 100.0, min: 0.0, max: 900.0, c: 90.0, integer: true };
/// let about = SpsaMatch {
///     player: "engine,nodes=40".into(),
///     parameters: vec![one],
///     ..SpsaMatch::new("mad", Gains::usual(3), 1)
/// };
/// let run = SpsaRun {
///     about: &about,
///     ask: Ask::default(),
///     programs: &Programs::default(),
///     usual_tables: None,
///     iterations: 3,
///     threads: 2,
///     stop: &false.into(),
/// };
/// let done = run.run(None, &mut |_| {}).unwrap();
/// assert_eq!((done.iterations, done.games), (3, 6));
/// ```
pub struct SpsaRun<'a> {
    /// What the run depends on.
    pub about: &'a SpsaMatch,
    /// How games start, as [`SpsaMatch`] has it.
    pub ask: Ask<'a>,
    /// The programs of the player.
    pub programs: &'a Programs,
    /// The folder of endgame tables for engines that name none, as in [`SpsaMatch::usual_tables`].
    pub usual_tables: Option<PathBuf>,
    /// The number of iterations.
    pub iterations: usize,
    /// The number of games at a time, which does not change the values.
    pub threads: usize,
    /// Stops when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Where games begin.
enum Starts {
    Duel(Openings),
    /// Mad Max: the seed makes games differ.
    Seeds(Box<Setup>),
}

impl SpsaRun<'_> {
    /// Plays the games that are not in the journal. `listen` is told of every game. After a stop, the progress
    /// has fewer iterations than there should be. See [`SpsaRun`] for an example.
    pub fn run(
        &self,
        journal: Option<Opened<SpsaLine>>,
        listen: &mut dyn FnMut(&SpsaProgress),
    ) -> Result<SpsaProgress, BadSpsa> {
        let about = self.about;
        let (journal, mut known) = journal.map_or_else(Default::default, |(file, games)| (Some(file), games));
        let journal = Mutex::new(journal);
        let starts = self.starts()?;
        let mut spsa = Spsa::new(about.parameters.clone(), about.gains, Seed(mix(about.seed)));
        let mut progress =
            SpsaProgress { iterations: 0, games: 0, values: spsa.values(), failed: 0, fault: None };
        while spsa.iteration() < self.iterations {
            let first = spsa.iteration() * about.games();
            let mut later = known.split_off(&(first + about.games()));
            std::mem::swap(&mut known, &mut later);
            // What is left are the games of this iteration.
            let played = later;
            let names = spsa.players().map(|values| about.with_values(&values));
            let mut difference = 0.0;
            let schedule = Schedule { games: about.games(), threads: self.threads, stop: self.stop };
            let play = |number: usize| -> Result<Option<Numbered>, BadSpsa> {
                if let Some(line) = played.get(&(first + number)) {
                    return Ok(Some(Numbered { number, line: line.clone() }));
                }
                let Some(line) = self.play(first + number, &names, &starts)? else { return Ok(None) };
                let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                journal.as_mut().map_or(Ok(()), |journal| journal.write(&line))?;
                Ok(Some(Numbered { number, line }))
            };
            let outcome = schedule.run(None, &play, &mut |Numbered { line, .. }| {
                difference += 2.0 * line.score - 1.0;
                progress.games += 1;
                if let Some(fault) = &line.fault {
                    progress.failed += 1;
                    progress.fault.get_or_insert_with(|| (line.game, fault.clone()));
                }
                listen(&progress);
                ControlFlow::Continue(())
            });
            let outcome = outcome.map_err(|why| match why {
                Broken::Game(why) => why,
                Broken::Journal(why) => why.into(),
            })?;
            if outcome.games.len() < about.games() {
                break;
            }
            #[expect(clippy::cast_precision_loss, reason = "an iteration has few games")]
            spsa.learn(difference / about.games() as f64);
            (progress.iterations, progress.values) = (spsa.iteration(), spsa.values());
            listen(&progress);
        }
        let mut journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        journal.as_mut().map_or(Ok(()), Journal::sync)?;
        Ok(progress)
    }

    /// Checks that both players of the first iteration can play.
    ///
    /// ```
    /// use joust_games::Ask;
    /// use joust_match::{Gains, Programs, SpsaMatch, SpsaRun};
    /// let about = SpsaMatch { player: "engine,tables=no/such/folder".into(), ..SpsaMatch::new("mad", Gains::usual(1), 1) };
    /// let (ask, programs, stop) = (Ask::default(), &Programs::default(), &false.into());
    /// let run = SpsaRun { about: &about, ask, programs, usual_tables: None, iterations: 1, threads: 1, stop };
    /// assert!(run.rehearse().unwrap_err().to_string().contains("cannot use its tables"));
    /// ```
    pub fn rehearse(&self) -> Result<(), BadSpsa> {
        let spsa = Spsa::new(self.about.parameters.clone(), self.about.gains, Seed(mix(self.about.seed)));
        let names = spsa.players().map(|values| self.about.with_values(&values));
        Ok(crate::rehearse_with(&self.job(0, &names, &self.starts()?), self.programs)?)
    }

    fn starts(&self) -> Result<Starts, BadSpsa> {
        if joust_games::duel(&self.about.game).is_some() {
            return Ok(Starts::Duel(Openings::of(&self.about.game, &self.ask, Seed(self.about.seed))?));
        }
        let found = game(&self.about.game).ok_or_else(|| BadOpening::NoDuel(self.about.game.clone()))?;
        let setup = found.setup(&self.ask).map_err(BadOpening::from)?;
        Ok(Starts::Seeds(Box::new(setup)))
    }

    /// A game by its number: seats of even numbers belong to the first player in even games, and to the second in
    /// odd ones.
    fn job(&self, number: usize, names: &[String; 2], starts: &Starts) -> Job {
        let pair = number / 2;
        let (setup, opening) = match starts {
            Starts::Duel(openings) => {
                let opening = openings.get(pair);
                (opening.setup.clone(), opening.moves)
            }
            Starts::Seeds(setup) => {
                let seed = mix(self.about.seed ^ mix(pair as u64 + 1)) & SEEDS;
                (Setup { seed: Some(seed), ..setup.as_ref().clone() }, Vec::new())
            }
        };
        let seats = game(&self.about.game).map_or(2, |game| game.sides().len());
        let player = |seat: usize| {
            let player = (seat + number) % 2;
            // Both games of a pair have the same random numbers, as far as players draw them alike.
            let seed = mix(self.about.seed ^ mix((pair * seats + seat) as u64));
            PlayerText { player, name: names[player].clone(), seed }
        };
        Job {
            opening,
            limits: GameLimits { move_ms: self.about.time, ..GameLimits::default() },
            usual_tables: self.usual_tables.clone(),
            ..Job::new(number, setup, (0..seats).map(player).collect())
        }
    }

    fn play(&self, number: usize, names: &[String; 2], starts: &Starts) -> Result<Option<SpsaLine>, BadSpsa> {
        let job = self.job(number, names, starts);
        let Some(played) = run_with(&job, self.programs, self.stop)? else { return Ok(None) };
        if let Some(fault) = played.faults.iter().find(|fault| !fault.kind.is_the_players()) {
            return Err(BadSpsa::Void { game: number, fault: fault.clone() });
        }
        let firsts = |seat: Seat| job.players[seat.index()].player == 0;
        let score = played.ending.outcome.map_or(0.5, |outcome| score_of(outcome, &firsts));
        Ok(Some(SpsaLine { game: number, score, fault: played.faults.into_iter().next() }))
    }
}

/// The seeds of Mad Max.
const SEEDS: u64 = i32::MAX as u64;

/// A line that is counted within its iteration.
#[derive(Serialize, Deserialize)]
struct Numbered {
    number: usize,
    line: SpsaLine,
}

impl Line for Numbered {
    fn number(&self) -> usize {
        self.number
    }
}

/// The score of the first player, who has these seats: of a duel as in ratings, of other games the share of
/// the opposing seats that each of its seats has beaten.
fn score_of(outcome: Outcome, firsts: &dyn Fn(Seat) -> bool) -> f64 {
    let seats = || (0..outcome.seats()).filter_map(Seat::new);
    let Some(scores) = outcome.scores().filter(|_| outcome.seats() > 2) else {
        return seats().find(|seat| firsts(*seat)).map_or(0.5, |seat| score(outcome, seat));
    };
    let (mut points, mut meetings) = (0.0, 0.0);
    for own in seats().filter(|seat| firsts(*seat)) {
        for other in seats().filter(|seat| !firsts(*seat)) {
            meetings += 1.0;
            points += match scores[own.index()].cmp(&scores[other.index()]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
        }
    }
    if meetings > 0.0 { points / meetings } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> SpsaMatch {
        let one = |name: &str, start: f64| TunedParameter::new(name.to_owned(), start, [0.0, 900.0], true);
        SpsaMatch {
            player: "engine,nodes=100".to_owned(),
            parameters: vec![one("ship.6.early", 50.0), one("tempo.0.late", 20.0)],
            pairs: 2,
            ..SpsaMatch::new("mad", Gains::usual(4), 7)
        }
    }

    fn run(
        about: &SpsaMatch,
        iterations: usize,
        threads: usize,
        journal: Option<Opened<SpsaLine>>,
    ) -> SpsaProgress {
        let (programs, stop) = (Programs::default(), AtomicBool::new(false));
        let run = SpsaRun {
            about,
            ask: Ask::default(),
            programs: &programs,
            usual_tables: None,
            iterations,
            threads,
            stop: &stop,
        };
        run.run(journal, &mut |_| {}).unwrap()
    }

    #[test]
    fn a_run_repeats_itself_on_any_number_of_threads() {
        let one = run(&about(), 4, 1, None);
        assert_eq!(one, run(&about(), 4, 3, None));
        assert_ne!(one.values, [50.0, 20.0]);
        assert_ne!(one, run(&SpsaMatch { seed: 8, ..about() }, 4, 1, None));
    }

    #[test]
    fn a_run_goes_on_from_any_part_of_its_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let whole = run(&about(), 4, 1, Some(Journal::open(&path, &about()).unwrap()));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 1 + 16, "{text}");
        for cut in [1, text.lines().next().unwrap().len() + 1, text.len() / 2, text.len() - 3, text.len()] {
            std::fs::write(&path, &text[..cut]).unwrap();
            assert_eq!(run(&about(), 4, 2, Some(Journal::open(&path, &about()).unwrap())), whole, "{cut}");
            let mut lines: Vec<String> =
                std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
            lines[1..].sort_by_key(|line| serde_json::from_str::<SpsaLine>(line).unwrap().game);
            assert_eq!(lines, text.lines().collect::<Vec<_>>(), "{cut}");
        }
        let other = Journal::open::<_, SpsaLine>(&path, &SpsaMatch { pairs: 3, ..about() }).err().unwrap();
        assert!(other.to_string().ends_with("\npairs: 2 there, 3 here"), "{other}");
    }

    #[test]
    fn both_games_of_a_pair_begin_alike_with_the_seats_exchanged() {
        let (programs, stop) = (Programs::default(), AtomicBool::new(false));
        for game in ["mad", "wargame", "madmax"] {
            let about = SpsaMatch::new(game, Gains::usual(4), 7);
            let (ask, programs, stop) = (Ask::default(), &programs, &stop);
            let run =
                SpsaRun { about: &about, ask, programs, usual_tables: None, iterations: 1, threads: 1, stop };
            let starts = run.starts().unwrap();
            let jobs = [0, 1, 2].map(|number| run.job(number, &["a".into(), "b".into()], &starts));
            let players = |job: &Job| job.players.iter().map(|player| player.player).collect::<Vec<_>>();
            assert_eq!((&jobs[0].setup, &jobs[0].opening), (&jobs[1].setup, &jobs[1].opening), "{game}");
            assert_ne!((&jobs[0].setup, &jobs[0].opening), (&jobs[2].setup, &jobs[2].opening), "{game}");
            assert!(players(&jobs[0]).iter().zip(players(&jobs[1])).all(|(one, other)| one + other == 1));
            assert_eq!(players(&jobs[0]), players(&jobs[2]), "{game}");
        }
    }

    #[test]
    fn seats_of_mad_max_are_compared_one_by_one() {
        let even = |seat: Seat| seat.index().is_multiple_of(2);
        let score = |scores: [i32; 4]| score_of(Outcome::by_scores(&scores), &even);
        assert!((score([9, 1, 8, 2]) - 1.0).abs() < 1e-9);
        assert!((score([9, 1, 0, 2]) - 0.5).abs() < 1e-9);
        assert!((score([5, 5, 5, 5]) - 0.5).abs() < 1e-9);
        assert!((score([0, 5, 6, 6]) - 0.375).abs() < 1e-9);
        let semi = Outcome::duel_win(Seat::SECOND, 1);
        assert!((score_of(semi, &even) - 0.25).abs() < 1e-9);
    }
}
