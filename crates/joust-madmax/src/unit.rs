//! Warriors and cars.

use crate::{Pos, Settings, Terrain};

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Moves in its team's turn; needs food and water.
    Warrior,
    /// Fast on roads while it has fuel.
    Car,
}

impl Kind {
    /// Whether such a unit can stand on this terrain. [MAX-1.2]
    pub(crate) const fn stands_on(self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Desert | Terrain::Road => true,
            Terrain::City => matches!(self, Kind::Warrior),
            _ => false,
        }
    }

    /// The letter in result files.
    pub(crate) const fn letter(self) -> u8 {
        match self {
            Kind::Warrior => b'w',
            Kind::Car => b'c',
        }
    }
}

/// A unit. Captured units keep their number; only owner, levels and place change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whether it is a warrior or a car.
    pub kind: Kind,
    /// The team that it belongs to.
    pub player: u8,
    /// The cell where it stands.
    pub pos: Pos,
    /// Food of a warrior, fuel of a car.
    pub food: i32,
    /// Water of a warrior, 0 for a car.
    pub water: i32,
}

impl Unit {
    /// A unit with full levels.
    ///
    /// ```
    /// use joust_madmax::{Kind, Pos, Settings, Unit};
    /// let [warrior, car] = [Kind::Warrior, Kind::Car].map(|kind| Unit::new(kind, 0, Pos::new(5, 7), &Settings::default()));
    /// assert_eq!((warrior.food, warrior.water), (40, 40));
    /// assert_eq!((car.food, car.water), (100, 0), "the fuel of a car stands in `food`");
    /// ```
    pub fn new(kind: Kind, player: u8, pos: Pos, settings: &Settings) -> Unit {
        let mut unit = Unit { kind, player, pos, food: 0, water: 0 };
        unit.refresh(settings);
        unit
    }

    /// Fills food and water, or fuel.
    pub(crate) fn refresh(&mut self, settings: &Settings) {
        (self.food, self.water) = match self.kind {
            Kind::Warrior => (settings.warriors_health, settings.warriors_health),
            Kind::Car => (settings.cars_fuel, 0),
        };
    }
}
