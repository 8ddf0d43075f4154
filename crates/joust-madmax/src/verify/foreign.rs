//! Results of players that cannot be asked again.
//!
//! The movements of every round are carried out by the rules, and the state that follows must be
//! the one in the file. What the file does not tell is how many orders were selected, and so how
//! often the generator was drawn from before the first movement. All numbers that may be are tried,
//! and every state of the generator that explains the file so far is followed: they are few,
//! because each fight and each unit that comes back rules out nearly all of them.

use super::difference::{self, Cursor, Difference, Part};
use super::noops::Noops;
use super::{Verified, Wrong, summary};
use crate::{Block, CannotReplay, Generator, Movement, Origin, ResultReader, Snapshot, State, TEAMS};

/// States of the generator that are followed at most.
const MOST_WAYS: usize = 4096;

pub(super) fn follow(
    mut reader: ResultReader<'_>,
    mut cursor: Cursor<'_>,
    mut state: State,
    random: Generator,
) -> Result<Verified, Wrong> {
    let settings = reader.header().settings;
    cursor.expect(&difference::state_text(&state), Part::of_state(&settings, 0))?;
    reader.next_block()?;
    let mut ways = vec![random];
    while !state.is_over() {
        let round = state.round();
        let Some(Block::Movements(movements)) = reader.next_block()? else {
            // The game was stopped, so its result is not known.
            cursor.expect(&difference::movements_text(&[]), Part::Movements { round })?;
            break;
        };
        check_movements(&state, &movements, &cursor)?;
        cursor.expect(&difference::movements_text(&movements), Part::Movements { round })?;
        let Some(Block::State(shot)) = reader.next_block()? else { break };
        check_status(&state, &shot.status, reader.header().origin, &cursor, settings.rows as usize)?;
        let Some(openings) = Noops::new(&state, &movements).openings(&ways, MOST_WAYS) else {
            return Ok(Verified::Undecided { round });
        };
        let Some(next) = explain(&state, &movements, &openings, &shot, &cursor) else {
            return Err(closest(&state, &movements, &openings, &shot, &cursor));
        };
        (state, ways) = next;
        cursor.expect(&difference::state_text(&state), Part::of_state(&settings, round + 1))?;
    }
    cursor.expect_end()?;
    let header = reader.header();
    Ok(Verified::Consistent(summary(&header.names, header.seed, &state)))
}

/// What can be said of movements before they are carried out.
fn check_movements(state: &State, movements: &[Movement], cursor: &Cursor<'_>) -> Result<(), Difference> {
    let mut seen = vec![false; state.units().len()];
    for (number, movement) in movements.iter().enumerate() {
        let id = usize::from(movement.id);
        let player = state.units()[id].player;
        let fault = if std::mem::replace(&mut seen[id], true) {
            Some("a unit that has not moved yet")
        } else if !state.can_move(id) {
            Some("a unit that may move in this round")
        } else if state.status()[usize::from(player)] < 0.0 {
            Some("a unit of a player that is alive")
        } else {
            None
        };
        if let Some(why) = fault {
            let place = cursor.place_of_line(number + 1);
            return Err(difference::unfit(state.round(), number, why, format!("unit {id}"), place));
        }
    }
    Ok(())
}

/// The dead stay dead, and outside the judge no time is measured.
fn check_status(
    state: &State,
    next: &[f64; TEAMS],
    origin: Origin,
    cursor: &Cursor<'_>,
    rows: usize,
) -> Result<(), Difference> {
    for (player, (before, after)) in state.status().iter().zip(next).enumerate() {
        let fault = if *before < 0.0 && *after >= 0.0 {
            Some("a dead player to stay dead")
        } else if origin == Origin::Game && *after > 0.0 {
            Some("0 or -1 outside the judge")
        } else {
            None
        };
        if let Some(why) = fault {
            return Err(Difference {
                round: Some(state.round()),
                what: difference::Subject::Line("status"),
                expected: why.to_owned(),
                found: format!("{after} for player {player}"),
                place: Some(cursor.place_of_line(rows + 6)),
            });
        }
    }
    Ok(())
}

/// Carries out the movements with every opening. Gives the state that the file shows with all
/// generators that lead to it, or nothing when there is none.
fn explain(
    state: &State,
    movements: &[Movement],
    openings: &[Generator],
    shot: &Snapshot,
    cursor: &Cursor<'_>,
) -> Option<(State, Vec<Generator>)> {
    let mut explained: Option<(State, Vec<Generator>)> = None;
    for opening in openings {
        let (mut next, mut random) = (state.clone(), *opening);
        let happened = next.play_in_order(movements.iter().copied(), &mut random, &mut ());
        let quiet = random == *opening;
        if happened.is_ok_and(|happened| happened.len() == movements.len()) && next.units() == shot.units {
            (0..TEAMS).for_each(|player| next.set_status(player, shot.status[player]));
            if cursor.continues_with(&difference::state_text(&next)) {
                let known = explained.get_or_insert_with(|| (next, Vec::new()));
                known.1.push(random);
                if quiet {
                    known.1 = openings.to_vec();
                }
            }
        }
        // Where nothing is drawn, no opening makes a difference.
        if quiet {
            break;
        }
    }
    explained
}

/// What is wrong with the closest of all openings, none of which explains the state.
fn closest(
    state: &State,
    movements: &[Movement],
    openings: &[Generator],
    shot: &Snapshot,
    cursor: &Cursor<'_>,
) -> Wrong {
    let (round, part) = (state.round(), Part::of_state(state.map().settings(), state.round() + 1));
    // The cursor stands behind the movements and the line that ends them.
    let place = |number: usize| cursor.place_of_line(0).lines_before(movements.len() + 1 - number);
    let mut closest: Option<(usize, Vec<u8>)> = None;
    let mut unfit = None;
    for opening in openings {
        let (mut next, mut random) = (state.clone(), *opening);
        let happened = match next.play_in_order(movements.iter().copied(), &mut random, &mut ()) {
            Ok(happened) => happened,
            Err(why) => {
                unfit.get_or_insert(CannotReplay::from(why).into());
                continue;
            }
        };
        if happened.len() < movements.len() {
            let number = happened.iter().zip(movements).take_while(|(a, b)| a == b).count();
            let found = format!("`{} {}`", movements[number].id, char::from(movements[number].dir.letter()));
            let why = "a movement that can happen";
            unfit.get_or_insert_with(|| difference::unfit(round, number, why, found, place(number)).into());
            continue;
        }
        (0..TEAMS).for_each(|player| next.set_status(player, shot.status[player]));
        let text = difference::state_text(&next);
        let wrong = cursor.wrong_lines(&text);
        if closest.as_ref().is_none_or(|(least, _)| wrong < *least) {
            closest = Some((wrong, text));
        }
    }
    let difference = closest.and_then(|(_, text)| cursor.difference(&text, part));
    difference.map(Wrong::from).or(unfit).unwrap_or_else(|| {
        let found = format!("{} movements in this order", movements.len());
        difference::unfit(round, 0, "an order that the seed can draw", found, place(0)).into()
    })
}
