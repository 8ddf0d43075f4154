//! Puzzles of MAD: forced victories of a stated length.

use crate::puzzle::Answer;
use crate::{Solved, Theme};
use joust_core::Duel;
use joust_mad::{Move, Position, Side};
use joust_solve::mad::{Distance, EndgameTables};

/// The most moves of a puzzle.
pub(crate) const MOST_MOVES: usize = 5;
/// The most plies of a puzzle.
const LONGEST: u32 = 2 * MOST_MOVES as u32 - 1;

/// What a position asks of the solver; `None` if it is no puzzle, or if the proof needs more than
/// `positions` positions. Tables make the proof faster and change no answer.
pub(crate) fn solve(position: &Position, tables: Option<&EndgameTables>, positions: u64) -> Option<Solved> {
    if position.outcome().is_some() || position.is_positioning_turn() {
        return None;
    }
    let mut distance = Distance::new(tables, positions);
    let plies = distance.fewest(position, true, LONGEST + 1)?;
    if plies > LONGEST {
        return None;
    }
    let line = line(&mut distance, position, plies)?;
    let mut answers = Vec::new();
    let mut here = *position;
    for (i, mv) in line.iter().enumerate() {
        if i % 2 == 0 {
            answers.push(answers_to_others(&mut distance, &here, *mv, plies - i as u32)?);
        }
        here.make(*mv);
    }
    let themes = themes(&mut distance, position, &line)?;
    Some(Solved { line: position.write_line(&line), moves: line.len().div_ceil(2), answers, themes })
}

/// The victory in `plies` plies against the best defence, if at every move of the solver exactly one move
/// keeps it; at the last of several moves there may be more.
///
/// The best defence holds out longest; among such replies it leaves the fewest moves that win in time,
/// and then it is one that expels a ship.
fn line(distance: &mut Distance<'_>, position: &Position, plies: u32) -> Option<Vec<Move>> {
    let (mut here, mut left) = (*position, plies);
    let mut line = Vec::new();
    let mut keys = distance.best(&here, true, left)?;
    loop {
        if keys.len() > 1 && (left > 1 || plies == 1) {
            return None;
        }
        line.push(*keys.first()?);
        here.make(*keys.first()?);
        if left == 1 {
            return Some(line);
        }
        let mut chosen: Option<((usize, bool), Move, Vec<Move>)> = None;
        for reply in distance.best(&here, false, left - 1)? {
            let next = distance.best(&here.after(reply), true, left - 2)?;
            let rank = (next.len(), expelled(&here, reply).is_none());
            if chosen.as_ref().is_none_or(|(least, ..)| rank < *least) {
                chosen = Some((rank, reply, next));
            }
        }
        let (_, reply, next) = chosen?;
        line.push(reply);
        here.make(reply);
        (keys, left) = (next, left - 2);
    }
}

/// For every move but the key, a reply after which the solver no longer wins in time. A reply that refutes
/// many moves is preferred, since it shows what the puzzle is about: it stands for all moves that no other
/// answer names.
fn answers_to_others(
    distance: &mut Distance<'_>,
    here: &Position,
    key: Move,
    left: u32,
) -> Option<Vec<Answer>> {
    if left == 1 {
        return Some(Vec::new());
    }
    let mut replies: Vec<(String, Vec<String>)> = Vec::new();
    for mv in here.all_moves().into_iter().filter(|mv| *mv != key) {
        let next = here.after(mv);
        if next.outcome().is_some() {
            continue;
        }
        let mut candidates: Vec<(usize, bool, Move)> = Vec::new();
        for reply in next.all_moves() {
            let text = next.write_move(reply);
            let known = replies.iter().find(|(reply, _)| *reply == text).map_or(0, |(_, wrong)| wrong.len());
            candidates.push((usize::MAX - known, expelled(&next, reply).is_none(), reply));
        }
        candidates.sort_by_key(|(known, quiet, _)| (*known, *quiet));
        let mut refutes = None;
        for (.., reply) in candidates {
            if !distance.wins(&next.after(reply), left - 2)? {
                refutes = Some(next.write_move(reply));
                break;
            }
        }
        let (reply, wrong) = (refutes?, here.write_move(mv));
        match replies.iter_mut().find(|(known, _)| *known == reply) {
            Some((_, moves)) => moves.push(wrong),
            None => replies.push((reply, vec![wrong])),
        }
    }
    // The most frequent reply stands for all that the others do not name.
    replies.sort_by_key(|(_, wrong)| usize::MAX - wrong.len());
    let usual = |(i, (reply, wrong)): (usize, (String, Vec<String>))| Answer {
        wrong: if i == 0 { Vec::new() } else { wrong },
        reply,
        margin: None,
    };
    Some(replies.into_iter().enumerate().map(usual).collect())
}

/// The square of the ship that a move expels.
fn expelled(position: &Position, mv: Move) -> Option<u32> {
    let other = position.fleet(position.side().other()).ships;
    mv.squares().map(|(_, to)| other & to.bit()).filter(|bit| *bit != 0)
}

/// Whether a move takes the corvette of its side elsewhere.
fn moves_corvette(position: &Position, mv: Move) -> bool {
    let side = position.side();
    position.fleet(side).corvette() != position.after(mv).fleet(side).corvette()
}

/// The position if the side to move could pass.
fn passed(position: &Position) -> Option<Position> {
    let fleets = Side::BOTH.map(|side| *position.fleet(side));
    let (board, rules, other) = (position.board(), position.rules(), position.side().other());
    Position::from_fleets(board, rules, fleets, other)?
        .with_tie_break(position.counter(), position.expeller())
}

fn themes(distance: &mut Distance<'_>, position: &Position, line: &[Move]) -> Option<Vec<Theme>> {
    let solver = position.side();
    let plies = line.len() as u32;
    let mut themes = Vec::new();
    let first = line[0];
    if plies > 1 {
        let loud = expelled(position, first).is_some();
        themes.push(if loud { Theme::Expulsion } else { Theme::Quiet });
        // The first move threatens nothing.
        if let Some(passed) = passed(&position.after(first))
            && !distance.wins(&passed, plies - 2)?
        {
            themes.push(Theme::Zugzwang);
        }
    }
    let mut here = *position;
    let mut flights = 0;
    for (i, mv) in line.iter().enumerate() {
        let next = here.after(*mv);
        if i % 2 == 0 {
            if let Some(shift) = mv.shift() {
                let kind = if shift.is_rotation() { Theme::Rotation } else { Theme::Permutation };
                themes.push(if mv.squares().is_some() { Theme::Bonus } else { kind });
                let mut exiled = here.exiled(solver);
                if exiled.any(|ship| next.find(solver, ship).is_some()) {
                    themes.push(Theme::Recall);
                }
            }
        } else {
            flights += usize::from(moves_corvette(&here, *mv));
            if expelled(&here, *mv).is_some() {
                themes.push(Theme::Sacrifice);
            }
        }
        here = next;
    }
    if flights > 1 && flights == line.len() / 2 {
        themes.push(Theme::Hunt);
    }
    let ships: u32 = Side::BOTH.map(|side| position.fleet(side).ships.count_ones()).iter().sum();
    if ships <= 4 {
        themes.push(Theme::Endgame);
    }
    themes.sort_unstable();
    themes.dedup();
    Some(themes)
}
