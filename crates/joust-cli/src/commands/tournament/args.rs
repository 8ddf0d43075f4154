//! The arguments of `joust tournament`.

use crate::args::{ANY, whole};
use crate::commands::queue::QueueArgs;
use clap::{Args, Subcommand, ValueEnum};
use joust_players::EngineSpec;
use std::path::PathBuf;

/// Run a tournament from a file, continue it, and look at it.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(before_help = include_str!("../../help/tournament-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/tournament.txt").trim_end())]
pub(crate) struct TournamentArgs {
    #[command(subcommand)]
    pub(crate) command: Option<TournamentCommand>,
    /// The file of the tournament, in TOML; docs/tournaments.md describes it.
    #[arg(value_name = "FILE.toml", required = true)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: TournamentRunArgs,
}

#[derive(Subcommand)]
pub(crate) enum TournamentCommand {
    Status(TournamentStatusArgs),
    Table(TournamentTableArgs),
    Matrix(TournamentMatrixArgs),
    Games(TournamentGamesArgs),
    Export(TournamentExportArgs),
    Verify(TournamentVerifyArgs),
    Shard(TournamentShardArgs),
    Merge(TournamentMergeArgs),
}

/// What runs a tournament.
#[derive(Args)]
pub(crate) struct TournamentRunArgs {
    /// The journal [default: beside the file, with the ending .journal].
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Games to play at the same time [default: as the file says, or the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) concurrency: Option<usize>,
    #[command(flatten)]
    pub(crate) elsewhere: QueueArgs,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
    /// Print the standings as one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Say how far a tournament is.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust tournament status spring.toml")]
pub(crate) struct TournamentStatusArgs {
    /// The file of the tournament, or its journal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print the standings of a tournament, so far or at its end.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-table-examples.txt").trim_end())]
pub(crate) struct TournamentTableArgs {
    /// The file of the tournament, or its journal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Also show ratings that follow game by game.
    #[arg(long, value_name = "METHOD")]
    pub(crate) provisional: Option<ProvisionalBy>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How ratings follow game by game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProvisionalBy {
    /// Weng and Lin, for any number of seats.
    WengLin,
    /// Glicko-2.
    Glicko,
}

/// Print who beats whom.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-matrix-examples.txt").trim_end())]
pub(crate) struct TournamentMatrixArgs {
    /// The file of the tournament, or its journal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only the opponents of this participant, those first that are most surely better.
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the games of a tournament, or take the record of one out of the journal.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-games-examples.txt").trim_end())]
pub(crate) struct TournamentGamesArgs {
    /// The file of the tournament, or its journal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only games of this participant.
    #[arg(long, value_name = "NAME")]
    pub(crate) of: Option<String>,
    /// Only games with this participant, too.
    #[arg(long, value_name = "NAME")]
    pub(crate) against: Option<String>,
    /// Only games in which a player failed.
    #[arg(long)]
    pub(crate) faults: bool,
    /// Only the game of this number.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=ANY))]
    pub(crate) game: Option<usize>,
    /// Write the record of the game to this file, for `joust replay` [default: list the game].
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) record: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write a tournament as a table, a document or a page.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-export-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/tournament-export.txt").trim_end())]
#[command(override_usage = "joust tournament export <FILE> --format <F> [OPTIONS]")]
pub(crate) struct TournamentExportArgs {
    /// The file of the tournament, or its journal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The format.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,
    /// What the rows of a table are.
    #[arg(long, value_name = "ROWS", default_value = "participants")]
    pub(crate) rows: ExportRows,
    /// The most megabytes of replays in a page; the last games come first.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = whole::<usize>(0..=2048))]
    pub(crate) replays: usize,
    /// The file to write [default: standard output].
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Play the games of a finished tournament again, and say what comes out otherwise.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-verify-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/tournament-verify.txt").trim_end())]
pub(crate) struct TournamentVerifyArgs {
    /// The file of the tournament or its journal; or the archive of a contest, packed or as a folder.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// A folder with the modules of the players [default: where the journal names them, or in the archive].
    #[arg(long, value_name = "DIR")]
    pub(crate) modules: Option<PathBuf>,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) concurrency: Option<usize>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// How a tournament is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A table for spreadsheets.
    Csv,
    /// Everything as one JSON document.
    Json,
    /// Standings and matrix as text.
    Text,
    /// A page with everything, including replays.
    Html,
}

/// The rows of a table.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportRows {
    /// A row for each game.
    Games,
    /// A row for each participant, the best first.
    Participants,
    /// A row for each participant by name, with points from 0 to 100.
    Gradebook,
}

/// Play one part of a tournament, so that several machines share it.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-shard-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/tournament-shard.txt").trim_end())]
#[command(override_usage = "joust tournament shard <FILE> --of <N> --part <K>")]
pub(crate) struct TournamentShardArgs {
    /// The file of the tournament.
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// The number of parts.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1_000_000))]
    pub(crate) of: usize,
    /// The part to play, from 1.
    #[arg(long, value_name = "K", value_parser = whole::<usize>(1..=1_000_000))]
    pub(crate) part: usize,
    #[command(flatten)]
    pub(crate) run: TournamentRunArgs,
}

/// Put the journals of all parts together.
#[derive(Args)]
#[command(before_help = include_str!("../../help/tournament-merge-examples.txt").trim_end())]
#[command(override_usage = "joust tournament merge <JOURNAL>... --out <FILE>")]
pub(crate) struct TournamentMergeArgs {
    /// The journals of the parts.
    #[arg(value_name = "JOURNAL", required = true)]
    pub(crate) journals: Vec<PathBuf>,
    /// The journal of the whole tournament, a new file.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}
