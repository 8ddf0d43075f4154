//! The encoding of Mad Max.

use joust_madmax::{Dir, Map, Settings, State, TEAMS};

use crate::arrays::MadMaxSizes;

/// The encoding of Mad Max with these settings, version 1: a row of numbers for each unit, and a direction for
/// each unit as its order.
///
/// ```
/// use joust_batch::MadMaxEncoding;
/// use joust_madmax::Settings;
/// let encoding = MadMaxEncoding::of(&Settings::default());
/// assert_eq!((encoding.units, encoding.cities, encoding.rows, encoding.cols), (92, 8, 60, 60));
/// assert_eq!(MadMaxEncoding::FIELDS[4], "food");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MadMaxEncoding {
    /// The number of units.
    pub units: usize,
    /// The number of cities.
    pub cities: usize,
    /// The height of the map.
    pub rows: usize,
    /// The width of the map.
    pub cols: usize,
}

impl MadMaxEncoding {
    /// The version of the encoding. It changes whenever a state or an order gets other numbers.
    pub const VERSION: u32 = 1;

    /// What the numbers of a unit are. Its kind is 0 for a warrior and 1 for a car, whose fuel stands in `food`;
    /// the last number is 1 if the unit may move in the round to come.
    pub const FIELDS: [&'static str; 7] = ["kind", "player", "row", "col", "food", "water", "can_move"];

    /// The orders that a unit can get: eight directions, and none.
    pub const ORDERS: usize = Dir::EIGHT.len() + 1;

    /// The encoding of games with these settings.
    pub fn of(settings: &Settings) -> MadMaxEncoding {
        MadMaxEncoding {
            units: settings.nb_units(),
            cities: settings.nb_cities as usize,
            rows: settings.rows as usize,
            cols: settings.cols as usize,
        }
    }

    /// The entries that each array needs for a game.
    pub fn sizes(&self) -> MadMaxSizes {
        let cells = self.rows * self.cols;
        MadMaxSizes {
            units: self.units * MadMaxEncoding::FIELDS.len(),
            owners: self.cities,
            masks: self.units * MadMaxEncoding::ORDERS,
            terrain: cells,
            cities: cells,
            scores: TEAMS,
            rounds: 1,
            rewards: TEAMS,
            final_scores: TEAMS,
            dones: 1,
        }
    }

    /// Writes the units of a state.
    ///
    /// # Panics
    /// When `out` has no room for the units.
    pub fn write_units(&self, state: &State, out: &mut [i32]) {
        let out = &mut out[..self.units * MadMaxEncoding::FIELDS.len()];
        let rows = out.as_chunks_mut().0;
        for (id, (unit, row)) in state.units().iter().zip(rows).enumerate() {
            *row = [
                unit.kind as i32,
                unit.player.into(),
                unit.pos.row.into(),
                unit.pos.col.into(),
                unit.food,
                unit.water,
                state.can_move(id).into(),
            ];
        }
    }

    /// Writes nine bytes for each unit: 1 for each direction in which it can step now, whether or not another
    /// unit stands there; the last is 1, because a unit can always stay.
    ///
    /// # Panics
    /// When `out` has no room for the units.
    pub fn write_mask(&self, state: &State, out: &mut [u8]) {
        const STAY: [u8; MadMaxEncoding::ORDERS] = [0, 0, 0, 0, 0, 0, 0, 0, 1];
        let rows = out[..self.units * MadMaxEncoding::ORDERS].as_chunks_mut().0;
        for (id, row) in rows.iter_mut().enumerate() {
            *row = STAY;
            if state.can_move(id) {
                for dir in Dir::EIGHT {
                    row[dir as usize] = u8::from(state.step_of(id, dir).is_some());
                }
            }
        }
    }

    /// Writes the terrain of each cell: desert 0, road 1, city 2, water 3, station 4, wall 5.
    ///
    /// # Panics
    /// When `out` has no room for the cells.
    pub fn write_terrain(&self, map: &Map, out: &mut [u8]) {
        for (index, cell) in out[..self.rows * self.cols].iter_mut().enumerate() {
            *cell = map.terrain_at(map.pos(index)).map_or(u8::MAX, |terrain| terrain as u8);
        }
    }

    /// Writes the city of each cell by its number, and −1 where there is none.
    ///
    /// # Panics
    /// When `out` has no room for the cells.
    pub fn write_cities(&self, map: &Map, out: &mut [i16]) {
        for (index, cell) in out[..self.rows * self.cols].iter_mut().enumerate() {
            *cell = map.city_at(index).map_or(-1, |city| city as i16);
        }
    }

    /// The scores of the teams.
    pub fn scores(state: &State) -> [i32; TEAMS] {
        state.total_score().map(|score| i32::try_from(score).unwrap_or(i32::MAX))
    }
}
