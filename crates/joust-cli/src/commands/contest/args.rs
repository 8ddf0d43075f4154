//! The arguments of `joust contest`.

use crate::args::{ANY, share, whole};
use crate::commands::submit::TokenArgs;
use clap::{Args, Subcommand};
use joust_players::EngineSpec;
use joust_similarity::Language;
use std::path::PathBuf;

/// Make contests of a class, try their judge and queue, open them in an arena, and compare submissions.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/contest.txt").trim_end())]
pub(crate) struct ContestArgs {
    #[command(subcommand)]
    pub(crate) command: ContestCommand,
}

#[derive(Subcommand)]
pub(crate) enum ContestCommand {
    New(ContestNewArgs),
    Judge(ContestJudgeArgs),
    Open(ContestOpenArgs),
    Close(ContestCloseArgs),
    Export(ContestExportArgs),
    Similarity(ContestSimilarityArgs),
    Simulate(ContestSimulateArgs),
}

/// Write the file of a contest, or check one.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-new-examples.txt").trim_end())]
pub(crate) struct ContestNewArgs {
    /// The file of the contest, in TOML; docs/contest.md describes it.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Write a commented contest of this game, which can be used as it is. Without it, the file is checked.
    #[arg(long, value_name = "GAME", value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: Option<String>,
    /// Print one JSON document.
    #[arg(long, conflicts_with = "game")]
    pub(crate) json: bool,
}

/// Judge a submission as the contest would.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-judge-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/contest-judge.txt").trim_end())]
pub(crate) struct ContestJudgeArgs {
    /// The file of the contest.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// What is handed in: one source file, or a module.
    #[arg(value_name = "SOURCE")]
    pub(crate) source: PathBuf,
    /// The name of the player, where the source has none [default: that of the file].
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// Write the module and the records of the games into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Open a contest of an arena to its students.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-open-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/contest-open.txt").trim_end())]
pub(crate) struct ContestOpenArgs {
    /// The address of the contest; with --file, that of the arena.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// Make the contest first, of this file.
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) token: TokenArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Close a contest of an arena: nothing is taken any more.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-close-examples.txt").trim_end())]
pub(crate) struct ContestCloseArgs {
    /// The address of the contest.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) token: TokenArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Save a contest of an arena as files that open without a server.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-export-examples.txt").trim_end())]
pub(crate) struct ContestExportArgs {
    /// The address of the contest.
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    /// The file to write.
    #[arg(long, value_name = "FILE.tar.gz")]
    pub(crate) out: Option<PathBuf>,
    /// The gradebook only, as CSV.
    #[arg(long)]
    pub(crate) gradebook: bool,
    #[command(flatten)]
    pub(crate) token: TokenArgs,
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

/// Simulate the queue of a contest before a deadline.
#[derive(Args)]
#[command(before_help = include_str!("../../help/contest-simulate-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/contest-simulate.txt").trim_end())]
pub(crate) struct ContestSimulateArgs {
    /// The file of the contest.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Students that hand something in.
    #[arg(long, value_name = "N", default_value = "60", value_parser = whole::<usize>(1..=100_000))]
    pub(crate) students: usize,
    /// Submissions of each student.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<usize>(1..=100))]
    pub(crate) submissions: usize,
    /// Seconds within which they arrive.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub(crate) within: f64,
    /// Cores that judge [default: those of this machine].
    #[arg(long, value_name = "W", value_parser = whole::<usize>(1..=100_000))]
    pub(crate) workers: Option<usize>,
    /// Seconds of one core to judge a submission [default: measured here, with a player of the kit].
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) cost: Option<f64>,
    /// Seconds of one core for a game of the ladder or of an official round [default: measured here, or a tenth of
    /// --cost].
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) game_cost: Option<f64>,
    /// How much durations differ: 0.3 stands for 30 % more or less.
    #[arg(long, value_name = "SHARE", default_value = "0.3", value_parser = share)]
    pub(crate) spread: f64,
    /// Games of an official round that wait at the same time.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole::<usize>(0..=1_000_000))]
    pub(crate) official: usize,
    /// The seed of arrivals and durations.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = whole::<u64>(0..=ANY))]
    pub(crate) seed: u64,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    number.ok_or_else(|| "seconds, as 60 or 0.5".to_owned())
}
