//! `joust match`: many games, and who is better. One runner for all games.
//!
//! The [`schedule`] plays games several at a time, the [`record`] keeps them so that a match can go
//! on after any end, and each kind of game says how one is played and what all of them mean:
//! [`duels`] and [`madmax`].

mod duels;
mod madmax;
mod openings;
mod record;
mod referee;
mod schedule;
mod standings;
mod table;

pub(crate) use referee::score;

use crate::args::MatchArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let duel = joust_games::game(&args.game);
    match duel {
        Some(_) if args.is_for_madmax() => Err(Failure::Usage(
            "--input, --results, --time-limit, --wait-limit and --memory-limit are for madmax; \
             a duel takes --record FILE, and --time or --clock"
                .into(),
        )),
        Some(game) => duels::run(args, crate::args::Game(game)),
        None if args.is_for_duels() => Err(Failure::Usage(
            "--rules, --board, --position, --time, --clock, --nodes, --depth, --sprt and --tables are for mad and wargame"
                .into(),
        )),
        None => madmax::run(args),
    }
}
