//! Our own sparring partner: it feeds its warriors, takes weak cities and holds its own.

mod cars;
mod field;
mod warriors;

use super::{Hand, Listener, Own};
use crate::{Action, Dir, Kind, Map, Pos, Skirmish, State, TEAMS, Terrain, Unit};
use field::{Field, Ways};
use joust_core::{Answer, Asked, Fault, Player, Seat};
use std::sync::Arc;

/// A plain, sound player to measure others by. Its only secret is that its warriors do not starve.
#[derive(Default)]
pub struct Dummy {
    own: Own,
    /// What it knows of the map, from its first round on.
    atlas: Option<Atlas>,
    /// Warriors on their way to food or water.
    needs: warriors::Needs,
}

impl Dummy {
    /// A player whose error output goes to a listener, if there is one.
    pub(crate) fn heard_by(cerr: Option<Listener>) -> Dummy {
        Dummy { own: Own { cerr, ..Own::default() }, ..Dummy::default() }
    }
}

impl Player<Skirmish> for Dummy {
    fn get_ready(&mut self, game: &Skirmish, _: Seat) -> Result<(), Fault> {
        *self = Dummy::heard_by(self.own.cerr.take());
        self.atlas = Some(Atlas::new(game.state().map()));
        Ok(())
    }

    fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        let map = asked.game.state().map();
        let atlas = match self.atlas.take() {
            Some(atlas) if Arc::ptr_eq(&atlas.map, map) => atlas,
            _ => {
                self.needs.clear();
                Atlas::new(map)
            }
        };
        let (atlas, needs) = (self.atlas.insert(atlas), &mut self.needs);
        self.own.play(asked, |hand| {
            let mut view = View::new(hand, atlas);
            if hand.is_my_turn() {
                warriors::play(hand, &mut view, needs)?;
            }
            cars::play(hand, &mut view)
        })
    }
}

/// Distances that never change.
#[derive(Clone, Debug)]
struct Atlas {
    map: Arc<Map>,
    /// Where warriors can go.
    foot: Ways,
    /// Where cars can go.
    wheels: Ways,
    /// A warrior's turns to each city, to the nearest one, and to water.
    to_city: Vec<Field>,
    to_food: Field,
    to_water: Field,
    /// Turns to water by way of a city, and to a city by way of water.
    to_food_and_water: Field,
    to_water_and_food: Field,
    /// A car's rounds to a station.
    to_fuel: Field,
}

impl Atlas {
    fn new(map: &Arc<Map>) -> Atlas {
        let cells = map.settings().rows as usize * map.settings().cols as usize;
        let foot =
            Ways::new(map, |terrain| matches!(terrain, Terrain::Desert | Terrain::Road | Terrain::City));
        let wheels = Ways::new(map, |terrain| matches!(terrain, Terrain::Desert | Terrain::Road));
        let cities = map.cities().iter();
        let to_city = cities.map(|city| foot.turns(city.cells.iter().map(|at| map.index(*at)))).collect();
        let to_food = foot.turns((0..cells).filter(|cell| map.city_at(*cell).is_some()));
        let to_water = foot.turns((0..cells).filter(|cell| map.is_near_water(*cell)));
        let to_fuel = wheels.rounds(map, (0..cells).filter(|cell| map.is_near_station(*cell)));
        Atlas {
            to_food_and_water: foot.turns_via(&to_food, &to_water),
            to_water_and_food: foot.turns_via(&to_water, &to_food),
            foot,
            wheels,
            to_city,
            to_food,
            to_water,
            to_fuel,
            map: Arc::clone(map),
        }
    }
}

/// One round as the player sees it.
struct View<'a> {
    state: &'a State,
    me: u8,
    atlas: &'a Atlas,
    /// The cells where units of ours stand or were sent: another unit of ours may not go there.
    taken: Vec<bool>,
    /// In how many rounds a foreign car can be on a cell; 0 when not before our next turn.
    peril: Vec<u8>,
}

impl<'a> View<'a> {
    fn new(hand: &Hand<'a>, atlas: &'a Atlas) -> View<'a> {
        let (state, me) = (hand.state, hand.me);
        let cells = atlas.foot.len();
        let mut view = View { state, me, atlas, taken: vec![false; cells], peril: vec![0; cells] };
        for unit in state.units() {
            match unit.kind {
                _ if unit.player == me => view.taken[atlas.map.index(unit.pos)] = true,
                Kind::Car => view.fear(unit),
                Kind::Warrior => {}
            }
        }
        view
    }

    /// Marks where a foreign car can be before our warriors move again.
    fn fear(&mut self, car: &Unit) {
        let map = &self.atlas.map;
        let mut reached = vec![map.index(car.pos)];
        for wait in 0..TEAMS as i32 {
            let its_turn = (self.state.round() + wait) % TEAMS as i32 == i32::from(car.player);
            for i in 0..reached.len() {
                if !its_turn && (map.terrain(reached[i]) != Terrain::Road || car.food <= wait) {
                    continue;
                }
                for next in self.atlas.wheels.from(reached[i]) {
                    if self.peril[next] == 0 || i32::from(self.peril[next]) > wait + 1 {
                        self.peril[next] = wait as u8 + 1;
                    }
                    if !reached.contains(&next) {
                        reached.push(next);
                    }
                }
            }
        }
    }

    fn cell(&self, at: Pos) -> usize {
        self.atlas.map.index(at)
    }

    fn unit_on(&self, cell: usize) -> Option<&'a Unit> {
        self.state.unit_at(self.atlas.map.pos(cell)).map(|id| &self.state.units()[id])
    }

    fn is_city(&self, cell: usize) -> bool {
        self.atlas.map.city_at(cell).is_some()
    }

    /// How deep in a city a cell is: 0 to 2.
    fn depth(&self, cell: usize) -> i32 {
        let around = self.atlas.foot.from(cell).filter(|next| self.is_city(*next)).count();
        if self.is_city(cell) { around as i32 / 4 } else { 0 }
    }

    /// The cells around a unit where it can stand, with their directions.
    fn around(&self, id: usize) -> impl Iterator<Item = (Dir, usize)> + use<'a> {
        let (state, map) = (self.state, &self.atlas.map);
        Dir::EIGHT.into_iter().filter_map(move |dir| Some((dir, map.index(state.step_of(id, dir)?))))
    }
}
