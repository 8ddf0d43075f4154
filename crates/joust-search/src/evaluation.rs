//! Static evaluations, for the textbook agents: what a position is worth without search.

use joust_core::{Duel, Seat};
use joust_wargame::{Position, Side};

/// A static evaluation: higher is better for the given seat.
pub trait Evaluate<D: Duel>: Sync {
    /// The value of the position for this seat.
    fn evaluate(&self, position: &D, seat: Seat) -> f64;
}

/// The evaluations of the War Game, all by the scores of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Score {
    /// The seat's score minus the opponent's.
    #[default]
    Difference,
    /// The seat's score alone.
    Own,
    /// The seat's share of all points taken so far; ½ while there are none.
    Ratio,
}

impl Score {
    /// All evaluations with their names.
    pub const NAMES: [(&'static str, Score); 3] =
        [("difference", Score::Difference), ("own", Score::Own), ("ratio", Score::Ratio)];
}

impl Evaluate<Position> for Score {
    #[inline]
    fn evaluate(&self, position: &Position, seat: Seat) -> f64 {
        let side = Side::BOTH[seat.index() & 1];
        let (own, other) = (position.score(side), position.score(side.other()));
        match self {
            Score::Difference => f64::from(own - other),
            Score::Own => f64::from(own),
            Score::Ratio if own + other == 0 => 0.5,
            Score::Ratio => f64::from(own) / f64::from(own + other),
        }
    }
}

/// A count of material for MAD: enough for the textbook agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material;

impl Material {
    /// The value of a full victory: more than any fleet.
    const VICTORY: f64 = 1000.0;
    /// The value of a semi-victory: half of a full one. [MAD-7.5]
    const SEMI_VICTORY: f64 = 500.0;

    fn fleet(position: &joust_mad::Position, side: joust_mad::Side) -> f64 {
        let worth = |ship: joust_mad::Ship| f64::from(ship.movement() + ship.attack() + ship.defence() - 2);
        joust_mad::Ship::all().filter(|ship| position.find(side, *ship).is_some()).map(worth).sum()
    }
}

impl Evaluate<joust_mad::Position> for Material {
    fn evaluate(&self, position: &joust_mad::Position, seat: Seat) -> f64 {
        if let Some(outcome) = position.result() {
            let worth = if outcome.is_full() { Material::VICTORY } else { Material::SEMI_VICTORY };
            return if outcome.winner() == Some(seat) { worth } else { -worth };
        }
        let side = joust_mad::Side::BOTH[seat.index() & 1];
        Material::fleet(position, side) - Material::fleet(position, side.other())
    }
}
