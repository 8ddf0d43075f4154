//! `joust bot`: for authors of players.

mod build;
mod check;
mod dev;
mod new;

use crate::args::{BotArgs, BotCommand};
use crate::failure::Failure;

pub(crate) fn run(args: &BotArgs) -> Result<(), Failure> {
    match &args.command {
        BotCommand::New(args) => new::run(args),
        BotCommand::Build(args) => build::run(args),
        BotCommand::Check(args) => check::run(args),
        BotCommand::Dev(args) => dev::run(args),
    }
}
