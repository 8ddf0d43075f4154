//! The state of a game between two rounds.

use crate::{Dir, Generator, Kind, Map, Pos, TEAMS, Terrain, Unit};
use std::sync::Arc;

/// Everything that changes during a game. Small and cheap to copy; the map is shared.
///
/// ```
/// use joust_madmax::{Config, Dir, Generator, Kind, Settings, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let mut random = Generator::new(30);
/// let state = config.start(&mut random).unwrap();
/// let id = state.units_of(state.turn(), Kind::Warrior).next().unwrap();
/// let unit = state.units()[id];
/// assert_eq!((state.unit_at(unit.pos), state.owner_at(unit.pos)), (Some(id), Some(unit.player)));
/// assert_eq!((state.owners().len(), state.num_cities(), state.total_score()), (8, [2; 4], [2; 4]));
/// assert!(state.can_move(id) && state.step_of(id, Dir::Top) == Some(unit.pos.step(Dir::Top)));
/// // A player looks ahead on a copy.
/// let mut ahead = state.clone();
/// let orders = [&[(id as i32, Dir::Top as i32)][..], &[], &[], &[]];
/// let selected = ahead.select(&orders, &mut String::new(), &mut ());
/// ahead.play_round(&selected, &mut random, &mut ()).unwrap();
/// assert_eq!((state.round(), ahead.round(), ahead.is_over()), (0, 1, false));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(crate) map: Arc<Map>,
    pub(crate) occupant: Vec<u16>,
    pub(crate) units: Vec<Unit>,
    pub(crate) owners: Vec<u8>,
    /// Warriors of each team in each city, kept up to date by every move.
    pub(crate) garrisons: Vec<[u16; TEAMS]>,
    /// Whether any of them has changed since the cities were last given away.
    pub(crate) stirred: bool,
    pub(crate) round: i32,
    pub(crate) num_cities: [i32; TEAMS],
    pub(crate) total_score: [i64; TEAMS],
    pub(crate) status: [f64; TEAMS],
}

/// Stands for a unit on cells without one.
pub(crate) const NOBODY: u16 = u16::MAX;

/// A start that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two cars would start on the corner {0}, which is a road of both borders")]
pub(crate) struct SharedCorner(Pos);

impl State {
    /// The state with these units and owners of cities, before this round. Nothing is scored. `None` if there
    /// are more or fewer units or owners than the settings say, if an owner or a level is out of range, and if
    /// a unit is where it cannot stand or where another stands.
    ///
    /// ```
    /// use joust_madmax::{Config, Generator, Settings, Source, State};
    /// use std::sync::Arc;
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let state = config.start(&mut Generator::new(30)).unwrap();
    /// let at_seven = |units| State::assemble(Arc::clone(state.map()), units, state.owners().to_vec(), 7);
    /// let mut units = state.units().to_vec();
    /// assert_eq!(at_seven(units.clone()).unwrap().round(), 7);
    /// units[1].pos = units[0].pos;
    /// assert_eq!(at_seven(units), None, "two units stand on one cell");
    /// ```
    pub fn assemble(map: Arc<Map>, units: Vec<Unit>, owners: Vec<u8>, round: i32) -> Option<State> {
        let settings = *map.settings();
        let is_team = |team: &u8| usize::from(*team) < TEAMS;
        let counts_fit = units.len() == settings.nb_units() && owners.len() == map.cities().len();
        if !counts_fit || !owners.iter().all(is_team) || round < 0 {
            return None;
        }
        let cells = settings.rows as usize * settings.cols as usize;
        let mut occupant = vec![NOBODY; cells];
        for (id, unit) in units.iter().enumerate() {
            let stands = map.terrain_at(unit.pos).is_some_and(|terrain| unit.kind.stands_on(terrain));
            let levels_fit = match unit.kind {
                Kind::Warrior => {
                    let range = 1..=settings.warriors_health;
                    range.contains(&unit.food) && range.contains(&unit.water)
                }
                Kind::Car => (0..=settings.cars_fuel).contains(&unit.food) && unit.water == 0,
            };
            if !stands || !levels_fit || !is_team(&unit.player) {
                return None;
            }
            let before = std::mem::replace(&mut occupant[map.index(unit.pos)], id as u16);
            if before != NOBODY {
                return None;
            }
        }
        let mut num_cities = [0; TEAMS];
        for owner in &owners {
            num_cities[*owner as usize] += 1;
        }
        let (total_score, status) = ([0; TEAMS], [0.0; TEAMS]);
        let garrisons = garrisons(&map, &units);
        let stirred = true;
        Some(State {
            map,
            occupant,
            units,
            owners,
            garrisons,
            stirred,
            round,
            num_cities,
            total_score,
            status,
        })
    }

    /// The start of a game: units are placed and the first score is counted. [MAX-4.15]
    pub(crate) fn start(map: Arc<Map>, random: &mut Generator) -> Result<State, SharedCorner> {
        let cells = map.settings().rows as usize * map.settings().cols as usize;
        let mut state = State {
            occupant: vec![NOBODY; cells],
            units: Vec::with_capacity(map.settings().nb_units()),
            owners: map.cities().iter().map(|city| city.first_owner).collect(),
            garrisons: Vec::new(),
            stirred: true,
            round: 0,
            num_cities: [0; TEAMS],
            total_score: [0; TEAMS],
            status: [0.0; TEAMS],
            map,
        };
        state.place_units(random)?;
        state.garrisons = garrisons(&state.map, &state.units);
        state.count_cities(&mut ());
        Ok(state)
    }

    /// [MAX-1.6]
    fn place_units(&mut self, random: &mut Generator) -> Result<(), SharedCorner> {
        let map = Arc::clone(&self.map);
        let settings = map.settings();
        let mut homes: [Vec<Pos>; TEAMS] = Default::default();
        for city in map.cities() {
            let first = random.index(city.cells.len());
            self.add(Kind::Warrior, city.first_owner, city.cells[first])?;
            let others = city.cells.iter().enumerate().filter(|(i, _)| *i != first);
            homes[city.first_owner as usize].extend(others.map(|(_, cell)| *cell));
        }
        let more = (settings.nb_warriors - settings.nb_cities / TEAMS as i32) as usize;
        for (player, cells) in homes.iter().enumerate() {
            let order = random.permutation(cells.len() as i32);
            for which in order.into_iter().take(more) {
                self.add(Kind::Warrior, player as u8, cells[which])?;
            }
        }
        let border = map.border_roads();
        let order = random.permutation(border.len() as i32);
        let mut order = order.into_iter();
        for player in 0..TEAMS as u8 {
            for which in order.by_ref().take(settings.nb_cars as usize) {
                self.add(Kind::Car, player, border[which])?;
            }
        }
        Ok(())
    }

    fn add(&mut self, kind: Kind, player: u8, at: Pos) -> Result<(), SharedCorner> {
        let index = self.map.index(at);
        if self.occupant[index] != NOBODY {
            return Err(SharedCorner(at));
        }
        self.occupant[index] = self.units.len() as u16;
        self.units.push(Unit::new(kind, player, at, self.map.settings()));
        Ok(())
    }

    /// The map, which never changes.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The number of the round to come.
    pub fn round(&self) -> i32 {
        self.round
    }

    /// The team whose turn it is.
    pub fn turn(&self) -> u8 {
        (self.round % TEAMS as i32) as u8
    }

    /// All units. The number of a unit is its index here.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The unit on a cell of the map.
    pub fn unit_at(&self, at: Pos) -> Option<usize> {
        let occupant = if self.map.contains(at) { self.occupant[self.map.index(at)] } else { NOBODY };
        (occupant != NOBODY).then_some(occupant as usize)
    }

    /// The owners of the cities, in the order of the map's cities.
    pub fn owners(&self) -> &[u8] {
        &self.owners
    }

    /// The team that owns a cell of a city.
    pub fn owner_at(&self, at: Pos) -> Option<u8> {
        let index = self.map.contains(at).then(|| self.map.index(at))?;
        self.map.city_at(index).map(|city| self.owners[city])
    }

    /// How many cities each team owns.
    pub fn num_cities(&self) -> [i32; TEAMS] {
        self.num_cities
    }

    /// The scores so far.
    pub fn total_score(&self) -> [i64; TEAMS] {
        self.total_score
    }

    /// The share of its time that each player has used; −1 for a dead player. See [`State::set_status`] for an
    /// example.
    pub fn status(&self) -> [f64; TEAMS] {
        self.status
    }

    /// Sets the share of its time that a player has used; −1 when it is dead.
    ///
    /// ```
    /// use joust_madmax::{Config, Generator, Settings, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let mut state = config.start(&mut Generator::new(30)).unwrap();
    /// state.set_status(2, 0.25);
    /// assert_eq!(state.status(), [0.0, 0.0, 0.25, 0.0]);
    /// ```
    pub fn set_status(&mut self, player: usize, status: f64) {
        self.status[player] = status;
    }

    /// Whether the game is over. [MAX-4.17]
    pub fn is_over(&self) -> bool {
        self.round >= self.map.settings().nb_rounds
    }

    /// Whether a unit may move now: in its team's turn, or as a car with fuel on a road. [MAX-3.3]
    #[inline]
    pub fn can_move(&self, id: usize) -> bool {
        let unit = &self.units[id];
        unit.player == self.turn()
            || (unit.kind == Kind::Car
                && unit.food > 0
                && self.map.terrain(self.map.index(unit.pos)) == Terrain::Road)
    }

    /// The numbers of a player's units of one kind, ascending.
    pub fn units_of(&self, player: u8, kind: Kind) -> impl Iterator<Item = usize> {
        let units = self.units.iter().enumerate();
        units.filter(move |(_, unit)| unit.player == player && unit.kind == kind).map(|(id, _)| id)
    }

    /// The cell one step away, if a unit of this kind may stand on its terrain. [MAX-1.2]
    pub fn step_of(&self, id: usize, dir: Dir) -> Option<Pos> {
        let unit = &self.units[id];
        let to = unit.pos.step(dir);
        let open = unit.kind.stands_on(self.map.terrain_at(to)?);
        open.then_some(to)
    }
}

/// Counts the warriors of each team in each city.
fn garrisons(map: &Map, units: &[Unit]) -> Vec<[u16; TEAMS]> {
    let mut garrisons = vec![[0; TEAMS]; map.cities().len()];
    for unit in units.iter().filter(|unit| unit.kind == Kind::Warrior) {
        if let Some(city) = map.city_at(map.index(unit.pos)) {
            garrisons[city][unit.player as usize] += 1;
        }
    }
    garrisons
}
