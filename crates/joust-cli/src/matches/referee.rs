//! One game of a duel between two programs.

use joust_core::{Outcome, Seat};
use joust_games::AnyDuel;
use joust_players::{Answer, Fault, Player};
use joust_search::engine::Budget;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A game that came to its end.
pub(super) struct Played {
    /// The moves, those of the opening too.
    pub(super) moves: Vec<String>,
    pub(super) outcome: Outcome,
    /// Whether the tables of endings have ended it.
    pub(super) adjudicated: bool,
    /// Who has broken the game off, and how.
    pub(super) fault: Option<(Seat, Fault)>,
    /// What the two seats have spent.
    pub(super) spent: [Spent; 2],
}

/// What a player has spent on a game.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    moves: u32,
    nodes: u64,
    time: Duration,
    longest: Duration,
}

impl Spent {
    pub(super) fn json(&self) -> Value {
        let millis = |time: Duration| time.as_secs_f64() * 1000.0;
        json!({
            "moves": self.moves,
            "nodes": self.nodes,
            "ms": (millis(self.time) * 10.0).round() / 10.0,
            "longest_ms": (millis(self.longest) * 10.0).round() / 10.0,
        })
    }
}

/// Says how a game ends with best play, where that is known.
pub(super) type Judge<'a> = dyn Fn(&dyn AnyDuel) -> Option<Outcome> + 'a;

/// Asks a player for a move and makes it. What the player has left on its clock is what it had,
/// less what the move took, more what every move adds.
fn ask(
    player: &mut dyn Player,
    position: &mut dyn AnyDuel,
    clock: Option<&mut Budget>,
    stop: &AtomicBool,
) -> Result<Answer, Fault> {
    let answer = player.choose_unless(position, clock.as_deref().copied(), stop)?;
    if stop.load(Ordering::Relaxed) {
        return Err(Fault::Stopped);
    }
    if let Some(clock) = clock {
        clock.left = clock.left.checked_sub(answer.time).ok_or(Fault::Flag)? + clock.increment;
    }
    let illegal = |why| Fault::Illegal { said: answer.mv.clone(), why };
    position.play(&answer.mv).map_err(illegal).map(|_| answer)
}

/// Plays on from a position until the game is over, or the judge knows its end, or somebody fails,
/// who loses; with clocks also when a flag falls. `None` when the user wants no more.
pub(super) fn play(
    start: &dyn AnyDuel,
    opening: &[String],
    players: &mut [Box<dyn Player>; 2],
    clock: Option<Budget>,
    judge: &Judge,
    stop: &AtomicBool,
) -> Option<Played> {
    let mut clocks = [clock; 2];
    let mut position = start.boxed();
    let mut moves = Vec::new();
    for mv in opening {
        moves.push(position.play(mv).ok()?);
    }
    let mut spent = [Spent::default(); 2];
    loop {
        if let Some(outcome) = position.outcome() {
            return Some(Played { moves, outcome, adjudicated: false, fault: None, spent });
        }
        if let Some(outcome) = judge(position.as_ref()) {
            return Some(Played { moves, outcome, adjudicated: true, fault: None, spent });
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let seat = position.to_move();
        let i = seat.index() & 1;
        match ask(players[i].as_mut(), position.as_mut(), clocks[i].as_mut(), stop) {
            Ok(answer) => {
                let spent = &mut spent[i];
                spent.moves += 1;
                spent.nodes += answer.nodes.unwrap_or(0);
                spent.time += answer.time;
                spent.longest = spent.longest.max(answer.time);
                moves.push(answer.mv);
            }
            // Whatever was said after the user has ended the match, nobody is to blame for it.
            Err(_) if stop.load(Ordering::Relaxed) => return None,
            Err(fault) => {
                let outcome = Outcome::duel_win(seat.opponent(), Outcome::FULL);
                let fault = Some((seat, fault));
                return Some(Played { moves, outcome, adjudicated: false, fault, spent });
            }
        }
    }
}

/// What an outcome counts for a seat in ratings: 1 for a victory, ¾ for a semi-victory, ½ for a
/// tie, and the rest of 1 for the other side.
pub(crate) fn score(outcome: Outcome, seat: Seat) -> f64 {
    let won = if outcome.is_full() { 1.0 } else { 0.75 };
    match outcome.winner() {
        None => 0.5,
        Some(winner) if winner == seat => won,
        Some(_) => 1.0 - won,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_seats_share_a_point() {
        for (outcome, first) in [
            (Outcome::duel_win(Seat::FIRST, 2), 1.0),
            (Outcome::duel_win(Seat::FIRST, 1), 0.75),
            (Outcome::duel_tie(), 0.5),
            (Outcome::duel_win(Seat::SECOND, 1), 0.25),
            (Outcome::duel_win(Seat::SECOND, 2), 0.0),
        ] {
            assert!((score(outcome, Seat::FIRST) - first).abs() < 1e-12);
            assert!((score(outcome, Seat::SECOND) - (1.0 - first)).abs() < 1e-12);
        }
    }
}
