//! Tournaments: from a file to games, standings and reports.
//!
//! A [`TournamentFile`] is what a person writes; [`Terms`] are what the games depend on, and the first line of
//! the journal. A [`Tournament`] turns the games of its [`Timetable`] into jobs and lines, a [`Runner`] plays
//! them on several threads, and a [`Ledger`] counts them in the order of their numbers. The journal is the
//! truth: [`open`] continues it, and [`Reading`] reads it while another program plays.
//!
//! This crate knows no terminals, signals or exit codes.
//!
//! ```
//! use joust_match::Programs;
//! use joust_tournament::{Ended, Reading, Runner, Survey, Terms, Tournament, TournamentFile, open};
//! let file = TournamentFile::read(
//!     "game = \"wargame\"\nboards = \"tiny\"\nparticipants = [\"random\", \"minimax:2\", \"alphabeta:3\"]\n",
//! )?;
//! let (programs, stop) = (Programs::default(), false.into());
//! let terms = Terms::settle(&file, "spring", &programs, None)?;
//! # let folder = tempfile::tempdir()?;
//! let journal = folder.path().join("spring.journal");
//! let mut opened = open(&journal, &terms)?;
//! let tournament = Tournament::new(terms)?;
//! let runner = Runner { tournament: &tournament, programs: &programs, threads: 2, stop: &stop };
//! assert_eq!(runner.run(&mut opened, &mut |_| ())?, Ended::Over);
//! let table = Survey::of(Reading::open(&journal)?)?.table();
//! assert_eq!((table.games, table.rows.len()), (6, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cast;
mod entrants;
mod export;
mod field;
mod file;
mod format;
mod hall;
mod journal;
mod ledger;
mod line;
mod origins;
mod page;
mod replay;
mod retract;
mod run;
mod shard;
mod survey;
mod table;
mod tally;
mod terms;
mod timetable;
mod tournament;
mod trial;
mod verify;

pub use cast::{Absence, Cast};
pub use export::{
    BadExport, GameRow, People, Person, ReportLimits, games_csv, gradebook_csv, participants_csv, report_html,
};
pub use field::{FieldProblem, Found, Wanted};
pub use file::{BadFile, Stop, TournamentFile, read_game};
pub use format::{Format, FormatAsk};
pub use journal::{BadStart, Opened, Reading, journal_beside, open};
pub use ledger::{BadLedger, Counted, Ledger};
pub use line::{BadLine, Failed, GameLine, GameRecord, Skipped};
pub use page::{Entry, Page, Problem, Section};
pub use retract::open_trusted;
pub use run::{BadRun, Ended, Runner};
pub use shard::{BadMerge, BadShard, Merged, merge};
pub use survey::Survey;
pub use table::{Part, Rating, Table, TableRow};
pub use tally::{Cell, Row, Tally};
pub use terms::{Participant, Shard, Terms, usual_boards};
pub use timetable::Timetable;
pub use tournament::{BadGame, BadTerms, Tournament};
pub use verify::{BadVerify, Deviation, Verified, Verifier};
