//! Checking a table without the code that built it.
//!
//! The solver works with thresholds. The check uses the rules alone: it sets up positions with a
//! counter and a last expeller, in all orientations of the board, makes every move, and compares the
//! value of the position with the values after its moves, or with the outcome. If they agree for every
//! number of turns left, the table is correct, by induction. Short endgames are also searched to their
//! end, by plain minimax.

use super::class::Class;
use super::entry::Value;
use super::ply::ENDLESS;
use super::shortest::children;
use super::table::{EndgameTables, Half};
use joust_core::{Duel, Seed, below};
use joust_mad::{Position, Rules, Side};
use std::sync::atomic::{AtomicBool, Ordering};

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// The number of placements that were drawn.
    pub samples: usize,
    /// The number of positions that were compared: each placement with both holders and many counters.
    pub positions: u64,
    /// How many of these were searched to the end or to the next expulsion.
    pub searched: u64,
    /// The positions with a wrong value, in words.
    pub wrong: Vec<String>,
}

/// Up to this number of turns left, positions are searched instead of compared with those a move later.
const SEARCHED: u16 = 3;

/// Draws placements of a class and checks them. `None` when the table of the class, or of a class to
/// which it leads, is missing, is not valid for the limit or is in [trouble](EndgameTables::trouble). When the
/// flag is set, the report has fewer samples.
pub fn check(
    tables: &EndgameTables,
    class: Class,
    limit: u16,
    samples: usize,
    seed: Seed,
    stop: &AtomicBool,
) -> Option<CheckReport> {
    let table = tables.get(class).filter(|table| table.limits().contain(limit))?;
    let rules = Rules { limit, ..ENDLESS };
    let mut report = CheckReport::default();
    let mut rng = seed.rng();
    for _ in 0..samples {
        if stop.load(Ordering::Relaxed) {
            break;
        }
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

/// The value of the best move. Finished games count by their outcome, others by `known`.
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

/// Minimax to the end of the game or to a smaller class, whose table is trusted.
fn search(tables: &EndgameTables, class: Class, position: &Position) -> Option<Value> {
    best_move(position, |next| {
        if Class::of(next) == Some(class) { search(tables, class, next) } else { tables.value(next) }
    })
}
