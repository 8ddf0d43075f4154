//! The one definition of the command line: help, completions and man pages come from it.

use crate::failure::Failure;
use crate::{boards, input};
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use joust_core::Seed;
use joust_games::{AnyDuelGame, Ask, BoardAsk, duel, duels, games};
use joust_league::Sprt;
use joust_players::EngineSpec;
use joust_sandbox::StarterKit;
use joust_solve::mad::Class;
use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// One arena to play, program and solve games.
#[derive(Parser)]
#[command(name = "joust", version, before_help = include_str!("help/examples.txt").trim_end())]
#[command(
    after_help = "Exit codes: 0 done; 1 the answer is negative; 2 a mistake in the command; 3 an error of joust or of the machine."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Analyze(AnalyzeArgs),
    Apply(ApplyArgs),
    Arena(crate::commands::arena::ArenaArgs),
    Bot(BotArgs),
    Completions(CompletionsArgs),
    Contest(crate::commands::contest::ContestArgs),
    Game(RawArgs),
    Games(GamesArgs),
    Grade(crate::commands::grade::GradeArgs),
    Lab(LabArgs),
    Man(ManArgs),
    Match(MatchArgs),
    Moves(MovesArgs),
    Perft(PerftArgs),
    Play(PlayArgs),
    Puzzles(crate::commands::puzzles::PuzzlesArgs),
    Replay(ReplayArgs),
    Selfplay(crate::commands::selfplay::SelfplayArgs),
    Serve(crate::serve::ServeArgs),
    Solve(SolveArgs),
    Submit(crate::commands::submit::SubmitArgs),
    Tournament(crate::commands::tournament::TournamentArgs),
    Tune(TuneArgs),
    Verify(VerifyArgs),
    Worker(crate::commands::worker::WorkerArgs),
}

/// Show the best lines of a position and their values.
#[derive(Args)]
#[command(before_help = include_str!("help/analyze-examples.txt").trim_end())]
#[command(after_help = include_str!("help/analyze.txt").trim_end())]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// Stop after this many milliseconds [default without a limit: 5000].
    #[arg(long, value_name = "MS", help_heading = "Limits", value_parser = whole::<u64>(1..=ANY))]
    pub(crate) time: Option<u64>,
    /// Stop after this search depth, in moves of either side.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = whole::<u32>(1..=ANY))]
    pub(crate) depth: Option<u32>,
    /// Stop after about this many positions.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = whole::<u64>(1..=ANY))]
    pub(crate) nodes: Option<u64>,
    /// Search until the best line is proven or Ctrl-C is pressed.
    #[arg(long, help_heading = "Limits", conflicts_with_all = ["time", "depth", "nodes"])]
    pub(crate) infinite: bool,
    /// Show this many lines with different first moves.
    #[arg(long, value_name = "K", default_value = "1", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) lines: usize,
    /// Search with this many threads.
    #[arg(long, value_name = "T", default_value = "1", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) threads: usize,
    /// Size of the transposition table, in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) table: usize,
    /// MAD: the folder of endgame tables [default: the variable `JOUST_TABLES`].
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Report on a recorded game instead: the value after every move, and which moves were mistakes. `--nodes`
    /// is then for each position [default: 60000].
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["time", "depth", "infinite", "lines", "threads", "table", "tables"])]
    #[arg(conflicts_with_all = ["rules", "board", "position"])]
    pub(crate) record: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Print the position after these moves.
#[derive(Args)]
#[command(before_help = include_str!("help/apply-examples.txt").trim_end())]
#[command(after_help = "The exit code is 1 when the rules refuse a move; the message names the clause.")]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// The moves in order of play, written as in `joust play`; words such as `resign` are not moves.
    #[arg(value_name = "MOVE")]
    pub(crate) moves: Vec<String>,
    /// Print one JSON document: the game after the moves, as docs/view.md describes it.
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
    Check(BotCheckArgs),
    Dev(BotDevArgs),
}

/// Find out whether a bot is ready: legal, repeatable, within its limits.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-check-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-check.txt").trim_end())]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct BotCheckArgs {
    /// The bot, as any player: FILE.wasm or cmd:COMMAND.
    #[arg(value_name = "BOT")]
    pub(crate) bot: String,
    /// Only this game; can be repeated [default: all that it plays].
    #[arg(long, value_name = "GAME", value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: Vec<String>,
    /// Three games of each kind only.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Random seed of positions and opponents.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=ANY))]
    pub(crate) seed: u64,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) concurrency: Option<usize>,
    /// Milliseconds for an action; for a module, fuel that stands for them.
    #[arg(long, value_name = "MS", help_heading = "Limits", value_parser = whole::<u64>(1..=ANY))]
    pub(crate) time: Option<u64>,
    /// Fuel of a module for each turn.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = whole::<u64>(0..=ANY))]
    pub(crate) fuel: Option<u64>,
    /// Fuel of a module for a whole game, which its turns use beyond their own.
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = whole::<u64>(0..=ANY))]
    pub(crate) bank: Option<u64>,
    /// Memory in megabytes.
    #[arg(long, value_name = "MB", help_heading = "Limits", value_parser = positive)]
    pub(crate) memory_limit: Option<f64>,
    /// Run a command behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Work on a bot: build and ask it again after every save, and see what it does otherwise.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-dev-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-dev.txt").trim_end())]
pub(crate) struct BotDevArgs {
    /// The bot: a source as for `joust bot build`, FILE.wasm, cmd:COMMAND, or any other player.
    #[arg(value_name = "BOT")]
    pub(crate) bot: String,
    /// The game, where neither the bot nor the record says it.
    #[arg(long, value_name = "GAME", value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: Option<String>,
    /// Ask the bot in the turns of this recorded game, which goes on as it did.
    #[arg(long, value_name = "FILE", help_heading = RECORDED)]
    pub(crate) record: Option<PathBuf>,
    /// Which game in the record of a match, counted from 0 [default: 0].
    #[arg(long, value_name = "N", help_heading = RECORDED, requires = "record", value_parser = whole::<u64>(0..=ANY))]
    pub(crate) number: Option<u64>,
    /// Begin in this turn or round.
    #[arg(long, value_name = "N", help_heading = RECORDED, requires = "record", value_parser = whole::<u32>(0..=ANY))]
    pub(crate) turn: Option<u32>,
    /// Without a record: the other players, in the order of their seats [default: random; in Mad Max Dummy
    /// Dummy Demo].
    #[arg(long, value_name = "PLAYER", num_args = 1..=3, conflicts_with = "record")]
    pub(crate) against: Vec<String>,
    /// The seat of the bot, counted from 0 [default: the seat that a record gives a player of its name, else 0].
    #[arg(long, value_name = "S", value_parser = whole::<usize>(0..=3))]
    pub(crate) seat: Option<usize>,
    /// Random seed of the game and of the bot.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=ANY))]
    pub(crate) seed: u64,
    /// Another file or folder whose changes count; can be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) watch: Vec<PathBuf>,
    /// Do it once and end.
    #[arg(long)]
    pub(crate) once: bool,
    /// Show the first change in the browser, too.
    #[arg(long)]
    pub(crate) open: bool,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
}

/// Make a folder in which to write bots.
#[derive(Args)]
#[command(arg_required_else_help = true)]
#[command(before_help = include_str!("help/bot-new-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-new.txt").trim_end())]
pub(crate) struct BotNewArgs {
    /// The kit.
    #[arg(value_name = "KIT", value_parser = kit_parser())]
    pub(crate) kit: String,
    /// The folder, which must be new or empty.
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
}

/// Lists the kits where an unknown one is named.
fn kit_parser() -> PossibleValuesParser {
    StarterKit::ALL.map(|kit| PossibleValue::new(kit.name).help(kit.about)).into()
}

/// Build a bot as a WebAssembly module.
#[derive(Args)]
#[command(before_help = include_str!("help/bot-build-examples.txt").trim_end())]
#[command(after_help = include_str!("help/bot-build.txt").trim_end())]
pub(crate) struct BotBuildArgs {
    /// The source: a bot in one file of C++, C or Rust, the folder of a kit in C++, C, Rust or JavaScript, or a
    /// player of Mad Max, AINAME.cc.
    #[arg(value_name = "SOURCE")]
    pub(crate) source: PathBuf,
    /// The module [default: beside the file, or bot.wasm in the folder].
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The C++ standard [default: c++17, and c++11 for a player of Mad Max].
    #[arg(long, value_parser = ["c++11", "c++14", "c++17", "c++20"])]
    pub(crate) std: Option<String>,
    /// Confine the compiler, for a source that is not trusted.
    #[arg(long)]
    pub(crate) confined: bool,
    /// Seconds of processor time for the whole of a confined build.
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "confined",
          value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) time_limit: u32,
}

/// Print a script that completes the options of joust in a shell.
#[derive(Args)]
#[command(before_help = include_str!("help/completions-examples.txt").trim_end())]
#[command(after_help = include_str!("help/completions.txt").trim_end())]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// Play a game of Mad Max with the options of the original program.
#[derive(Args)]
#[command(
    before_help = include_str!("help/game-examples.txt").trim_end(),
    disable_help_flag = true
)]
pub(crate) struct RawArgs {
    /// Options and players, as the original program takes them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

/// List games, rulesets and boards.
#[derive(Args)]
#[command(before_help = "Examples:\n  joust games\n  joust games --json")]
pub(crate) struct GamesArgs {
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Play every pairing of search agents on every board, and write a report.
#[derive(Args)]
#[command(before_help = include_str!("help/lab-examples.txt").trim_end())]
#[command(after_help = include_str!("help/lab.txt").trim_end())]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct LabArgs {
    /// The game.
    #[arg(value_parser = ["wargame"])]
    pub(crate) game: String,
    /// Boards separated by commas, or `all` [default: the five boards of the course].
    #[arg(long, value_name = "BOARDS")]
    pub(crate) boards: Option<OsString>,
    /// Agents separated by commas [default: minimax:3,alphabeta:5].
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) agents: Vec<String>,
    /// One agent, whose text may contain commas; can be repeated.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) agent: Vec<String>,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
    /// The folder for the report.
    #[arg(long, value_name = "DIR", default_value = "lab-wargame")]
    pub(crate) out: PathBuf,
    /// Write into the folder even if it holds other files, and play every game again.
    #[arg(long)]
    pub(crate) force: bool,
    /// The author's name, for the report.
    #[arg(long, value_name = "NAME")]
    pub(crate) author: Option<String>,
    /// A ruleset [default: mandatory].
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// Random seed.
    #[arg(long, default_value_t, value_parser = a_seed)]
    pub(crate) seed: Seed,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) threads: Option<usize>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Write the man pages of joust into a folder.
#[derive(Args)]
#[command(before_help = include_str!("help/man-examples.txt").trim_end())]
pub(crate) struct ManArgs {
    /// The folder, which is made if it does not exist.
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
}

/// Play many games and find out which player is stronger.
#[derive(Args)]
#[command(before_help = include_str!("help/match-examples.txt").trim_end())]
#[command(after_help = include_str!("help/match.txt").trim_end())]
#[command(override_usage = "joust match <GAME> <PLAYER>... --games <N> [OPTIONS]\n       \
    joust match <GAME> <PLAYER>... --sprt [OPTIONS]")]
pub(crate) struct MatchArgs {
    /// The game.
    #[arg(value_parser = ["mad", "wargame", "madmax"])]
    pub(crate) game: String,
    /// Two or more players of a duel, or four of Mad Max.
    #[arg(value_name = "PLAYER", num_args = 1.., required = true)]
    pub(crate) players: Vec<String>,
    /// Number of games: even for a duel, and preferably a multiple of 4 for Mad Max; with --sprt the most games
    /// [default with --sprt: 20000].
    #[arg(long, value_name = "N", required_unless_present = "sprt", value_parser = whole::<u32>(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Random seed; in Mad Max that of the first game, and each further game adds one; with --sprt every fourth.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0..=ANY))]
    pub(crate) seed: u64,
    /// Games to play at the same time [default: the number of cores].
    #[arg(long, value_name = "C", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) concurrency: Option<usize>,
    /// Keep every game in this file, and continue a match that the file holds.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten, next_help_heading = "Sequential test")]
    pub(crate) test: TestArgs,
    #[command(flatten, next_help_heading = "Duels")]
    pub(crate) duels: DuelArgs,
    #[command(flatten, next_help_heading = "Mad Max")]
    pub(crate) madmax: MadMaxArgs,
}

impl MatchArgs {
    /// The most games of a sequential test that does not name a number.
    const MOST_GAMES: u32 = 20_000;

    /// The number of games, or the most games of a sequential test.
    pub(crate) fn most_games(&self) -> u32 {
        self.games.unwrap_or(MatchArgs::MOST_GAMES)
    }
}

/// The sequential test of a match.
#[derive(Args)]
pub(crate) struct TestArgs {
    /// End as soon as it is clear whether the first player is stronger than the second by ELO1 or only by ELO0
    /// [default: 0,50]. A negative number needs an equals sign: --sprt=-10,10.
    #[arg(long, value_name = "ELO0,ELO1", num_args = 0..=1, default_missing_value = "0,50", value_parser = an_sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// The probability that the test accepts ELO1 although ELO0 is true [default: 0.05].
    #[arg(long, value_name = "P", requires = "sprt", value_parser = a_risk)]
    pub(crate) alpha: Option<f64>,
    /// The probability that the test accepts ELO0 although ELO1 is true [default: 0.05].
    #[arg(long, value_name = "P", requires = "sprt", value_parser = a_risk)]
    pub(crate) beta: Option<f64>,
}

impl TestArgs {
    /// The probability of an error that the user does not name.
    const RISK: f64 = 0.05;

    /// The probabilities of both errors: that ELO1 is accepted wrongly, and that ELO0 is.
    pub(crate) fn risks(&self) -> (f64, f64) {
        (self.alpha.unwrap_or(TestArgs::RISK), self.beta.unwrap_or(TestArgs::RISK))
    }
}

/// The options of a match that only duels have.
#[derive(Args, Default, PartialEq)]
pub(crate) struct DuelArgs {
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Milliseconds per move, for engines and programs without a limit of their own.
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(1..=ANY))]
    pub(crate) time: Option<u64>,
    /// A chess clock for all players: minutes for the game plus seconds per move, as in 5+3.
    #[arg(long, value_name = "M+S", conflicts_with = "time", value_parser = crate::play::read_allowance)]
    pub(crate) clock: Option<joust_core::Allowance>,
    /// Positions per move, for engines without a limit of their own; games then do not depend on the machine.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=ANY))]
    pub(crate) nodes: Option<u64>,
    /// Search depth per move, for engines without a limit of their own.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=ANY))]
    pub(crate) depth: Option<u32>,
    /// MAD: end games that the endgame tables in this folder decide, and mark them.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

/// The options of a match that only Mad Max has.
#[derive(Args, Default, PartialEq)]
pub(crate) struct MadMaxArgs {
    /// A configuration [default: that of the contest].
    #[arg(long, value_name = "CNF")]
    pub(crate) input: Option<PathBuf>,
    /// Write the result of every game into this folder, as SEED.res, or with --sprt as SEED-0.res to SEED-3.res.
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// Processor time of each kit player in a game, in seconds.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub(crate) time_limit: Option<f64>,
    /// How long a game waits for each kit player, in seconds over all rounds
    /// [default: 120, or ten times --time-limit plus 10].
    #[arg(long, value_name = "S", value_parser = positive)]
    pub(crate) wait_limit: Option<f64>,
    /// Memory of each kit player, in megabytes.
    #[arg(long, value_name = "MB", value_parser = positive)]
    pub(crate) memory_limit: Option<f64>,
}

/// Headings of options that only some games have.
const MAD: &str = "MAD";
const WARGAME: &str = "The War Game";
const CHECK: &str = "Checking a file";
const RECORDED: &str = "A recorded game";

/// A number above 0.
pub(crate) fn positive(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0.0 && *number <= 1e6)
        .ok_or("not a number above 0".to_owned())
}

/// The bounds of a sequential test.
fn an_sprt(text: &str) -> Result<Sprt, String> {
    text.parse().map_err(|()| "two Elo differences, the smaller first: 0,10".to_owned())
}

/// The probability of an error.
fn a_risk(text: &str) -> Result<f64, String> {
    let risk = text.parse().ok().filter(|risk| *risk > 0.0 && *risk < 0.5);
    risk.ok_or_else(|| "the probability of an error, above 0 and below 0.5".to_owned())
}

/// List the legal moves of a position, one per line, in byte order.
#[derive(Args)]
#[command(before_help = include_str!("help/moves-examples.txt").trim_end())]
#[command(after_help = include_str!("help/stream.txt").trim_end())]
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
#[command(after_help = include_str!("help/stream.txt").trim_end())]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    /// The length of the longest sequences.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=99))]
    pub(crate) depth: u32,
    /// Print the count of each first move, then the total.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Play in the terminal.
#[derive(Args)]
#[command(before_help = include_str!("help/play-examples.txt").trim_end())]
#[command(after_help = include_str!("help/play.txt").trim_end())]
pub(crate) struct PlayArgs {
    /// The game.
    #[arg(value_parser = a_duel())]
    pub(crate) game: Game,
    /// The players in order of play [default: human human]: `human`, `random`, `engine`, `engine:4`,
    /// `minimax:3`, `alphabeta:4`, `mcts:1000`, `FILE.wasm`, `cmd:COMMAND`, `line:COMMAND`.
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Continue a saved game, or the position in a file of the MAD app.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "board", "position"])]
    pub(crate) load: Option<PathBuf>,
    /// Continue the last unfinished game.
    #[arg(long, conflicts_with_all = ["load", "rules", "board", "position"])]
    pub(crate) resume: bool,
    /// A chess clock: minutes for the game plus seconds per move, as in 5+3. A player that runs out of
    /// time loses. A saved game keeps its own clock.
    #[arg(long, value_name = "M+S", value_parser = crate::play::read_allowance)]
    pub(crate) clock: Option<joust_core::Allowance>,
    /// Random seed of the players [default: another one each time].
    #[arg(long, value_parser = a_seed)]
    pub(crate) seed: Option<Seed>,
    /// Run commands behind `cmd:` without confinement, with all that you may do.
    #[arg(long)]
    pub(crate) trust: bool,
}

/// Show a recorded game.
#[derive(Args)]
#[command(before_help = include_str!("help/replay-examples.txt").trim_end())]
pub(crate) struct ReplayArgs {
    /// The record or result; - for standard input.
    pub(crate) file: PathBuf,
    /// Which game in the record of a match, counted from 0 [default: 0].
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=ANY))]
    pub(crate) game: Option<u64>,
    /// Show the last position only.
    #[arg(long)]
    pub(crate) last: bool,
    /// Write the result file of a recorded game of Mad Max; - for standard output.
    #[arg(long, value_name = "OUT", conflicts_with_all = ["last", "json"])]
    pub(crate) res: Option<PathBuf>,
    /// Show a game of Mad Max in the browser; with =OUT write the page there instead.
    #[arg(
        long,
        value_name = "OUT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        // The parser of paths refuses an empty one.
        value_parser = OsStringValueParser::new().map(PathBuf::from),
        conflicts_with_all = ["last", "json", "res", "game"]
    )]
    pub(crate) web: Option<PathBuf>,
    /// A second game of Mad Max, shown beside the first.
    #[arg(long, value_name = "FILE", requires = "web")]
    pub(crate) compare: Option<PathBuf>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Find the exact value of a position and the best play, or check a stored result.
#[derive(Args)]
#[command(before_help = include_str!("help/solve-examples.txt").trim_end())]
#[command(after_help = include_str!("help/solve.txt").trim_end())]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub(crate) struct SolveArgs {
    /// The game.
    #[arg(value_parser = a_duel(), required_unless_present = "check")]
    pub(crate) game: Option<Game>,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
    /// Find only the winner, which is much faster than the value.
    #[arg(long, help_heading = WARGAME)]
    pub(crate) sign: bool,
    /// List all best moves, each with its value; of MAD also the other moves that win.
    #[arg(long, conflicts_with_all = ["sign", "check"])]
    pub(crate) all_moves: bool,
    /// Search with this many threads [default: the number of cores].
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) threads: Option<usize>,
    /// The largest size of the transposition table, in MiB.
    #[arg(long, help_heading = WARGAME, value_name = "MIB", default_value = "1024", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) table: usize,
    /// Keep what was found in this file, and continue a solve that the file holds.
    #[arg(long, value_name = "FILE", help_heading = WARGAME)]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The folder of endgame tables; without --position they are built.
    #[arg(long, help_heading = MAD, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Build the tables of up to this many ships.
    #[arg(long, help_heading = MAD, value_name = "N", default_value = "4", value_parser = whole::<usize>(2..=8))]
    pub(crate) ships: usize,
    /// Build only the table of this class, such as 3c-2, and the tables that it needs.
    #[arg(long, help_heading = MAD, value_name = "CLASS", value_parser = a_class, conflicts_with_all = ["ships", "position"])]
    pub(crate) class: Option<Class>,
    /// Build with about this much memory, in MiB [default: three quarters of the free memory]. The rest
    /// is kept on disk.
    #[arg(long, help_heading = MAD, value_name = "MIB", value_parser = whole::<usize>(1..=1 << 20), conflicts_with = "position")]
    pub(crate) memory: Option<usize>,
    /// List this many puzzles of each length from 3 to 9 plies: forced wins with a single key move.
    #[arg(long, help_heading = MAD, value_name = "N", value_parser = whole::<usize>(0..=ANY), conflicts_with = "position")]
    pub(crate) puzzles: Option<usize>,
    /// Prove a checkpoint, an endgame table or a list of solved boards again.
    #[arg(long, help_heading = CHECK, value_name = "FILE", conflicts_with_all = ["game", "rules", "board", "position", "sign", "checkpoint", "tables", "puzzles", "class", "memory"])]
    pub(crate) check: Option<PathBuf>,
    /// How many records or large boards to search again [default: 10], or how many entries of a table to
    /// prove again [default: 10000].
    #[arg(long, help_heading = CHECK, value_name = "N", value_parser = whole::<usize>(0..=ANY))]
    pub(crate) samples: Option<usize>,
    /// Random seed for the choice of samples or puzzles [default: 1].
    #[arg(long, value_parser = a_seed)]
    pub(crate) seed: Option<Seed>,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A class of endgames.
fn a_class(text: &str) -> Result<Class, String> {
    text.parse().map_err(|()| {
        "the ships of both sides, 1 to 7 each, or 2c to 8c with the cruiser: 2-1 or 3c-2".to_owned()
    })
}

/// The largest number, where an option has no bound of its own.
pub(crate) const ANY: u64 = u64::MAX;

/// A share, as an option of the command line.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a share from 0 to 1".to_owned())
}

/// Reads a whole number within bounds.
pub(crate) fn whole<T>(
    bounds: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: TryFrom<u64> + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            match (bounds.start(), *bounds.end()) {
                (least, ANY) => format!("a whole number of {least} or more"),
                (least, most) => format!("a whole number from {least} to {most}"),
            }
        })
    }
}

/// Reads a seed.
pub(crate) fn a_seed(text: &str) -> Result<Seed, String> {
    whole(0..=ANY)(text).map(Seed)
}

/// Replay recorded games and compare their results.
#[derive(Args)]
#[command(before_help = include_str!("help/verify-examples.txt").trim_end())]
#[command(after_help = include_str!("help/verify.txt").trim_end())]
pub(crate) struct VerifyArgs {
    /// The records and results; - for standard input.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Play the games of a match again, too; matches with modules are always played again.
    #[arg(long)]
    pub(crate) again: bool,
    /// Print one JSON document.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum TuneCommand {
    Spsa(crate::commands::spsa::SpsaArgs),
}

/// Fit the engine's weights to games of self-play, or tune any player by games.
#[derive(Args)]
#[command(before_help = include_str!("help/tune-examples.txt").trim_end())]
#[command(after_help = include_str!("help/tune.txt").trim_end())]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    pub(crate) command: Option<TuneCommand>,
    /// The game.
    #[arg(value_parser = ["mad"], required = true)]
    pub(crate) game: Option<String>,
    /// The board whose weights are fitted.
    #[arg(long, value_name = "BOARD", default_value = "6x4")]
    pub(crate) board: String,
    /// Games per round.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) games: usize,
    /// Positions that the engine searches per move.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u64>(1..=ANY))]
    pub(crate) nodes: u64,
    /// Rounds of playing games and fitting weights.
    #[arg(long, value_name = "N", default_value = "8", value_parser = whole::<usize>(1..=1 << 20))]
    pub(crate) rounds: usize,
    /// Random seed.
    #[arg(long, default_value_t, value_parser = a_seed)]
    pub(crate) seed: Seed,
    /// The table whose other columns are kept [default: that of the engine].
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Play with this many threads [default: the number of cores].
    #[arg(long, value_name = "T", value_parser = whole::<usize>(1..=EngineSpec::MOST_THREADS as u64))]
    pub(crate) threads: Option<usize>,
    /// Show no progress bar.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A game and a position of it.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// The game.
    #[arg(value_parser = a_duel())]
    pub(crate) game: Game,
    #[command(flatten)]
    pub(crate) ask: AskArgs,
}

/// `[--rules R] [--board B] [--position P]`
#[derive(Args, Default, PartialEq)]
pub(crate) struct AskArgs {
    /// A ruleset, or options such as limit=30,positioning=off; the last value of an option counts.
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
    /// A board by name, or a file that holds one.
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
    /// A position [default: the start of the game].
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

/// A duel as an argument.
#[derive(Clone, Copy)]
pub(crate) struct Game(pub(crate) &'static dyn AnyDuelGame);

/// Reads the name of a duel. The names of the other games are hidden from help and completions, and
/// refused with the reason.
pub(crate) fn a_duel() -> impl TypedValueParser<Value = Game> {
    let names = games().iter().map(|game| game.name());
    let values = names.map(|name| PossibleValue::new(name).hide(duel(name).is_none()));
    PossibleValuesParser::new(values).try_map(|name| {
        let duels = || duels().iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
        duel(&name).map(Game).ok_or_else(|| format!("{name} is not a duel; this command is for {}", duels()))
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
        let name = board.to_string_lossy();
        if let Some(file) = board_file(game.0, board) {
            let text =
                joust_files::read_text(file, input::LONGEST).map_err(|why| Failure::file(file, &why))?;
            let board = Some(BoardAsk::Text { name: &name, text: &text });
            return answer(&Ask { rules, board, position, seed: None });
        }
        let board = Some(BoardAsk::Named(&name));
        if let Err(why) = game.0.position(&Ask { board, ..Ask::default() }) {
            return Err(boards::unknown(game, &name, &why));
        }
        answer(&Ask { rules, board, position, seed: None })
    }
}

impl AskArgs {
    /// [`AskArgs::with`] for a game of any kind, by its name. The board of Mad Max is a map by name, or a
    /// configuration.
    pub(crate) fn with_any<T>(
        &self,
        game: &str,
        answer: impl FnOnce(&Ask) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(duel) = duel(game) {
            return self.with(Game(duel), answer);
        }
        let (rules, position) = (self.rules.as_deref(), self.position.as_deref());
        let Some(board) = self.board.as_deref() else {
            return answer(&Ask { rules, board: None, position, seed: None });
        };
        let name = board.to_string_lossy();
        let is_known = games().iter().any(|known| {
            known.name() == game && known.boards().iter().any(|entry| entry.name == name.as_ref())
        });
        if is_known || !Path::new(board).exists() {
            return answer(&Ask { rules, board: Some(BoardAsk::Named(&name)), position, seed: None });
        }
        let text = joust_files::read_text(Path::new(board), input::LONGEST);
        let text = text.map_err(|why| Failure::file(board, &why))?;
        let board = Some(BoardAsk::Text { name: &name, text: &text });
        answer(&Ask { rules, board, position, seed: None })
    }
}

/// The file that the name of a board means, if the game does not know the name.
pub(crate) fn board_file<'a>(game: &dyn AnyDuelGame, name: &'a OsStr) -> Option<&'a Path> {
    let is_known = game.boards().iter().any(|entry| name.eq_ignore_ascii_case(&entry.name));
    // A pipe is good enough: `--board <(…)`.
    Some(Path::new(name)).filter(|path| !is_known && path.exists() && !path.is_dir())
}
