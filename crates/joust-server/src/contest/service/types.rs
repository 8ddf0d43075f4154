//! What the service of contests answers with. Everything in it may be shown to the caller that asked for it.

use joust_contest::{
    Contest, Entrant, Estimate, Judged, Language, Milestone, Private, Rank, Sees, Shown, Stage, Step,
};
use joust_league::Encounter;
use joust_tournament::Table;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a caller is in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// Any visitor.
    Spectator,
    /// Takes part.
    Student,
    /// Sees and decides everything: the owner, other teachers of the contest, and operators.
    Teacher,
}

/// Where a contest is between its making and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ContestState {
    /// Only its teachers see it.
    Draft,
    /// Students hand in between the dates of its terms, and the ladder plays.
    Open,
    /// Nothing is taken any more, and the ladder stands still.
    Closed,
}

/// A contest in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The game by name: `mad`, `wargame` or `madmax`.
    pub(crate) game: &'static str,
    pub(crate) state: ContestState,
    /// What the caller is in it.
    pub(crate) standing: Standing,
    /// The number of students.
    pub(crate) students: u32,
    /// When it begins, in seconds since 1970.
    pub(crate) opens: Option<i64>,
    /// When it ends, in seconds since 1970.
    pub(crate) closes: Option<i64>,
    /// The next date: the beginning, an official round, or the end.
    pub(crate) next: Option<NextDate>,
    /// Whether something is taken now.
    pub(crate) takes: bool,
}

/// The next date of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NextDate {
    /// In seconds since 1970.
    pub(crate) at: i64,
    pub(crate) what: DateKind,
    /// The name of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) round: Option<String>,
}

/// What happens at a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DateKind {
    Opens,
    Round,
    Closes,
}

/// The page of a contest.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overview {
    #[serde(flatten)]
    pub(crate) card: Card,
    /// Its terms.
    #[serde(skip)]
    pub(crate) contest: Arc<Contest>,
    /// What this caller may see of others: everything for teachers.
    #[serde(serialize_with = "sees")]
    pub(crate) sees: Sees,
    /// The versions of a student, the newest first.
    pub(crate) own: Vec<VersionRow>,
    /// The official version of a student.
    pub(crate) official: Option<u64>,
    /// The rank of a student's official version, if the ranking has it and the caller may see the ranking.
    pub(crate) rank: Option<Rank>,
    /// How many official versions there are.
    pub(crate) ranked: usize,
    /// How many versions the student may hand in within this hour.
    pub(crate) versions_left: u32,
    /// How many friendly matches the student may ask for today.
    pub(crate) friendlies_left: u32,
    /// The official rounds in the order of their dates.
    pub(crate) rounds: Vec<RoundRow>,
    /// What waits for the judge.
    pub(crate) queue: QueueState,
    /// The code with which students join; for teachers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) join_code: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn sees<S: serde::Serializer>(sees: &Sees, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told {
        games: bool,
        ranking: bool,
        names: bool,
    }
    Told { games: sees.games, ranking: sees.ranking, names: sees.names }.serialize(to)
}

/// What waits for the workers of this server, in all contests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct QueueState {
    /// Submissions that wait.
    pub(crate) judging: usize,
    /// Friendly matches that wait.
    pub(crate) friendlies: usize,
    /// Work that is being done.
    pub(crate) running: usize,
    /// The number of workers; 0 if this server does not judge.
    pub(crate) judges: usize,
}

/// What became of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum VersionState {
    /// It waits for the judge.
    Waiting,
    /// It is being judged.
    Judging,
    /// It failed in a step.
    Failed,
    /// It may meet others.
    Qualified,
    /// The judge failed, which is no fault of the author. It is tried again every few minutes, or when a teacher asks.
    Trouble,
    /// Its author has left: the source and the module are gone.
    Gone,
}

impl VersionState {
    /// Whether the judge is not done with it.
    pub(crate) fn is_open(self) -> bool {
        matches!(self, VersionState::Waiting | VersionState::Judging)
    }
}

/// A version in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VersionRow {
    /// Its number in the contest.
    pub(crate) number: u64,
    /// What the author calls it.
    pub(crate) label: String,
    /// The name of the file.
    pub(crate) file: String,
    /// The size of the file in bytes.
    pub(crate) size: u64,
    /// The language, once the judge knows it.
    pub(crate) language: Option<Language>,
    /// The name of the player, once the judge knows it.
    pub(crate) player: Option<String>,
    /// When it arrived, in milliseconds since 1970.
    pub(crate) arrived: i64,
    pub(crate) state: VersionState,
    /// The step that failed, with its verdict in English.
    pub(crate) failed: Option<(Stage, String)>,
    pub(crate) is_official: bool,
    /// Whether the caller is its author.
    pub(crate) is_own: bool,
    /// The author's name in the class; for teachers, and for others if the contest shows names.
    pub(crate) student: Option<String>,
    /// When it will be judged, while it waits.
    pub(crate) estimate: Option<Estimate>,
}

/// A version as its author and the teachers see it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct VersionPage {
    #[serde(flatten)]
    pub(crate) row: VersionRow,
    /// The SHA-256 of the module.
    pub(crate) sha256: Option<String>,
    /// What the judge does, or has done.
    pub(crate) progress: Progress,
    /// What the judge found out, when it is done. Its games are in `games`.
    pub(crate) report: Option<Judged>,
    /// The games of the qualification.
    pub(crate) games: Vec<BoutPage>,
    /// Whether the caller may choose it as official now.
    pub(crate) may_choose: bool,
    /// What went wrong on our side; for teachers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
}

/// How far the judge is with a version. It is sent again whenever it changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Progress {
    pub(crate) state: VersionState,
    /// The step that is being done.
    pub(crate) stage: Option<Stage>,
    /// Games of this step so far, and at most.
    pub(crate) games: Option<(usize, usize)>,
    /// The steps that are over.
    pub(crate) steps: Vec<Step>,
    /// When it will be judged, while it waits.
    pub(crate) estimate: Option<Estimate>,
}

/// A file that was handed in, or that the judge has made.
#[derive(Clone, Debug)]
pub(crate) struct FileBytes {
    /// A name for a download, without folders.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// What a student hands in.
#[derive(Clone, Debug)]
pub(crate) struct Submission {
    /// The name of the file, without folders.
    pub(crate) file: String,
    pub(crate) bytes: Vec<u8>,
    /// The name of the player, if the student gives one.
    pub(crate) player: Option<String>,
    /// What the author calls this version; may be empty.
    pub(crate) label: String,
}

/// The kinds of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BoutKind {
    Qualification,
    Friendly,
    Ladder,
    /// Of an official round; these are in the journal of the round.
    Official,
}

/// Where a game is between its asking and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BoutState {
    Waiting,
    Done,
    /// It could not be played, which is nobody's fault.
    Trouble,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoutRow {
    /// Its number in the contest.
    pub(crate) number: u64,
    pub(crate) kind: BoutKind,
    pub(crate) state: BoutState,
    /// When it was asked for or planned, in milliseconds since 1970.
    pub(crate) at: i64,
    /// The players in the order of the seats.
    pub(crate) seats: Vec<BoutSeat>,
    /// The result, when it is over.
    pub(crate) shown: Option<Shown>,
    /// When it will be played, while it waits.
    pub(crate) estimate: Option<Estimate>,
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BoutSeat {
    /// The version, if it is not a built-in player.
    pub(crate) version: Option<u64>,
    /// The name of the player.
    pub(crate) name: String,
    /// The student, where the caller may see names.
    pub(crate) student: Option<String>,
    /// Whether it is a version of the caller.
    pub(crate) is_own: bool,
}

/// A game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct BoutPage {
    #[serde(flatten)]
    pub(crate) row: BoutRow,
    /// The game by name.
    pub(crate) game: &'static str,
    /// What the author of each player may see, in the order of the seats: nothing for seats of others.
    pub(crate) private: Vec<Option<Private>>,
    /// Whether there is a record to replay.
    pub(crate) has_record: bool,
}

/// Which games a list has.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct BoutsAsked {
    /// Only games of this kind.
    pub(crate) kind: Option<BoutKind>,
    /// Only games of this version.
    pub(crate) version: Option<u64>,
    /// Only games of versions of the caller.
    pub(crate) own: bool,
    /// Only games before this number: the next page.
    pub(crate) before: Option<u64>,
}

/// A page of games, the newest first.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Bouts {
    pub(crate) rows: Vec<BoutRow>,
    /// Whether there are older ones.
    pub(crate) more: bool,
}

/// An opponent for a friendly match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Opponent {
    pub(crate) version: u64,
    pub(crate) player: String,
    /// The student, where the caller may see names.
    pub(crate) student: Option<String>,
    /// Whether it is a version of the caller.
    pub(crate) is_own: bool,
    pub(crate) is_official: bool,
}

/// The ranking of a contest.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RankingPage {
    /// The official versions, the best first.
    pub(crate) rows: Vec<RankedRow>,
    /// The number of games of the ladder.
    pub(crate) games: usize,
    /// The ratings over time.
    pub(crate) history: Vec<Milestone>,
    /// The name of the player whose rating is 0.
    pub(crate) reference: String,
}

/// A player in the ranking.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RankedRow {
    #[serde(flatten)]
    pub(crate) rank: Rank,
    pub(crate) player: String,
    /// The student, where the caller may see names.
    pub(crate) student: Option<String>,
    pub(crate) is_own: bool,
}

/// The games of a version against another one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Meeting {
    pub(crate) opponent: Entrant,
    /// The name of the opponent's player.
    pub(crate) player: String,
    #[serde(serialize_with = "encounter")]
    pub(crate) encounter: Encounter,
}

fn encounter<S: serde::Serializer>(one: &Encounter, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told {
        games: u32,
        won: u32,
        tied: u32,
        score: f64,
        low: f64,
        high: f64,
        superiority: f64,
    }
    let Encounter { games, won, tied, score, low, high, superiority, .. } = *one;
    Told { games, won, tied, score, low, high, superiority }.serialize(to)
}

/// Where an official round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoundState {
    /// Its date has not come.
    Ahead,
    /// Its date has come; versions that arrived in time are still being judged.
    Waiting,
    /// It is being played.
    Playing,
    Over,
    /// It cannot be played; a teacher may try again.
    Trouble,
}

/// An official round in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoundRow {
    /// Its number, from 1.
    pub(crate) number: usize,
    pub(crate) name: String,
    /// When everything is frozen, in seconds since 1970.
    pub(crate) at: i64,
    pub(crate) state: RoundState,
    /// The number of players, once it is frozen.
    pub(crate) players: usize,
    /// Games so far, and at most, once it is frozen.
    pub(crate) games: Option<(usize, usize)>,
    /// Why it cannot be played.
    pub(crate) trouble: Option<String>,
}

/// An official round.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoundPage {
    #[serde(flatten)]
    pub(crate) row: RoundRow,
    /// The standings so far, if it was begun and the caller may see the ranking.
    pub(crate) table: Option<Table>,
    /// For every player of the round by name: the version, the student where the caller may see names, and whether
    /// it is the caller's.
    pub(crate) players: Vec<BoutSeat>,
    /// The versions that the round waits for, for teachers.
    pub(crate) awaited: Vec<Awaited>,
}

/// A version that an official round waits for.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Awaited {
    /// Its number.
    pub(crate) version: u64,
    /// The name of its author.
    pub(crate) student: String,
    /// Whether the judge has failed with it, which is nobody's fault but the server's.
    pub(crate) is_troubled: bool,
    /// Whether the judge is at work on it, and it no longer waits for its turn.
    pub(crate) is_judged: bool,
}

/// A file of an official round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RoundFile {
    /// The gradebook of the round as CSV; for teachers.
    Gradebook,
    /// The report as one page; for teachers.
    Report,
    /// The journal, from which the round can be repeated; for teachers.
    Journal,
}

/// The class, for teachers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Class {
    pub(crate) join_code: String,
    pub(crate) members: Vec<Member>,
    /// Names that may join and have not yet. Without any, everybody with the code may join.
    pub(crate) invited: Vec<Invited>,
    /// Those who were members, and may be let back in.
    pub(crate) removed: Vec<Removed>,
}

/// Somebody who was a member of a class.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Removed {
    pub(crate) number: u64,
    pub(crate) name: String,
}

/// A member of a class.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Member {
    /// Its number in the contest.
    pub(crate) number: u64,
    /// The name in the class.
    pub(crate) name: String,
    /// The name of the account.
    pub(crate) account: Option<String>,
    /// What the gradebook calls the student, from the import.
    pub(crate) key: String,
    pub(crate) is_teacher: bool,
    /// Whether it is the owner, who cannot be removed.
    pub(crate) is_owner: bool,
    /// When they joined, in milliseconds since 1970.
    pub(crate) joined: i64,
    pub(crate) versions: u32,
    pub(crate) qualified: u32,
    /// The player of the official version.
    pub(crate) player: Option<String>,
    pub(crate) official: Option<u64>,
}

/// A name that may join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Invited {
    pub(crate) name: String,
    /// What the gradebook calls the student.
    pub(crate) key: String,
}

/// What an import of a class has done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Imported {
    pub(crate) added: usize,
    /// Lines that were there already.
    pub(crate) known: usize,
}
