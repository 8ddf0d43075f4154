//! The one definition of the command line: help and completion come from it.

use crate::failure::Failure;
use clap::{Args, Parser, Subcommand};
use joust_core::Seed;
use joust_games::{AnyDuelGame, Ask, BoardAsk, duel, duels};
use joust_solve::mad::Class;

/// One arena to play, program and solve games.
#[derive(Parser)]
#[command(name = "joust", version, before_help = include_str!("help/examples.txt").trim_end(), max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done, 1 the answer is no, 2 usage, 3 our fault.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(AnalyzeArgs),
    Apply(ApplyArgs),
    Arena(ArenaArgs),
    Bot(BotArgs),
    Game(RawArgs),
    Games(GamesArgs),
    Lab(LabArgs),
    Match(MatchArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    Play(PlayArgs),
    Replay(ReplayArgs),
    Serve(crate::serve::ServeArgs),
    Solve(SolveArgs),
    Tune(TuneArgs),
    Verify(VerifyArgs),
}

/// Show the best lines of a position and what they are worth.
#[derive(Args)]
#[command(before_help = include_str!("help/analyze-examples.txt").trim_end())]
#[command(after_help = include_str!("help/analyze.txt").trim_end())]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Milliseconds to think; five seconds if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,
    /// Moves to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Positions to look at.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Think until the best line is proven or Ctrl-C is pressed.
    #[arg(long, conflicts_with_all = ["time", "depth", "nodes"])]
    pub(crate) infinite: bool,
    /// How many lines with different first moves.
    #[arg(long, value_name = "K", default_value = "1", value_parser = a_count)]
    pub(crate) lines: usize,
    /// How many threads think.
    #[arg(long, value_name = "T", default_value = "1", value_parser = a_count)]
    pub(crate) threads: usize,
    /// Memory for what is remembered, in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = a_count)]
    pub(crate) table: usize,
    /// MAD: the folder of the tables of endings; that of the variable `JOUST_TABLES` if it is left out.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<std::path::PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show nothing until the end.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Print the position after these moves.
#[derive(Args)]
#[command(before_help = include_str!("help/apply-examples.txt").trim_end())]
#[command(after_help = APPLY)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// The moves in the order of play, as short as in `joust play`.
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Print one JSON document: the game after the moves, as docs/view.md describes it.
    #[arg(long)]
    pub(crate) json: bool,
}

const APPLY: &str = "\
A move that the rules refuse ends the command with exit code 1 and the clause that forbids it.";

/// Keep the database of the web arena: copies, and what is to be removed.
#[derive(Args)]
#[command(before_help = include_str!("help/arena-examples.txt").trim_end())]
#[command(after_help = "\
These work beside a running server. Copies that were made before keep what is removed here.")]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    pub(crate) command: ArenaCommand,
}

#[derive(Subcommand)]
pub(crate) enum ArenaCommand {
    Backup(ArenaBackupArgs),
    Forget(ArenaForgetArgs),
    Prune(ArenaPruneArgs),
    RotateSecret(ArenaRotateArgs),
}

/// Where the database is: as for `joust serve`.
#[derive(Args)]
pub(crate) struct ArenaPlaceArgs {
    /// The folder of the data; joust/arena among your data if it is left out.
    #[arg(long, value_name = "DIR", env = "JOUST_DATA", hide_env_values = true)]
    pub(crate) data: Option<std::path::PathBuf>,
    /// A PostgreSQL database in place of the folder, such as `postgres://user@host/name`.
    #[arg(long, value_name = "URL", env = "JOUST_DATABASE", hide_env_values = true)]
    pub(crate) database: Option<String>,
    /// The file of settings of the server.
    #[arg(long, value_name = "FILE", env = "JOUST_CONFIG", hide_env_values = true)]
    pub(crate) config: Option<std::path::PathBuf>,
}

/// Copy the database to a file, while the server goes on.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena backup arena.db")]
#[command(after_help = include_str!("help/arena-backup.txt").trim_end())]
pub(crate) struct ArenaBackupArgs {
    /// The copy, which must not exist yet. Only its owner can read it.
    #[arg(value_name = "FILE")]
    pub(crate) file: std::path::PathBuf,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Make a new secret for signing cookies.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena rotate-secret")]
#[command(after_help = include_str!("help/arena-rotate.txt").trim_end())]
pub(crate) struct ArenaRotateArgs {
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Forget the older secrets: everybody becomes a new visitor.
    #[arg(long)]
    pub(crate) forget: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Forget a visitor: their name, and that they are the player of their games.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena forget 4yfg1sw4tnexa08h7g9fghk2h5")]
#[command(after_help = include_str!("help/arena-forget.txt").trim_end())]
pub(crate) struct ArenaForgetArgs {
    /// The visitor.
    #[arg(value_name = "VISITOR")]
    pub(crate) visitor: String,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Do it; without this, what would be forgotten is listed.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Remove games in which nothing has happened for a long time, and names without a game.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust arena prune --older-than 365")]
pub(crate) struct ArenaPruneArgs {
    /// How many days ago the last thing happened, at least.
    #[arg(long, value_name = "DAYS")]
    pub(crate) older_than: u32,
    #[command(flatten)]
    pub(crate) place: ArenaPlaceArgs,
    /// Do it; without this, what would go is listed.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write players of your own.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-examples.txt").trim_end())]
pub(crate) struct BotArgs {
    #[command(subcommand)]
    pub(crate) command: BotCommand,
}

#[derive(Subcommand)]
pub(crate) enum BotCommand {
    New(BotNewArgs),
    Build(BotBuildArgs),
}

/// Make a folder in which to write players.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-new-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-new.txt").trim_end())]
pub(crate) struct BotNewArgs {
    /// The kit: madmax-cpp.
    #[arg(value_name = "KIT", value_parser = ["madmax-cpp"])]
    pub(crate) kit: String,
    /// The folder, which must not exist yet or be empty.
    #[arg(value_name = "DIR")]
    pub(crate) dir: std::path::PathBuf,
}

/// Build a player as a WebAssembly module.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-build-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-build.txt").trim_end())]
pub(crate) struct BotBuildArgs {
    /// The player, an AI….cc.
    #[arg(value_name = "SOURCE")]
    pub(crate) source: std::path::PathBuf,
    /// Where the module goes; beside the source if it is left out.
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) out: Option<std::path::PathBuf>,
    /// The dialect.
    #[arg(long, default_value = "c++11", value_parser = ["c++11", "c++14", "c++17", "c++20"])]
    pub(crate) std: String,
}

/// Play a game of Mad Max with the options of the original program.
#[derive(Args)]
#[command(
    before_help = include_str!("help/game-examples.txt").trim_end(),
    disable_help_flag = true
)]
pub(crate) struct RawArgs {
    /// Options and players, as the original takes them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<std::ffi::OsString>,
}

/// List games, rulesets and boards.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust games\n  joust games --json")]
pub(crate) struct GamesArgs {
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Let search agents play every pairing on every board, and write a report.
#[derive(Args)]
#[command(before_help = include_str!("help/lab-examples.txt").trim_end())]
#[command(after_help = include_str!("help/lab.txt").trim_end())]
pub(crate) struct LabArgs {
    /// The game: wargame.
    #[arg(value_parser = ["wargame"])]
    pub(crate) game: String,
    /// Boards with commas between them, or `all` that `joust games` lists; the course's five if left out.
    #[arg(long, value_name = "BOARDS")]
    pub(crate) boards: Option<String>,
    /// Agents with commas between them.
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) agents: Vec<String>,
    /// One agent, whose commas are all its own; may be given again.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) agent: Vec<String>,
    /// The folder for the report.
    #[arg(long, value_name = "DIR", default_value = "lab-wargame")]
    pub(crate) out: std::path::PathBuf,
    /// Write into the folder even if there are other things in it, and play every game anew.
    #[arg(long)]
    pub(crate) force: bool,
    /// The name of the author, for the report.
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    /// A ruleset.
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// Where all chance comes from.
    #[arg(long, default_value_t)]
    pub(crate) seed: Seed,
    /// Games to play at the same time; as many as there are cores if left out.
    #[arg(long, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: Option<usize>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Play many games and say who is better.
#[derive(Args)]
#[command(before_help = include_str!("help/match-examples.txt").trim_end())]
#[command(after_help = include_str!("help/match.txt").trim_end())]
pub(crate) struct MatchArgs {
    /// The game: mad, wargame or madmax.
    #[arg(value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: String,
    /// Two players or more of a duel, or four of Mad Max.
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    pub(crate) players: Vec<String>,
    /// How many games; a duel takes an even number, Mad Max best a multiple of 4.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Milliseconds a move, for engines and programs that have no limit of their own.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,
    /// Minutes for all moves of a side, and seconds that each move adds, for everybody.
    #[arg(long, value_name = "M+S", conflicts_with = "time", value_parser = crate::play::read_allowance)]
    pub(crate) clock: Option<joust_core::Allowance>,
    /// Positions a move, likewise; games are then the same on every machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Moves looked ahead, likewise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// End as soon as it is clear that the first player gains one Elo difference or the other.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Games to play at the same time; as many as there are cores if left out.
    #[arg(long, value_name = "C", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) concurrency: Option<usize>,
    /// Keep every game in this file, and go on with it.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<std::path::PathBuf>,
    /// MAD: end games whose result the tables of endings in this folder know, and mark them.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<std::path::PathBuf>,
    /// Where all chance comes from; in Mad Max the seed of the first game, and the next has the next.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Mad Max: a configuration; the contest's if it is left out.
    #[arg(long, value_name = "CNF")]
    pub(crate) input: Option<std::path::PathBuf>,
    /// Mad Max: write the result of every game into this folder, as SEED.res.
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<std::path::PathBuf>,
    /// Mad Max: processor time of each player of a kit in a game, in seconds.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub(crate) time_limit: Option<f64>,
    /// Mad Max: how long a game waits for each player of a kit, all rounds together, in seconds
    /// [default: 120, or ten times --time-limit and 10].
    #[arg(long, value_name = "S", value_parser = positive)]
    pub(crate) wait_limit: Option<f64>,
    /// Mad Max: memory of each player of a kit, in megabytes.
    #[arg(long, value_name = "MB", value_parser = positive)]
    pub(crate) memory_limit: Option<f64>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl MatchArgs {
    /// Whether something was asked for that only a duel has.
    pub(crate) fn is_for_duels(&self) -> bool {
        let AskArgs { rules, board, position } = &self.ask;
        rules.is_some()
            || board.is_some()
            || position.is_some()
            || self.time.is_some()
            || self.clock.is_some()
            || self.nodes.is_some()
            || self.depth.is_some()
            || self.sprt.is_some()
            || self.tables.is_some()
    }

    /// Whether something was asked for that only Mad Max has.
    pub(crate) fn is_for_madmax(&self) -> bool {
        self.input.is_some()
            || self.results.is_some()
            || self.time_limit.is_some()
            || self.wait_limit.is_some()
            || self.memory_limit.is_some()
    }
}

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0.0 && *number <= 1e6)
        .ok_or("not a number above 0".to_owned())
}

/// List the legal moves of a position, one per line, in byte order.
#[derive(Args)]
#[command(before_help = include_str!("help/moves-examples.txt").trim_end())]
#[command(after_help = STREAM)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Print one JSON document, with what each move changes and the position after it.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Count the move sequences of each length up to a depth.
///
/// Positions in which the game is over have no moves; MAD's tie-break counter is ignored.
#[derive(Args)]
#[command(before_help = include_str!("help/perft-examples.txt").trim_end())]
#[command(after_help = STREAM)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// The longest sequences to count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=99))]
    pub(crate) depth: u32,
    /// Print the count of every move by itself, then the total.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

const STREAM: &str = "\
With --position - every line of standard input is a position. Each answer ends with an empty line;
with --json each answer is one line. A refused position is answered too: with nothing (the reason
goes to standard error) or with {\"error\": …}. The exit code is then 1.";

/// Play in the terminal.
#[derive(Args)]
#[command(before_help = include_str!("help/play-examples.txt").trim_end())]
#[command(after_help = "Type `help` during the game for its commands and `rules` for the rules in short.")]
pub(crate) struct PlayArgs {
    /// The game.
    #[arg(value_parser = a_game)]
    pub(crate) game: Game,
    /// Who plays, in the order of play: `human`, `random`, `engine`, `engine:4`, `minimax:3`,
    /// `alphabeta:4`, `mcts:1000`, `line:COMMAND`.
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Go on with a game that was saved, or with the position of a file of the MAD app.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "board", "position"])]
    pub(crate) load: Option<String>,
    /// Go on with the game that was played last and is not finished.
    #[arg(long, conflicts_with_all = ["load", "rules", "board", "position"])]
    pub(crate) resume: bool,
    /// Minutes for all moves of a side, and seconds more for each: 5+3. Who has none left loses. A
    /// saved game brings its clocks with it.
    #[arg(long, value_name = "M+S", value_parser = crate::play::read_allowance)]
    pub(crate) clock: Option<joust_core::Allowance>,
    /// Where the programs' chance comes from; a new one each time if it is left out.
    #[arg(long)]
    pub(crate) seed: Option<Seed>,
}

/// Show a recorded game.
#[derive(Args)]
#[command(before_help = include_str!("help/replay-examples.txt").trim_end())]
pub(crate) struct ReplayArgs {
    /// The record or result; - for standard input.
    pub(crate) file: String,
    /// Which game in the record of a match, counted from 0; the first if it is left out.
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<u64>,
    /// Show the last position only.
    #[arg(long)]
    pub(crate) last: bool,
    /// Write the result file of a recorded game of Mad Max; - for standard output.
    #[arg(long, value_name = "OUT", conflicts_with_all = ["last", "json"])]
    pub(crate) res: Option<String>,
    /// Open a game of Mad Max in the browser; with =OUT write that page and open nothing.
    #[arg(
        long,
        value_name = "OUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with_all = ["last", "json", "res", "game"]
    )]
    pub(crate) web: Option<String>,
    /// A second game of Mad Max, to see side by side.
    #[arg(long, value_name = "FILE", requires = "web")]
    pub(crate) compare: Option<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find the exact value of a position and best play, or check a stored result.
#[derive(Args)]
#[command(before_help = include_str!("help/solve-examples.txt").trim_end())]
#[command(after_help = include_str!("help/solve.txt").trim_end())]
pub(crate) struct SolveArgs {
    /// The game.
    #[arg(value_parser = a_game, required_unless_present = "check")]
    pub(crate) game: Option<Game>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Find only who wins.
    #[arg(long)]
    pub(crate) sign: bool,
    /// How many threads search; all cores if it is left out.
    #[arg(long, value_name = "T", value_parser = a_count)]
    pub(crate) threads: Option<usize>,
    /// The most memory for the table, in MiB.
    #[arg(long, value_name = "MIB", default_value = "1024", value_parser = a_count)]
    pub(crate) table: usize,
    /// Keep what was found in this file, and go on with it.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,
    /// MAD: the folder of the tables of endings, which are built unless there is a --position.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<std::path::PathBuf>,
    /// MAD: build tables for so many ships on the board at most.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(2..=8))]
    pub(crate) ships: usize,
    /// MAD: build only the table of this class, such as 3c-2, and those that it rests on.
    #[arg(long, value_name = "CLASS", value_parser = a_class, conflicts_with_all = ["ships", "position"])]
    pub(crate) class: Option<Class>,
    /// MAD: build with about so much memory, in MiB; three quarters of what is free if it is left
    /// out. What does not fit waits on disk.
    #[arg(long, value_name = "MIB", value_parser = a_count, conflicts_with = "position")]
    pub(crate) memory: Option<usize>,
    /// MAD: list so many forced wins with a single key move for each length from 3 to 9 plies.
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub(crate) puzzles: Option<usize>,
    /// Prove a checkpoint, a table of endings, or a list of solved boards again.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "rules", "board", "position", "sign", "checkpoint", "tables"])]
    pub(crate) check: Option<String>,
    /// With --check: how many records, or large boards, are searched again from nothing (10 if it is
    /// left out), or entries of a table proved again (10000).
    #[arg(long, value_name = "N")]
    pub(crate) samples: Option<usize>,
    /// With --check: which records; with --puzzles: which ones.
    #[arg(long)]
    pub(crate) seed: Option<Seed>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A class of endings.
fn a_class(text: &str) -> Result<Class, String> {
    text.parse().map_err(|()| {
        "the ships of both sides, 1 to 7 each, or 2c to 8c with the cruiser: 2-1 or 3c-2".to_owned()
    })
}

/// A number of threads or MiB: at least one, and not so large that it must be a mistake.
fn a_count(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1 << 20).contains(number));
    number.ok_or_else(|| "a whole number from 1 to 1048576".to_owned())
}

/// Re-execute a recorded game and compare.
#[derive(Args)]
#[command(before_help = include_str!("help/verify-examples.txt").trim_end())]
#[command(after_help = include_str!("help/verify.txt").trim_end())]
pub(crate) struct VerifyArgs {
    /// The records and results; - for standard input.
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Fit the engine's weights to games that it plays against itself.
#[derive(Args)]
#[command(before_help = include_str!("help/tune-examples.txt").trim_end())]
#[command(after_help = include_str!("help/tune.txt").trim_end())]
pub(crate) struct TuneArgs {
    /// The game: mad.
    #[arg(value_parser = ["mad"])]
    pub(crate) game: String,
    /// The board whose weights are made.
    #[arg(long, value_name = "BOARD", default_value = "6x4")]
    pub(crate) board: String,
    /// Games in a round.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = a_count)]
    pub(crate) games: usize,
    /// Positions that the engine looks at for a move.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// How often games are played and weights fitted.
    #[arg(long, value_name = "N", default_value = "8", value_parser = a_count)]
    pub(crate) rounds: usize,
    /// Where all chance comes from.
    #[arg(long, default_value_t)]
    pub(crate) seed: Seed,
    /// The table whose other columns are kept; the engine's own if it is left out.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<String>,
    /// How many threads play; all cores if it is left out.
    #[arg(long, value_name = "T", value_parser = a_count)]
    pub(crate) threads: Option<usize>,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A game and a position of it.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game.
    #[arg(value_parser = a_game)]
    pub(crate) game: Game,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
}

/// `[--rules R] [--board B] [--position P]`
#[derive(Args)]
pub(crate) struct AskArgs {
    /// A ruleset, or options such as limit=30,positioning=off.
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// A board, or a file with one.
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// A position text; the start of the game if it is left out.
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// A duel as an argument.
#[derive(Clone, Copy)]
pub(crate) struct Game(pub(crate) &'static dyn AnyDuelGame);

fn a_game(name: &str) -> Result<Game, String> {
    let known: Vec<_> = duels().iter().map(|game| game.name()).collect();
    duel(name).map(Game).ok_or_else(|| match joust_games::game(name) {
        Some(_) => format!("{name} is not a duel; this command is for {}", known.join(", ")),
        None => format!("the games are: {}", known.join(", ")),
    })
}

impl AskArgs {
    /// Reads the board's file, if there is one, and hands the request to `answer`.
    pub(crate) fn with<T>(
        &self,
        game: Game,
        answer: impl FnOnce(&Ask) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        let Some(board) = self.board.as_deref() else {
            return answer(&Ask { rules, board: None, position, seed: None });
        };
        let Some(board) = board_file(game.0, board) else {
            return answer(&Ask { rules, board: Some(BoardAsk::Named(board)), position, seed: None });
        };
        let text = std::fs::read_to_string(board).map_err(|why| Failure::file(board, &why))?;
        answer(&Ask { rules, board: Some(BoardAsk::Text { name: board, text: &text }), position, seed: None })
    }
}

/// The file that the name of a board means, if the game does not know the name.
pub(crate) fn board_file<'a>(game: &dyn AnyDuelGame, name: &'a str) -> Option<&'a str> {
    let known = game.boards().iter().any(|entry| entry.name.eq_ignore_ascii_case(name));
    (!known && std::path::Path::new(name).is_file()).then_some(name)
}
