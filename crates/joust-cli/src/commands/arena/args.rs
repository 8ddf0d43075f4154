//! The arguments of `joust arena`.

use crate::args::{ANY, whole};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Back up the database of the web arena, remove games and names from it, or name its operators.
#[derive(Args)]
#[command(before_help = include_str!("../../help/arena-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/arena.txt").trim_end())]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    pub(crate) command: ArenaCommand,
}

#[derive(Subcommand)]
pub(crate) enum ArenaCommand {
    Backup(ArenaBackupArgs),
    Forget(ArenaForgetArgs),
    Operator(ArenaOperatorArgs),
    Prune(ArenaPruneArgs),
    RotateSecret(ArenaRotateArgs),
}

/// Where the database is: as for `joust serve`.
#[derive(Args)]
pub(crate) struct ArenaPlaceArgs {
    /// The folder of the data [default: joust/arena in your data folder].
    #[arg(long, value_name = "DIR", env = "JOUST_DATA", hide_env_values = true)]
    pub(crate) data: Option<PathBuf>,
    /// A PostgreSQL database instead of the folder, such as `postgres://user@host/name`.
    #[arg(long, value_name = "URL", env = "JOUST_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The server's settings file.
    #[arg(long, value_name = "FILE", env = "JOUST_CONFIG", hide_env_values = true)]
    pub(crate) config: Option<PathBuf>,
}

/// Copy the database to a file while the server runs.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena backup arena.db")]
#[command(after_help = include_str!("../../help/arena-backup.txt").trim_end())]
pub(crate) struct ArenaBackupArgs {
    /// The backup, a new file that only its owner can read.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Make a new secret for signing cookies.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena rotate-secret")]
#[command(after_help = include_str!("../../help/arena-rotate.txt").trim_end())]
pub(crate) struct ArenaRotateArgs {
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Forget the older secrets: every visitor becomes a new one.
    #[arg(long)]
    pub(crate) forget: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Forget a visitor's name and account, and which games they have played.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena forget 4yfg1sw4tnexa08h7g9fghk2h5")]
#[command(after_help = include_str!("../../help/arena-forget.txt").trim_end())]
pub(crate) struct ArenaForgetArgs {
    /// The value of the visitor's cookie.
    #[arg(value_name = "VISITOR")]
    pub(crate) visitor: String,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Do it; without this option, only list what would be forgotten.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Make an account an operator, who makes teachers; without a name, list the operators.
#[derive(Args)]
#[command(
    before_help = "Examples:\n  joust arena operator\n  joust arena operator \"Ada Lovelace\"\n  joust arena operator Ada --role student"
)]
#[command(after_help = include_str!("../../help/arena-operator.txt").trim_end())]
pub(crate) struct ArenaOperatorArgs {
    /// The name of the account.
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The role that the account gets.
    #[arg(long, value_name = "ROLE", default_value = "operator", requires = "name")]
    #[arg(value_parser = ["operator", "teacher", "student"])]
    pub(crate) role: String,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Remove games that have been idle for a long time, and names without a game.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena prune --older-than 365")]
pub(crate) struct ArenaPruneArgs {
    /// Remove what has been idle for more than this many days.
    #[arg(long, value_name = "DAYS", value_parser = whole::<u32>(0..=ANY))]
    pub(crate) older_than: u32,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Do it; without this option, only list what would be removed.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}
