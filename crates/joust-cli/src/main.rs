//! The `joust` command: arguments, terminal boards, progress bars, signals, messages and exit codes.

/// Prints a line on standard error. Unlike `eprintln!` it does not panic when standard error is closed.
macro_rules! tell {
    ($($words:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut anstream::stderr(), format_args!("{}\n", format_args!($($words)*)));
    }};
}

mod args;
mod boards;
mod browser;
mod commands;
mod environment;
mod failure;
mod game;
mod help;
mod input;
mod lab;
mod many;
mod matches;
mod paint;
mod play;
mod progress;
mod serve;
mod signals;
mod tables;

use clap::{FromArgMatches, Parser};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    // joust starts itself to become a player of a kit.
    if let Some(code) = joust_sandbox::launched(&words) {
        return code;
    }
    heed_size_limits();
    if let Some((program, words)) = as_game(&words) {
        return game::run(&program, words);
    }
    let cli = match parsed(&about_help(words)) {
        Ok(cli) => cli,
        Err(why) => return without_command(&why),
    };
    tables::warn(&cli.command);
    let result = match cli.command {
        args::Command::Analyze(args) => commands::analyze::run(&args),
        args::Command::Apply(args) => commands::apply::run(&args),
        args::Command::Arena(args) => commands::arena::run(&args),
        args::Command::Game(args) => return game::run(GAME, args.words),
        args::Command::Bot(args) => commands::bot::run(&args),
        args::Command::Completions(args) => commands::manual::completions(&args),
        args::Command::Contest(args) => commands::contest::run(&args),
        args::Command::Games(args) => commands::games::run(&args),
        args::Command::Grade(args) => commands::grade::run(&args),
        args::Command::Lab(args) => lab::run(&args),
        args::Command::Man(args) => commands::manual::man(&args),
        args::Command::Match(args) => matches::run(&args),
        args::Command::Moves(args) => commands::moves::run(&args),
        args::Command::Perft(args) => commands::perft::run(&args),
        args::Command::Play(args) => play::run(&args),
        args::Command::Puzzles(args) => commands::puzzles::run(&args),
        args::Command::Replay(args) => commands::replay::run(&args),
        args::Command::Selfplay(args) => commands::selfplay::run(&args),
        args::Command::Serve(args) => serve::run(&args),
        args::Command::Solve(args) => commands::solve::run(&args),
        args::Command::Submit(args) => commands::submit::run(&args),
        args::Command::Tournament(args) => commands::tournament::run(&args),
        args::Command::Tune(args) => commands::tune::run(&args),
        args::Command::Verify(args) => commands::verify::run(&args),
        args::Command::Worker(args) => commands::worker::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Reads the arguments. Help is laid out only where it is shown: that takes longer than all the rest.
fn parsed(words: &[OsString]) -> Result<args::Cli, clap::Error> {
    args::Cli::try_parse_from(words).or_else(|_| {
        let mut command = help::command();
        let matches = command.try_get_matches_from_mut(words);
        let cli = matches.and_then(|matches| args::Cli::from_arg_matches(&matches));
        cli.map_err(|why| why.format(&mut command))
    })
}

/// Prints the help or the version that was asked for, or what is wrong with the arguments.
fn without_command(why: &clap::Error) -> ExitCode {
    match why.print().and_then(|()| std::io::stdout().flush()) {
        // If the message about the arguments cannot be written, the exit code still tells.
        Err(unwritten) if !why.use_stderr() => failure::Failure::from(unwritten).report(),
        _ => ExitCode::from(u8::try_from(why.exit_code()).unwrap_or(2)),
    }
}

/// Makes a write beyond `ulimit -f` fail with an error instead of killing the process.
fn heed_size_limits() {
    // If this fails, SIGXFSZ kills the process; the old files are still whole, thanks to drafts.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

const GAME: &str = "joust game";
const GAME_WORD: &str = "game";

/// The arguments of `joust game`, if this is that command. It has the options of the original Mad Max
/// program. A link to joust that is named `Game` is `joust game`, too.
fn as_game(words: &[OsString]) -> Option<(String, Vec<OsString>)> {
    let (program, words) = words.split_first()?;
    if Path::new(program).file_stem().is_some_and(|name| name == "Game") {
        return Some((program.to_string_lossy().into_owned(), words.to_vec()));
    }
    if words == ["help", GAME_WORD] {
        return Some((GAME.to_owned(), vec!["--help".into()]));
    }
    let called = || environment::called().unwrap_or_else(|| GAME.to_owned());
    words.strip_prefix(&[GAME_WORD.into()]).map(|rest| (called(), rest.to_vec()))
}

/// Turns `joust help --help` into `joust --help`.
fn about_help(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.remove(1);
    }
    words
}
