//! What happened in a result: its events, read off its states and movements.
//!
//! A result says where units stood and which of them moved, not which unit captured which. That follows
//! from the rules: the movements are carried out by the very code that plays games, and what it leaves
//! to chance is looked up in the next state. Only the number drawn in a thunderdome, and the order
//! in which units come back, are in no result.

use crate::chance::{Chance, Encounter, Luck};
use crate::round::Killed;
use crate::{Event, Kind, Map, Movement, Settings, Snapshot, State, Unit, Witness};
use std::sync::Arc;

/// The most ways to read the fights of one round that are tried.
const MOST_READINGS: usize = 256;

/// The events of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundAccount {
    /// The events in their order. A thunderdome shows the lowest draw that has its winner; units
    /// come back in the order of their numbers, cars first.
    pub events: Vec<Event>,
    /// Whether the rules lead to the next state. If not, the events are only what differs between
    /// the two.
    pub explained: bool,
}

/// Reads a result round by round and tells what happened.
///
/// ```
/// use joust_madmax::{Block, Chronicle, Config, Origin, CompactRecord, ResultReader, Settings, Source};
/// let settings = Settings { nb_rounds: 40, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let record = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap();
/// let text = record.result().unwrap();
/// let mut reader = ResultReader::new(&text).unwrap();
/// let Ok(Some(Block::State(first))) = reader.next_block() else { panic!() };
/// let mut chronicle = Chronicle::new(settings, first);
/// assert_eq!(chronicle.map().unwrap().cities().len(), 8);
/// while let Ok(Some(Block::Movements(movements))) = reader.next_block() {
///     let Ok(Some(Block::State(next))) = reader.next_block() else { panic!() };
///     assert!(chronicle.round(&movements, next).explained);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Chronicle {
    map: Option<Arc<Map>>,
    /// The last state, if the rules allow it.
    state: Option<State>,
    last: Snapshot,
}

impl Chronicle {
    /// Begins with the first state of a result.
    ///
    /// See [`Chronicle`] for an example.
    pub fn new(settings: Settings, first: Snapshot) -> Chronicle {
        let map = first.map(settings);
        let mut chronicle = Chronicle { map, state: None, last: first };
        chronicle.state = chronicle.assemble();
        chronicle
    }

    /// The map, if the result has a map that fits its settings.
    pub fn map(&self) -> Option<&Map> {
        self.map.as_deref()
    }

    /// Tells what happened in the round whose movements lead to this state.
    ///
    /// See [`Chronicle`] for an example.
    pub fn round(&mut self, movements: &[Movement], next: Snapshot) -> RoundAccount {
        let read = self.state.as_ref().and_then(|state| self.read(state, movements, &next));
        let account = match read {
            Some(events) => RoundAccount { events, explained: true },
            None => RoundAccount { events: self.differences(&next), explained: false },
        };
        self.last = next;
        // The next round begins with what the file says: other revisions of the game fill levels by
        // other rules, and a file can say anything.
        self.state = self.assemble();
        account
    }

    /// The last snapshot as a state of the rules.
    fn assemble(&self) -> Option<State> {
        self.last.state(self.map.as_ref()?)
    }

    /// Carries out the movements in every way that the next state allows, until one leads there.
    fn read(&self, state: &State, movements: &[Movement], next: &Snapshot) -> Option<Vec<Event>> {
        let mut choices = Vec::new();
        let mut second_best = None;
        for _ in 0..MOST_READINGS {
            let mut seen = Seen { before: &self.last.units, after: &next.units, choices, asked: 0 };
            let mut events = Vec::new();
            let mut end = state.clone();
            let happened = end.carry_out(movements, &mut seen, &mut events);
            choices = seen.choices;
            if happened && same_places(&end, next) {
                if end.units == next.units {
                    return Some(events);
                }
                second_best.get_or_insert(events);
            }
            // The next way to decide: the last fight that is not yet tried both ways.
            while choices.pop_if(|choice| !*choice).is_some() {}
            match choices.last_mut() {
                Some(choice) => *choice = false,
                None => break,
            }
        }
        second_best
    }

    /// What differs between two states that the rules do not connect.
    fn differences(&self, next: &Snapshot) -> Vec<Event> {
        let mut events = Vec::new();
        let units = self.last.units.iter().zip(&next.units).enumerate();
        for (id, (before, after)) in units.filter(|(_, (before, after))| before.player != after.player) {
            let id = id as u16;
            events.push(Event::Captured { id, from: before.player, by: after.player, at: before.pos });
            events.push(Event::Respawned { id, at: after.pos });
        }
        let Some(map) = &self.map else { return events };
        for (number, city) in map.cities().iter().enumerate() {
            if let [Some(from), Some(by)] = [&self.last, next].map(|shot| shot.owner(map, city))
                && from != by
            {
                events.push(Event::CityTaken { city: number as u16, from, by });
            }
        }
        events
    }
}

/// Whether all units stand where the file says, and cities and units have the owners that it says.
fn same_places(end: &State, next: &Snapshot) -> bool {
    let units = end.units.iter().zip(&next.units).all(|(a, b)| (a.player, a.pos) == (b.player, b.pos));
    let cities = end.map.cities().iter().zip(&end.owners);
    units
        && cities.into_iter().all(|(city, owner)| {
            city.cells.iter().all(|cell| next.grid[end.map.index(*cell)] == b'0' + owner)
        })
}

impl State {
    /// Plays a round whose end is known. Says whether all movements happened.
    fn carry_out(&mut self, movements: &[Movement], seen: &mut Seen<'_>, witness: &mut impl Witness) -> bool {
        let mut killed = Killed::none(self.units.len());
        let happened = self.execute(movements.iter().copied(), seen, &mut killed, witness);
        self.consume(seen, &mut killed, witness);
        for kind in [Kind::Car, Kind::Warrior] {
            for (id, after) in seen.after.iter().enumerate() {
                if killed.has(id) && self.units[id].kind == kind {
                    self.put_back(id, after.pos);
                    witness.saw(Event::Respawned { id: id as u16, at: after.pos });
                }
            }
        }
        self.count_cities(witness);
        self.recharge(&killed);
        self.round += 1;
        happened.len() == movements.len()
    }
}

/// Chance as the next state shows it.
struct Seen<'a> {
    before: &'a [Unit],
    after: &'a [Unit],
    /// Whether the attacker won each thunderdome after which both had changed hands.
    choices: Vec<bool>,
    /// How many of `choices` the round has asked for so far.
    asked: usize,
}

impl Seen<'_> {
    fn changed_hands(&self, id: usize) -> bool {
        self.before[id].player != self.after[id].player
    }

    /// A unit that still belongs to its team has won. When neither does, both ways are tried.
    fn attacker_wins(&mut self, by: usize, on: usize) -> bool {
        if !self.changed_hands(by) || !self.changed_hands(on) {
            return self.changed_hands(on);
        }
        if self.asked == self.choices.len() {
            self.choices.push(true);
        }
        self.asked += 1;
        self.choices[self.asked - 1]
    }
}

impl Chance for Seen<'_> {
    fn encounter(&mut self, encounter: &Encounter) -> Luck {
        let Encounter { by, on, dome, .. } = *encounter;
        let wins = dome.is_none() || self.attacker_wins(by, on);
        let draw = dome.map_or(0, |(water, _)| if wins { 0 } else { water });
        let into_car = self.before[by].kind == Kind::Warrior && self.before[on].kind == Kind::Car;
        let captured = if into_car || !wins { by } else { on };
        Luck { strangers: [self.after[captured].player, self.after[by].player], draw }
    }

    fn heir(&mut self, id: usize, _: u8) -> u8 {
        self.after[id].player
    }
}
