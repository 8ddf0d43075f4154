//! What a result file holds: a header, states and movements.

use crate::{City, Map, Movement, Origin, Settings, State, TEAMS, Terrain, Unit};
use std::sync::Arc;

/// What a result says before its first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The program that wrote the result.
    pub origin: Origin,
    /// The seed of the game.
    pub seed: i32,
    /// The settings of the game.
    pub settings: Settings,
    /// The players in the order of the seats.
    pub names: [String; TEAMS],
}

/// A state as a result shows it: without what follows from it by the rules.
///
/// ```
/// use joust_madmax::{Config, Generator, Settings, Snapshot, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let state = config.start(&mut Generator::new(30)).unwrap();
/// let shot = Snapshot::from(&state);
/// assert_eq!((shot.grid.len(), shot.cols, shot.units.len()), (3600, 60, 92));
/// // While no city changes hands, the letters of the map can be used again.
/// assert_eq!(Snapshot::with_grid(&state, shot.grid.clone()), shot);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The map row by row, without line ends; a city cell is the digit of its owner.
    pub grid: Vec<u8>,
    /// The width of the map.
    pub cols: usize,
    /// The round to come.
    pub round: i32,
    /// Cities of each player.
    pub num_cities: [i32; TEAMS],
    /// Points of each player.
    pub total_score: [i64; TEAMS],
    /// The share of its time that each player has used; −1 when it is dead.
    pub status: [f64; TEAMS],
    /// The units by their numbers.
    pub units: Vec<Unit>,
}

/// One part of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// The state between two rounds.
    State(Snapshot),
    /// The movements of a round that happened, in the order in which they were executed.
    Movements(Vec<Movement>),
}

impl Snapshot {
    /// The state with these letters of its map: those of an earlier state, if no city has changed hands since.
    ///
    /// See [`Snapshot`] for an example.
    pub fn with_grid(state: &State, grid: Vec<u8>) -> Snapshot {
        Snapshot {
            grid,
            cols: state.map().settings().cols as usize,
            round: state.round(),
            num_cities: state.num_cities(),
            total_score: state.total_score(),
            status: state.status(),
            units: state.units().to_vec(),
        }
    }

    /// The map, if it fits these settings.
    pub(crate) fn map(&self, settings: Settings) -> Option<Arc<Map>> {
        let cells = self.grid.iter().map(|letter| Terrain::from_letter(*letter));
        let cells: Vec<_> = cells.collect::<Option<_>>()?;
        let owners: Vec<u8> = cells.iter().map(|(_, owner)| owner.unwrap_or(u8::MAX)).collect();
        let terrain = cells.into_iter().map(|(terrain, _)| terrain).collect();
        Map::new(settings, terrain, &owners).ok().map(Arc::new)
    }

    /// The owner of a city of this map.
    pub(crate) fn owner(&self, map: &Map, city: &City) -> Option<u8> {
        Terrain::from_letter(*self.grid.get(map.index(city.cells[0]))?)?.1
    }

    /// The state on this map, if the rules allow it.
    pub(crate) fn state(&self, map: &Arc<Map>) -> Option<State> {
        let owners: Option<Vec<u8>> = map.cities().iter().map(|city| self.owner(map, city)).collect();
        let mut state = State::assemble(Arc::clone(map), self.units.clone(), owners?, self.round)?;
        (state.total_score, state.status) = (self.total_score, self.status);
        Some(state)
    }
}

impl From<&State> for Snapshot {
    fn from(state: &State) -> Snapshot {
        let map = state.map();
        let cells = 0..map.settings().rows as usize * map.settings().cols as usize;
        let letter = |index| match map.city_at(index) {
            Some(city) => b'0' + state.owners()[city],
            None => map.terrain(index).letter(),
        };
        Snapshot::with_grid(state, cells.map(letter).collect())
    }
}
