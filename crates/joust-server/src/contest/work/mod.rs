//! The workers of contests: threads of the server that judge submissions, play friendly matches, the ladder and
//! official rounds, in the order of one fair queue. They run with the lowest priority, so that live games come first;
//! so do the compilers that they start.
//!
//! Everything that waits is in the store. A server that was killed finds it there again: what was being judged is
//! judged again, and an official round goes on from its journal.

mod bout;
mod desk;
mod judge;
mod ladder;
mod rounds;

pub(crate) use desk::{Desk, WorkItem};

use super::limits::{LOOK, STOP_TIME, TICK};
use super::service::Contests;
use crate::pool::be_modest;
use desk::{Next, Task};
use joust_contest::Work;
use joust_store::{OfficialRoundRow, StoreError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// How something that was begun ended.
enum Outcome {
    /// It was done, well or badly.
    Done,
    /// The server stops, or something else comes first: it is done later.
    Later,
}

impl Contests {
    /// Starts the workers and the clock.
    pub(crate) fn run(self: &Arc<Contests>) -> std::io::Result<()> {
        let runtime = Handle::current();
        for worker in 0..self.desk.judges() {
            let (contests, runtime, here) = (Arc::clone(self), runtime.clone(), self.desk.arrive());
            let work = move || {
                be_modest();
                contests.work(worker, &runtime);
                // The lock on the data goes with the last copy of the store, so it goes first.
                drop(contests);
                drop(here);
            };
            std::thread::Builder::new().name(format!("judge {worker}")).spawn(work)?;
        }
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
    }

    /// Stops the workers, and waits for them with a time limit. What they had begun is done after the next start.
    pub(crate) async fn stop(&self) {
        self.desk.close();
        if tokio::time::timeout(STOP_TIME, self.desk.all_gone()).await.is_err() {
            tracing::warn!("a judge is still at work: what it does is done again after the next start");
        }
    }

    fn work(self: &Arc<Contests>, worker: usize, runtime: &Handle) {
        loop {
            match self.desk.next(worker) {
                Next::Closed => return,
                Next::Idle => {
                    if let Err(why) = runtime.block_on(self.plan_ladder()) {
                        tracing::error!(%why, "the ladder cannot be planned");
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
        let done = done.unwrap_or_else(|_| Err("the worker has panicked".to_owned()));
        let took = matches!(done, Ok(Outcome::Done)).then(|| begun.elapsed());
        self.desk.done(worker, task.work, took);
        if let Err(why) = done {
            tracing::error!(why, item = ?task.item, "contest work failed");
            if let Err(why) = runtime.block_on(self.failed(task, &why)) {
                tracing::error!(%why, item = ?task.item, "the failure of contest work cannot be stored");
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
        contests.desk.pause(Duration::from_secs(1)).await;
    }
    let mut dates = Vec::new();
    let mut looked: Option<Instant> = None;
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
            if *at <= now && !contests.desk.is_closed() {
                match contests.begin_round(contest, *number).await {
                    Ok(begun) => is_begun |= begun,
                    Err(why) => tracing::error!(%why, "an official round cannot begin yet"),
                }
            }
        }
        if is_begun {
            looked = None;
        }
        contests.desk.tell_estimates();
        contests.desk.pause(TICK).await;
    }
}

/// Finds what waited or was being done when the last server ended.
async fn resume(contests: &Contests) -> Result<(), StoreError> {
    let desk = &contests.desk;
    for version in contests.store.unjudged().await? {
        let item = WorkItem::Judge { contest: version.contest, number: version.number };
        desk.push(&version.visitor, Work::Judge, item);
    }
    for bout in contests.store.waiting_bouts().await? {
        let (work, owner) = match bout.kind.as_str() {
            "ladder" => (Work::Ladder, bout.contest.clone()),
            _ => (Work::Friendly, bout.asker),
        };
        desk.push(&owner, work, WorkItem::Bout { contest: bout.contest, number: bout.number });
    }
    for state in ["open", "closed"] {
        for contest in contests.store.contests_in(state).await? {
            let rounds = contests.store.rounds(&contest.id).await?;
            for round in rounds.iter().filter(|round| round.state == "playing") {
                let OfficialRoundRow { contest, number, .. } = round.clone();
                let item = WorkItem::Round { contest: contest.clone(), number: number as usize };
                desk.push(&contest, Work::Official, item);
            }
        }
    }
    desk.changed();
    Ok(())
}
