//! Experiments of the search course with agents of the War Game, and the report on them.
//!
//! A [`Plan`] says which agents play on which boards. Its tasks are games and comparisons of alpha-beta
//! with minimax; [`joust_match::Schedule`] runs them, and the journal in the [`Folder`] stores finished ones.
//! The [`Report`] holds the results as plain values, from which the page, the text and the tables are made.
//!
//! ```
//! use joust_core::Seed;
//! use joust_lab::{Folder, Plan, Report};
//! use joust_match::Schedule;
//! use joust_wargame::{Board, Rules};
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! let agents = ["minimax:1".to_owned(), "random".to_owned()];
//! let programs = joust_match::Programs::default();
//! let plan = Plan::new(Board::named("tiny"), Rules::default(), &agents, Seed(1), 1)?;
//! let place = tempfile::tempdir()?;
//! let (folder, journal) = Folder::open(place.path(), &plan.about(), false)?;
//! let stop = AtomicBool::new(false);
//! let schedule = Schedule { games: plan.tasks(), threads: 1, stop: &stop };
//! let done = schedule
//!     .run(Some(journal), &|task| plan.play(task, &programs, &stop), &mut |_| ControlFlow::Continue(()))
//!     .map_err(|why| why.to_string())?;
//! let report = Report::new(&plan, done.games, "joust lab wargame --boards tiny".into(), None)?;
//! folder.fill(&report.files()?, &report.document()?)?;
//! assert_eq!(report.games.len(), 4);
//! assert!(place.path().join("report.html").exists());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(clippy::cast_precision_loss, reason = "nodes and moves are counted far below 2⁵²")]

mod chart;
mod comparison;
mod experiment;
mod folder;
mod journal;
mod markdown;
mod plan;
mod report;
mod standing;
mod tables;
mod words;

pub use comparison::Compared;
pub use experiment::{Break, Experiment};
pub use folder::{BadFolder, File, Folder};
pub use journal::{About, Done};
pub use plan::{Agent, BadAgent, BadPlan, Plan};
pub use report::{BadReport, Report};
