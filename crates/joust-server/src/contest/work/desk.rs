//! The desk of the workers: the fair queue, what is being done, and who follows it.

use crate::contest::service::{Progress, QueueState, VersionState};
use joust_contest::{Durations, Estimate, FairQueue, Running, Stage, Step, Ticket, Work};
use sha2::{Digest, Sha256};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WorkItem {
    Judge {
        contest: String,
        number: i64,
    },
    Bout {
        contest: String,
        number: i64,
    },
    /// Rounds are counted from 1.
    Round {
        contest: String,
        number: usize,
    },
}

/// Work that was taken.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) work: Work,
    pub(super) owner: String,
    pub(super) item: WorkItem,
}

/// What a worker does next.
pub(super) enum Next {
    Task(Task),
    /// Nothing waits: the ladder may have something to play.
    Idle,
    Closed,
}

/// The desk of the workers.
///
/// Where other machines play games, those that wait for such a game are threads of their own: the *couriers*. Judges
/// then take submissions only, and each side has a queue of its own.
pub(crate) struct Desk {
    judges: usize,
    couriers: usize,
    inner: Mutex<Inner>,
    more: Condvar,
    /// True when the server stops: games and judgements end early.
    pub(crate) stop: std::sync::atomic::AtomicBool,
    /// The workers that are alive.
    alive: watch::Sender<usize>,
    /// Wakes the clock when the server stops.
    closing: Notify,
}

#[derive(Default)]
struct Inner {
    /// The sides; without couriers, all work is on the first.
    sides: [Side; 2],
    tickets: HashMap<WorkItem, Ticket>,
    durations: Durations,
    /// How many durations are not stored yet.
    unstored: usize,
    /// Versions that wait or are being judged, with those that follow them.
    progress: HashMap<(String, i64), watch::Sender<Progress>>,
    /// The names of players that are being judged, in lower case, with their authors.
    names: HashMap<(String, String), String>,
    /// Whether the ladder may have something to play.
    may_climb: bool,
    /// Counts the turns of the contests at the ladder.
    turn: usize,
    /// Whether the dates of rounds may have changed.
    dates_changed: bool,
    is_closed: bool,
}

/// What waits and what is being done by threads that take the same kinds of work.
#[derive(Default)]
struct Side {
    queue: FairQueue<(String, WorkItem)>,
    /// How many of its threads may work at a time.
    open: usize,
    running: HashMap<usize, Doing>,
    /// How many threads official rounds use beside those that run them.
    lent: usize,
}

/// What a thread does, and since when.
struct Doing {
    work: Work,
    item: WorkItem,
    since: Instant,
}

impl Side {
    fn has_room(&self) -> bool {
        self.running.len() < self.open
    }

    /// How many threads are used, without those that play the ladder: it plays where nobody else does.
    fn used(&self) -> usize {
        self.lent + self.running.values().filter(|doing| doing.work != Work::Ladder).count()
    }

    /// Whether the ladder must wait.
    fn is_lent_out(&self) -> bool {
        self.lent > 0 && self.lent + self.running.len() >= self.open
    }
}

/// Threads that an official round uses beside the one that runs it, as long as this lives.
pub(super) struct Lent<'a> {
    desk: &'a Desk,
    pub(super) threads: usize,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut inner = self.desk.inner();
        inner.sides[self.desk.games()].lent -= self.threads;
        drop(inner);
        // The ladder may have waited for them.
        self.desk.more.notify_all();
    }
}

/// The side of judges.
const JUDGES: usize = 0;
/// The side of couriers.
const COURIERS: usize = 1;

/// A worker that is alive, or the clock.
pub(super) struct Alive(Arc<Desk>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.alive.send_modify(|alive| *alive -= 1);
    }
}

/// The owner of work as the queue has it: 64 bits of a hash.
fn owner_number(owner: &str) -> u64 {
    let hash = Sha256::digest(owner.as_bytes());
    hash[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn key(contest: &str, number: i64) -> (String, i64) {
    (contest.to_owned(), number)
}

impl Desk {
    /// A desk with this many judges and couriers.
    pub(crate) fn new(judges: usize, couriers: usize) -> Desk {
        let mut inner = Inner::default();
        inner.sides[JUDGES].open = judges;
        // It is widened when workers come; one courier plays the games itself until then.
        inner.sides[COURIERS].open = couriers.min(1);
        Desk {
            judges,
            couriers,
            inner: Mutex::new(inner),
            more: Condvar::new(),
            stop: false.into(),
            alive: watch::Sender::new(0),
            closing: Notify::new(),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads that take work: judges, then couriers.
    pub(super) fn threads(&self) -> std::ops::Range<usize> {
        0..self.judges + self.couriers
    }

    /// Whether a thread is a courier.
    pub(super) fn is_courier(&self, worker: usize) -> bool {
        worker >= self.judges
    }

    /// The side that does some work.
    fn side(&self, item: &WorkItem) -> usize {
        let is_game = !matches!(item, WorkItem::Judge { .. });
        if self.couriers > 0 && is_game { COURIERS } else { JUDGES }
    }

    /// The side that plays games.
    fn games(&self) -> usize {
        if self.couriers > 0 { COURIERS } else { JUDGES }
    }

    /// Lets this many couriers work at a time: at least one, and not more than there are.
    pub(super) fn widen(&self, couriers: usize) {
        let mut inner = self.inner();
        let open = couriers.max(1).min(self.couriers);
        if std::mem::replace(&mut inner.sides[COURIERS].open, open) < open {
            drop(inner);
            self.more.notify_all();
        }
    }

    pub(super) fn arrive(self: &Arc<Desk>) -> Alive {
        self.alive.send_modify(|alive| *alive += 1);
        Alive(Arc::clone(self))
    }

    /// Waits until all workers are gone.
    pub(super) async fn all_gone(&self) {
        let mut alive = self.alive.subscribe();
        // The sender is part of this desk, so it is never gone.
        let _ = alive.wait_for(|alive| *alive == 0).await;
    }

    pub(super) fn close(&self) {
        self.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        self.inner().is_closed = true;
        self.more.notify_all();
        self.closing.notify_waiters();
    }

    /// Waits for a while, or until the desk is closed.
    pub(super) async fn pause(&self, time: Duration) {
        let closing = self.closing.notified();
        if !self.is_closed() {
            let _ = tokio::time::timeout(time, closing).await;
        }
    }

    pub(super) fn is_closed(&self) -> bool {
        self.inner().is_closed
    }

    /// Adds work of an owner, unless it waits already.
    pub(crate) fn push(&self, owner: &str, work: Work, item: WorkItem) {
        let (mut inner, side) = (self.inner(), self.side(&item));
        if inner.tickets.contains_key(&item) {
            return;
        }
        if let WorkItem::Judge { contest, number } = &item {
            let waiting = Progress {
                state: VersionState::Waiting,
                stage: None,
                games: None,
                steps: Vec::new(),
                estimate: None,
            };
            inner.progress.entry(key(contest, *number)).or_insert_with(|| watch::Sender::new(waiting));
        }
        let queue = &mut inner.sides[side].queue;
        let ticket = queue.push(owner_number(owner), work, (owner.to_owned(), item.clone()));
        inner.tickets.insert(item, ticket);
        drop(inner);
        // Not every thread takes it.
        self.more.notify_all();
    }

    /// Whether some work is being done.
    pub(super) fn does(&self, item: &WorkItem) -> bool {
        let inner = self.inner();
        inner.sides.iter().flat_map(|side| side.running.values()).any(|doing| doing.item == *item)
    }

    /// Takes a version out that nobody wants judged any more.
    pub(crate) fn cancel_version(&self, contest: &str, number: i64) {
        let mut inner = self.inner();
        let item = WorkItem::Judge { contest: contest.to_owned(), number };
        if let Some(ticket) = inner.tickets.remove(&item) {
            inner.sides[JUDGES].queue.cancel(ticket);
        }
        inner.progress.remove(&key(contest, number));
    }

    /// Says that contests have changed: the ladder may have something to play, and dates may be others.
    pub(crate) fn changed(&self) {
        let mut inner = self.inner();
        (inner.may_climb, inner.dates_changed) = (true, true);
        drop(inner);
        self.more.notify_all();
    }

    /// Says that the ladder may have something to play.
    pub(super) fn may_climb(&self) {
        self.inner().may_climb = true;
        self.more.notify_all();
    }

    /// A number that grows: contests take turns at the ladder.
    pub(super) fn turn(&self) -> usize {
        let mut inner = self.inner();
        inner.turn = inner.turn.wrapping_add(1);
        inner.turn
    }

    pub(super) fn dates_changed(&self) -> bool {
        std::mem::take(&mut self.inner().dates_changed)
    }

    /// Whether somebody waits for a thread that plays games.
    pub(super) fn has_waiting(&self) -> bool {
        let inner = self.inner();
        let side = &inner.sides[self.games()];
        let waits = |work: Work| side.queue.waiting(work) > 0;
        let kinds = [Work::Judge, Work::Friendly, Work::Official, Work::Rejudge];
        !side.has_room() && kinds.into_iter().any(waits)
    }

    /// Lends a round that runs the threads for which there is nothing else to do than the ladder.
    pub(super) fn lend(&self) -> Lent<'_> {
        let mut inner = self.inner();
        let side = &mut inner.sides[self.games()];
        let threads = side.open.saturating_sub(side.used());
        side.lent += threads;
        Lent { desk: self, threads }
    }

    /// How the threads that are used compare with those that there are.
    pub(super) fn use_of_threads(&self) -> Ordering {
        let inner = self.inner();
        let side = &inner.sides[self.games()];
        side.used().cmp(&side.open)
    }

    /// What a worker does next; waits until there is something.
    pub(super) fn next(&self, worker: usize) -> Next {
        let mut inner = self.inner();
        loop {
            if inner.is_closed {
                return Next::Closed;
            }
            let at = if self.is_courier(worker) { COURIERS } else { JUDGES };
            let side = &mut inner.sides[at];
            let may_play_ladder = !side.is_lent_out();
            if side.has_room() && (may_play_ladder || side.queue.next_work() != Some(Work::Ladder)) {
                if let Some(taken) = side.queue.pop() {
                    let ((owner, item), work) = (taken.item, taken.work);
                    side.running.insert(worker, Doing { work, item: item.clone(), since: Instant::now() });
                    inner.tickets.remove(&item);
                    return Next::Task(Task { work, owner, item });
                }
                if at == self.games() && may_play_ladder && std::mem::take(&mut inner.may_climb) {
                    return Next::Idle;
                }
            }
            inner = self.more.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes that a worker has ended its work, and how long it took if it was done.
    pub(super) fn done(&self, worker: usize, work: Work, took: Option<Duration>) {
        let mut inner = self.inner();
        for side in &mut inner.sides {
            side.running.remove(&worker);
        }
        if let Some(took) = took {
            inner.durations.add(work, took.as_secs_f64());
            inner.unstored += 1;
        }
        drop(inner);
        // Another thread may have waited for room.
        self.more.notify_all();
    }

    /// Takes over how long the work of an earlier server took, unless this one has done some already.
    pub(super) fn remember(&self, durations: Durations) {
        let mut inner = self.inner();
        if inner.durations == Durations::default() {
            inner.durations = durations;
        }
    }

    /// How long the work took lately, if that has changed since the last call.
    pub(super) fn new_durations(&self) -> Option<Durations> {
        let mut inner = self.inner();
        (std::mem::take(&mut inner.unstored) > 0).then(|| inner.durations.clone())
    }

    /// What waits and what is being done.
    pub(crate) fn state(&self) -> QueueState {
        let inner = self.inner();
        let waiting = |work: Work| inner.sides.iter().map(|side| side.queue.waiting(work)).sum::<usize>();
        QueueState {
            judging: waiting(Work::Judge) + waiting(Work::Rejudge),
            friendlies: waiting(Work::Friendly),
            running: inner.sides.iter().map(|side| side.running.len()).sum(),
            judges: self.judges,
        }
    }

    fn estimate(&self, inner: &Inner, item: &WorkItem) -> Option<Estimate> {
        let (ticket, side) = (inner.tickets.get(item)?, &inner.sides[self.side(item)]);
        let since = |doing: &Doing| Running { work: doing.work, since: doing.since.elapsed().as_secs_f64() };
        let running: Vec<Running> = side.running.values().map(since).collect();
        let estimate = || side.queue.estimate(*ticket, &inner.durations, side.open, &running);
        (self.judges > 0).then(estimate).flatten()
    }

    pub(crate) fn estimate_of_version(&self, contest: &str, number: i64) -> Option<Estimate> {
        let inner = self.inner();
        self.estimate(&inner, &WorkItem::Judge { contest: contest.to_owned(), number })
    }

    pub(crate) fn estimate_of_bout(&self, contest: &str, number: i64) -> Option<Estimate> {
        let inner = self.inner();
        self.estimate(&inner, &WorkItem::Bout { contest: contest.to_owned(), number })
    }

    /// How far the judge is with a version that is not judged yet.
    pub(crate) fn progress(&self, contest: &str, number: i64) -> Option<Progress> {
        let inner = self.inner();
        let mut progress = inner.progress.get(&key(contest, number))?.borrow().clone();
        progress.estimate = self.estimate(&inner, &WorkItem::Judge { contest: contest.to_owned(), number });
        Some(progress)
    }

    /// Follows a version that is not judged yet.
    pub(crate) fn follow(&self, contest: &str, number: i64) -> Option<watch::Receiver<Progress>> {
        self.inner().progress.get(&key(contest, number)).map(watch::Sender::subscribe)
    }

    /// Tells those that follow waiting versions how long it will take.
    pub(super) fn tell_estimates(&self) {
        let inner = self.inner();
        for ((contest, number), sender) in &inner.progress {
            if sender.receiver_count() == 0 || sender.borrow().state != VersionState::Waiting {
                continue;
            }
            let item = WorkItem::Judge { contest: contest.clone(), number: *number };
            let estimate = self.estimate(&inner, &item);
            sender.send_if_modified(|progress| {
                let is_new = progress.estimate != estimate;
                progress.estimate = estimate;
                is_new
            });
        }
    }

    /// Tells those that follow a version that the judge begins, anew if necessary.
    pub(super) fn begins(&self, contest: &str, number: i64) {
        self.tell(contest, number, |progress| {
            (progress.state, progress.stage, progress.games) = (VersionState::Judging, None, None);
            progress.steps.clear();
            progress.estimate = None;
        });
    }

    pub(super) fn stage(&self, contest: &str, number: i64, stage: Stage, games: Option<(usize, usize)>) {
        self.tell(contest, number, |progress| (progress.stage, progress.games) = (Some(stage), games));
    }

    pub(super) fn step(&self, contest: &str, number: i64, step: &Step) {
        self.tell(contest, number, |progress| {
            (progress.stage, progress.games) = (None, None);
            progress.steps.push(step.clone());
        });
    }

    /// Tells those that follow a version that it waits once more.
    pub(super) fn waits(&self, contest: &str, number: i64) {
        self.tell(contest, number, |progress| {
            (progress.state, progress.stage, progress.games) = (VersionState::Waiting, None, None);
        });
    }

    fn tell(&self, contest: &str, number: i64, change: impl FnOnce(&mut Progress)) {
        if let Some(sender) = self.inner().progress.get(&key(contest, number)) {
            sender.send_modify(change);
        }
    }

    /// Tells those that follow a version what became of it, and ends the channel.
    pub(super) fn ends(&self, contest: &str, number: i64, state: VersionState) {
        let sender = self.inner().progress.remove(&key(contest, number));
        if let Some(sender) = sender {
            sender.send_modify(|progress| {
                (progress.state, progress.stage, progress.games) = (state, None, None);
            });
        }
    }

    /// The names of players that others have handed in and that are being judged. The own name is added to them.
    pub(super) fn reserve(&self, contest: &str, visitor: &str, name: Option<&str>) -> Vec<String> {
        let mut inner = self.inner();
        let others = inner.names.iter().filter(|((of, _), author)| of == contest && *author != visitor);
        let others: Vec<String> = others.map(|((_, name), _)| name.clone()).collect();
        if let Some(name) = name.map(str::to_lowercase)
            && !others.contains(&name)
        {
            inner.names.insert((contest.to_owned(), name), visitor.to_owned());
        }
        others
    }

    /// Gives the reserved name of a player back, once it is stored or not wanted.
    pub(super) fn release(&self, contest: &str, visitor: &str) {
        self.inner().names.retain(|(of, _), author| of != contest || author != visitor);
    }
}
