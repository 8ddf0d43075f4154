//! `joust contest`: contests of a class.

mod args;
mod similarity;

pub(crate) use args::ContestArgs;

use crate::failure::Failure;
use args::ContestCommand;

pub(crate) fn run(args: &ContestArgs) -> Result<(), Failure> {
    match &args.command {
        ContestCommand::Similarity(args) => similarity::run(args),
    }
}
