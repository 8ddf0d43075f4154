//! The limits of contests that their terms do not set, each with its reason.

use std::time::Duration;

/// The contests of a teacher that are not closed: several courses of a year.
pub(crate) const CONTESTS: u32 = 20;
/// Contests in a list.
pub(crate) const LISTED: usize = 100;
/// The members of a contest: a large course.
pub(crate) const CLASS: u32 = 1_000;
/// Names that may join and have not yet.
pub(crate) const INVITED: usize = 1_000;
/// The longest key of a gradebook, in characters.
pub(crate) const GRADE_KEY: usize = 80;
/// The longest label of a version, in characters.
pub(crate) const LABEL: usize = 60;
/// The longest name of a file, in bytes.
pub(crate) const FILE_NAME: usize = 100;
/// The longest terms of a contest, in bytes: a dozen maps of Mad Max.
pub(crate) const TERMS_BYTES: usize = 256 << 10;
/// The largest submission that is read, in bytes; the terms of a contest usually allow less.
pub(crate) const SUBMISSION_BYTES: usize = 16 << 20;
/// The bytes that must be free on the disk of the data before a submission is taken: what the games, the accounts and
/// the rounds of the next hours need.
pub(crate) const FREE_BYTES: u64 = 256 << 20;
/// How often a student may choose the official version within an hour: each choice is kept.
pub(crate) const CHOICES: u32 = 30;
/// Games on a page of their list.
pub(crate) const BOUTS: u32 = 50;
/// Milestones in the history of a ranking: enough for a chart.
pub(crate) const MILESTONES: usize = 24;
/// How often a submission is judged before the failure of the judge is told to its author.
pub(crate) const TRIES: i64 = 3;
/// How often the server may end while it judges a version, before that is set aside until a teacher has it judged again:
/// perhaps the version ended it.
pub(crate) const CRASHES: i64 = 10;
/// How long a version with which the judge failed waits before it is judged again: a compiler is installed, or a disk is
/// made larger, in minutes.
pub(crate) const TRY_AGAIN: Duration = Duration::from_mins(5);
/// How long a worker plays an official round while others wait.
pub(crate) const SLICE: Duration = Duration::from_secs(3);
/// The most threads that wait for games on other machines: two for each core of eight machines with eight cores.
pub(crate) const COURIERS: usize = 128;
/// The pause before a database that was lost is asked again.
pub(crate) const RECOVERY: Duration = Duration::from_millis(500);
/// How often dates are looked at, and estimates told.
pub(crate) const TICK: Duration = Duration::from_millis(500);
/// How often everything is looked through again, in case something was missed.
pub(crate) const LOOK: Duration = Duration::from_secs(30);
/// How long the work of a judge may take to end when the server stops.
pub(crate) const STOP_TIME: Duration = Duration::from_secs(8);
/// The longest name in a class, in characters: first and last names.
pub(crate) const MEMBER_NAME: usize = 60;
/// Jobs that wait or are being done: each is that of another contest.
pub(crate) const JOBS: usize = 50;
/// The most bytes of the sources of a similarity report, which are all in memory, with several times as much beside
/// them: a class of 1,000 and 5,000 archived players of 10 KB.
pub(crate) const SIMILARITY_BYTES: usize = 64 << 20;
/// The most bytes in an archive, before it is packed.
pub const ARCHIVE_BYTES: u64 = 4 << 30;
/// How much of a file is in memory while it is sent.
pub(crate) const PIECE_BYTES: u64 = 256 << 10;
