//! `joust tournament`: a tournament from a file, and what its journal says. [`joust_tournament`] does the work;
//! this folder has the arguments, the progress bar, the signals, the messages and the exit codes.

mod args;
mod away;
mod bundle;
mod export;
mod place;
mod play;
mod share;
mod show;
mod verify;

pub(crate) use args::{TournamentArgs, TournamentCommand};

use crate::failure::Failure;
use joust_tournament::{BadGame, BadRun, BadStart, BadTerms};

pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    match &args.command {
        None => play::run(&args.run, args.file.as_deref()),
        Some(TournamentCommand::Status(args)) => show::status(args),
        Some(TournamentCommand::Table(args)) => show::table(args),
        Some(TournamentCommand::Matrix(args)) => show::matrix(args),
        Some(TournamentCommand::Games(args)) => show::games(args),
        Some(TournamentCommand::Export(args)) => export::run(args),
        Some(TournamentCommand::Verify(args)) => verify::run(args),
        Some(TournamentCommand::Shard(args)) => share::shard(args),
        Some(TournamentCommand::Merge(args)) => share::merge(args),
    }
}

impl From<BadStart> for Failure {
    fn from(why: BadStart) -> Failure {
        match why {
            BadStart::Io { name, why } => Failure::file(&name, &why),
            why => Failure::Usage(why.to_string()),
        }
    }
}

impl From<BadTerms> for Failure {
    fn from(why: BadTerms) -> Failure {
        Failure::Usage(why.to_string())
    }
}

impl From<BadRun> for Failure {
    fn from(why: BadRun) -> Failure {
        match why {
            BadRun::Journal(why) => why.into(),
            BadRun::Game(BadGame::Job(why)) => why.into(),
            BadRun::Start(why) => why.into(),
            why @ BadRun::NotElsewhere(_) => Failure::Usage(why.to_string()),
            BadRun::Game(why @ BadGame::Vanished { .. }) => Failure::Usage(why.to_string()),
            why => Failure::Ours(why.to_string()),
        }
    }
}
