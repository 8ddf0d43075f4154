//! The `joust` command: one grammar for all games.

mod args;
mod commands;
mod failure;
mod lab;
mod paint;
mod play;
mod players;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let result = match cli.command {
        args::Command::Games(args) => commands::games::run(&args),
        args::Command::Lab(args) => lab::run(&args),
        args::Command::Moves(args) => commands::moves::run(&args),
        args::Command::Perft(args) => commands::perft::run(&args),
        args::Command::Play(args) => play::run(&args),
        args::Command::Replay(args) => commands::replay::run(&args),
        args::Command::Solve(args) => commands::solve::run(&args),
        args::Command::Verify(args) => commands::verify::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
