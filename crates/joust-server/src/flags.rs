//! One alarm clock for all games: flags fall whether or not a visitor is connected.

use crate::app::App;
use crate::id;
use crate::seldom::Seldom;
use crate::table::{Open, Trouble};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// The times at which flags fall.
#[derive(Default)]
pub(crate) struct Flags {
    alarms: Mutex<Alarms>,
    sooner: Notify,
}

#[derive(Default)]
struct Alarms {
    of: HashMap<Arc<str>, i64>,
    order: BTreeSet<(i64, Arc<str>)>,
}

impl Alarms {
    fn set(&mut self, id: &str, at: Option<i64>) {
        if let Some((id, old)) = self.of.remove_entry(id) {
            self.order.remove(&(old, id));
        }
        if let Some(at) = at {
            let id: Arc<str> = id.into();
            self.of.insert(Arc::clone(&id), at);
            self.order.insert((at, id));
        }
    }

    fn due(&mut self, now: i64) -> Option<Arc<str>> {
        let (_, id) = self.order.first().filter(|(at, _)| *at <= now).cloned()?;
        self.set(&id, None);
        Some(id)
    }
}

static FAILED: Seldom = Seldom::new();

/// A flag whose fall could not be stored is tried again after this time.
const AGAIN: i64 = 1000;
/// The longest wait before the alarms are checked again.
const LONGEST: Duration = Duration::from_mins(1);

impl Flags {
    fn lock(&self) -> MutexGuard<'_, Alarms> {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the alarm of a game, or takes it away.
    pub(crate) fn set(&self, id: &str, at: Option<i64>) {
        let mut alarms = self.lock();
        alarms.set(id, at);
        let is_first = at.is_some() && alarms.order.first().is_some_and(|(_, first)| **first == *id);
        drop(alarms);
        if is_first {
            self.sooner.notify_one();
        }
    }

    /// The games that have an alarm: those whose clock runs.
    pub(crate) fn games(&self) -> Vec<Arc<str>> {
        self.lock().of.keys().cloned().collect()
    }

    /// Lets flags fall, for as long as the server runs.
    pub(crate) async fn run(app: Arc<App>) {
        loop {
            let next = app.flags.lock().order.first().map(|(at, _)| *at);
            let wait = next.map_or(LONGEST, |at| app.time.until(at).min(LONGEST));
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = app.flags.sooner.notified() => continue,
            }
            let now = app.time.now();
            while let Some(id) = { app.flags.lock().due(now) } {
                tokio::spawn(fall(Arc::clone(&app), id));
            }
        }
    }
}

async fn fall(app: Arc<App>, id: Arc<str>) {
    let table = app.hall.table(&id);
    let fallen = async {
        let mut open = Open::new(&app, &table).await?;
        open.fall(open.now()).await?;
        // A player who has moved in the meantime has a new deadline.
        let deadline = open.deadline();
        app.flags.set(&id, deadline);
        Ok::<(), Trouble>(())
    };
    if let Err(why) = fallen.await {
        // While the store fails, this happens every second in every game with a clock.
        if let Some(unsaid) = FAILED.now() {
            tracing::warn!(game = id::label(&id), %why, unsaid, "a flag could not fall");
        }
        if !matches!(why, Trouble::NoGame) {
            app.flags.set(&id, Some(app.time.now() + AGAIN));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_ring_in_order_and_only_the_last_one_of_a_game() {
        let mut alarms = Alarms::default();
        for (id, at) in [("a", 30), ("b", 20), ("a", 10), ("c", 40), ("b", 50)] {
            alarms.set(id, Some(at));
        }
        alarms.set("c", None);
        assert_eq!(alarms.due(5), None);
        assert_eq!(alarms.due(100).as_deref(), Some("a"));
        assert_eq!(alarms.due(49), None);
        assert_eq!(alarms.due(50).as_deref(), Some("b"));
        assert_eq!(alarms.due(i64::MAX), None);
        assert!(alarms.of.is_empty() && alarms.order.is_empty());
    }
}
