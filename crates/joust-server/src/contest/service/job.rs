//! Jobs: what takes longer than a request may, the similarity report and the archive. A teacher starts one, follows
//! it, and takes what it has made away later.

use super::{ContestFault, Contests, Denied};
use crate::contest::work::{Note, Place};
use crate::failure::Failure;
use crate::guard::Caller;
use serde::{Deserialize, Serialize};
use std::fs::File;
use tokio::sync::watch;

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum JobKind {
    /// Which sources are alike.
    Similarity,
    /// Everything of the contest as files.
    Archive,
}

impl JobKind {
    pub(crate) const ALL: [JobKind; 2] = [JobKind::Similarity, JobKind::Archive];

    /// Its name in addresses and of its files.
    pub(crate) fn word(self) -> &'static str {
        match self {
            JobKind::Similarity => "similarity",
            JobKind::Archive => "archive",
        }
    }

    /// The ending of what it makes.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            JobKind::Similarity => "html",
            JobKind::Archive => "tar.gz",
        }
    }
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobState {
    /// Nobody has asked for it, or it is over.
    Idle,
    /// It waits for jobs of other contests.
    Waiting,
    Running,
}

/// Why a job made nothing, or why what it made is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JobTrouble {
    /// The server ended while it was being done.
    Interrupted,
    /// There is more than a job may take.
    TooLarge,
    /// Somebody whose sources were in it has deleted the account.
    Departed,
    /// Somebody teaches the class now who does not teach the other classes in it.
    NewTeacher,
    /// The server failed; its log says why.
    Failed,
}

/// What a job has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// When it was made, in milliseconds since 1970. It is also in the name of the file.
    pub(crate) made: i64,
    pub(crate) bytes: u64,
    /// The contests whose sources are in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) contests: Vec<String>,
    /// How many versions of these contests were gone when it was made. When there are more, it has what its
    /// author has taken back.
    pub(crate) gone: usize,
}

/// A job, as a teacher sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct JobView {
    pub(crate) state: JobState,
    /// Steps so far, and all of them; 0 until they are known.
    pub(crate) done: usize,
    pub(crate) of: usize,
    /// Jobs of other contests that come first.
    pub(crate) ahead: usize,
    pub(crate) trouble: Option<JobTrouble>,
    /// What was made last.
    #[serde(serialize_with = "made")]
    pub(crate) kept: Option<Kept>,
}

/// Which contests a file is made of concerns the server only.
#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn made<S: serde::Serializer>(kept: &Option<Kept>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told {
        made: i64,
        bytes: u64,
    }
    kept.as_ref().map(|kept| Told { made: kept.made, bytes: kept.bytes }).serialize(to)
}

impl JobView {
    /// A job that waits, or is over. One that was begun and is not being done was lost with its server.
    pub(in crate::contest) fn of(note: &Note) -> JobView {
        let state = if note.asked.is_some() { JobState::Waiting } else { JobState::Idle };
        let trouble = if note.begun.is_some() { Some(JobTrouble::Interrupted) } else { note.trouble };
        JobView { state, done: 0, of: 0, ahead: 0, trouble, kept: note.kept.clone() }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state != JobState::Idle
    }
}

/// A file that a job has made, to be sent.
pub(crate) struct KeptFile {
    /// A name for a download.
    pub(crate) name: String,
    pub(crate) file: File,
    pub(crate) bytes: u64,
}

impl Contests {
    /// Starts a job; one that waits or runs goes on.
    pub(crate) async fn start_job(&self, caller: &Caller, id: &str, kind: JobKind) -> Result<(), Denied> {
        self.teacher(caller, id).await?;
        let _writing = self.writing.lock().await;
        match self.jobs.place(id, kind) {
            Place::Here => return Ok(()),
            Place::Busy => return Err(ContestFault::JobBusy.into()),
            Place::Full => return Err(ContestFault::JobsFull.into()),
            Place::Free => {}
        }
        let mut note = self.shelf.note(id, kind);
        (note.asked, note.begun, note.trouble) = (Some(self.time.now()), None, None);
        self.shelf.set_note(id, kind, &note).map_err(|why| Failure::Ours(format!("a job: {why}")))?;
        self.jobs.push(id, kind, JobView::of(&note));
        Ok(())
    }

    /// Where a job is, and what was made last.
    pub(crate) async fn job(&self, caller: &Caller, id: &str, kind: JobKind) -> Result<JobView, Denied> {
        self.teacher(caller, id).await?;
        if let Some(view) = self.jobs.view(id, kind) {
            return Ok(view);
        }
        Ok(JobView::of(&self.fresh_note(id, kind).await?))
    }

    /// Where a job is, now and at every change. The channel is closed when it is over.
    pub(crate) async fn follow_job(
        &self,
        caller: &Caller,
        id: &str,
        kind: JobKind,
    ) -> Result<watch::Receiver<JobView>, Denied> {
        // The caller listens before the job is looked at, so that no end is missed.
        let heard = self.jobs.follow(id, kind);
        let view = self.job(caller, id, kind).await?;
        Ok(heard.unwrap_or_else(|| watch::channel(view).1))
    }

    /// What a job has made last.
    pub(crate) async fn job_file(
        &self,
        caller: &Caller,
        id: &str,
        kind: JobKind,
    ) -> Result<KeptFile, Denied> {
        self.teacher(caller, id).await?;
        let kept = self.fresh_note(id, kind).await?.kept.ok_or(ContestFault::NotMade)?;
        let file = self.shelf.open(id, kind, &kept).map_err(|why| Failure::Ours(format!("a job: {why}")))?;
        let name = format!("{}.{}", kind.word(), kind.ending());
        Ok(KeptFile { name, file, bytes: kept.bytes })
    }

    /// The note of a job; what it made is removed if somebody has left since, or must not see it.
    pub(in crate::contest) async fn fresh_note(&self, id: &str, kind: JobKind) -> Result<Note, Denied> {
        let mut note = self.shelf.note(id, kind);
        if let Some(kept) = &note.kept
            && let Some(trouble) = self.trouble_since(kept).await?
        {
            (note.kept, note.trouble) = (None, Some(trouble));
            self.shelf.set_note(id, kind, &note).map_err(|why| Failure::Ours(format!("a job: {why}")))?;
        }
        Ok(note)
    }

    /// Why what was made must not be kept any more.
    async fn trouble_since(&self, kept: &Kept) -> Result<Option<JobTrouble>, Denied> {
        if self.gone(&kept.contests).await? != kept.gone {
            return Ok(Some(JobTrouble::Departed));
        }
        Ok((!self.all_teach(&kept.contests).await?).then_some(JobTrouble::NewTeacher))
    }

    /// How many versions of some contests are gone, with their authors.
    pub(in crate::contest) async fn gone(&self, contests: &[String]) -> Result<usize, Denied> {
        let mut gone = 0;
        for contest in contests {
            let versions = self.store.versions(contest, None).await?;
            gone += versions.iter().filter(|one| one.state == "gone").count();
        }
        Ok(gone)
    }

    /// Removes what jobs have made of the sources of somebody who has left, and modules in the folders of rounds.
    pub(crate) async fn somebody_left(&self) -> Result<(), Denied> {
        self.forget_modules().await?;
        for (id, kind) in self.shelf.all() {
            self.fresh_note(&id, kind).await?;
        }
        Ok(())
    }
}
