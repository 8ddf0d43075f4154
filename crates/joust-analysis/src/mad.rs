//! What the analysis knows of MAD.

use crate::verdict::Judged;
use joust_core::Duel as _;
use joust_mad::{Battle, Position, Side};

impl Judged for Battle {
    const COUNTS_POINTS: bool = false;

    fn chance(_: &Position, value: f64, _: bool) -> f64 {
        value
    }

    /// Only the tie-break gives half a point. [MAD-7.5]
    fn why(value: f64) -> &'static str {
        if value.abs() >= 1.0 { "exile" } else { "tie-break" }
    }

    fn turns(_: &Position) -> Option<u32> {
        None
    }

    fn expelled(position: &Position, text: &str) -> Option<String> {
        let (_, to) = position.read_move(text).ok()?.squares()?;
        let other = Side::of_turn(position.turn_number()).other();
        position.at(to).filter(|(side, _)| *side == other).map(|(_, ship)| ship.to_string())
    }
}
