//! How a round is played.

use crate::chance::{Chance, Encounter};
use crate::state::NOBODY;
use crate::{
    Dir, Event, Generator, Kind, Movement, NoPlace, OrderFault, State, TEAMS, Terrain, Unit, Witness,
};

/// The units that were captured in this round.
pub(crate) struct Killed(Vec<u64>);

impl Killed {
    pub(crate) fn none(units: usize) -> Killed {
        Killed(vec![0; units.div_ceil(64)])
    }

    fn add(&mut self, id: usize) {
        self.0[id / 64] |= 1 << (id % 64);
    }

    pub(crate) fn has(&self, id: usize) -> bool {
        self.0[id / 64] >> (id % 64) & 1 != 0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

impl State {
    /// [MAX-4.1] Plays one round with the selected movements: a pure function of state, movements and
    /// generator. Gives the movements that happened, in the order in which they were executed.
    ///
    /// See [`State`] for an example.
    pub fn play_round(
        &mut self,
        selected: &[Movement],
        random: &mut Generator,
        witness: &mut impl Witness,
    ) -> Result<Vec<Movement>, NoPlace> {
        let order = random.permutation(selected.len() as i32);
        self.play_in_order(order.into_iter().map(|which| selected[which]), random, witness)
    }

    /// The rest of a round once the order of the movements is drawn.
    pub(crate) fn play_in_order(
        &mut self,
        movements: impl Iterator<Item = Movement>,
        random: &mut Generator,
        witness: &mut impl Witness,
    ) -> Result<Vec<Movement>, NoPlace> {
        let mut killed = Killed::none(self.units.len());
        let happened = self.execute(movements, random, &mut killed, witness);
        self.consume(random, &mut killed, witness);
        if !killed.is_empty() {
            self.respawn(&killed, random, witness)?;
        }
        self.count_cities(witness);
        self.recharge(&killed);
        self.round += 1;
        Ok(happened)
    }

    /// [MAX-4.2] [MAX-4.3]
    pub(crate) fn execute(
        &mut self,
        movements: impl Iterator<Item = Movement>,
        random: &mut impl Chance,
        killed: &mut Killed,
        witness: &mut impl Witness,
    ) -> Vec<Movement> {
        let mut happened = Vec::with_capacity(movements.size_hint().0);
        for movement in movements {
            let id = movement.id as usize;
            let mut refused = |why| {
                let (id, dir) = (movement.id.into(), movement.dir as i32);
                witness.saw(Event::Refused { player: movement.player, id, dir, why });
            };
            if killed.has(id) {
                refused(OrderFault::Captured);
                continue;
            }
            let Some(to) = self.step_of(id, movement.dir) else {
                refused(OrderFault::Closed);
                continue;
            };
            match self.occupant[self.map.index(to)] {
                NOBODY => self.move_to(id, movement.dir, witness),
                other => self.meet(id, other as usize, movement.dir, random, killed, witness),
            }
            happened.push(movement);
        }
        happened
    }

    fn move_to(&mut self, id: usize, dir: Dir, witness: &mut impl Witness) {
        let from = self.units[id].pos;
        let to = from.step(dir);
        let (old, new) = (self.map.index(from), self.map.index(to));
        self.occupant[old] = NOBODY;
        self.occupant[new] = id as u16;
        self.units[id].pos = to;
        if self.units[id].kind == Kind::Warrior {
            let team = self.units[id].player;
            self.leave_garrison(old, team);
            if let Some(city) = self.map.city_at(new) {
                self.garrisons[city][team as usize] += 1;
                self.stirred = true;
            }
        }
        witness.saw(Event::Moved { id: id as u16, from, to, dir });
    }

    /// A warrior of this team has left this cell.
    fn leave_garrison(&mut self, cell: usize, team: u8) {
        if let Some(city) = self.map.city_at(cell) {
            self.garrisons[city][team as usize] -= 1;
            self.stirred = true;
        }
    }

    /// A unit moves onto another.
    fn meet(
        &mut self,
        id: usize,
        other: usize,
        dir: Dir,
        random: &mut impl Chance,
        killed: &mut Killed,
        witness: &mut impl Witness,
    ) {
        let (mover, met) = (self.units[id], self.units[other]);
        let (by, on) = (id as u16, other as u16);
        let in_dome = |unit: &Unit| {
            unit.kind == Kind::Warrior && self.map.terrain(self.map.index(unit.pos)) == Terrain::City
        };
        let dome = (in_dome(&mover) && in_dome(&met)).then_some((mover.water, mover.water + met.water));
        let teams = [mover.player, met.player];
        let luck = random.encounter(&Encounter { by: id, on: other, teams, dome });
        let [first, second] = luck.strangers;
        let same = mover.player == met.player;
        let heir = |team: u8| if same { first } else { team }; // [MAX-4.9]
        match (mover.kind, met.kind) {
            // [MAX-4.4]
            (Kind::Car, Kind::Car) => {
                witness.saw(Event::Collided { by, on });
                self.capture(other, first, killed, witness);
                self.capture(id, second, killed, witness);
            }
            // [MAX-4.5]
            (Kind::Car, Kind::Warrior) => {
                witness.saw(Event::RanOver { by, on });
                self.capture(other, heir(mover.player), killed, witness);
                self.move_to(id, dir, witness);
            }
            // [MAX-4.6]
            (Kind::Warrior, Kind::Car) => {
                witness.saw(Event::RanInto { by, on });
                self.capture(id, heir(met.player), killed, witness);
            }
            // [MAX-4.7] [MAX-4.8]
            (Kind::Warrior, Kind::Warrior) => {
                if let Some((water, of)) = dome {
                    let draw = luck.draw;
                    witness.saw(Event::Thunderdome { by, on, water, of, draw });
                    if draw < water {
                        self.capture(other, heir(mover.player), killed, witness);
                    } else {
                        self.capture(id, heir(met.player), killed, witness);
                    }
                } else {
                    self.attack(id, other, heir(mover.player), killed, witness);
                }
            }
        }
    }

    /// [MAX-4.8]
    fn attack(&mut self, id: usize, other: usize, heir: u8, killed: &mut Killed, witness: &mut impl Witness) {
        let (damage, most) = (self.map.settings().damage, self.map.settings().warriors_health);
        let victim = &mut self.units[other];
        let (food, water) = (victim.food.min(damage), victim.water.min(damage));
        victim.food -= food;
        victim.water -= water;
        let dead = victim.food <= 0 || victim.water <= 0;
        let attacker = &mut self.units[id];
        attacker.food = (attacker.food + food / 2).min(most);
        attacker.water = (attacker.water + water / 2).min(most);
        witness.saw(Event::Attacked { by: id as u16, on: other as u16, food, water });
        if dead {
            self.capture(other, heir, killed, witness);
        }
    }

    /// [MAX-4.10]
    fn capture(&mut self, id: usize, by: u8, killed: &mut Killed, witness: &mut impl Witness) {
        let unit = &mut self.units[id];
        let (from, at, kind) = (unit.player, unit.pos, unit.kind);
        unit.player = by;
        unit.refresh(self.map.settings());
        let cell = self.map.index(at);
        self.occupant[cell] = NOBODY;
        if kind == Kind::Warrior {
            self.leave_garrison(cell, from);
        }
        killed.add(id);
        witness.saw(Event::Captured { id: id as u16, from, by, at });
    }

    /// [MAX-4.11] [MAX-4.12]
    pub(crate) fn consume(
        &mut self,
        random: &mut impl Chance,
        killed: &mut Killed,
        witness: &mut impl Witness,
    ) {
        for id in 0..self.units.len() {
            if killed.has(id) || !self.can_move(id) {
                continue;
            }
            let unit = &mut self.units[id];
            match unit.kind {
                Kind::Car => unit.food -= i32::from(unit.food > 0),
                Kind::Warrior => {
                    unit.food -= 1;
                    unit.water -= 1;
                    let (food, water, player) = (unit.food == 0, unit.water == 0, unit.player);
                    if food || water {
                        let heir = random.heir(id, player);
                        witness.saw(Event::Starved { id: id as u16, food, water });
                        self.capture(id, heir, killed, witness);
                    }
                }
            }
        }
    }

    /// Gives each city to the team with most warriors in it, and each team its score. [MAX-4.14] [MAX-4.15]
    pub(crate) fn count_cities(&mut self, witness: &mut impl Witness) {
        if self.stirred {
            self.stirred = false;
            self.give_cities_away(witness);
        }
        for (total, cities) in self.total_score.iter_mut().zip(self.num_cities) {
            *total += i64::from(cities);
        }
    }

    fn give_cities_away(&mut self, witness: &mut impl Witness) {
        self.num_cities = [0; TEAMS];
        for (city, (owner, garrison)) in self.owners.iter_mut().zip(&self.garrisons).enumerate() {
            let most = garrison.iter().copied().max().unwrap_or(0);
            let mut leaders = (0..TEAMS).filter(|team| garrison[*team] == most);
            if let (Some(leader), None) = (leaders.next(), leaders.next())
                && garrison[*owner as usize] < most
            {
                witness.saw(Event::CityTaken { city: city as u16, from: *owner, by: leader as u8 });
                *owner = leader as u8;
            }
            self.num_cities[*owner as usize] += 1;
        }
    }

    /// [MAX-4.16]
    pub(crate) fn recharge(&mut self, killed: &Killed) {
        let (health, fuel) = (self.map.settings().warriors_health, self.map.settings().cars_fuel);
        for id in 0..self.units.len() {
            if killed.has(id) || !self.can_move(id) {
                continue;
            }
            let cell = self.map.index(self.units[id].pos);
            let unit = &mut self.units[id];
            match unit.kind {
                Kind::Warrior => {
                    if self.map.terrain(cell) == Terrain::City {
                        unit.food = health;
                    }
                    if self.map.is_near_water(cell) {
                        unit.water = health;
                    }
                }
                Kind::Car => {
                    if self.map.is_near_station(cell) {
                        unit.food = fuel;
                    }
                }
            }
        }
    }
}
