//! `joust contest`: the file of a contest, its judge, a simulation of its queue, submissions
//! that are alike, and contests in an arena. [`joust_contest`] and [`joust_similarity`] do the work; this folder has the arguments, the messages and the exit codes.

mod args;
mod judge;
mod new;
mod remote;
mod similarity;
mod simulate;

pub(crate) use args::ContestArgs;

use crate::failure::Failure;
use crate::input;
use args::ContestCommand;
use joust_contest::{BadContest, Contest, Problem, TermsProblem};
use std::path::Path;

pub(crate) fn run(args: &ContestArgs) -> Result<(), Failure> {
    match &args.command {
        ContestCommand::New(args) => new::run(args),
        ContestCommand::Judge(args) => judge::run(args),
        ContestCommand::Open(args) => remote::open(args),
        ContestCommand::Close(args) => remote::close(args),
        ContestCommand::Export(args) => remote::export(args),
        ContestCommand::Similarity(args) => similarity::run(args),
        ContestCommand::Simulate(args) => simulate::run(args),
    }
}

/// Reads the file of a contest; its problems are told with the name of the file.
fn read(file: &Path) -> Result<Contest, Failure> {
    let text = joust_files::read_text(file, input::LONGEST).map_err(|why| Failure::file(file, &why))?;
    Contest::read(&text).map_err(|BadContest(problems)| {
        let line = |problem: &Problem<TermsProblem>| format!("{}: {problem}", file.display());
        Failure::Usage(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
    })
}
