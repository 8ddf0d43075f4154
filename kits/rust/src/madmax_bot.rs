//! A greedy bot for Mad Max: its warriors take cities and drink in time, its cars hunt warriors.

use joust::{Action, Bot, Hello, Info, Kind, MadMaxState, Order, Random, Turn, Unit, FAR};
use std::collections::BTreeSet;

/// A unit goes for food, water or fuel when it has this much more than the way takes.
const SPARE: usize = 5;

/// Steps from every cell.
type Table = Vec<usize>;

pub struct MadMaxBot {
    random: Random,
    to_water: Table,
    to_fuel: Table,
    to_food: Table,
    to_prey: Table,
    to_city: Vec<Table>,
    /// Our units must not run into each other.
    taken: BTreeSet<usize>,
}

impl MadMaxBot {
    pub fn new() -> MadMaxBot {
        MadMaxBot {
            random: Random::new(0),
            to_water: Vec::new(),
            to_fuel: Vec::new(),
            to_food: Vec::new(),
            to_prey: Vec::new(),
            to_city: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    /// Where a unit goes: onto a unit that it beats, or one step nearer to its goal.
    fn direction(&mut self, state: &MadMaxState, order: &Order) -> Option<char> {
        let unit = &state.units[order.id];
        // Of equal directions, the first one from a random place of the list is taken.
        let open: Vec<char> = order.directions.chars().collect();
        let first = if open.is_empty() { 0 } else { self.random.below(open.len()) };
        let steps = self.goal(state, unit);
        let (mut best, mut least, mut end) = (None, steps[unit.cell] as i64, unit.cell);
        for letter in open[first..].iter().chain(&open[..first]) {
            let Some(cell) = state.step(unit.cell, *letter) else { continue };
            let other = state.unit(cell);
            if self.taken.contains(&cell) || other.is_some_and(|other| !beats(unit, other)) {
                continue;
            }
            let cost = if other.is_none() { steps[cell] as i64 } else { -1 };
            if cost < least {
                (best, least, end) = (Some(*letter), cost, cell);
            }
        }
        // A unit that stays where it is keeps its cell anyhow.
        self.taken.insert(end);
        best
    }

    /// The steps to what a unit needs or wants.
    fn goal(&self, state: &MadMaxState, unit: &Unit) -> &Table {
        let cell = unit.cell;
        if unit.kind == Kind::Car {
            return if unit.food <= self.to_fuel[cell] + SPARE { &self.to_fuel } else { &self.to_prey };
        }
        if unit.water <= self.to_water[cell] + SPARE {
            return &self.to_water;
        }
        if unit.food <= self.to_food[cell] + SPARE {
            return &self.to_food;
        }
        // The nearest city that is not ours.
        let (mut nearest, mut least) = (&self.to_food, FAR);
        for (steps, owner) in self.to_city.iter().zip(&state.owners) {
            if *owner != state.seat && steps[cell] < least {
                (nearest, least) = (steps, steps[cell]);
            }
        }
        nearest
    }
}

impl Bot for MadMaxBot {
    fn info(&self) -> Info {
        Info::new("Greedy", "1.0")
    }

    fn start(&mut self, hello: &Hello) {
        self.random = Random::new(hello.seed);
        // The map never changes, so the ways are computed once.
        let state = hello.madmax();
        self.to_water = state.distances(Kind::Warrior, &state.beside('W'));
        self.to_fuel = state.distances(Kind::Car, &state.beside('S'));
        self.to_city = state.cities.iter().map(|cells| state.distances(Kind::Warrior, cells)).collect();
        self.to_food = state.distances(Kind::Warrior, &state.cities.concat());
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let state = turn.madmax();
        self.taken.clear();
        if state.orders.iter().any(|order| state.units[order.id].kind == Kind::Car) {
            self.to_prey = hunt(state);
        }
        let mut given = Vec::new();
        for order in &state.orders {
            if let Some(letter) = self.direction(state, order) {
                given.push(format!("{}{letter}", order.id));
            }
        }
        if given.is_empty() {
            "-".into()
        } else {
            given.join(",").into()
        }
    }
}

/// The steps of a car to the nearest warrior of another player that is not in a city.
fn hunt(state: &MadMaxState) -> Table {
    let prey = state.units.iter().filter(|unit| unit.kind == Kind::Warrior && unit.player != state.seat);
    state.distances(Kind::Car, &prey.map(|unit| unit.cell).collect::<Vec<usize>>())
}

/// Whether it is good to run into another unit.
fn beats(unit: &Unit, other: &Unit) -> bool {
    if other.player == unit.player || other.kind == Kind::Car {
        return false;
    }
    unit.kind == Kind::Car || unit.water >= other.water
}
