//! The shortest way to a victory, with the tables or without.
//!
//! An entry counts turns up to the next expulsion, not up to the end of the game, and the engine finds
//! victories that are longer than necessary. The distance to the end is found by an exhaustive search;
//! the tables spare it all moves that do not win.

use super::entry::Value;
use super::table::EndgameTables;
use joust_core::Duel;
use joust_mad::{Move, Position};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn children(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let position = *position;
    position.all_moves().into_iter().map(move |mv| (mv, position.after(mv)))
}

/// Whether a finished game is a full victory of the side to move, or, if `wins` is false, of the other
/// side; `None` while the game goes on.
fn ended(position: &Position, wins: bool) -> Option<bool> {
    let outcome = position.outcome()?;
    Some(outcome.is_full() && (outcome.winner() == Some(position.to_move())) == wins)
}

/// Whether the side to move can expel the corvette: no other move wins at once. [MAD-7.1]
fn wins_now(position: &Position) -> bool {
    let (own, other) = (position.side(), position.fleet(position.side().other()));
    !position.is_positioning_turn() && position.sight(own).expels(other) & other.corvette() != 0
}

/// Exact distances to the end of the game, in plies. The search visits a limited number of positions;
/// beyond it every answer is `None`.
pub struct Distance<'a> {
    tables: Option<&'a EndgameTables>,
    /// For each position, a number of plies within which the side to move does not win, and one within
    /// which it does.
    known: HashMap<u64, (u32, u32)>,
    left: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Distance<'a> {
    /// A search of at most `positions` positions. Tables make it faster and change no answer.
    pub fn new(tables: Option<&'a EndgameTables>, positions: u64) -> Distance<'a> {
        Distance { tables, known: HashMap::new(), left: positions, stop: None }
    }

    /// The same search, which takes too long when `stop` becomes true.
    #[must_use]
    pub fn unless(self, stop: &'a AtomicBool) -> Distance<'a> {
        Distance { stop: Some(stop), ..self }
    }

    /// Counts a position, unless the search takes too long.
    fn visit(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        (!self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))).then_some(())
    }

    /// Whether the tables know that a position has another value.
    fn is_not(&self, position: &Position, value: Value) -> bool {
        self.tables.and_then(|tables| tables.value(position)).is_some_and(|known| known != value)
    }

    /// Whether the side to move wins within `plies` plies; `None` if the search takes too long.
    pub fn wins(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(won) = ended(position, true) {
            return Some(won);
        }
        if plies <= 1 {
            return Some(plies == 1 && wins_now(position));
        }
        // The tie-break matters only where the game can last until it decides.
        let is_far = u32::from(position.turns_left()) > plies;
        let key = if is_far { position.key() } else { position.full_key() };
        let (not_within, within) = self.known.get(&key).copied().unwrap_or((0, u32::MAX));
        if plies <= not_within || plies >= within {
            return Some(plies >= within);
        }
        if self.is_not(position, Value::Win) {
            return Some(false);
        }
        self.visit()?;
        let mut wins = wins_now(position);
        for (_, next) in children(position) {
            if wins {
                break;
            }
            wins = self.loses(&next, plies - 1)?;
        }
        let bounds = if wins { (not_within, plies) } else { (plies, within) };
        self.known.insert(key, bounds);
        Some(wins)
    }

    /// Whether the side to move loses within `plies` plies, whatever it does.
    fn loses(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(lost) = ended(position, false) {
            return Some(lost);
        }
        if plies == 0 || self.is_not(position, Value::Loss) {
            return Some(false);
        }
        self.visit()?;
        for (_, next) in children(position) {
            if !self.wins(&next, plies - 1)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn holds(&mut self, position: &Position, wins: bool, plies: u32) -> Option<bool> {
        if wins { self.wins(position, plies) } else { self.loses(position, plies) }
    }

    /// The distance to the victory of the side to move, or to its defeat if `wins` is false, where it is
    /// certain that this is at most `most` plies.
    pub fn fewest(&mut self, position: &Position, wins: bool, most: u32) -> Option<u32> {
        for plies in 0..most {
            if self.holds(position, wins, plies)? {
                return Some(plies);
            }
        }
        Some(most)
    }

    /// Whether a move to `next` is best play of the winner or of the loser, with `left` plies after it. The
    /// losing side need only hold out long enough.
    fn fits(&mut self, next: &Position, winner_moves: bool, left: u32) -> Option<bool> {
        if winner_moves { self.loses(next, left) } else { Some(left == 0 || !self.wins(next, left - 1)?) }
    }

    /// All first moves of best play to a victory or defeat in `plies` plies.
    pub fn best(&mut self, position: &Position, wins: bool, plies: u32) -> Option<Vec<Move>> {
        let Some(left) = plies.checked_sub(1) else { return Some(Vec::new()) };
        let mut best = Vec::new();
        for (mv, next) in children(position) {
            if self.fits(&next, wins, left)? {
                best.push(mv);
            }
        }
        Some(best)
    }

    /// Best play to a victory or defeat in `plies` plies: the winner takes the shortest way to the end
    /// of the game, the loser the longest.
    pub fn line(&mut self, position: &Position, wins: bool, plies: u32) -> Option<Vec<Move>> {
        let (mut here, mut winner_moves) = (*position, wins);
        let mut line = Vec::new();
        for left in (0..plies).rev() {
            let mut chosen = None;
            for (mv, next) in children(&here) {
                if self.fits(&next, winner_moves, left)? {
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

impl EndgameTables {
    /// Best play to a full victory: the winner takes the shortest way to the end of the game, the loser
    /// the longest. `None` where no full victory is certain, or where the search of its length needs
    /// more than `positions` positions.
    pub fn shortest(&self, position: &Position, positions: u64) -> Option<Vec<Move>> {
        let known = self.certainty(position)?;
        let wins = known.value.is_good();
        let mut distance = Distance::new(Some(self), positions);
        let plies = distance.fewest(position, wins, known.at_most?)?;
        distance.line(position, wins, plies)
    }
}
