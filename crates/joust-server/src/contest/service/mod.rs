//! The contests of this arena: what callers may see and do, in one place. Every method checks its caller.

mod archive;
mod arrivals;
mod class;
mod fault;
mod fit;
mod gradebook;
mod job;
mod matches;
mod ranking;
mod roster;
mod round_games;
mod rounds;
mod sheets;
mod similar;
mod teach;
mod types;
mod versions;

use arrivals::Arrivals;
pub(crate) use fault::{ContestFault, CsvProblem, Denied, FixedPart};
pub(crate) use job::{JobKind, JobState, JobTrouble, JobView, Kept, KeptFile};
pub(super) use ranking::{entrant, past};
pub(crate) use roster::Roster;
pub(super) use rounds::{FrozenVersion, Missing, frozen};
pub(crate) use types::*;

use super::limits::{COURIERS, FREE_BYTES};
use super::work::{Away, Desk, Jobs, Shelf};
use crate::failure::Failure;
use crate::guard::Caller;
use crate::settings::Settings;
use crate::time::Time;
use fit::Fit;
use joust_contest::{Contest, Ladder, LineUp, Milestone, PastBout, Ranking, Sees};
use joust_sandbox::Confinement;
use joust_store::{Role, Store, StoreError, StoredContest, StoredMember};
use sheets::Sheets;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All contests of this arena.
///
/// A contest that is not open to a caller does not exist for the caller: [`Failure::NotFound`]. What needs an account
/// answers [`Failure::SignIn`] to guests, and what is not the caller's [`Failure::Forbidden`].
pub(crate) struct Contests {
    pub(super) store: Store,
    pub(super) time: Time,
    /// Where official rounds are played.
    pub(super) folder: PathBuf,
    /// The bytes that must be free on the disk before a version is taken.
    pub(super) least_free: u64,
    /// Sources of former years, for the similarity report.
    archive: Option<PathBuf>,
    pub(super) confinement: Confinement,
    /// The terms that were read last, by contest, with their text.
    read: Mutex<HashMap<String, (String, Arc<Contest>)>>,
    known: tokio::sync::Mutex<HashMap<String, Arc<Known>>>,
    /// Held while something is counted and then written.
    pub(super) writing: tokio::sync::Mutex<()>,
    /// Held while an official round is frozen: once, by the clock or by a teacher.
    pub(super) freezing: tokio::sync::Mutex<()>,
    /// What has arrived and is not stored yet.
    pub(super) arrivals: Arrivals,
    pub(super) desk: Arc<Desk>,
    /// Workers on other machines.
    pub(super) away: Away,
    pub(super) jobs: Jobs,
    /// What the journals of rounds say.
    sheets: Sheets,
    /// What jobs have made.
    pub(super) shelf: Shelf,
}

/// What the server remembers of a contest: there is one server for a database.
pub(super) struct Known {
    versions: AtomicI64,
    bouts: AtomicI64,
    /// The ladder; `None` until it is needed.
    pub(super) ladder: tokio::sync::Mutex<Option<LadderState>>,
}

/// The ladder with the games that it is made of.
pub(super) struct LadderState {
    pub(super) ladder: Ladder,
    pub(super) past: Vec<PastBout>,
    /// The numbers of these games.
    pub(super) counted: HashSet<i64>,
    /// The ranking, and its history.
    pub(super) ranking: Arc<Fit<Ranking>>,
    pub(super) history: Arc<Fit<Vec<Milestone>>>,
    /// The blocks that are being played, each with the number of games that are left.
    pub(super) open: Vec<(LineUp, usize)>,
}

impl Known {
    /// The number of the next version.
    pub(super) fn next_version(&self) -> i64 {
        self.versions.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// The first of the next `many` numbers of games.
    pub(super) fn next_bouts(&self, many: usize) -> i64 {
        self.bouts.fetch_add(many as i64, Ordering::SeqCst) + 1
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A contest with what the caller is in it.
pub(super) struct Access {
    pub(super) stored: StoredContest,
    pub(super) contest: Arc<Contest>,
    pub(super) state: ContestState,
    pub(super) standing: Standing,
    pub(super) member: Option<StoredMember>,
    /// The account of the caller; empty for guests.
    pub(super) visitor: Arc<str>,
}

impl Access {
    pub(super) fn is_teacher(&self) -> bool {
        self.standing == Standing::Teacher
    }

    /// What the caller may see of others.
    pub(super) fn sees(&self) -> Sees {
        if self.is_teacher() {
            return Sees { games: true, ranking: true, names: true };
        }
        // Names of students are for the class, not for every visitor.
        let is_member = self.member.as_ref().is_some_and(|member| member.role != REMOVED);
        Sees { names: self.contest.sees.names && is_member, ..self.contest.sees }
    }

    /// Whether something of an account is the caller's own.
    pub(super) fn is_own(&self, visitor: &str) -> bool {
        !self.visitor.is_empty() && *self.visitor == *visitor
    }

    /// The name of an author, where the caller may see it.
    pub(super) fn student(&self, roster: &Roster, visitor: &str) -> Option<String> {
        let may = self.sees().names || self.is_own(visitor);
        may.then(|| roster.member(visitor).map(|member| member.name.clone())).flatten()
    }

    /// Fails unless the caller takes part, as a student or as a teacher who tries it.
    fn takes_part(&self) -> Result<&StoredMember, Denied> {
        let member = self.member.as_ref().filter(|member| member.role != REMOVED);
        member.ok_or(if self.visitor.is_empty() { Failure::SignIn } else { Failure::Forbidden }.into())
    }
}

/// Roles as they are stored.
pub(super) const STUDENT: &str = "student";
pub(super) const TEACHER: &str = "teacher";
pub(in crate::contest) const REMOVED: &str = "removed";

impl Contests {
    pub(crate) fn new(store: &Store, time: Time, settings: &Settings) -> Arc<Contests> {
        let couriers = match &settings.queue {
            Some(queue) if settings.judges > 0 => queue.games.unwrap_or(COURIERS).min(COURIERS),
            _ => 0,
        };
        // The store makes a folder private that has names of this form only.
        let folder = settings.data.join("joust.contests");
        Arc::new(Contests {
            store: store.clone(),
            time,
            shelf: Shelf::new(folder.clone()),
            least_free: FREE_BYTES,
            folder,
            archive: settings.archive.clone(),
            confinement: settings.confinement,
            read: Mutex::default(),
            known: tokio::sync::Mutex::default(),
            writing: tokio::sync::Mutex::default(),
            freezing: tokio::sync::Mutex::default(),
            arrivals: Arrivals::default(),
            desk: Arc::new(Desk::new(settings.judges, couriers)),
            away: Away::new(settings.queue.as_ref()),
            jobs: Jobs::default(),
            sheets: Sheets::default(),
        })
    }

    /// The time in seconds since 1970, as the terms of contests have it.
    pub(super) fn seconds(&self) -> i64 {
        self.time.now().div_euclid(1000)
    }

    /// The terms of a contest.
    pub(super) fn terms_of(&self, stored: &StoredContest) -> Result<Arc<Contest>, Failure> {
        let mut read = lock(&self.read);
        if let Some((text, contest)) = read.get(&stored.id)
            && *text == stored.terms
        {
            return Ok(Arc::clone(contest));
        }
        let contest = Contest::read(&stored.terms).map_err(|why| {
            Failure::Ours(format!("the terms of contest {} cannot be read: {why}", stored.id))
        })?;
        let contest = Arc::new(contest);
        read.insert(stored.id.clone(), (stored.terms.clone(), Arc::clone(&contest)));
        Ok(contest)
    }

    /// What the server remembers of a contest.
    pub(super) async fn known(&self, id: &str) -> Result<Arc<Known>, StoreError> {
        let mut known = self.known.lock().await;
        if let Some(found) = known.get(id) {
            return Ok(Arc::clone(found));
        }
        let fresh = Arc::new(Known {
            versions: AtomicI64::new(self.store.last_version(id).await?),
            bouts: AtomicI64::new(self.store.last_bout(id).await?),
            ladder: tokio::sync::Mutex::new(None),
        });
        known.insert(id.to_owned(), Arc::clone(&fresh));
        Ok(fresh)
    }

    /// Forgets what the server remembers of a contest whose terms have changed.
    async fn forget_known(&self, id: &str) {
        if let Some(known) = self.known.lock().await.get(id) {
            *known.ladder.lock().await = None;
        }
    }

    /// Forgets all ladders: they are read from the store when they are needed.
    pub(super) async fn forget_ladders(&self) {
        let known: Vec<Arc<Known>> = self.known.lock().await.values().cloned().collect();
        for known in known {
            *known.ladder.lock().await = None;
        }
    }

    /// A contest, if it is open to the caller.
    pub(super) async fn access(&self, caller: &Caller, id: &str) -> Result<Access, Denied> {
        let stored = self.store.contest(id).await?.ok_or(Failure::NotFound)?;
        let contest = self.terms_of(&stored)?;
        let visitor: Arc<str> =
            caller.account.as_ref().map_or_else(|| "".into(), |own| Arc::clone(&own.visitor));
        let member = if visitor.is_empty() { None } else { self.store.member(id, &visitor).await? };
        let is_operator = caller.account.as_ref().is_some_and(|account| account.role == Role::Operator);
        // Who takes the right to make contests back takes those that were made with it, too.
        let is_demoted = *stored.owner == *visitor
            && caller.account.as_ref().is_none_or(|account| account.role == Role::Student);
        let standing = match &member {
            _ if is_operator => Standing::Teacher,
            _ if is_demoted => Standing::Spectator,
            Some(member) if member.role == TEACHER => Standing::Teacher,
            Some(member) if member.role == STUDENT => Standing::Student,
            _ => Standing::Spectator,
        };
        let state = state_of(&stored);
        if state == ContestState::Draft && standing != Standing::Teacher {
            return Err(Failure::NotFound.into());
        }
        Ok(Access { stored, contest, state, standing, member, visitor })
    }

    /// A contest of which the caller is a teacher.
    pub(super) async fn teacher(&self, caller: &Caller, id: &str) -> Result<Access, Denied> {
        let access = self.access(caller, id).await?;
        if access.is_teacher() {
            return Ok(access);
        }
        Err(if caller.account.is_none() { Failure::SignIn } else { Failure::Forbidden }.into())
    }

    /// A contest for the server's own work, which sees everything.
    pub(super) async fn for_the_house(&self, id: &str) -> Result<Access, Denied> {
        let stored = self.store.contest(id).await?.ok_or(Failure::NotFound)?;
        let (contest, state) = (self.terms_of(&stored)?, state_of(&stored));
        let (standing, member, visitor) = (Standing::Teacher, None, "".into());
        Ok(Access { stored, contest, state, standing, member, visitor })
    }

    pub(super) async fn roster(&self, id: &str) -> Result<Roster, StoreError> {
        Roster::load(&self.store, id).await
    }
}

/// The state of a contest. An unknown one is that of a draft, which nobody but its teachers sees.
pub(super) fn state_of(stored: &StoredContest) -> ContestState {
    match stored.state.as_str() {
        "open" => ContestState::Open,
        "closed" => ContestState::Closed,
        _ => ContestState::Draft,
    }
}
