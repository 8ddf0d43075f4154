//! From names to players at a table.

use crate::contestant::{Chair, Contestant, wait_limit};
use crate::failure::Failure;
use joust_core::{Fault, Player, Seat, Seed};
use joust_madmax::Skirmish;
use joust_match::Absent;
use joust_players::{Home, Spec};
use joust_sandbox::{Audience, Limits};
use std::time::Duration;

/// The player of a duel.
pub(super) fn duellist<G: Home>(spec: &Spec, seed: u64) -> Result<Box<dyn Player<G>>, Failure> {
    spec.seat_as(Seed(seed)).ok_or_else(|| Failure::Ours(format!("{spec} plays nowhere")))
}

/// How long a player without a limit of time is waited for in a game: a thousand times what the
/// games of the built-in players take, and no person watches a match.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

/// The player of an army, where no person listens to it. One that dies while it sits down is at the table
/// all the same: the game charges it.
pub(super) fn army(
    contestant: &Contestant,
    seat: Seat,
    game: &Skirmish,
    limits: joust_match::Limits,
) -> Box<dyn Player<Skirmish>> {
    let time = limits.time.map(Duration::from_secs_f64);
    let limits = Limits {
        time,
        wait: Some(wait_limit(limits.wait, time, LONGEST_WAIT)),
        memory: limits.memory.map(|megabytes| (megabytes * 1_048_576.0) as u64),
    };
    let audience = Audience { cout: Box::new(|_| ()), notes: Box::new(|_| ()), cerr: Box::new(|_| ()) };
    let seated: Result<_, Fault> = contestant.sit(Chair {
        seat: seat.index(),
        seed: game.seed(),
        state: game.state(),
        limits,
        audience,
    });
    seated.unwrap_or_else(|fault| Box::new(Absent(fault)))
}
