//! The contests of this arena: what callers may see and do, in one place. Every method checks its caller.

mod fault;
mod types;

pub(crate) use fault::{ContestFault, Denied};
pub(crate) use types::*;

use crate::guard::Caller;
use tokio::sync::watch;

/// All contests of this arena.
///
/// A contest that is not open to a caller does not exist for the caller: `Failure::NotFound`. What needs an account
/// answers `Failure::SignIn` to guests, and what is not the caller's `Failure::Forbidden`.
pub(crate) struct Contests {}

#[expect(clippy::unused_async, unused_variables, reason = "the skeleton")]
impl Contests {
    // Contests.

    /// The contests of the caller, then the others that are open, the newest first.
    pub(crate) async fn list(&self, caller: &Caller) -> Result<Vec<Card>, Denied> {
        unimplemented!()
    }
    /// Whether the caller may make contests.
    pub(crate) fn may_make(&self, caller: &Caller) -> bool {
        unimplemented!()
    }
    /// Makes a contest, which is a draft, and gives its id. [`ContestFault::Terms`] has the problems.
    pub(crate) async fn make(&self, caller: &Caller, terms: &str) -> Result<String, Denied> {
        unimplemented!()
    }
    /// The page of a contest.
    pub(crate) async fn overview(&self, caller: &Caller, id: &str) -> Result<Overview, Denied> {
        unimplemented!()
    }
    /// The terms as the teacher wrote them; for teachers.
    pub(crate) async fn terms(&self, caller: &Caller, id: &str) -> Result<String, Denied> {
        unimplemented!()
    }
    /// Changes the terms. Once a contest was opened, what results depend on stays.
    pub(crate) async fn set_terms(&self, caller: &Caller, id: &str, terms: &str) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Opens a contest to its students, or opens a closed one again.
    pub(crate) async fn open(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Closes a contest: nothing is taken any more. What arrived is still judged, and rounds are still played.
    pub(crate) async fn close(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Removes a draft.
    pub(crate) async fn remove(&self, caller: &Caller, id: &str) -> Result<(), Denied> {
        unimplemented!()
    }

    // The class.

    /// Joins a contest with its code. `name` is the name in the class; without one, that of the account.
    pub(crate) async fn join(&self, caller: &Caller, id: &str, code: &str, name: &str) -> Result<(), Denied> {
        unimplemented!()
    }
    /// The id of the open contest with a join code, for a student that has the code only.
    pub(crate) async fn with_code(&self, caller: &Caller, code: &str) -> Result<String, Denied> {
        unimplemented!()
    }
    /// The class; for teachers.
    pub(crate) async fn class(&self, caller: &Caller, id: &str) -> Result<Class, Denied> {
        unimplemented!()
    }
    /// Adds names that may join: CSV with the columns `name` and, if wanted, `key`.
    pub(crate) async fn invite(&self, caller: &Caller, id: &str, csv: &str) -> Result<Imported, Denied> {
        unimplemented!()
    }
    /// Takes a name that has not joined from the list.
    pub(crate) async fn uninvite(&self, caller: &Caller, id: &str, name: &str) -> Result<(), Denied> {
        unimplemented!()
    }
    /// The class as CSV.
    pub(crate) async fn class_csv(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// Removes a member. The versions stay for teachers, and take part in nothing any more.
    pub(crate) async fn remove_member(&self, caller: &Caller, id: &str, member: u64) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Makes a member a teacher of this contest, or a student again.
    pub(crate) async fn set_teacher(
        &self,
        caller: &Caller,
        id: &str,
        member: u64,
        is_teacher: bool,
    ) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Replaces the join code, and gives the new one.
    pub(crate) async fn new_code(&self, caller: &Caller, id: &str) -> Result<String, Denied> {
        unimplemented!()
    }

    // Versions.

    /// Hands something in, and gives the number of the version. It is on the disk when this returns.
    pub(crate) async fn submit(&self, caller: &Caller, id: &str, handed: Submission) -> Result<u64, Denied> {
        unimplemented!()
    }
    /// The versions of the caller, or for teachers those of everybody, the newest first.
    pub(crate) async fn versions(&self, caller: &Caller, id: &str) -> Result<Vec<VersionRow>, Denied> {
        unimplemented!()
    }
    /// A version; for its author and teachers.
    pub(crate) async fn version(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
    ) -> Result<VersionPage, Denied> {
        unimplemented!()
    }
    /// How far the judge is with a version, now and at every change.
    pub(crate) async fn follow(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
    ) -> Result<watch::Receiver<Progress>, Denied> {
        unimplemented!()
    }
    /// What was handed in; for its author and teachers.
    pub(crate) async fn source(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// The module that the judge has made; for its author and teachers.
    pub(crate) async fn module(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// Changes what the author calls a version.
    pub(crate) async fn label(
        &self,
        caller: &Caller,
        id: &str,
        number: u64,
        label: &str,
    ) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Chooses the official version of the caller.
    pub(crate) async fn choose(&self, caller: &Caller, id: &str, number: u64) -> Result<(), Denied> {
        unimplemented!()
    }
    /// Has a version judged again; for teachers. `None` stands for all versions.
    pub(crate) async fn rejudge(&self, caller: &Caller, id: &str, number: Option<u64>) -> Result<(), Denied> {
        unimplemented!()
    }

    // Games.

    /// Whom the caller may meet in friendly matches.
    pub(crate) async fn opponents(&self, caller: &Caller, id: &str) -> Result<Vec<Opponent>, Denied> {
        unimplemented!()
    }
    /// Asks for a friendly match: versions in the order of the seats, `None` for the reference player; one of them is
    /// the caller's. Gives the number of the game.
    pub(crate) async fn friendly(
        &self,
        caller: &Caller,
        id: &str,
        seats: &[Option<u64>],
        board: usize,
    ) -> Result<u64, Denied> {
        unimplemented!()
    }
    /// Games that the caller may see.
    pub(crate) async fn bouts(&self, caller: &Caller, id: &str, asked: BoutsAsked) -> Result<Bouts, Denied> {
        unimplemented!()
    }
    /// A game.
    pub(crate) async fn bout(&self, caller: &Caller, id: &str, number: u64) -> Result<BoutPage, Denied> {
        unimplemented!()
    }
    /// The record of a game, which `joust replay` shows: text of a duel, or a compact record of Mad Max.
    pub(crate) async fn record(&self, caller: &Caller, id: &str, number: u64) -> Result<FileBytes, Denied> {
        unimplemented!()
    }

    // Ranking and rounds.

    /// The ranking.
    pub(crate) async fn ranking(&self, caller: &Caller, id: &str) -> Result<RankingPage, Denied> {
        unimplemented!()
    }
    /// The games of a version in the ladder against everybody that it has met.
    pub(crate) async fn meetings(
        &self,
        caller: &Caller,
        id: &str,
        version: u64,
    ) -> Result<Vec<Meeting>, Denied> {
        unimplemented!()
    }
    /// An official round, counted from 1.
    pub(crate) async fn round(&self, caller: &Caller, id: &str, number: usize) -> Result<RoundPage, Denied> {
        unimplemented!()
    }
    /// A file of an official round.
    pub(crate) async fn round_file(
        &self,
        caller: &Caller,
        id: &str,
        number: usize,
        file: RoundFile,
    ) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// Tries a round again that could not be played; for teachers.
    pub(crate) async fn retry_round(&self, caller: &Caller, id: &str, number: usize) -> Result<(), Denied> {
        unimplemented!()
    }

    // Exports, for teachers.

    /// The gradebook of the contest as CSV: a row for each student.
    pub(crate) async fn gradebook(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// Everything as a tar file, packed by gzip, which opens without a server.
    pub(crate) async fn archive(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
    /// Which sources are alike, as one page: the last versions of this class against one another, and against those
    /// of former contests of the same game and of the archive folder of this server.
    pub(crate) async fn similarity(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        unimplemented!()
    }
}
