//! Forced wins with a single key move, found with the endgame tables.

use super::entry::Value;
use super::shortest::Distance;
use super::table::EndgameTables;
use joust_core::{Duel, Rng, Seed, below};
use joust_mad::{Move, Position, Rules, Side};
use std::collections::HashSet;

/// A position in which exactly one move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The only move that leads to a full victory.
    pub key: Move,
    /// Moves of both sides until the game is over, with the best defence: an odd number.
    pub plies: u32,
}

impl Puzzle {
    /// The most plies of a puzzle for people.
    pub const LONGEST: u32 = 9;

    /// The puzzle that a position is, if it is one of at most so many plies.
    pub fn of(tables: &EndgameTables, position: &Position, longest: u32) -> Option<Puzzle> {
        if tables.value(position) != Some(Value::Win) {
            return None;
        }
        let choices = tables.choices(position)?;
        let mut winning = choices.iter().filter(|choice| choice.certainty.value == Value::Win);
        let (key, None) = (winning.next()?.mv, winning.next()) else { return None };
        let plies = Distance::new(Some(tables), u64::MAX).fewest(position, true, longest + 1)?;
        (plies <= longest).then_some(Puzzle { position: *position, key, plies })
    }

    /// Whether the key is a quiet move, without an expulsion: such keys are harder to see.
    pub fn is_quiet(&self) -> bool {
        let other = self.position.fleet(self.position.side().other());
        self.key.squares().is_none_or(|(_, to)| other.ships & to.bit() == 0)
    }

    /// How many puzzles there are if there are `count` of every length from 3 to `longest` plies.
    pub fn asked(count: usize, longest: u32) -> usize {
        count * (3..=longest).step_by(2).count()
    }

    /// Draws placements until there are `count` different puzzles of every length from 3 to `longest`
    /// plies, half of them with a quiet key. The classes with the most ships take turns, and either
    /// side is to move.
    pub fn draw(tables: &EndgameTables, count: usize, longest: u32, seed: Seed) -> Vec<Puzzle> {
        let mut rng = seed.rng();
        let most = tables.most_ships();
        let largest: Vec<_> = tables.all().filter(|table| table.class().ships() == most).collect();
        let mut found: Vec<Puzzle> = Vec::new();
        let mut seen = HashSet::new();
        for turn in 0..MOST_TRIES {
            if largest.is_empty() || found.len() >= Puzzle::asked(count, longest) {
                break;
            }
            // A table that cannot be read gives no more puzzles; the caller asks for the error.
            if turn.is_multiple_of(1024) && tables.trouble().is_some() {
                break;
            }
            let table = largest[turn % largest.len()];
            let index = table.halves()[below(&mut rng, table.halves().len())].index();
            let fleets = index.unrank(below(&mut rng, index.len()));
            let Some(position) = drawn(tables, fleets, &mut rng) else { continue };
            let Some(puzzle) = Puzzle::of(tables, &position, longest) else { continue };
            let is_like =
                |other: &&Puzzle| (other.plies, other.is_quiet()) == (puzzle.plies, puzzle.is_quiet());
            let alike = found.iter().filter(is_like).count();
            let wanted = if puzzle.is_quiet() { count.div_ceil(2) } else { count / 2 };
            if puzzle.plies >= 3 && alike < wanted && seen.insert(position.key()) {
                found.push(puzzle);
            }
        }
        found.sort_by_key(|puzzle| puzzle.plies);
        found
    }
}

/// The most placements that are drawn.
const MOST_TRIES: usize = 50_000_000;

/// A placement as a position of a game, either side to move.
fn drawn(tables: &EndgameTables, fleets: [joust_mad::Fleet; 2], rng: &mut Rng) -> Option<Position> {
    let position = Position::from_fleets(tables.board(), Rules::CURRENT, fleets, Side::Red)?;
    if below(rng, 2) == 0 {
        return Some(position);
    }
    // Here, too, no ship was expelled yet.
    position.with_colours_exchanged()?.with_tie_break(0, None)
}
