//! The arguments of `joust puzzles`.

use crate::args::{Game, a_duel, a_seed, whole};
use clap::{Args, Subcommand};
use joust_core::Seed;
use std::path::PathBuf;

/// Find positions with one winning move, or prove a file of them again.
#[derive(Args)]
#[command(before_help = include_str!("../../help/puzzles-examples.txt").trim_end())]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    pub(crate) command: PuzzlesCommand,
}

#[derive(Subcommand)]
pub(crate) enum PuzzlesCommand {
    Mine(PuzzlesMineArgs),
    Check(PuzzlesCheckArgs),
}

/// Find puzzles in games of the engine against itself and in endgame tables.
#[derive(Args)]
#[command(before_help = include_str!("../../help/puzzles-mine-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/puzzles-mine.txt").trim_end())]
pub(crate) struct PuzzlesMineArgs {
    /// The game.
    #[arg(value_parser = a_duel())]
    pub(crate) game: Game,
    /// A board by name [default: 6x4 for mad, the five official boards for wargame].
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Find this many puzzles.
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) count: usize,
    /// Random seed.
    #[arg(long, default_value = "1", value_parser = a_seed)]
    pub(crate) seed: Seed,
    /// MAD: the folder of endgame tables, from which a quarter of the puzzles come [default: the variable
    /// `JOUST_TABLES`; without tables all puzzles come from games].
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print one JSON document per puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Prove the puzzles of a file again, by the rules alone.
#[derive(Args)]
#[command(before_help = include_str!("../../help/puzzles-check-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/puzzles-check.txt").trim_end())]
pub(crate) struct PuzzlesCheckArgs {
    /// The file; - for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}
