//! Games that workers on other machines play, over a queue. Without a queue, and while no worker is there, this
//! machine plays them: results are the same.

use crate::settings::QueueSettings;
use joust_match::{BadJob, CarriedOut, Here, Perform, Programs, Task};
use joust_relay::{DispatchSettings, DispatcherTalk, FindModule, NotRelayed, Relay, sha256};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pause before a queue that cannot be used is tried again.
pub(super) const TRY_AGAIN: Duration = Duration::from_secs(1);

/// What games are for. Workers take from each in turn, so games of the judge do not wait behind those of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The qualification of a submission, for which its author waits.
    Judge,
    /// The ladder, friendly matches and official rounds.
    Games,
}

impl Line {
    pub(super) const ALL: [Line; 2] = [Line::Judge, Line::Games];
}

/// The way to workers on other machines.
pub(crate) struct Away {
    settings: Option<DispatchSettings>,
    relays: [Mutex<Option<Arc<Relay>>>; 2],
    modules: Arc<Modules>,
}

/// The modules of games that are with workers, by SHA-256.
#[derive(Default)]
struct Modules(Mutex<HashMap<String, Module>>);

/// A module, and the number of games and rounds that need it.
struct Module {
    bytes: Vec<u8>,
    users: usize,
}

/// A module that is there for workers as long as this lives.
pub(super) struct HeldModule {
    modules: Arc<Modules>,
    hash: String,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Modules {
    fn find(&self, hash: &str) -> Option<Vec<u8>> {
        Some(lock(&self.0).get(hash)?.bytes.clone())
    }
}

impl Drop for HeldModule {
    fn drop(&mut self) {
        let mut modules = lock(&self.modules.0);
        if let Some(module) = modules.get_mut(&self.hash) {
            module.users -= 1;
            if module.users == 0 {
                modules.remove(&self.hash);
            }
        }
    }
}

impl Away {
    /// The way over a queue, or none. The address of the queue was looked at with the other settings.
    pub(crate) fn new(queue: Option<&QueueSettings>) -> Away {
        let settings = queue.and_then(|queue| queue.dispatch().ok());
        Away { settings, relays: [Mutex::default(), Mutex::default()], modules: Arc::default() }
    }

    /// Whether there is a queue.
    pub(crate) fn has_queue(&self) -> bool {
        self.settings.is_some()
    }

    /// Connects to the queue, if there is one; `lied` is told of workers that lied.
    pub(super) fn open(&self, line: Line, lied: impl Fn(&str) + Send + 'static) -> Result<(), String> {
        let Some(settings) = self.settings.clone() else { return Ok(()) };
        let modules = Arc::clone(&self.modules);
        let find: FindModule = Arc::new(move |hash| modules.find(hash));
        let opened = Relay::open(settings, find, move |talk| log(line, &talk), lied);
        let relay = opened.map_err(|why| why.to_string())?;
        *lock(&self.relays[line as usize]) = Some(Arc::new(relay));
        Ok(())
    }

    /// Takes what waits out of the queue, and leaves it.
    pub(super) fn close(&self) {
        for relay in &self.relays {
            let relay = lock(relay).take();
            drop(relay);
        }
    }

    /// The relay of a line, if a worker is there.
    pub(super) fn relay(&self, line: Line) -> Option<Arc<Relay>> {
        lock(&self.relays[line as usize]).clone().filter(|relay| relay.threads() > 0)
    }

    /// How many games the workers play at a time.
    pub(super) fn threads(&self) -> usize {
        lock(&self.relays[Line::Games as usize]).as_ref().map_or(0, |relay| relay.threads())
    }

    /// Whether a worker was found to lie.
    pub(super) fn has_lied(&self, worker: &str) -> bool {
        self.relays.iter().any(|relay| lock(relay).as_ref().is_some_and(|relay| relay.has_lied(worker)))
    }

    /// Keeps a module there for workers.
    pub(super) fn hold(&self, bytes: Vec<u8>) -> HeldModule {
        let hash = sha256(&bytes);
        let mut modules = lock(&self.modules.0);
        modules.entry(hash.clone()).or_insert(Module { bytes, users: 0 }).users += 1;
        drop(modules);
        HeldModule { modules: Arc::clone(&self.modules), hash }
    }

    /// Where the games of a line are played now.
    pub(super) fn on(&self, line: Line) -> Venue<'_> {
        Venue { away: self, line }
    }
}

/// Plays the games of a line, by workers where there are some.
pub(super) struct Venue<'a> {
    away: &'a Away,
    line: Line,
}

impl Perform for Venue<'_> {
    fn perform(
        &self,
        task: &Task,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<CarriedOut>, BadJob> {
        let Some(relay) = self.away.relay(self.line) else { return Here.perform(task, programs, stop) };
        let mut held = Vec::new();
        let sent = task.clone().with_kept_modules(programs, &mut |bytes| {
            let module = self.away.hold(bytes);
            let hash = module.hash.clone();
            held.push(module);
            hash
        })?;
        match relay.perform(sent, stop) {
            Ok(None) => Ok(None),
            Ok(Some(done)) => {
                let by = if done.by == Relay::HOME { String::new() } else { done.by.clone() };
                Ok(Some(CarriedOut { performed: done.result.clone()?, by }))
            }
            Err(why) => {
                if why != NotRelayed::Nobody {
                    tracing::warn!(%why, "a game is played here");
                }
                Here.perform(task, programs, stop)
            }
        }
    }
}

fn log(line: Line, talk: &DispatcherTalk) {
    match talk {
        DispatcherTalk::ShutOut(..) | DispatcherTalk::Unrepeatable(_) => tracing::error!("{talk}"),
        // Both lines meet the same workers, and one of them tells.
        _ if line == Line::Judge => {}
        DispatcherTalk::Connected | DispatcherTalk::Joined(_) | DispatcherTalk::Left(_) => {
            tracing::info!("{talk}");
        }
        _ => tracing::warn!("{talk}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_there_as_long_as_a_game_needs_it() {
        let away = Away::new(None);
        let (one, two) = (away.hold(vec![1, 2]), away.hold(vec![1, 2]));
        let hash = one.hash.clone();
        drop(one);
        assert_eq!(away.modules.find(&hash), Some(vec![1, 2]));
        drop(two);
        assert_eq!(away.modules.find(&hash), None);
    }
}
