//! The arguments of `joust grade`.

use crate::args::whole;
use clap::Args;
use joust_players::EngineSpec;
use std::path::PathBuf;

/// Grade a class's submissions by a rubric.
#[derive(Args)]
#[command(before_help = include_str!("../../help/grade-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/grade.txt").trim_end())]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct GradeArgs {
    /// The folder of submissions: one file or one folder for each student.
    #[arg(value_name = "DIR", required_unless_present = "example")]
    pub(crate) dir: Option<PathBuf>,
    /// The rubric, in TOML; docs/grading.md describes it.
    #[arg(long, value_name = "FILE", required_unless_present = "example")]
    pub(crate) rubric: Option<PathBuf>,
    /// The table for spreadsheets. The journal stands beside it, with the ending .journal.
    #[arg(long, value_name = "FILE.csv", default_value = "grades.csv")]
    pub(crate) out: PathBuf,
    /// Also write a text for each student into this folder: points, compile errors, faults.
    #[arg(long, value_name = "DIR")]
    pub(crate) feedback: Option<PathBuf>,
    /// Submissions to grade at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) concurrency: Option<usize>,
    /// Grade everything again, also what has not changed.
    #[arg(long)]
    pub(crate) force: bool,
    /// Run commands without confinement, and cargo for bots in Rust, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
    /// Print a rubric to start from, and grade nothing.
    #[arg(long, value_name = "GAME", value_parser = ["mad", "wargame", "madmax"])]
    #[arg(conflicts_with_all = ["dir", "rubric", "feedback", "concurrency", "force", "trust", "json"])]
    pub(crate) example: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}
