//! What happens in a round, for viewers and logs.

use crate::{Dir, Pos};
use std::fmt;

/// Why an order was not selected or did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderFault {
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
        why: OrderFault,
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

/// Why, in words that follow `because`.
impl fmt::Display for OrderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderFault::NoSuchUnit => f.write_str("there is no such unit"),
            OrderFault::NotOwn(owner) => write!(f, "the unit belongs to player {owner}"),
            OrderFault::BadDirection => f.write_str("there is no such direction"),
            OrderFault::CannotMove => f.write_str("the unit may not move in this round"),
            OrderFault::Closed => f.write_str("the way is closed"),
            OrderFault::Captured => f.write_str("the unit was captured before its turn"),
        }
    }
}

/// The event in plain words.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Refused { player, id, dir, why } => {
                write!(f, "player {player} orders unit {id} in direction {dir} in vain, because {why}")
            }
            Event::Moved { id, from, to, .. } => write!(f, "unit {id} moves from {from} to {to}"),
            Event::Attacked { by, on, food, water } => {
                write!(f, "unit {by} attacks unit {on}, which loses {food} food and {water} water")
            }
            Event::Thunderdome { by, on, water, of, draw } => {
                let winner = if draw < water { by } else { on };
                write!(f, "unit {by} meets unit {on} in the thunderdome ({water} to {}): ", of - water)?;
                write!(f, "unit {winner} wins")
            }
            Event::RanOver { by, on } => write!(f, "car {by} runs over warrior {on}"),
            Event::RanInto { by, on } => write!(f, "warrior {by} runs into car {on}"),
            Event::Collided { by, on } => write!(f, "car {by} collides with car {on}"),
            Event::Starved { id, food, water } => {
                let what = match (food, water) {
                    (true, true) => "food and water",
                    (true, false) => "food",
                    _ => "water",
                };
                write!(f, "warrior {id} has no {what} left")
            }
            Event::Captured { id, from, by, at } => {
                write!(f, "unit {id} of player {from} at {at} goes to player {by}")
            }
            Event::Respawned { id, at } => write!(f, "unit {id} comes back at {at}"),
            Event::CityTaken { city, from, by } => {
                write!(f, "player {by} takes city {city} from player {from}")
            }
        }
    }
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
