//! The arguments of `joust contest`.

use crate::args::whole;
use clap::{Args, Subcommand};
use joust_players::EngineSpec;
use joust_similarity::Language;
use std::path::PathBuf;

/// Contests of a class.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-examples.txt").trim_end())]
pub(crate) struct ContestArgs {
    #[command(subcommand)]
    pub(crate) command: ContestCommand,
}

#[derive(Subcommand)]
pub(crate) enum ContestCommand {
    Similarity(ContestSimilarityArgs),
}

/// Show a teacher which submissions are alike, and where.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-similarity-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/contest-similarity.txt").trim_end())]
pub(crate) struct ContestSimilarityArgs {
    /// The folder of submissions: one file or one folder for each student.
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    /// A folder of earlier submissions, laid out like DIR; can be repeated.
    #[arg(long, value_name = "DIR")]
    pub(crate) archive: Vec<PathBuf>,
    /// A file or folder that the students were given, besides the kits; can be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) template: Vec<PathBuf>,
    /// Read only files in this language; can be repeated [default: all].
    #[arg(long, value_name = "LANGUAGE", value_parser = Language::ALL.map(Language::word))]
    pub(crate) language: Vec<String>,
    /// The least score of a pair, in per cent.
    #[arg(long, value_name = "N", default_value = "30", value_parser = whole::<u32>(1..=100))]
    pub(crate) threshold: u32,
    /// The most pairs.
    #[arg(long, value_name = "N", default_value = "500", value_parser = whole::<usize>(1..=100_000))]
    pub(crate) pairs: usize,
    /// Also write a page with the pairs side by side.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Threads [default: the number of cores].
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) threads: Option<usize>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}
