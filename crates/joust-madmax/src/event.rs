//! What happens in a round, for viewers and logs.

use crate::{Dir, Pos};
use std::fmt;

/// Why an order was not selected or did not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrderFault {
    /// No unit has this number.
    NoSuchUnit,
    /// The unit belongs to this other player.
    NotOwn(u8),
    /// No direction has this number.
    BadDirection,
    /// The unit may not move in this round.
    CannotMove,
    /// The step leads off the map, or onto terrain where the unit cannot stand.
    Closed,
    /// The unit was captured before its move came.
    Captured,
}

/// Something that happened in a round. Its text is a sentence.
///
/// ```
/// use joust_madmax::{Config, Event, Generator, Settings, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let mut random = Generator::new(30);
/// let mut state = config.start(&mut random).unwrap();
/// let mut events: Vec<Event> = Vec::new();
/// for _ in 0..200 {
///     state.play_round(&[], &mut random, &mut events).unwrap();
/// }
/// assert!(events.iter().any(|event| matches!(event, Event::Starved { water: true, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An order came to nothing.
    Refused {
        /// The player that gave it.
        player: u8,
        /// The number of the unit in the order.
        id: i32,
        /// The number of the direction in the order.
        dir: i32,
        /// Why it came to nothing.
        why: OrderFault,
    },
    /// A unit moved.
    Moved {
        /// The unit.
        id: u16,
        /// The cell that it left.
        from: Pos,
        /// The cell where it arrived.
        to: Pos,
        /// The direction of the step.
        dir: Dir,
    },
    /// A warrior attacked another outside the thunderdome.
    Attacked {
        /// The attacker.
        by: u16,
        /// The warrior that was attacked.
        on: u16,
        /// The food that it lost.
        food: i32,
        /// The water that it lost.
        water: i32,
    },
    /// Two warriors fought in a city.
    Thunderdome {
        /// The warrior that attacked.
        by: u16,
        /// The warrior that was attacked.
        on: u16,
        /// The water of the attacker: its chances.
        water: i32,
        /// The water of both warriors.
        of: i32,
        /// The number drawn: the attacker wins when it is below `water`.
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
        /// The car that moved.
        by: u16,
        /// The other car.
        on: u16,
    },
    /// A warrior ran out of food or water.
    Starved {
        /// The warrior.
        id: u16,
        /// Whether it ran out of food.
        food: bool,
        /// Whether it ran out of water.
        water: bool,
    },
    /// A unit changed hands and left the map.
    Captured {
        /// The unit.
        id: u16,
        /// The player that had it.
        from: u8,
        /// The player that has it now.
        by: u8,
        /// The cell where it stood.
        at: Pos,
    },
    /// A captured unit came back.
    Respawned {
        /// The unit.
        id: u16,
        /// The cell where it came back.
        at: Pos,
    },
    /// A city changed hands.
    CityTaken {
        /// The number of the city.
        city: u16,
        /// The player that had it.
        from: u8,
        /// The player that has it now.
        by: u8,
    },
}

impl Event {
    /// Whether players are told it. Orders are secret, and the state shows which units have moved. [MAX-3.1]
    ///
    /// ```
    /// use joust_madmax::{Event, OrderFault};
    /// assert!(Event::Collided { by: 3, on: 7 }.is_told());
    /// assert!(!Event::Refused { player: 0, id: 3, dir: 0, why: OrderFault::Closed }.is_told());
    /// ```
    #[inline]
    pub fn is_told(&self) -> bool {
        !matches!(self, Event::Refused { .. } | Event::Moved { .. })
    }
}

/// The reason, in words that follow `because`.
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

/// Hears of the events of a round. `()` ignores them and costs nothing; a `Vec` keeps them.
///
/// ```
/// use joust_madmax::{Config, Event, Generator, Settings, Source, Witness};
/// /// Counts the warriors that starve.
/// struct Starved(u32);
/// impl Witness for Starved {
///     fn saw(&mut self, event: Event) {
///         self.0 += u32::from(matches!(event, Event::Starved { .. }));
///     }
/// }
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let (mut random, mut starved) = (Generator::new(30), Starved(0));
/// let mut state = config.start(&mut random).unwrap();
/// while starved.0 == 0 {
///     state.play_round(&[], &mut random, &mut starved).unwrap();
/// }
/// assert_eq!(state.round(), 157);
/// ```
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

/// Keeps the events that players are told, and passes all events on.
pub(crate) struct Telling<'a, W> {
    pub(crate) told: &'a mut Vec<Event>,
    pub(crate) also: &'a mut W,
}

impl<W: Witness> Witness for Telling<'_, W> {
    #[inline]
    fn saw(&mut self, event: Event) {
        if event.is_told() {
            self.told.push(event);
        }
        self.also.saw(event);
    }
}

/// Puts the units that come back in the order of their numbers. The order in which they came back is in no
/// result and tells only how the generator stands.
pub(crate) fn arrange(told: &mut [Event]) {
    let id = |event: &Event| if let Event::Respawned { id, .. } = event { Some(*id) } else { None };
    let Some(first) = told.iter().position(|event| id(event).is_some()) else { return };
    let count = told[first..].iter().take_while(|event| id(event).is_some()).count();
    told[first..first + count].sort_unstable_by_key(id);
}
