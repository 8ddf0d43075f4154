//! From names to players at a table.

use crate::contestant::{Contestant, wait_limit};
use crate::failure::Failure;
use joust_core::{Player, Seed};
use joust_madmax::Skirmish;
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

/// The player of an army, where no person listens to it.
pub(super) fn army(contestant: &Contestant, limits: joust_match::Limits) -> Box<dyn Player<Skirmish>> {
    let time = limits.time.map(Duration::from_secs_f64);
    let limits = Limits {
        time,
        wait: Some(wait_limit(limits.wait, time, LONGEST_WAIT)),
        memory: limits.memory.map(|megabytes| (megabytes * 1_048_576.0) as u64),
    };
    contestant.sit(limits, Audience::absent())
}
