//! `joust bot`: for authors of players.

mod build;
mod new;

use crate::args::{BotArgs, BotCommand};
use crate::failure::Failure;

pub(crate) fn run(args: &BotArgs) -> Result<(), Failure> {
    match &args.command {
        BotCommand::New(args) => new::run(args),
        BotCommand::Build(args) => build::run(args),
    }
}
