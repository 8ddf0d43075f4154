//! What happens in a round, for viewers and logs.

use crate::{Dir, Pos};

/// Why an order was not selected or did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// There is no such unit.
    NoSuchUnit,
    /// It belongs to another player.
    NotOwn(u8),
    /// There is no such direction.
    BadDirection,
    /// The unit may not move in this round.
    CannotMove,
    /// Off the map, or onto terrain where the unit cannot stand.
    Closed,
    /// The unit was captured before its move came.
    Captured,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An order came to nothing.
    Refused {
        /// Who gave it.
        player: u8,
        /// To which unit.
        id: i32,
        /// In which direction, as a number.
        dir: i32,
        /// Why.
        why: Refusal,
    },
    /// A unit moved.
    Moved {
        /// Which.
        id: u16,
        /// From where.
        from: Pos,
        /// To where.
        to: Pos,
        /// In which direction.
        dir: Dir,
    },
    /// A warrior attacked another outside the thunderdome.
    Attacked {
        /// The attacker.
        by: u16,
        /// The attacked.
        on: u16,
        /// Food taken.
        food: i32,
        /// Water taken.
        water: i32,
    },
    /// Two warriors fought in a city.
    Thunderdome {
        /// Who began it.
        by: u16,
        /// Who was challenged.
        on: u16,
        /// The water of the one who began: its chances.
        water: i32,
        /// The water of both.
        of: i32,
        /// The number drawn: the one who began wins when it is below `water`.
        draw: i32,
    },
    /// A car ran over a warrior.
    RanOver {
        /// The car.
        by: u16,
        /// The warrior.
        on: u16,
    },
    /// A warrior ran into a car.
    RanInto {
        /// The warrior.
        by: u16,
        /// The car.
        on: u16,
    },
    /// Two cars collided.
    Collided {
        /// The one that moved.
        by: u16,
        /// The other.
        on: u16,
    },
    /// A warrior ran out of food or water.
    Starved {
        /// Which.
        id: u16,
        /// Whether it was food.
        food: bool,
        /// Whether it was water.
        water: bool,
    },
    /// A unit changed hands and left the map.
    Captured {
        /// Which.
        id: u16,
        /// Whose it was.
        from: u8,
        /// Whose it is now.
        by: u8,
        /// Where it stood.
        at: Pos,
    },
    /// A captured unit came back.
    Respawned {
        /// Which.
        id: u16,
        /// Where.
        at: Pos,
    },
    /// A city changed hands.
    CityTaken {
        /// Its number.
        city: u16,
        /// Who had it.
        from: u8,
        /// Who has it.
        by: u8,
    },
}

/// Somebody who wants to know what happens. The unit type does not, and costs nothing.
pub trait Witness {
    /// Hears of an event.
    fn saw(&mut self, event: Event);
}

impl Witness for () {
    #[inline]
    fn saw(&mut self, _: Event) {}
}

impl Witness for Vec<Event> {
    fn saw(&mut self, event: Event) {
        self.push(event);
    }
}
