//! `joust match`: many games, and which player is stronger. [`joust_match`] plays them; this module has
//! the arguments, the progress bar, the signals, the tables and the exit codes.

mod duels;
mod madmax;
mod standings;
mod table;

use crate::args::{DuelArgs, MadMaxArgs, MatchArgs};
use crate::environment;
use crate::failure::Failure;
use joust_core::count;
use joust_match::Programs;

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

/// Says that a signal has ended the match, and how many of its games are over.
fn stopped(over: usize, games: usize) -> Failure {
    tell!("stopped: {over} of {}", count(games, "game"));
    Failure::Interrupted
}
