//! `joust match`: many games, and which player is stronger. [`joust_match`] plays them; this module has
//! the arguments, the progress bar, the signals, the tables and the exit codes.

mod duels;
mod madmax;
mod standings;
mod table;

use crate::args::{DuelArgs, MadMaxArgs, MatchArgs};
use crate::environment;
use crate::failure::Failure;
use joust_core::{FaultKind, count};
use joust_match::{BadJob, BadJournal, Journal, Line, Opened, Programs};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    match joust_games::duel(&args.game) {
        Some(_) if args.madmax != MadMaxArgs::default() => Err(Failure::Usage(
            "--input, --results, --time-limit, --wait-limit and --memory-limit are for madmax; \
             a duel takes --record FILE, and --time or --clock"
                .into(),
        )),
        Some(game) => duels::run(args, crate::args::Game(game)),
        None if args.duels != DuelArgs::default() => Err(Failure::Usage(
            "--rules, --board, --position, --time, --clock, --nodes, --depth and --tables are for mad and wargame"
                .into(),
        )),
        None => madmax::run(args),
    }
}

/// The programs of players, confined as far as this machine can, unless the user trusts them.
pub(crate) fn programs(trust: bool) -> Programs {
    Programs::new(environment::confinement()).trusting(trust)
}

/// Says what protects from the programs that were opened and is missing.
pub(crate) fn warn(programs: &Programs) {
    programs.warnings().iter().for_each(|line| tell!("joust: {line}"));
}

/// Opens the journal of a match. `earlier` is its first line as earlier builds wrote it, without the hashes of
/// programs: such a match goes on, and the user is told that nobody knows which programs played.
fn open<H, L>(path: &Path, about: &H, earlier: &H) -> Result<Opened<L>, BadJournal>
where
    H: Serialize + DeserializeOwned + PartialEq,
    L: Line,
{
    let opened = Journal::open(path, about);
    if opened.is_ok() || about == earlier {
        return opened;
    }
    let Ok(known) = Journal::open(path, earlier) else { return opened };
    tell!(
        "joust: {} does not say which programs played its games: an earlier joust began it",
        path.display()
    );
    Ok(known)
}

/// Why a game was not played. A game that does not count is charged to nobody; the message says how the match goes
/// on. `record` is the journal of the match.
fn unfair(why: BadJob, record: Option<&Path>) -> Failure {
    let BadJob::Unfair { fault, .. } = &why else { return why.into() };
    let remedy = if fault.kind == FaultKind::Start { "put its program back and run" } else { "run" };
    let safe = match record {
        Some(path) => format!(
            "{remedy} the same command again to continue: finished games are safe in {}, and no game was charged",
            path.display()
        ),
        None => {
            format!("{remedy} the same command again; with --record FILE it continues with the games so far")
        }
    };
    match Failure::from(why) {
        Failure::Usage(text) => Failure::Usage(format!("{text}\n{safe}")),
        Failure::Ours(text) => Failure::Ours(format!("{text}\n{safe}")),
        failure => failure,
    }
}

/// Says that a signal has ended the match, and how many of its games are over.
fn stopped(over: usize, games: usize) -> Failure {
    tell!("stopped: {over} of {}", count(games, "game"));
    Failure::Interrupted
}
