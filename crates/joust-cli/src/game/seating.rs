//! Finds the players of a game and seats them.

use super::voice::{flush, tell_bytes};
use super::{Asked, Stop, check, judge, known_players};
use joust_core::Seed;
use joust_madmax::TEAMS;
use joust_madmax::player::Seated;
use joust_match::{Contestant, GameLimits, Place, Programs};
use joust_sandbox::{Audience, Notes};
use std::io::{self, Write};

/// The players of a game, in the order of their seats.
pub(super) struct Table {
    pub(super) players: Vec<Seated>,
    /// The SHA-256 of those that are modules.
    pub(super) hashes: Vec<Option<String>>,
}

/// Finds the players and seats them.
pub(super) fn seat(
    asked: &Asked,
    names: &[String; TEAMS],
    seed: i32,
    notes: &Notes,
    info: &dyn Fn(&str),
) -> Result<Table, Stop> {
    let programs = Programs::default();
    let find = |seat: usize| match &asked.kit {
        _ if asked.judge => judge::find(&asked.names[seat], &programs),
        Some(kit) => Contestant::of_kit(kit, &names[seat]).ok_or_else(|| unknown(asked)),
        None => Contestant::built_in(&names[seat]).ok_or_else(|| unknown(asked)),
    };
    let limits = if asked.judge { GameLimits::judge() } else { asked.limits };
    // As in a match: a bot has a seed of its own in every game.
    let seed = Seed(u64::from(seed.unsigned_abs()));
    let (mut players, mut hashes) = (Vec::new(), Vec::new());
    for seat in 0..TEAMS {
        let player = find(seat).map_err(|help| {
            names[..=seat].iter().for_each(|name| info(&format!("loading player {name}")));
            check(format!("Player {} not registered.", names[seat]), format!("{help}\n"))
        })?;
        let place = Place { limits, seed, seat, names: names.to_vec() };
        let seated = player.seat_army(&place, audience(asked.output.is_some() && !asked.json, notes));
        players.push(seated.ok_or_else(|| check("A player has no seat.", "this is a mistake of joust\n"))?);
        hashes.push(player.hash());
    }
    Ok(Table { players, hashes })
}

fn unknown(asked: &Asked) -> String {
    format!("the players are {}; case matters", known_players(asked).join(", "))
}

/// Passes on what players write. Their standard output goes to that of the game, unless data goes there.
fn audience(stdout_is_free: bool, notes: &Notes) -> Audience {
    let notes = notes.clone();
    let cout = move |bytes: &[u8]| {
        if stdout_is_free {
            // In the order in which it was said, if both outputs go to one place.
            flush();
            let _ = io::stdout().write_all(bytes).and_then(|()| io::stdout().flush());
        } else {
            tell_bytes(bytes);
        }
    };
    Audience {
        cout: Box::new(cout),
        cerr: Box::new(tell_bytes),
        notes: Box::new(move |note| notes.add(note)),
    }
}
