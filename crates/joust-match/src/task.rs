//! A job with what is kept of its game: a value that another machine can carry out.

use crate::{BadJob, Job, Played, Programs, Scribe, run_skirmish, run_with};
use joust_core::{Fault, FaultKind, Game as _};
use joust_files::{Care, Output};
use joust_madmax::{Origin, Skirmish, TEAMS};
use joust_players::{BotProgram, Kind, Spec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A job, and what is kept of its game besides the result.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText, Programs, Task};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]);
/// let (task, programs) = (Task::new(job), Programs::default());
/// assert!(task.is_repeatable().is_ok());
/// let [once, again] = [(); 2].map(|()| task.perform(&programs, &false.into()).unwrap().unwrap());
/// assert_eq!(once.played.without_times(), again.played.without_times());
/// assert!(once.record.is_none(), "only games of Mad Max have a compact record");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The game to play.
    pub job: Job,
    /// The names of the seats in the compact record of a game of Mad Max; without names, it has no record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<[String; TEAMS]>,
    /// The SHA-256 of each module that plays, by the file in its player's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
}

/// What a task gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// The game.
    pub played: Played,
    /// The compact record of a game of Mad Max: a file `.jmm`.
    pub record: Option<Vec<u8>>,
}

/// Why a task was not done. None of this counts against a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTask {
    /// The job cannot be done.
    #[error(transparent)]
    Job(#[from] BadJob),
    /// The program of a player does not start.
    #[error("the player in seat {seat} {why}")]
    Start {
        /// The seat, from 0.
        seat: usize,
        /// What happened, as the rest of a sentence.
        why: String,
    },
    /// Joust failed, and not a player.
    #[error(
        "the game failed {} times, which is not a fault of its players: the player in seat {seat} {why}",
        Task::TRIES
    )]
    Void {
        /// The seat that was asked.
        seat: usize,
        /// What happened, as the rest of a sentence.
        why: String,
    },
}

/// Whether a player went without a single answer.
fn is_silent(fault: &Fault, played: &Played) -> bool {
    let went = matches!(fault.kind, FaultKind::Crashed | FaultKind::Closed);
    went && played.spent.get(fault.seat.index()).is_some_and(|spent| spent.moves == 0)
}

impl Task {
    /// How often a game is begun that fails by no fault of its players, or because a program does not start: on
    /// a busy machine that happens once.
    pub const TRIES: usize = 3;

    /// A job of which only the result is kept. See [`Task`] for an example.
    pub fn new(job: Job) -> Task {
        Task { job, record: None, modules: BTreeMap::new() }
    }

    /// This task with the SHA-256 of the modules that its players name, which are opened for it.
    ///
    /// ```
    /// # let setup = joust_games::game("mad").unwrap().setup(&Default::default()).unwrap();
    /// use joust_match::{Job, PlayerText, Programs, Task};
    /// let player = |name: &str| PlayerText { player: 0, name: name.to_owned(), seed: 7 };
    /// let task = Task::new(Job::new(0, setup, vec![player("random"), player("no/such/bot.wasm")]));
    /// assert!(task.with_modules(&Programs::default()).is_err());
    /// ```
    pub fn with_modules(mut self, programs: &Programs) -> Result<Task, BadJob> {
        for text in &self.job.players {
            let spec = Spec::read(&text.name, &self.job.setup.game)?;
            if let Some(file) = module_of(&spec) {
                let found = programs.find(spec).map_err(|why| BadJob::Kit(why.to_string()))?;
                self.modules.insert(file, found.hash().unwrap_or_default());
            }
        }
        Ok(self)
    }

    /// Whether the game comes out alike on every machine that has the modules; if not, why not. See [`Task`]
    /// for an example.
    pub fn is_repeatable(&self) -> Result<(), String> {
        if self.job.clock.is_some() {
            return Err("the game has a clock".to_owned());
        }
        if self.job.tables.is_some() || self.job.usual_tables.is_some() {
            return Err("the game uses endgame tables: unset JOUST_TABLES".to_owned());
        }
        for text in &self.job.players {
            let spec = Spec::read(&text.name, &self.job.setup.game).map_err(|why| why.to_string())?;
            if !spec.is_repeatable() {
                return Err(format!(
                    "`{}` need not play alike elsewhere: modules do, and built-in players that are limited by \
                     nodes, depth or level, with one thread",
                    text.name
                ));
            }
        }
        Ok(())
    }

    /// Plays the game, several times if it fails by no fault of its players; `None` if the flag was set before
    /// its end. See [`Task`] for an example.
    pub fn perform(&self, programs: &Programs, stop: &AtomicBool) -> Result<Option<Performed>, BadTask> {
        let mut lost = None;
        for number in 0..Task::TRIES {
            let Some(performed) = self.once(programs, stop)? else { return Ok(None) };
            let played = &performed.played;
            let does_not_count =
                |fault: &&Fault| fault.kind == FaultKind::Start || !fault.kind.is_the_players();
            if let Some(fault) = played.faults.iter().find(does_not_count) {
                lost = Some(fault.clone());
                continue;
            }
            // An interpreter whose script has just gone looks like a player that crashes at once. The second try
            // tells them apart: then the program cannot be started.
            if number == 0 && played.faults.iter().any(|fault| is_silent(fault, played)) {
                continue;
            }
            return Ok(Some(performed));
        }
        let fault = lost.unwrap_or_else(Fault::stopped);
        let (seat, why) = (fault.seat.index(), fault.to_string());
        Err(match fault.kind {
            FaultKind::Start => BadTask::Start { seat, why },
            _ => BadTask::Void { seat, why },
        })
    }

    /// Plays the game once, and records it if that is wanted.
    fn once(&self, programs: &Programs, stop: &AtomicBool) -> Result<Option<Performed>, BadJob> {
        let job = &self.job;
        let Some(names) = self.record.as_ref().filter(|_| job.setup.game == Skirmish::NAME) else {
            return Ok(run_with(job, programs, stop)?.map(|played| Performed { played, record: None }));
        };
        let game = job.course::<Skirmish>(&[])?;
        let lost = |why: std::io::Error| BadJob::Kit(why.to_string());
        let out = Output::stream(std::io::sink());
        let mut scribe = Scribe::new(out, Origin::Game, game.start(), names.clone(), true).map_err(lost)?;
        let Some(played) = run_skirmish(job, programs, &mut scribe, stop)? else { return Ok(None) };
        let record = scribe.finish(Care::Quick).map_err(lost)?.map(joust_madmax::Recorder::finish);
        Ok(Some(Performed { played, record: record.and_then(|record| record.encode().ok()) }))
    }
}

/// The file of a module, if the player is one.
fn module_of(spec: &Spec) -> Option<String> {
    let Kind::Bot(bot) = &spec.kind else { return None };
    let BotProgram::Module(path) = &bot.program else { return None };
    Some(path.display().to_string())
}
