//! The state of a game of Mad Max: the map, the units, and the orders that you can give.

use crate::Json;
use std::collections::BTreeMap;

/// A distance that no way has.
pub const FAR: usize = 1_000_000;
/// The letters of the directions: down, down right, right, and so on.
pub const DIRECTIONS: &str = "bwrxtylz";

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A warrior, which takes cities.
    Warrior,
    /// A car, which hunts warriors.
    Car,
}

/// A warrior or a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number, which it keeps.
    pub id: usize,
    /// What it is.
    pub kind: Kind,
    /// The player that owns it.
    pub player: usize,
    /// Its row, from the top.
    pub row: usize,
    /// Its column, from the left.
    pub col: usize,
    /// The number of its cell.
    pub cell: usize,
    /// Its food; the fuel of a car.
    pub food: usize,
    /// Its water.
    pub water: usize,
}

/// A unit of yours that may move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its number.
    pub id: usize,
    /// The letters of the directions that are open.
    pub directions: String,
}

/// Something that happened in the last round. What its kind does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// `attack`, `thunderdome`, `runOver`, `runInto`, `collision`, `starved`, `captured`, `respawned` or `city`.
    pub kind: String,
    /// The unit that met another.
    pub by: Option<usize>,
    /// The unit that it met.
    pub on: Option<usize>,
    /// The unit that won in the thunderdome.
    pub winner: Option<usize>,
    /// The food that the attacked unit lost.
    pub food: Option<usize>,
    /// The water that the attacked unit lost.
    pub water: Option<usize>,
    /// The unit that starved, was captured or came back.
    pub id: Option<usize>,
    /// The number of the city that was taken.
    pub city: Option<usize>,
    /// The player that had the unit or the city.
    pub before: Option<usize>,
    /// The player that has the unit or the city now.
    pub player: Option<usize>,
    /// The row where the unit was captured or came back.
    pub row: Option<usize>,
    /// The column where the unit was captured or came back.
    pub col: Option<usize>,
    /// The number of that cell.
    pub cell: Option<usize>,
}

impl Event {
    fn of(told: &Json, columns: usize) -> Event {
        let number = |name: &str| told[name].some().map(Json::size);
        let (row, col) = (number("row"), number("col"));
        Event {
            kind: told["kind"].text().to_owned(),
            by: number("by"),
            on: number("on"),
            winner: number("winner"),
            food: number("food"),
            water: number("water"),
            id: number("id"),
            city: number("city"),
            before: number("before"),
            player: number("player"),
            row,
            col,
            cell: row.zip(col).map(|(row, col)| row * columns + col),
        }
    }
}

/// The state of the game. The library keeps it up to date from turn to turn.
///
/// A cell has a number: row times `columns` plus column.
#[derive(Clone, Debug)]
pub struct MadMaxState {
    /// Your seat.
    pub seat: usize,
    /// Rows of the map.
    pub rows: usize,
    /// Columns of the map.
    pub columns: usize,
    /// The round, from 0.
    pub round: usize,
    /// The numbers of the configuration by name, such as `nb_rounds`.
    pub settings: BTreeMap<String, i64>,
    /// Of each cell: . desert, R road, W water, S station, X wall, C city.
    pub ground: Vec<char>,
    /// The cells of each city.
    pub cities: Vec<Vec<usize>>,
    /// All units, by their ids.
    pub units: Vec<Unit>,
    /// Your units that may move in this round.
    pub orders: Vec<Order>,
    /// What happened in the last round.
    pub events: Vec<Event>,
    /// The player that owns each city.
    pub owners: Vec<usize>,
    /// Points of each player.
    pub scores: Vec<i64>,
    /// Cities of each player.
    pub counts: Vec<usize>,
    /// The used share of the time of each player; -1 if it is dead.
    pub status: Vec<f64>,
    city: Vec<Option<usize>>,
    unit: Vec<Option<usize>>,
    around: Vec<Vec<usize>>,
}

impl MadMaxState {
    /// The state of `hello.start`, for a seat.
    pub fn new(start: &Json, seat: usize) -> MadMaxState {
        let (rows, columns) = (start["rows"].size(), start["columns"].size());
        let letters = start["grid"].list().iter().flat_map(|row| row.text().chars());
        let ground: Vec<char> =
            letters.map(|letter| if letter.is_ascii_digit() { 'C' } else { letter }).collect();
        let number = |cell: &Json| cell[0].size() * columns + cell[1].size();
        let cells = |city: &Json| city["cells"].list().iter().map(number).collect();
        let cities: Vec<Vec<usize>> = start["cities"].list().iter().map(cells).collect();
        let mut city = vec![None; ground.len()];
        for (number, cells) in cities.iter().enumerate() {
            cells.iter().for_each(|cell| city[*cell] = Some(number));
        }
        let settings = start["settings"].fields().iter().map(|(name, value)| (name.clone(), value.integer()));
        let mut state = MadMaxState {
            seat,
            rows,
            columns,
            round: 0,
            settings: settings.collect(),
            cities,
            units: Vec::new(),
            orders: Vec::new(),
            events: Vec::new(),
            owners: start["cities"].list().iter().map(|city| city["owner"].size()).collect(),
            scores: Vec::new(),
            counts: Vec::new(),
            status: Vec::new(),
            city,
            unit: vec![None; ground.len()],
            around: Vec::new(),
            ground,
        };
        let around = |cell| DIRECTIONS.chars().filter_map(|letter| state.step(cell, letter)).collect();
        state.around = (0..state.ground.len()).map(around).collect();
        state.update(start);
        state
    }

    /// Takes over what a turn tells.
    pub fn update(&mut self, told: &Json) {
        self.round = told["round"].size();
        for unit in told["units"].list() {
            self.change(unit);
        }
        if let Some(owners) = told["owners"].some() {
            self.owners = owners.list().iter().map(Json::size).collect();
        }
        self.scores = told["scores"].integers();
        self.counts = told["cityCounts"].list().iter().map(Json::size).collect();
        self.status = told["status"].list().iter().map(Json::number).collect();
        self.events = told["events"].list().iter().map(|event| Event::of(event, self.columns)).collect();
        // At the start of a game, the orders of all players are told.
        let own = |order: &&Json| !order["player"].some().is_some_and(|player| player.size() != self.seat);
        let orders = told["orders"].list().iter().filter(own);
        let order =
            |told: &Json| Order { id: told["id"].size(), directions: told["directions"].text().to_owned() };
        self.orders = orders.map(order).collect();
        self.unit.fill(None);
        for unit in &self.units {
            self.unit[unit.cell] = Some(unit.id);
        }
    }

    fn change(&mut self, told: &Json) {
        let (row, col) = (told["row"].size(), told["col"].size());
        let unit = Unit {
            id: told["id"].size(),
            kind: if told["kind"].text() == "car" { Kind::Car } else { Kind::Warrior },
            player: told["player"].size(),
            row,
            col,
            cell: row * self.columns + col,
            food: told["food"].size(),
            water: told["water"].size(),
        };
        match self.units.get_mut(unit.id) {
            Some(known) => *known = unit,
            None => self.units.push(unit),
        }
    }

    /// The number of a cell; `None` outside the map.
    pub fn cell(&self, row: i64, col: i64) -> Option<usize> {
        let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
        (row < self.rows && col < self.columns).then_some(row * self.columns + col)
    }

    /// The unit on a cell.
    pub fn unit(&self, cell: usize) -> Option<&Unit> {
        self.unit[cell].map(|id| &self.units[id])
    }

    /// The number of the city of a cell.
    pub fn city(&self, cell: usize) -> Option<usize> {
        self.city[cell]
    }

    /// The cell one step away; `None` outside the map.
    pub fn step(&self, cell: usize, direction: char) -> Option<usize> {
        let (down, right) = match direction {
            'b' => (1, 0),
            'w' => (1, 1),
            'r' => (0, 1),
            'x' => (-1, 1),
            't' => (-1, 0),
            'y' => (-1, -1),
            'l' => (0, -1),
            'z' => (1, -1),
            _ => return None,
        };
        self.cell((cell / self.columns) as i64 + down, (cell % self.columns) as i64 + right)
    }

    /// All cells that touch a cell of this ground, along a side or at a corner.
    pub fn beside(&self, letter: char) -> Vec<usize> {
        let touches = |cell: &usize| self.around[*cell].iter().any(|near| self.ground[*near] == letter);
        (0..self.ground.len()).filter(touches).collect()
    }

    /// Whether a unit of this kind can stand on a cell.
    pub fn stands(&self, kind: Kind, cell: usize) -> bool {
        matches!(self.ground[cell], '.' | 'R') || (self.ground[cell] == 'C' && kind == Kind::Warrior)
    }

    /// Steps from every cell to the nearest of these goals, for a warrior or a car, by the map alone. [`FAR`]
    /// where there is no way.
    pub fn distances(&self, kind: Kind, goals: &[usize]) -> Vec<usize> {
        let mut steps = vec![FAR; self.ground.len()];
        let mut queue = Vec::new();
        for cell in goals.iter().filter(|cell| self.stands(kind, **cell)) {
            if steps[*cell] == FAR {
                steps[*cell] = 0;
                queue.push(*cell);
            }
        }
        let mut next = 0;
        while let Some(cell) = queue.get(next).copied() {
            next += 1;
            for near in &self.around[cell] {
                if steps[*near] == FAR && self.stands(kind, *near) {
                    steps[*near] = steps[cell] + 1;
                    queue.push(*near);
                }
            }
        }
        steps
    }
}
