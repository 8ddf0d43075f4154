//! The shortest way to a victory that the tables know of.
//!
//! An entry counts turns up to the next expulsion, not up to the end of the game. How far that is
//! is found by search, and what the tables say spares it everything that does not win.

use super::entry::Value;
use super::table::Tables;
use joust_core::{Duel, MoveList};
use joust_mad::{Move, Position};
use std::collections::HashMap;

pub(super) fn children(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let position = *position;
    moves.into_iter().map(move |mv| {
        let mut next = position;
        next.make(mv);
        (mv, next)
    })
}

/// Whether a game that is over ended with a full victory of the side to move, or, if `wins` is
/// false, of the other side; nothing while it goes on.
fn ended(position: &Position, wins: bool) -> Option<bool> {
    let outcome = position.outcome()?;
    Some(outcome.is_full() && (outcome.winner() == Some(position.to_move())) == wins)
}

/// Exact distances to the end of the game, within a number of positions to look at. Every answer is
/// nothing when these are spent.
pub(super) struct Distance<'a> {
    tables: &'a Tables,
    known: HashMap<(u64, u32), bool>,
    left: u64,
}

impl<'a> Distance<'a> {
    pub(super) fn new(tables: &'a Tables, positions: u64) -> Distance<'a> {
        Distance { tables, known: HashMap::new(), left: positions }
    }

    /// Whether the side to move wins with so many plies at most.
    pub(super) fn wins(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(won) = ended(position, true) {
            return Some(won);
        }
        if plies == 0 || self.tables.value(position) != Some(Value::Win) {
            return Some(false);
        }
        let key = (position.full_key(), plies);
        if let Some(wins) = self.known.get(&key) {
            return Some(*wins);
        }
        self.left = self.left.checked_sub(1)?;
        let mut wins = false;
        for (_, next) in children(position) {
            if self.loses(&next, plies - 1)? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }

    /// Whether the side to move loses with so many plies at most, whatever it does.
    pub(super) fn loses(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(lost) = ended(position, false) {
            return Some(lost);
        }
        if plies == 0 || self.tables.value(position) != Some(Value::Loss) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        for (_, next) in children(position) {
            if !self.wins(&next, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The fewest plies with which the side to move wins, or loses if `wins` is false, up to some
    /// number.
    pub(super) fn fewest(&mut self, position: &Position, wins: bool, longest: u32) -> Option<u32> {
        for plies in 0..=longest {
            let holds = if wins { self.wins(position, plies)? } else { self.loses(position, plies)? };
            if holds {
                return Some(plies);
            }
        }
        None
    }
}

impl Tables {
    /// Best play to a full victory: the winner takes the shortest way to the end of the game, the
    /// loser the longest. `None` where no full victory is certain, and where to find its length
    /// takes a look at more than so many positions.
    pub fn shortest(&self, position: &Position, positions: u64) -> Option<Vec<Move>> {
        let known = self.certainty(position)?;
        let most = known.at_most?;
        let mut distance = Distance::new(self, positions);
        let mut winner_moves = known.value.is_good();
        let mut plies = distance.fewest(position, winner_moves, most)?;
        let mut line = Vec::new();
        let mut here = *position;
        while plies > 0 {
            plies -= 1;
            let mut chosen = None;
            for (mv, next) in children(&here) {
                let fits = if winner_moves {
                    distance.loses(&next, plies)?
                } else {
                    distance.fewest(&next, true, plies)? == plies
                };
                if fits {
                    chosen = Some((mv, next));
                    break;
                }
            }
            let (mv, next) = chosen?;
            line.push(mv);
            here = next;
            winner_moves = !winner_moves;
        }
        Some(line)
    }
}
