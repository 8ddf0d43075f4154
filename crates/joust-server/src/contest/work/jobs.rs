//! The worker of jobs: a thread of the lowest priority that does one after the other, so that a job of every contest
//! together takes no more memory than one.

use super::shelf::Note;
use crate::contest::limits::JOBS;
use crate::contest::service::{Contests, JobKind, JobState, JobTrouble, JobView, Kept};
use crate::pool::be_modest;
use joust_files::{Care, Draft};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;
use tokio::sync::watch;

/// A job of a contest.
type Job = (String, JobKind);

/// Jobs that wait, and the one that is being done.
#[derive(Default)]
pub(crate) struct Jobs {
    inner: Mutex<Inner>,
    more: Condvar,
}

#[derive(Default)]
struct Inner {
    waiting: VecDeque<Job>,
    /// Jobs that wait or are being done, with those that follow them.
    open: HashMap<Job, watch::Sender<JobView>>,
    is_closed: bool,
}

/// Whether a job can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Free,
    /// It waits already, or is being done.
    Here,
    /// Another job of the contest comes first.
    Busy,
    /// Too many contests wait.
    Full,
}

/// Why a job makes nothing.
#[derive(Debug)]
pub(crate) enum JobEnd {
    /// The server stops.
    Stopped,
    TooLarge,
    /// A fault of ours.
    Failed(String),
}

impl<E: std::fmt::Display> From<E> for JobEnd {
    fn from(why: E) -> JobEnd {
        JobEnd::Failed(why.to_string())
    }
}

/// What a job needs while it is being done.
pub(crate) struct JobBench<'a> {
    pub(crate) contest: &'a str,
    /// The file that it makes.
    pub(crate) draft: Draft,
    pub(crate) runtime: &'a Handle,
    /// Says how far it is: steps so far, and all of them.
    pub(crate) tell: &'a (dyn Fn(usize, usize) + Sync),
}

impl Jobs {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn place(&self, contest: &str, kind: JobKind) -> Place {
        let inner = self.inner();
        if inner.open.contains_key(&(contest.to_owned(), kind)) {
            return Place::Here;
        }
        if inner.open.keys().any(|(of, _)| of == contest) {
            return Place::Busy;
        }
        if inner.open.len() < JOBS { Place::Free } else { Place::Full }
    }

    pub(crate) fn push(&self, contest: &str, kind: JobKind, view: JobView) {
        let mut inner = self.inner();
        let job = (contest.to_owned(), kind);
        inner.open.insert(job.clone(), watch::Sender::new(view));
        inner.waiting.push_back(job);
        tell_ahead(&inner);
        drop(inner);
        self.more.notify_one();
    }

    pub(crate) fn view(&self, contest: &str, kind: JobKind) -> Option<JobView> {
        self.inner().open.get(&(contest.to_owned(), kind)).map(|sender| sender.borrow().clone())
    }

    pub(crate) fn follow(&self, contest: &str, kind: JobKind) -> Option<watch::Receiver<JobView>> {
        self.inner().open.get(&(contest.to_owned(), kind)).map(watch::Sender::subscribe)
    }

    /// Forgets the waiting jobs of a contest that is removed.
    pub(crate) fn cancel(&self, contest: &str) {
        let mut inner = self.inner();
        let gone: Vec<Job> = inner.waiting.iter().filter(|(of, _)| of == contest).cloned().collect();
        inner.waiting.retain(|job| !gone.contains(job));
        for job in gone {
            inner.open.remove(&job);
        }
    }

    pub(super) fn close(&self) {
        self.inner().is_closed = true;
        self.more.notify_all();
    }

    /// The next job; waits until there is one. `None` if the server stops.
    fn next(&self) -> Option<Job> {
        let mut inner = self.inner();
        loop {
            if inner.is_closed {
                return None;
            }
            if let Some(job) = inner.waiting.pop_front() {
                return Some(job);
            }
            inner = self.more.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn tell(&self, job: &Job, change: impl FnOnce(&mut JobView)) {
        if let Some(sender) = self.inner().open.get(job) {
            sender.send_modify(change);
        }
    }

    /// Tells those that follow a job that it is over, and ends the channel.
    fn end(&self, job: &Job, note: &Note) {
        let mut inner = self.inner();
        if let Some(sender) = inner.open.remove(job) {
            sender.send_replace(JobView::of(note));
        }
        tell_ahead(&inner);
    }
}

/// Tells waiting jobs how many come first. Whatever is open and does not wait is being done.
fn tell_ahead(inner: &Inner) {
    let running = inner.open.len() - inner.waiting.len();
    for (at, job) in inner.waiting.iter().enumerate() {
        if let Some(sender) = inner.open.get(job) {
            sender.send_modify(|view| view.ahead = running + at);
        }
    }
}

impl Contests {
    /// Starts the worker of jobs.
    pub(super) fn run_jobs(self: &Arc<Contests>, runtime: &Handle) -> std::io::Result<()> {
        let (contests, runtime, here) = (Arc::clone(self), runtime.clone(), self.desk.arrive());
        let work = move || {
            be_modest();
            runtime.block_on(contests.resume_jobs());
            while let Some(job) = contests.jobs.next() {
                contests.do_job(&job, &runtime);
            }
            drop(contests);
            drop(here);
        };
        std::thread::Builder::new().name("jobs".to_owned()).spawn(work)?;
        Ok(())
    }

    /// Finds the jobs that waited when the last server ended. The one that it was doing is lost, and says so: if
    /// it was the end of the server, it must not be that of the next one.
    async fn resume_jobs(&self) {
        let mut waiting = Vec::new();
        for (id, kind) in self.shelf.all() {
            let note = match self.fresh_note(&id, kind).await {
                Ok(note) => note,
                Err(why) => {
                    tracing::error!(?why, "the note of a job cannot be read");
                    continue;
                }
            };
            if note.begun.is_some() {
                let trouble = Some(JobTrouble::Interrupted);
                self.set_note(&(id, kind), &Note { begun: None, trouble, ..note });
            } else if let Some(asked) = note.asked {
                waiting.push((asked, id, kind, note));
            }
        }
        waiting.sort_by_key(|(asked, ..)| *asked);
        for (_, id, kind, note) in waiting {
            if self.jobs.place(&id, kind) == Place::Free {
                self.jobs.push(&id, kind, JobView::of(&note));
            }
        }
    }

    fn set_note(&self, (id, kind): &Job, note: &Note) {
        if let Err(why) = self.shelf.set_note(id, *kind, note) {
            tracing::error!(%why, contest = id, kind = kind.word(), "the note of a job cannot be written");
        }
    }

    fn do_job(&self, job: &Job, runtime: &Handle) {
        let (id, kind) = job;
        let mut note = self.shelf.note(id, *kind);
        (note.asked, note.begun, note.trouble) = (None, Some(self.time.now()), None);
        self.set_note(job, &note);
        self.jobs.tell(job, |view| (view.state, view.ahead) = (JobState::Running, 0));
        let made = catch_unwind(AssertUnwindSafe(|| self.made(job, runtime)));
        let made = made.unwrap_or_else(|_| Err(JobEnd::Failed("the worker has panicked".to_owned())));
        note.begun = None;
        match made {
            Ok(Some(kept)) => {
                tracing::info!(contest = id, kind = kind.word(), bytes = kept.bytes, "a job is done");
                note.kept = Some(kept);
            }
            // Somebody has left in the meantime, and so has what was kept before.
            Ok(None) => (note.kept, note.trouble) = (None, Some(JobTrouble::Departed)),
            Err(JobEnd::Stopped) => note.trouble = Some(JobTrouble::Interrupted),
            Err(JobEnd::TooLarge) => note.trouble = Some(JobTrouble::TooLarge),
            Err(JobEnd::Failed(why)) => {
                tracing::error!(why, contest = id, kind = kind.word(), "a job failed");
                note.trouble = Some(JobTrouble::Failed);
            }
        }
        match runtime.block_on(self.store.contest(id)) {
            // The draft of a contest was removed, with all that it had.
            Ok(None) => {
                if let Err(why) = self.shelf.remove(id) {
                    tracing::error!(%why, contest = id, "the files of a contest cannot be removed");
                }
            }
            _ => self.set_note(job, &note),
        }
        self.jobs.end(job, &note);
    }

    /// Makes what a job is for; nothing if somebody has left while it was made.
    fn made(&self, job: &Job, runtime: &Handle) -> Result<Option<Kept>, JobEnd> {
        let (id, kind) = job;
        let made = self.time.now();
        let tell = |done: usize, of: usize| self.jobs.tell(job, |view| (view.done, view.of) = (done, of));
        let draft = self.shelf.draft(id, *kind, made)?;
        let contests = runtime.block_on(self.contests_of_job(id, *kind)).map_err(ours)?;
        let gone = runtime.block_on(self.gone(&contests)).map_err(ours)?;
        let bench = JobBench { contest: id, draft, runtime, tell: &tell };
        let (draft, bytes) = match kind {
            JobKind::Similarity => self.compare_class(bench, &contests)?,
            JobKind::Archive => self.pack(bench)?,
        };
        if runtime.block_on(self.gone(&contests)).map_err(ours)? != gone {
            return Ok(None);
        }
        draft.keep(Care::Durable)?;
        Ok(Some(Kept { made, bytes, contests, gone }))
    }
}

/// The failure of the service as that of a job.
pub(crate) fn ours(why: crate::contest::service::Denied) -> JobEnd {
    JobEnd::Failed(crate::failure::Failure::from(why).to_string())
}
