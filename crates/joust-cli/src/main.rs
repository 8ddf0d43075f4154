//! The `joust` command: one grammar for all games.

mod args;
mod browser;
mod commands;
mod environment;
mod failure;
mod game;
mod lab;
mod many;
mod matches;
mod paint;
mod play;
mod progress;
mod serve;
mod signals;

use clap::Parser;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    // A process that is to become a player of a kit.
    if let Some(code) = joust_sandbox::launched(&words) {
        return code;
    }
    heed_size_limits();
    if let Some((program, words)) = as_game(words) {
        return game::run(&program, words);
    }
    let cli = args::Cli::parse();
    let result = match cli.command {
        args::Command::Analyze(args) => commands::analyze::run(&args),
        args::Command::Apply(args) => commands::apply::run(&args),
        args::Command::Arena(args) => commands::arena::run(&args),
        args::Command::Game(args) => return game::run(GAME, args.words),
        args::Command::Bot(args) => commands::bot::run(&args),
        args::Command::Games(args) => commands::games::run(&args),
        args::Command::Lab(args) => lab::run(&args),
        args::Command::Match(args) => matches::run(&args),
        args::Command::Moves(args) => commands::moves::run(&args),
        args::Command::Perft(args) => commands::perft::run(&args),
        args::Command::Play(args) => play::run(&args),
        args::Command::Replay(args) => commands::replay::run(&args),
        args::Command::Serve(args) => serve::run(&args),
        args::Command::Solve(args) => commands::solve::run(&args),
        args::Command::Tune(args) => commands::tune::run(&args),
        args::Command::Verify(args) => commands::verify::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// A file that would outgrow `ulimit -f` is an error that is told, not the end of the program.
fn heed_size_limits() {
    // Without the handler the program ends at once, and drafts keep old files whole all the same.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

const GAME: &str = "joust game";

/// The words for `joust game`, which has a grammar of its own: that of the original Mad Max
/// program. A link to the command that is called `Game` is that program, too.
fn as_game(mut words: Vec<OsString>) -> Option<(String, Vec<OsString>)> {
    let program = words.first()?.to_string_lossy().into_owned();
    if Path::new(&program).file_stem().is_some_and(|name| name == "Game") {
        return Some((program, words.split_off(1)));
    }
    let is_game = words.get(1).is_some_and(|word| word == "game");
    // A kit's Game says how it was called.
    let called = || std::env::var("JOUST_CALLED").unwrap_or_else(|_| GAME.to_owned());
    is_game.then(|| (called(), words.split_off(2)))
}
