//! Grades a folder of submissions by a rubric.
//!
//! A [`Rubric`] says what earns points; a [`Submission`] is a file or folder of one student. A [`Grader`] builds
//! each submission in confinement, checks it, lets it play against reference players, and asks it in positions.
//! What it finds out is a [`Found`], which is kept in a journal ([`Kept`]), so that only what has changed is done
//! again; [`mark`] makes points of it. A [`Report`] is the table of a class.
//!
//! This crate knows no terminals, signals or exit codes: the caller passes a flag that stops the work, and is told
//! of every grade.
//!
//! ```
//! use joust_grade::{Grader, Kept, Report, Rubric, Submission, example};
//! use joust_match::Programs;
//! let class = tempfile::tempdir()?;
//! std::fs::write(class.path().join("ada.wasm"), "this is no module")?;
//! let submissions = Submission::find(class.path(), &[])?;
//! let rubric = Rubric::read(example("madmax").unwrap(), ".".as_ref())?;
//! let kept = Kept::open(&class.path().join("grades.journal"))?;
//! let (programs, stop) = (Programs::default, false.into());
//! let grader = Grader { rubric: &rubric, kept: &kept, programs: &programs, trust: false, threads: 2, stop: &stop };
//! let grades = grader.run(&submissions, &|_| ())?;
//! assert_eq!((grades[0].name.as_str(), grades[0].total), ("ada", 0.0));
//! assert!(Report::new(&rubric, &grades).text().contains("this is not a WebAssembly module"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod boards;
mod example;
mod found;
mod games;
mod grade;
mod grader;
mod kept;
mod mark;
mod positions;
mod prepare;
mod read;
mod report;
mod rubric;
mod scale;
mod submission;

pub use example::example;
pub use found::{Built, Checked, Found, Game, Reply};
pub use grade::Grade;
pub use grader::{BadGrading, Grader, News, Tell};
pub use kept::{BadKept, Kept};
pub use mark::{Mark, mark};
pub use positions::Verdict;
pub use read::{BadRubric, Problem};
pub use report::{Column, Report};
pub use rubric::{Aim, Criterion, Fixtures, Measure, NodeRule, Positions, Rubric};
pub use scale::{Scale, rounded, total};
pub use submission::{Contents, Submission, Unfit};
