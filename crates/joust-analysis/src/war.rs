//! What the analysis knows of the War Game.

use crate::verdict::Judged;
use joust_wargame::{Campaign, Position, Square};

/// How far an estimate of the final difference may be off, as a share of the values that are not taken yet: the
/// share that foretells results best, by `tests/doubt.rs`.
const DOUBT: f64 = 0.2;

impl Judged for Campaign {
    const COUNTS_POINTS: bool = true;

    /// A proven difference is a victory, however small. An estimate is the less certain the more is to be
    /// taken.
    fn chance(position: &Position, value: f64, exact: bool) -> f64 {
        if exact {
            return if value == 0.0 { 0.0 } else { value.signum() };
        }
        let board = position.board();
        let left: u32 = Square::all_in(position.vacant()).map(|square| u32::from(board.value(square))).sum();
        (value / (1.0 + DOUBT * f64::from(left))).tanh()
    }

    fn why(_: f64) -> &'static str {
        "full"
    }

    /// Every move takes a square.
    fn turns(position: &Position) -> Option<u32> {
        Some(position.vacant().count_ones())
    }

    fn expelled(_: &Position, _: &str) -> Option<String> {
        None
    }
}
