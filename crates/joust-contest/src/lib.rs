//! Contests of a class: from the file of a teacher to a verdict, a rank and an official result.
//!
//! [`Contest::read`] reads the terms. A [`Judge`] takes what a student [`Handed`] in through its steps: rules for
//! sources ([`check_source`]), the confined build, the quick check, the qualification; [`Judged`] is the report.
//! [`Contest::play`] plays a [`Bout`]: a friendly match, or a game of the [`Ladder`], which chooses the next line-ups
//! from the games so far. A [`Ranking`] rates them. An [`OfficialRound`] is a tournament over modules that are frozen
//! ([`Freeze`]). The [`FairQueue`] says who is served next and, from measured [`Durations`], when; a [`Load`]
//! simulates it.
//!
//! This crate knows neither HTTP nor SQL, and reads no clock: callers pass the time, and no result depends on it.
//!
//! ```
//! use joust_contest::{Bout, BoutPlayer, Contest, Entrant, Ladder, PastBout, Ranking};
//! use joust_match::Programs;
//!
//! let contest = Contest::read("name = \"Spring\"\ngame = \"wargame\"\nboards = [\"tiny\"]\n")?;
//! let (mut ladder, mut past, programs) = (Ladder::new(&contest), Vec::new(), Programs::default());
//! // Here the versions are built-in players; in a class they are modules.
//! let player = |entrant: &Entrant| match entrant {
//!     Entrant::Reference => contest.reference().to_owned(),
//!     Entrant::Version(depth) => format!("minimax:{depth}"),
//! };
//! for _ in 0..4 {
//!     let Some(line_up) = ladder.next(&[1, 2], &[], 1).pop() else { break };
//!     for seats in line_up.games() {
//!         let seat = |entrant| BoutPlayer { name: player(entrant), player: player(entrant) };
//!         let players = seats.iter().map(seat).collect();
//!         let bout = Bout { board: line_up.board, seed: line_up.seed, opening: line_up.opening, players };
//!         let Some(fought) = contest.play(&bout, &programs, &false.into())? else { break };
//!         let (block, board, scores) = (line_up.block, line_up.board, fought.shown.scores);
//!         past.push(PastBout { block, board, seats, scores });
//!         ladder.add(&past[past.len() - 1]);
//!     }
//! }
//! assert_eq!(past.len(), 8);
//! assert!(Ranking::of(&[1, 2], &past).rows.iter().all(|row| row.games > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bout;
mod contest;
mod estimate;
mod example;
mod judge;
mod judged;
mod ladder;
mod language;
mod problem;
mod queue;
mod ranking;
mod read;
mod round_games;
mod rounds;
mod simulate;
mod sources;

pub use bout::{BadBout, Bout, BoutPlayer, Fought, Private, Shown, ShownFault};
pub use contest::{Contest, LadderTerms, Qualification, Round, Sees, SourceRules};
pub use estimate::{Durations, Estimate, Running};
pub use example::example;
pub use joust_tournament::Problem;
pub use judge::{Judge, JudgeTrouble, News};
pub use judged::{CheckFacts, Judged, JudgedGame, Stage, Step};
pub use ladder::{Entrant, Ladder, LineUp, PastBout};
pub use language::Language;
pub use problem::{BadContest, TermsProblem};
pub use queue::{FairQueue, Taken, Ticket, Work};
pub use ranking::{Milestone, Rank, Ranking};
pub use round_games::{RoundGame, RoundRecord};
pub use rounds::{BadRound, Choice, Freeze, Frozen, OfficialRound, VersionFact, VersionState};
pub use simulate::{Cost, Load, Outlook, Served};
pub use sources::{Broken, Checked, GlobalPlace, GlobalWay, Handed, SourceProblem, check_source, is_module};
