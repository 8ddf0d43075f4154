//! A job with what is kept of its game: a value that another machine can carry out.

use crate::{
    BadJob, Job, KeptGame, Played, PlayerText, Programs, counts_for_nobody, fairly, run_heard, run_recorded,
};
use joust_core::Fault;
use joust_madmax::Origin;
use joust_players::{BotProgram, Kind, Spec};
use joust_sandbox::Audience;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A job, and what is kept of its game besides the result.
///
/// ```
/// use joust_games::{Ask, game};
/// use joust_match::{Job, PlayerText, Programs, Recording, Task};
/// let setup = game("mad").unwrap().setup(&Ask::default()).unwrap();
/// let player = |player, name: &str| PlayerText { player, name: name.to_owned(), seed: 7 };
/// let job = Job::new(0, setup, vec![player(0, "random"), player(1, "minimax:1")]);
/// let record = Recording::at_home(vec!["Ada".to_owned(), "Bob".to_owned()]);
/// let (task, programs) = (Task { record: Some(record), ..Task::new(job) }, Programs::default());
/// assert!(task.is_repeatable().is_ok());
/// let [once, again] = [(); 2].map(|()| task.perform(&programs, &false.into()).unwrap().unwrap());
/// assert_eq!(once.clone().without_times(), again.without_times());
/// assert!(String::from_utf8(once.record.unwrap()).unwrap().contains("Ada"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The game to play.
    pub job: Job,
    /// How the game is recorded; without this, there is no record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Recording>,
    /// How many bytes are kept of what each player writes besides its actions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub output: usize,
    /// Whether a player that does not start has lost. A module does not vanish as a program does, so a contest
    /// of modules says yes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub start_counts: bool,
    /// The SHA-256 of each module that plays, by the file in its player's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub modules: BTreeMap<String, String>,
}

/// How a game is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// The names of the players in the order of the seats.
    pub names: Vec<String>,
    /// Whether a record of Mad Max says that a judge has played the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_judged: bool,
}

impl Recording {
    /// A record as that of one's own games. See [`Task`] for an example.
    pub fn at_home(names: Vec<String>) -> Recording {
        Recording { names, is_judged: false }
    }

    fn origin(&self) -> Origin {
        if self.is_judged { Origin::SecGame } else { Origin::Game }
    }
}

/// What a task gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Performed {
    /// The game.
    pub played: Played,
    /// The bytes of a file that `joust replay` shows: a compact record of Mad Max, or the text of a duel.
    pub record: Option<Vec<u8>>,
    /// What the players wrote, in the order of the seats, up to the limit of the task; nothing where none is kept.
    pub output: Vec<String>,
}

impl Performed {
    /// What it gave without [times](Played::without_times).
    #[must_use]
    pub fn without_times(self) -> Performed {
        Performed { played: self.played.without_times(), ..self }
    }
}

impl Task {
    /// A job of which only the result is kept. See [`Task`] for an example.
    pub fn new(job: Job) -> Task {
        Task { job, record: None, output: 0, start_counts: false, modules: BTreeMap::new() }
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
        for (file, spec) in self.named_modules()? {
            let found = programs.find(spec).map_err(|why| BadJob::Kit(why.to_string()))?;
            self.modules.insert(file, found.hash().unwrap_or_default());
        }
        Ok(self)
    }

    /// This task with its modules, which are read for it, and not opened: `keep` takes the bytes of each and gives
    /// their SHA-256.
    ///
    /// ```
    /// # let setup = joust_games::game("mad").unwrap().setup(&Default::default()).unwrap();
    /// use joust_match::{Job, PlayerText, Programs, Task};
    /// # let folder = tempfile::tempdir().unwrap();
    /// std::fs::write(folder.path().join("ada.wasm"), "bytes").unwrap();
    /// let player = |name: &str| PlayerText { player: 0, name: name.to_owned(), seed: 7 };
    /// let task = Task::new(Job::new(0, setup, vec![player("random"), player("ada.wasm")]));
    /// let programs = Programs::default().in_folder(folder.path());
    /// let mut kept = Vec::new();
    /// let mut keep = |bytes: Vec<u8>| {
    ///     kept.push(bytes);
    ///     "5f16".to_owned()
    /// };
    /// let task = task.with_kept_modules(&programs, &mut keep).unwrap();
    /// assert_eq!((task.modules["ada.wasm"].as_str(), kept), ("5f16", vec![b"bytes".to_vec()]));
    /// ```
    pub fn with_kept_modules(
        mut self,
        programs: &Programs,
        keep: &mut dyn FnMut(Vec<u8>) -> String,
    ) -> Result<Task, BadJob> {
        for (file, _) in self.named_modules()? {
            let bytes = programs.module_bytes(file.as_ref());
            let bytes = bytes.map_err(|why| BadJob::Kit(format!("{file}: {why}")))?;
            self.modules.insert(file, keep(bytes));
        }
        Ok(self)
    }

    /// The players that are modules, with their files.
    fn named_modules(&self) -> Result<Vec<(String, Spec)>, BadJob> {
        let read = |text: &PlayerText| Spec::read(&text.name, &self.job.setup.game);
        let specs = self.job.players.iter().map(read).collect::<Result<Vec<Spec>, _>>()?;
        Ok(specs.into_iter().filter_map(|spec| Some((module_of(&spec)?, spec))).collect())
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
    pub fn perform(&self, programs: &Programs, stop: &AtomicBool) -> Result<Option<Performed>, BadJob> {
        let is_void = |fault: &Fault| {
            if self.start_counts { !fault.kind.is_the_players() } else { counts_for_nobody(fault) }
        };
        let mut outputs: Vec<Arc<Mutex<Output>>> = Vec::new();
        let mut once = || {
            outputs =
                self.job.players.iter().map(|_| Arc::new(Mutex::new(Output::new(self.output)))).collect();
            self.once(programs, &outputs, stop)
        };
        let Some((played, record)) = fairly(&self.job, &is_void, &mut once)? else { return Ok(None) };
        let text = |output: &Arc<Mutex<Output>>| output.lock().unwrap_or_else(PoisonError::into_inner).text();
        let output = if self.output > 0 { outputs.iter().map(text).collect() } else { Vec::new() };
        Ok(Some(Performed { played, record, output }))
    }

    /// Plays the game once, and records it if that is wanted.
    fn once(
        &self,
        programs: &Programs,
        outputs: &[Arc<Mutex<Output>>],
        stop: &AtomicBool,
    ) -> Result<Option<KeptGame>, BadJob> {
        let hear = |seat: usize| match outputs.get(seat) {
            Some(output) if self.output > 0 => audience(output),
            _ => Audience::absent(),
        };
        match &self.record {
            Some(recording) => {
                run_recorded(&self.job, &recording.names, recording.origin(), programs, &hear, stop)
            }
            None => Ok(run_heard(&self.job, programs, &hear, stop)?.map(|played| (played, None))),
        }
    }
}

/// The file of a module, if the player is one.
fn module_of(spec: &Spec) -> Option<String> {
    let Kind::Bot(bot) = &spec.kind else { return None };
    let BotProgram::Module(path) = &bot.program else { return None };
    Some(path.display().to_string())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What a player wrote, up to a limit.
struct Output {
    bytes: Vec<u8>,
    limit: usize,
    is_cut: bool,
}

impl Output {
    fn new(limit: usize) -> Output {
        Output { bytes: Vec::new(), limit, is_cut: false }
    }

    fn add(&mut self, bytes: &[u8]) {
        let room = self.limit - self.bytes.len();
        self.is_cut |= bytes.len() > room;
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.bytes).into_owned();
        if self.is_cut {
            text.push_str("\n[the rest is left out]");
        }
        text
    }
}

fn audience(output: &Arc<Mutex<Output>>) -> Audience {
    let listen = || {
        let output = Arc::clone(output);
        Box::new(move |bytes: &[u8]| output.lock().unwrap_or_else(PoisonError::into_inner).add(bytes))
    };
    Audience { cout: listen(), cerr: listen(), notes: Box::new(|_| ()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_kept_up_to_its_limit() {
        let mut output = Output::new(100);
        output.add(&[b'x'; 99]);
        output.add(b"yz");
        output.add(b"z");
        assert!(output.text().ends_with("xy\n[the rest is left out]"), "{}", output.text());
    }
}
