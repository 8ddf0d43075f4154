//! The contest's demonstration player, draw for draw.

use super::{Hand, Listener, Own};
use crate::{Action, Dir, Kind, Pos, Skirmish, Terrain, TooManyOrders};
use joust_core::{Answer, Asked, Fault, Player, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// Moves about without much sense: its purpose is to show the interface.
#[derive(Default)]
pub struct Demo {
    own: Own,
    /// Whether each car, from the first time it was seen, always drives up.
    climbs: BTreeMap<usize, bool>,
}

impl Player<Skirmish> for Demo {
    fn get_ready(&mut self, _: &Skirmish, _: Seat) -> Result<(), Fault> {
        *self = Demo::heard_by(self.own.cerr.take());
        Ok(())
    }

    fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        let climbs = &mut self.climbs;
        self.own.play(asked, |hand| orders(hand, climbs))
    }
}

impl Demo {
    /// A player whose error output goes to a listener, if there is one.
    pub(crate) fn heard_by(cerr: Option<Listener>) -> Demo {
        Demo { own: Own { cerr, ..Own::default() }, ..Demo::default() }
    }
}

fn orders(hand: &mut Hand<'_>, climbs: &mut BTreeMap<usize, bool>) -> Result<(), TooManyOrders> {
    if hand.is_my_turn() {
        let warriors: Vec<usize> = hand.state.units_of(hand.me, Kind::Warrior).collect();
        for which in hand.random.permutation(warriors.len() as i32) {
            let id = warriors[which];
            if let Some(dir) = warrior(hand, id) {
                hand.command(id, dir)?;
            }
        }
    }
    let cars: Vec<usize> = hand.state.units_of(hand.me, Kind::Car).collect();
    for id in cars {
        let climbs = *climbs.entry(id).or_insert_with(|| hand.random.random(0, 1) != 0);
        if hand.state.can_move(id) {
            let dir = if climbs { Dir::Top } else { Dir::EIGHT[hand.random.random(0, 7) as usize] };
            hand.command(id, dir)?;
        }
    }
    Ok(())
}

/// Where a warrior goes; nowhere when it only says where it stands.
fn warrior(hand: &mut Hand<'_>, id: usize) -> Option<Dir> {
    let state = hand.state;
    let unit = state.units()[id];
    if hand.random.random(0, 2) == 0 {
        return Some(Dir::Right);
    }
    if state.map().terrain_at(unit.pos) == Some(Terrain::City) {
        return Some(Dir::Bottom);
    }
    if state.round() < 40 {
        return Some(Dir::Left);
    }
    if state.round() < 120 {
        return Some(Dir::None);
    }
    if hand.random.random(0, 1) != 0 {
        let mut places = BTreeSet::new();
        while places.len() < 4 {
            // The column is drawn before the row: g++ evaluates arguments from the last.
            let col = hand.random.random(0, 59);
            let row = hand.random.random(0, 59);
            places.insert(Pos::new(row, col));
        }
        let pick = hand.random.random(0, 3) as usize;
        let row = places.iter().nth(pick).map_or(0, |place| place.row);
        return Some(if row >= 30 { Dir::Bottom } else { Dir::RT });
    }
    let car_at = |at: Pos| state.unit_at(at).is_some_and(|id| state.units()[id].kind == Kind::Car);
    if state.status()[0] > 0.8 {
        Some(Dir::Left)
    } else if state.total_score()[1] > 10_000 {
        Some(Dir::TL)
    } else if car_at(Pos::new(4, 2)) {
        Some(Dir::BR)
    } else if unit.food < 20 {
        Some(Dir::EIGHT[2 * hand.random.random(0, 3) as usize])
    } else if unit.water > 10 {
        Some(Dir::Left)
    } else if state.owner_at(Pos::new(10, 20)) == Some(2) {
        Some(Dir::None)
    } else if state.num_cities()[3] == 1 {
        Some(Dir::LB)
    } else {
        hand.say(&format!("{}\n", unit.pos));
        None
    }
}
