//! The map: everything that never changes during a game.

use crate::{Settings, TEAMS};
use std::fmt;

/// What a cell is made of. [MAX-1.1]
///
/// ```
/// use joust_madmax::Terrain;
/// assert_eq!((Terrain::Road.letter(), Terrain::from_letter(b'R')), (b'R', Some((Terrain::Road, None))));
/// assert_eq!(Terrain::from_letter(b'2'), Some((Terrain::City, Some(2))), "a city of team 2");
/// assert_eq!(Terrain::from_letter(b'?'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// Open to all units.
    Desert,
    /// Open to all; cars are fast here.
    Road,
    /// Open to warriors.
    City,
    /// Closed; refreshes warriors beside it.
    Water,
    /// Closed; refuels cars beside it.
    Station,
    /// Closed to all units.
    Wall,
}

impl Terrain {
    /// The letter in files; city cells are written as digits of their owners.
    pub const fn letter(self) -> u8 {
        match self {
            Terrain::Desert => b'.',
            Terrain::Road => b'R',
            Terrain::City => b'C',
            Terrain::Water => b'W',
            Terrain::Station => b'S',
            Terrain::Wall => b'X',
        }
    }

    /// The terrain that a letter or a digit of a file means, with the owner of a city cell. [MAX-1.5]
    pub const fn from_letter(letter: u8) -> Option<(Terrain, Option<u8>)> {
        Some(match letter {
            b'.' => (Terrain::Desert, None),
            b'R' => (Terrain::Road, None),
            b'W' => (Terrain::Water, None),
            b'S' => (Terrain::Station, None),
            b'X' => (Terrain::Wall, None),
            b'0'..=b'3' => (Terrain::City, Some(letter - b'0')),
            _ => return None,
        })
    }
}

/// A place on the map, or beside it.
///
/// ```
/// use joust_madmax::{Dir, Pos};
/// let at = Pos::new(5, 7);
/// assert_eq!(at.step(Dir::Bottom), Pos::new(6, 7));
/// assert_eq!(at.step(Dir::TL).to_string(), "(4, 6)");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos {
    /// The row, counted from the top.
    pub row: i16,
    /// The column, counted from the left.
    pub col: i16,
}

impl Pos {
    /// The place in this row and column.
    pub const fn new(row: i32, col: i32) -> Pos {
        Pos { row: row as i16, col: col as i16 }
    }

    /// The place one step away in this direction.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Pos {
        let (down, right) = dir.delta();
        Pos { row: self.row + down, col: self.col + right }
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.col)
    }
}

/// A direction, numbered as players know it.
///
/// ```
/// use joust_madmax::Dir;
/// assert_eq!((Dir::from_number(2), Dir::from_letter(b'r')), (Some(Dir::Right), Some(Dir::Right)));
/// assert_eq!((Dir::Right as i32, Dir::Right.letter()), (2, b'r'));
/// assert_eq!((Dir::from_number(9), Dir::from_letter(b'q')), (None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Dir {
    Bottom,
    BR,
    Right,
    RT,
    Top,
    TL,
    Left,
    LB,
    None,
}

impl Dir {
    /// The eight real directions in the order of their numbers.
    pub const EIGHT: [Dir; 8] =
        [Dir::Bottom, Dir::BR, Dir::Right, Dir::RT, Dir::Top, Dir::TL, Dir::Left, Dir::LB];

    /// The direction with this number; 8 is [`Dir::None`].
    pub fn from_number(number: i32) -> Option<Dir> {
        match number {
            8 => Some(Dir::None),
            number => Dir::EIGHT.get(usize::try_from(number).ok()?).copied(),
        }
    }

    /// The rows down and the columns to the right of a step.
    pub(crate) const fn delta(self) -> (i16, i16) {
        match self {
            Dir::Bottom => (1, 0),
            Dir::BR => (1, 1),
            Dir::Right => (0, 1),
            Dir::RT => (-1, 1),
            Dir::Top => (-1, 0),
            Dir::TL => (-1, -1),
            Dir::Left => (0, -1),
            Dir::LB => (1, -1),
            Dir::None => (0, 0),
        }
    }

    /// The letter in result files.
    pub const fn letter(self) -> u8 {
        b"bwrxtylzn"[self as usize]
    }

    /// The direction with this letter.
    pub fn from_letter(letter: u8) -> Option<Dir> {
        let number = b"bwrxtylzn".iter().position(|known| *known == letter)?;
        Dir::from_number(number as i32)
    }
}

/// A connected set of city cells. [MAX-1.3]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    /// Its cells in the order in which they are found.
    pub cells: Vec<Pos>,
    /// The team that owns it at the start.
    pub first_owner: u8,
}

/// The constant part of a game, shared by all its states.
///
/// ```
/// use joust_madmax::{Config, Generator, Pos, Settings, Source, Terrain};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let state = config.start(&mut Generator::new(30)).unwrap();
/// let map = state.map();
/// assert_eq!((map.settings().rows, map.cities().len()), (60, 8));
/// let cell = map.cities()[5].cells[0];
/// assert_eq!((map.terrain_at(cell), map.city_at(map.index(cell))), (Some(Terrain::City), Some(5)));
/// assert_eq!(map.pos(map.index(cell)), cell);
/// assert!(map.contains(cell) && !map.contains(Pos::new(60, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    settings: Settings,
    terrain: Vec<Terrain>,
    cities: Vec<City>,
    city_of: Vec<u16>,
    near_water: Vec<bool>,
    near_station: Vec<bool>,
}

/// In place of a city where there is none.
const NO_CITY: u16 = u16::MAX;

/// One reason why a grid is not a map of these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapFault {
    /// The number of cities differs.
    #[error("the map has {found} cities, and nb_cities is {expected}")]
    Cities {
        /// Connected sets of city cells.
        found: usize,
        /// What the settings say.
        expected: i32,
    },
    /// A city cell that touches something else than desert or its own city.
    #[error("the city cell {at} touches {what}: beside a city there must be desert")]
    CityBorder {
        /// The city cell.
        at: Pos,
        /// The terrain that it touches.
        what: String,
    },
    /// A team with more or fewer cities than the others.
    #[error("team {team} owns {found} cities instead of {expected}")]
    Share {
        /// The team.
        team: usize,
        /// Its cities.
        found: usize,
        /// A fourth of all cities.
        expected: usize,
    },
    /// Not enough room for the warriors.
    #[error("team {team} has {found} city cells for {expected} warriors")]
    Room {
        /// The team.
        team: usize,
        /// The city cells that it owns.
        found: usize,
        /// The warriors that it has.
        expected: i32,
    },
    /// Not enough room for the cars.
    #[error("{found} cells of road on the border for {expected} cars")]
    BorderRoads {
        /// Road cells on the border, corners counted twice.
        found: usize,
        /// The cars of all teams.
        expected: i32,
    },
}

impl Map {
    /// Makes a map from the terrain of its cells, row by row, or says everything that is wrong with it.
    /// `owners` has an entry for each cell, which counts where the cell belongs to a city.
    ///
    /// ```
    /// use joust_madmax::{Map, MapFault, Settings, Terrain};
    /// let faults = Map::new(Settings::default(), vec![Terrain::Desert; 3600], &[0; 3600]).unwrap_err();
    /// assert_eq!(faults, [MapFault::Cities { found: 0, expected: 8 }]);
    /// ```
    pub fn new(settings: Settings, terrain: Vec<Terrain>, owners: &[u8]) -> Result<Map, Vec<MapFault>> {
        let cells = terrain.len();
        let mut map = Map {
            settings,
            terrain,
            cities: Vec::new(),
            city_of: vec![NO_CITY; cells],
            near_water: vec![false; cells],
            near_station: vec![false; cells],
        };
        let mut faults = map.find_cities(owners);
        faults.extend(map.count_faults());
        for index in 0..cells {
            let near =
                |kind| Dir::EIGHT.iter().any(|dir| map.terrain_at(map.pos(index).step(*dir)) == Some(kind));
            (map.near_water[index], map.near_station[index]) = (near(Terrain::Water), near(Terrain::Station));
        }
        if faults.is_empty() { Ok(map) } else { Err(faults) }
    }

    /// Finds the cities in the order of their first cells, and what is wrong around them. [MAX-1.3]
    fn find_cities(&mut self, owners: &[u8]) -> Vec<MapFault> {
        let mut faults = Vec::new();
        for index in 0..self.terrain.len() {
            if self.terrain[index] != Terrain::City || self.city_of[index] != NO_CITY {
                continue;
            }
            let number = self.cities.len() as u16;
            let mut cells = Vec::new();
            let mut stack = vec![self.pos(index)];
            while let Some(at) = stack.pop() {
                let here = self.index(at);
                if self.city_of[here] != NO_CITY {
                    continue;
                }
                self.city_of[here] = number;
                cells.push(at);
                // Last in, first out: pushed in the reverse of the order in which they are visited.
                for dir in [Dir::Left, Dir::Right, Dir::Top, Dir::Bottom] {
                    let next = at.step(dir);
                    let what = match self.terrain_at(next) {
                        Some(Terrain::Desert) => continue,
                        Some(Terrain::City) if owners[self.index(next)] == owners[here] => {
                            stack.push(next);
                            continue;
                        }
                        Some(Terrain::City) => "a city of another team".to_owned(),
                        Some(other) => format!("{other:?}").to_lowercase(),
                        None => "the border of the map".to_owned(),
                    };
                    faults.push(MapFault::CityBorder { at, what });
                }
            }
            self.cities.push(City { cells, first_owner: owners[index] });
        }
        faults
    }

    /// [MAX-1.3] [MAX-2.2]
    fn count_faults(&self) -> Vec<MapFault> {
        let mut faults = Vec::new();
        let expected = self.settings.nb_cities;
        if self.cities.len() as i32 != expected {
            faults.push(MapFault::Cities { found: self.cities.len(), expected });
            return faults;
        }
        for team in 0..TEAMS {
            let own = || self.cities.iter().filter(|city| usize::from(city.first_owner) == team);
            let (found, expected) = (own().count(), self.cities.len() / TEAMS);
            if found != expected {
                faults.push(MapFault::Share { team, found, expected });
            }
            let found = own().map(|city| city.cells.len()).sum();
            let expected = self.settings.nb_warriors;
            if found < expected as usize {
                faults.push(MapFault::Room { team, found, expected });
            }
        }
        let found = self.border_roads().len();
        let expected = TEAMS as i32 * self.settings.nb_cars;
        if (found as i32) < expected {
            faults.push(MapFault::BorderRoads { found, expected });
        }
        faults
    }

    /// The road cells of the border: left and right by rows, then top and bottom by columns. A
    /// road in a corner stands in the list twice, as in the original.
    pub(crate) fn border_roads(&self) -> Vec<Pos> {
        let (rows, cols) = (self.settings.rows, self.settings.cols);
        let sides = (0..rows).flat_map(|row| [Pos::new(row, 0), Pos::new(row, cols - 1)]);
        let ends = (0..cols).flat_map(|col| [Pos::new(0, col), Pos::new(rows - 1, col)]);
        sides.chain(ends).filter(|at| self.terrain_at(*at) == Some(Terrain::Road)).collect()
    }

    /// The settings of the game.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The cities in the order in which they are found.
    pub fn cities(&self) -> &[City] {
        &self.cities
    }

    /// The number of a place on the map, row by row.
    #[inline]
    pub fn index(&self, at: Pos) -> usize {
        at.row as usize * self.settings.cols as usize + at.col as usize
    }

    /// The place with this number.
    #[inline]
    pub fn pos(&self, index: usize) -> Pos {
        let cols = self.settings.cols as usize;
        Pos { row: (index / cols) as i16, col: (index % cols) as i16 }
    }

    /// Whether a place is on the map.
    #[inline]
    pub fn contains(&self, at: Pos) -> bool {
        (0..self.settings.rows).contains(&at.row.into()) && (0..self.settings.cols).contains(&at.col.into())
    }

    /// The terrain of a place, if it is on the map.
    #[inline]
    pub fn terrain_at(&self, at: Pos) -> Option<Terrain> {
        self.contains(at).then(|| self.terrain[self.index(at)])
    }

    #[inline]
    pub(crate) fn terrain(&self, index: usize) -> Terrain {
        self.terrain[index]
    }

    /// The number of the city to which the cell with this number belongs.
    #[inline]
    pub fn city_at(&self, index: usize) -> Option<usize> {
        let city = self.city_of[index];
        (city != NO_CITY).then_some(city as usize)
    }

    #[inline]
    pub(crate) fn is_near_water(&self, index: usize) -> bool {
        self.near_water[index]
    }

    #[inline]
    pub(crate) fn is_near_station(&self, index: usize) -> bool {
        self.near_station[index]
    }
}
