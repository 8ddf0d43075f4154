//! Proving a table again, without the code that made it.
//!
//! The solver works with thresholds. The check asks the rules alone: it sets up positions with a
//! counter and a last expeller, in all orientations of the board, makes every move, and compares
//! what a table says of the position with what it says of those after it, or with the outcome. That
//! this holds for every number of turns left is, by induction, all there is to prove. Short endings
//! are searched to their end besides, by plain minimax.

use super::class::Class;
use super::entry::Value;
use super::ply::ENDLESS;
use super::shortest::children;
use super::table::{EndgameTables, Half};
use joust_core::{Duel, Seed, below};
use joust_mad::{Position, Rules, Side};

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Placements that were drawn.
    pub samples: usize,
    /// Positions that were compared: each placement with both holders and many counters.
    pub positions: u64,
    /// Positions of these that were searched to the end or to the next expulsion.
    pub searched: u64,
    /// Those whose value does not follow, in words.
    pub wrong: Vec<String>,
}

/// Turns left in which positions are searched instead of compared with those a move later.
const SEARCHED: u16 = 3;

/// Draws placements of a class and proves them again. `None` when a table of the class, or of one
/// to which it leads, is missing, does not hold for the limit or is in [trouble](EndgameTables::trouble).
pub fn check(
    tables: &EndgameTables,
    class: Class,
    limit: u16,
    samples: usize,
    seed: Seed,
) -> Option<CheckReport> {
    let table = tables.get(class).filter(|table| table.limits().contain(limit))?;
    let rules = Rules { limit, ..ENDLESS };
    let mut report = CheckReport::default();
    let mut rng = seed.rng();
    for _ in 0..samples {
        let mut at = below(&mut rng, table.entries());
        let mut indices = table.halves().iter().map(Half::index);
        let index = indices.find(|index| {
            let is_here = at < index.len();
            at -= if is_here { 0 } else { index.len() };
            is_here
        });
        let fleets = index?.unrank(at);
        let mut placement = Position::from_fleets(tables.board(), rules, fleets, Side::Red)?;
        if below(&mut rng, 2) == 1 {
            placement = placement.mirrored().unwrap_or(placement);
        }
        if below(&mut rng, 2) == 1 {
            placement = placement.with_colours_exchanged().unwrap_or(placement);
        }
        report.samples += 1;
        // Beyond the last threshold nothing changes.
        for turns in 1..=limit.min(u16::from(table.longest()) + 2) {
            for holder in [Some(Side::Red), Some(Side::Blue), None] {
                let position = placement.with_tie_break(limit - turns, holder)?;
                let told = tables.value(&position)?;
                let found = if turns <= SEARCHED {
                    report.searched += 1;
                    search(tables, class, &position)?
                } else {
                    best_move(&position, |next| tables.value(next))?
                };
                report.positions += 1;
                if told != found {
                    report.wrong.push(format!("{position}: {told} in the table, {found} by the rules"));
                }
            }
        }
    }
    Some(report)
}

/// The best value that a move leads to, finished games by their outcome and others by `known`.
fn best_move(position: &Position, mut known: impl FnMut(&Position) -> Option<Value>) -> Option<Value> {
    let mut best = Value::Loss;
    for (_, next) in children(position) {
        let value = match next.outcome() {
            Some(outcome) => Value::of(&outcome, next.to_move()),
            None => known(&next)?,
        };
        best = best.max(value.reversed());
    }
    Some(best)
}

/// Minimax to the end of the game; only smaller classes are believed.
fn search(tables: &EndgameTables, class: Class, position: &Position) -> Option<Value> {
    best_move(position, |next| {
        if Class::of(next) == Some(class) { search(tables, class, next) } else { tables.value(next) }
    })
}
