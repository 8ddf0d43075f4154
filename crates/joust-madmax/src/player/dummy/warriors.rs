//! Warriors: food and water first, then cities, and enemies that stand in the way.

use super::field::Field;
use super::{Hand, View};
use crate::{Dir, Kind, TEAMS, TooManyOrders, Unit};
use std::collections::BTreeMap;

/// Turns that a way may take longer than it is.
const SLACK: i32 = 5;
/// How near to a city an enemy must be to count as an attacker of it.
const NEAR: i32 = 3;
/// How many blows an enemy outside is worth when there is something else to do.
const WORTH: i32 = 3;
/// Large enough to sort urgent errands before all others.
const FIRST: i32 = 1 << 20;
/// What a turn of the way is worth, and what it is worth to avoid a car that can come in 1, 2, 3
/// or 4 rounds.
const TURN: i32 = 4;
const PERIL: [i32; TEAMS + 1] = [0, 9, 7, 6, 5];

/// Where a warrior is to go.
struct Errand<'a> {
    id: usize,
    goal: &'a Field,
    /// It dies if it does not get there.
    is_urgent: bool,
}

/// How many warriors of each team are in a city or near it.
type Siege = [i32; TEAMS];

fn strongest_foe(siege: &Siege, me: u8) -> i32 {
    (0..TEAMS).filter(|team| *team != usize::from(me)).map(|team| siege[team]).max().unwrap_or(0)
}

/// What a warrior goes for until it has it, so that it does not turn back half-way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Food,
    Water,
}

/// The needs of warriors by their numbers.
pub(super) type Needs = BTreeMap<usize, Need>;

pub(super) fn play(hand: &mut Hand<'_>, view: &mut View<'_>, needs: &mut Needs) -> Result<(), TooManyOrders> {
    let sieges = sieges(view);
    needs.retain(|id, need| {
        let unit = &view.state.units()[*id];
        unit.player == view.me && goal(view, *need).at(view.cell(unit.pos)) > 0
    });
    let mut errands = errands(view, &sieges, needs);
    // Warriors in need have the right of way; among the others, those in front.
    errands.sort_by_key(|errand| {
        let unit = &view.state.units()[errand.id];
        let turns = errand.goal.at(view.cell(unit.pos));
        if errand.is_urgent { unit.food.min(unit.water) - turns - FIRST } else { turns }
    });
    let mut blows = vec![0; view.state.units().len()];
    for errand in &errands {
        let dares = hand.random.random(0, 3) == 0;
        let dir = fight(view, errand, &mut blows).or_else(|| walk(view, errand, dares));
        if let Some(dir) = dir {
            hand.command(errand.id, dir)?;
        }
    }
    Ok(())
}

fn sieges(view: &View<'_>) -> Vec<Siege> {
    let mut sieges = vec![Siege::default(); view.atlas.to_city.len()];
    for unit in view.state.units().iter().filter(|unit| unit.kind == Kind::Warrior) {
        let cell = view.cell(unit.pos);
        for (siege, to) in sieges.iter_mut().zip(&view.atlas.to_city) {
            siege[usize::from(unit.player)] += i32::from(to.at(cell) <= NEAR);
        }
    }
    sieges
}

fn goal<'a>(view: &View<'a>, need: Need) -> &'a Field {
    match need {
        Need::Food => &view.atlas.to_food,
        Need::Water => &view.atlas.to_water,
    }
}

/// What a warrior must go for now, if it must.
fn need(view: &View<'_>, unit: &Unit) -> Option<Need> {
    let atlas = view.atlas;
    let cell = view.cell(unit.pos);
    let (to_food, to_water) = (atlas.to_food.at(cell), atlas.to_water.at(cell));
    // What is left over when it gets both, one after the other.
    let food_first = (unit.food - to_food).min(unit.water - atlas.to_food_and_water.at(cell));
    let water_first = (unit.water - to_water).min(unit.food - atlas.to_water_and_food.at(cell));
    if food_first.max(water_first) > SLACK {
        return None;
    }
    let food = to_food > 0 && (to_water == 0 || food_first > water_first);
    Some(if food { Need::Food } else { Need::Water })
}

/// Gives every warrior an errand: food or water to those in need, cities to the others.
fn errands<'a>(view: &View<'a>, sieges: &[Siege], needs: &mut Needs) -> Vec<Errand<'a>> {
    let atlas = view.atlas;
    let mut errands = Vec::new();
    let mut free = Vec::new();
    for id in view.state.units_of(view.me, Kind::Warrior) {
        let unit = &view.state.units()[id];
        let half = atlas.map.settings().warriors_health / 2;
        // A warrior that its city can spare drinks before it must.
        let is_idle = atlas.map.city_at(view.cell(unit.pos)).is_some_and(|city| {
            let (mine, foe) = (sieges[city][usize::from(view.me)], strongest_foe(&sieges[city], view.me));
            view.state.owners()[city] == view.me && mine > foe + 1
        });
        if !needs.contains_key(&id)
            && let Some(need) = need(view, unit)
        {
            needs.insert(id, need);
        }
        if let Some(need) = needs.get(&id) {
            errands.push(Errand { id, goal: goal(view, *need), is_urgent: true });
        } else if is_idle && unit.water < half {
            errands.push(Errand { id, goal: &atlas.to_water, is_urgent: false });
        } else {
            free.push(id);
        }
    }
    assign(view, sieges, free, &mut errands);
    errands
}

/// Gives every city just enough warriors, nearest first; those that are left go to the nearest city that is
/// not ours.
fn assign<'a>(view: &View<'a>, sieges: &[Siege], free: Vec<usize>, errands: &mut Vec<Errand<'a>>) {
    let atlas = view.atlas;
    let mut wanted: Vec<i32> = Vec::new();
    let mut pairs = Vec::new();
    for (city, siege) in sieges.iter().enumerate() {
        let is_mine = view.state.owners()[city] == view.me;
        let others = strongest_foe(siege, view.me);
        wanted.push(if is_mine { others.max(1) + 1 } else { others + 1 });
        let burden = if is_mine { 0 } else { 2 * others };
        for id in &free {
            let turns = atlas.to_city[city].at(view.cell(view.state.units()[*id].pos));
            pairs.push((turns + burden, *id, city));
        }
    }
    pairs.sort_unstable();
    let mut city_of = vec![None; view.state.units().len()];
    for (_, id, city) in &pairs {
        if city_of[*id].is_none() && wanted[*city] > 0 {
            city_of[*id] = Some(*city);
            wanted[*city] -= 1;
        }
    }
    for id in free {
        let nearest = |mine: bool| {
            let fitting = pairs
                .iter()
                .find(|(_, of, city)| *of == id && (mine || view.state.owners()[*city] != view.me));
            fitting.map(|(_, _, city)| *city)
        };
        if let Some(city) = city_of[id].or_else(|| nearest(false)).or_else(|| nearest(true)) {
            errands.push(Errand { id, goal: &atlas.to_city[city], is_urgent: false });
        }
    }
}

/// The best attack on a neighbour, if one is worth it.
fn fight(view: &mut View<'_>, errand: &Errand<'_>, blows: &mut [i32]) -> Option<Dir> {
    let unit = view.state.units()[errand.id];
    let here = view.cell(unit.pos);
    let damage = view.atlas.map.settings().damage;
    let is_there = errand.goal.at(here) == 0;
    let mut best: Option<(i32, Dir, usize, usize)> = None;
    for (dir, cell) in view.around(errand.id) {
        let Some(other) = view.unit_on(cell) else { continue };
        if other.player == view.me || other.kind == Kind::Car {
            continue;
        }
        let id = view.state.unit_at(other.pos).unwrap_or(0);
        let left = other.food.min(other.water) - damage * blows[id];
        if left <= 0 {
            continue;
        }
        let worth = if view.is_city(here) && view.is_city(cell) {
            if blows[id] > 0 || unit.water < other.water {
                continue;
            }
            100 + unit.water - other.water
        } else {
            let needed = (left + damage - 1) / damage;
            if needed > WORTH && (errand.is_urgent || !is_there) {
                continue;
            }
            90 - needed
        };
        if best.is_none_or(|(most, ..)| worth > most) {
            best = Some((worth, dir, id, cell));
        }
    }
    best.map(|(_, dir, id, cell)| {
        blows[id] += 1;
        // Nor may a car of ours go there.
        view.taken[cell] = true;
        dir
    })
}

/// The best step towards the goal, if one is better than staying.
fn walk(view: &mut View<'_>, errand: &Errand<'_>, dares: bool) -> Option<Dir> {
    let here = view.cell(view.state.units()[errand.id].pos);
    let cost = |cell: usize| {
        let peril = if view.is_city(cell) || dares { 0 } else { PERIL[usize::from(view.peril[cell])] };
        let peril = if errand.is_urgent { peril / 2 } else { peril };
        // Inside a city, make room at the gates.
        let depth = if errand.goal.at(cell) == 0 { view.depth(cell) } else { 0 };
        TURN * errand.goal.at(cell) + peril - depth
    };
    let free = view.around(errand.id).filter(|(_, cell)| !view.taken[*cell] && view.unit_on(*cell).is_none());
    let (least, dir, cell) = free.map(|(dir, cell)| (cost(cell), dir, cell)).min_by_key(|step| step.0)?;
    // Rather a step aside than none.
    let impatience = i32::from(errand.goal.at(here) > 0);
    if least >= cost(here) + impatience {
        return None;
    }
    view.taken[cell] = true;
    Some(dir)
}
