//! The workers of contests: threads of the server that judge submissions, play friendly matches, the ladder and
//! official rounds, in the order of one fair queue. They run with the lowest priority, so that live games come first;
//! so do the compilers that they start. Workers on other machines play the games, where there are some ([`Away`]).
//!
//! Everything that waits is in the store. A server that was killed finds it there again: what was being judged is
//! judged again, and an official round goes on from its journal.

mod away;
mod bout;
mod desk;
mod jobs;
mod judge;
mod ladder;
mod rounds;
mod shelf;
#[cfg(test)]
mod tests;
mod workers;

pub(crate) use away::Away;
pub(crate) use desk::{Desk, WorkItem};
pub(crate) use jobs::{JobBench, JobEnd, Jobs, Place, ours};
pub(crate) use shelf::{Note, Shelf};

use super::limits::{LOOK, RECOVERY, STOP_TIME, TICK, TRY_AGAIN};
use super::service::{Contests, Missing};
use crate::pool::be_modest;
use desk::{Next, Task};
use joust_contest::Work;
use joust_store::{OfficialRoundRow, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Handle;

/// How something that was begun ended.
enum Outcome {
    /// It was done, well or badly, with the help of these workers on other machines.
    Done(Vec<String>),
    /// The server stops, or something else comes first: it is done later.
    Later,
}

/// Why something that was begun was not done.
enum Trouble {
    /// The database cannot be used; it is done when the database is back.
    Outage(StoreError),
    /// Something else that is ours.
    Ours(String),
}

impl From<StoreError> for Trouble {
    fn from(why: StoreError) -> Trouble {
        match why {
            StoreError::Database(_) | StoreError::Closed | StoreError::Lost => Trouble::Outage(why),
            why => Trouble::Ours(why.to_string()),
        }
    }
}

impl From<String> for Trouble {
    fn from(why: String) -> Trouble {
        Trouble::Ours(why)
    }
}

impl Contests {
    /// Starts the workers and the clock.
    pub(crate) fn run(self: &Arc<Contests>) -> std::io::Result<()> {
        let runtime = Handle::current();
        self.reach_workers(&runtime)?;
        for worker in self.desk.threads() {
            let (contests, runtime, here) = (Arc::clone(self), runtime.clone(), self.desk.arrive());
            let work = move || {
                be_modest();
                contests.work(worker, &runtime);
                // The lock on the data goes with the last copy of the store, so it goes first.
                drop(contests);
                drop(here);
            };
            let kind = if self.desk.is_courier(worker) { "courier" } else { "judge" };
            std::thread::Builder::new().name(format!("{kind} {worker}")).spawn(work)?;
        }
        self.run_jobs(&runtime)?;
        let (contests, here) = (Arc::clone(self), self.desk.arrive());
        tokio::spawn(async move {
            clock(contests).await;
            drop(here);
        });
        Ok(())
    }

    /// Tells the workers to end.
    pub(crate) fn hurry(&self) {
        self.desk.close();
        self.jobs.close();
    }

    /// Stops the workers, and waits for them with a time limit. What they had begun is done after the next start.
    pub(crate) async fn stop(self: &Arc<Contests>) {
        self.hurry();
        if tokio::time::timeout(STOP_TIME, self.desk.all_gone()).await.is_err() {
            tracing::warn!("a judge is still at work: what it does is done again after the next start");
        }
        self.store_durations().await;
        self.leave_workers().await;
    }

    /// Stores how long the work took lately, so that the next server can say at once how long the queue takes.
    async fn store_durations(&self) {
        let Some(durations) = self.desk.new_durations() else { return };
        let stored = match serde_json::to_string(&durations) {
            Ok(text) => self.store.set_durations(text).await.map_err(|why| why.to_string()),
            Err(why) => Err(why.to_string()),
        };
        if let Err(why) = stored {
            tracing::warn!(why, "how long the work of contests takes cannot be stored");
        }
    }

    /// Reads how long the work of the last server took.
    async fn read_durations(&self) {
        let durations = match self.store.durations().await {
            Ok(Some(text)) => serde_json::from_str(&text).map_err(|why| why.to_string()),
            Ok(None) => return,
            Err(why) => Err(why.to_string()),
        };
        match durations {
            Ok(durations) => self.desk.remember(durations),
            Err(why) => tracing::warn!(why, "how long the work of contests took cannot be read"),
        }
    }

    fn work(self: &Arc<Contests>, worker: usize, runtime: &Handle) {
        loop {
            match self.desk.next(worker) {
                Next::Closed => return,
                Next::Idle => {
                    if let Err(why) = runtime.block_on(self.plan_ladder()) {
                        tracing::error!(%why, "the ladder cannot be planned");
                        if let Trouble::Outage(_) = why.into() {
                            runtime.block_on(self.recover());
                        }
                    }
                }
                Next::Task(task) => self.carry_out(worker, &task, runtime),
            }
        }
    }

    fn carry_out(self: &Arc<Contests>, worker: usize, task: &Task, runtime: &Handle) {
        let begun = Instant::now();
        let done = catch_unwind(AssertUnwindSafe(|| match &task.item {
            WorkItem::Judge { contest, number } => self.judge(task, contest, *number, runtime),
            WorkItem::Bout { contest, number } => self.play(contest, *number, runtime),
            WorkItem::Round { contest, number } => self.play_round(contest, *number, runtime),
        }));
        let done = done.unwrap_or_else(|_| Err("the worker has panicked".to_owned().into()));
        let took = matches!(done, Ok(Outcome::Done(_))).then(|| begun.elapsed());
        self.desk.done(worker, task.work, took);
        match done {
            // A lie that was found before the result was stored is looked for only now.
            Ok(Outcome::Done(by)) => {
                for liar in by.iter().filter(|by| self.away.has_lied(by)) {
                    runtime.block_on(self.play_again(liar));
                }
            }
            Ok(Outcome::Later) => {}
            Err(Trouble::Outage(why)) => {
                tracing::error!(%why, item = ?task.item, "contest work waits for the database");
                if let WorkItem::Judge { contest, number } = &task.item {
                    self.desk.release(contest, &task.owner);
                    self.desk.waits(contest, *number);
                }
                runtime.block_on(self.recover());
            }
            Err(Trouble::Ours(why)) => {
                tracing::error!(why, item = ?task.item, "contest work failed");
                if let Err(why) = runtime.block_on(self.failed(task, &why)) {
                    tracing::error!(%why, item = ?task.item, "the failure of contest work cannot be stored");
                    runtime.block_on(self.recover());
                }
            }
        }
    }

    /// Waits until the database is back. What was being written then may be written or not, so everything that is
    /// remembered is read again, and what waits is taken up.
    async fn recover(&self) {
        while !self.desk.is_closed() {
            self.desk.pause(RECOVERY).await;
            self.forget_ladders().await;
            if resume(self).await.is_ok() {
                return;
            }
        }
    }

    /// Notes that a worker could not do its work, which is nobody's fault but ours.
    async fn failed(&self, task: &Task, why: &str) -> Result<(), StoreError> {
        match &task.item {
            WorkItem::Judge { contest, number } => self.judge_failed(task, contest, *number, why).await,
            WorkItem::Bout { contest, number } => self.bout_failed(contest, *number).await,
            WorkItem::Round { contest, number } => self.round_failed(contest, *number, why).await,
        }
    }
}

/// Begins official rounds at their dates, and tells followers how long it takes.
async fn clock(contests: Arc<Contests>) {
    while let Err(why) = resume(&contests).await {
        if matches!(why, StoreError::Closed | StoreError::Lost) || contests.desk.is_closed() {
            return;
        }
        tracing::error!(%why, "the work of contests cannot be read yet");
        contests.desk.pause(RECOVERY).await;
    }
    contests.read_durations().await;
    if let Err(why) = contests.forget_modules().await {
        tracing::error!(?why, "modules of those who have left are still in the folders of rounds");
    }
    let mut dates = Vec::new();
    let (mut looked, mut tried): (Option<Instant>, Option<Instant>) = (None, None);
    let mut stored = Instant::now();
    while !contests.desk.is_closed() {
        let is_old = looked.is_none_or(|at| at.elapsed() > LOOK);
        if contests.desk.dates_changed() || is_old {
            match contests.dates().await {
                Ok(found) => (dates, looked) = (found, Some(Instant::now())),
                Err(why) => tracing::warn!(%why, "the dates of contests cannot be read"),
            }
        }
        let now = contests.seconds();
        let mut is_begun = false;
        for (at, contest, number) in &dates {
            if *at < now && !contests.desk.is_closed() {
                match contests.begin_round(contest, *number, Missing::AreAwaited).await {
                    Ok(begun) => is_begun |= begun,
                    Err(why) => tracing::error!(%why, "an official round cannot begin yet"),
                }
            }
        }
        if is_begun {
            looked = None;
        }
        if tried.is_none_or(|at| at.elapsed() > TRY_AGAIN) {
            tried = Some(Instant::now());
            if let Err(why) = contests.try_again(&dates).await {
                tracing::warn!(%why, "versions with which the judge failed cannot be judged again yet");
            }
        }
        if stored.elapsed() > LOOK {
            stored = Instant::now();
            contests.store_durations().await;
        }
        contests.widen();
        contests.desk.tell_estimates();
        contests.desk.pause(TICK).await;
    }
}

/// Finds what waited or was being done when the last server ended, or when the database was lost.
async fn resume(contests: &Contests) -> Result<(), StoreError> {
    let desk = &contests.desk;
    take_up(contests).await?;
    for state in ["open", "closed"] {
        for contest in contests.store.contests_in(state).await? {
            let rounds = contests.store.rounds(&contest.id).await?;
            for round in rounds.iter().filter(|round| round.state == "playing") {
                let OfficialRoundRow { contest, number, .. } = round.clone();
                let item = WorkItem::Round { contest: contest.clone(), number: number as usize };
                if !desk.does(&item) {
                    desk.push(&contest, Work::Official, item);
                }
            }
        }
    }
    desk.changed();
    Ok(())
}

/// Puts all versions and games that wait into the queue, unless they are there or are being done.
async fn take_up(contests: &Contests) -> Result<(), StoreError> {
    let desk = &contests.desk;
    for version in contests.store.unjudged().await? {
        // One with which the server ended twice lets others go first.
        let is_first = version.earlier.is_empty() && (version.state != "judging" || version.tries < 2);
        let work = if is_first { Work::Judge } else { Work::Rejudge };
        let item = WorkItem::Judge { contest: version.contest, number: version.number };
        if !desk.does(&item) {
            desk.push(&version.visitor, work, item);
        }
    }
    for bout in contests.store.waiting_bouts().await? {
        let (work, owner) = match bout.kind.as_str() {
            "ladder" => (Work::Ladder, bout.contest.clone()),
            _ => (Work::Friendly, bout.asker),
        };
        let item = WorkItem::Bout { contest: bout.contest, number: bout.number };
        if !desk.does(&item) {
            desk.push(&owner, work, item);
        }
    }
    Ok(())
}
