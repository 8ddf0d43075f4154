//! Workers on other machines: the server reaches them, leaves them, and has the games of liars played again.

use super::away::{Line, TRY_AGAIN};
use super::take_up;
use crate::contest::service::Contests;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::runtime::Handle;

/// How long the queue may take to be left.
const LEAVE: Duration = Duration::from_secs(5);

impl Contests {
    /// Connects to the queue in the background, if there is one: the arena opens without it, too.
    pub(super) fn reach_workers(self: &Arc<Contests>, runtime: &Handle) -> std::io::Result<()> {
        if !self.away.has_queue() {
            return Ok(());
        }
        for line in Line::ALL {
            let (contests, runtime, here) = (Arc::clone(self), runtime.clone(), self.desk.arrive());
            let reach = move || {
                contests.reach(line, &runtime);
                drop(contests);
                drop(here);
            };
            std::thread::Builder::new().name("queue".to_owned()).spawn(reach)?;
        }
        Ok(())
    }

    fn reach(self: &Arc<Contests>, line: Line, runtime: &Handle) {
        let mut is_told = false;
        while !self.desk.is_closed() {
            let (contests, handle): (Weak<Contests>, _) = (Arc::downgrade(self), runtime.clone());
            let lied = move |worker: &str| {
                if let Some(contests) = contests.upgrade() {
                    let worker = worker.to_owned();
                    handle.spawn(async move { contests.play_again(&worker).await });
                }
            };
            let Err(why) = self.away.open(line, lied) else { return };
            if !std::mem::replace(&mut is_told, true) {
                tracing::error!(why, "games are played here until the queue can be used");
            }
            runtime.block_on(self.desk.pause(TRY_AGAIN));
        }
    }

    /// Leaves the queue, which takes the work of this server out of it.
    pub(super) async fn leave_workers(self: &Arc<Contests>) {
        let contests = Arc::clone(self);
        let left = tokio::task::spawn_blocking(move || contests.away.close());
        if tokio::time::timeout(LEAVE, left).await.is_err() {
            tracing::warn!("the queue could not be left: its work is removed when it is old");
        }
    }

    /// Has as many games in hand as keep all workers busy: each plays one, and the next one waits.
    pub(super) fn widen(&self) {
        if self.away.has_queue() {
            self.desk.widen(2 * self.away.threads());
        }
    }

    /// A worker has lied: all that it has played is played again.
    pub(super) async fn play_again(&self, worker: &str) {
        while let Err(why) = self.store.retract(worker).await {
            tracing::error!(%why, worker, "the games of a worker that lied cannot be taken back yet");
            if self.desk.is_closed() {
                return;
            }
            self.desk.pause(TRY_AGAIN).await;
        }
        self.forget_ladders().await;
        if let Err(why) = take_up(self).await {
            tracing::error!(%why, "games that wait are played after the next start");
        }
        self.desk.may_climb();
    }
}
