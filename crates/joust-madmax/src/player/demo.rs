//! The contest's demonstration player, draw for draw.

use super::{Death, Desk, Player};
use crate::{Dir, Kind, Pos, Terrain};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Moves about without much sense: its purpose is to show the interface.
#[derive(Clone, Debug, Default)]
pub struct Demo {
    /// Whether each car, from the first time it was seen, always drives up.
    climbs: BTreeMap<usize, bool>,
}

impl Player for Demo {
    fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), Death> {
        if desk.is_my_turn() {
            let warriors: Vec<usize> = desk.state.units_of(desk.me, Kind::Warrior).collect();
            for which in desk.random.permutation(warriors.len() as i32) {
                let id = warriors[which];
                if let Some(dir) = self.warrior(desk, id) {
                    desk.command(id, dir)?;
                }
            }
        }
        let cars: Vec<usize> = desk.state.units_of(desk.me, Kind::Car).collect();
        for id in cars {
            let climbs = *self.climbs.entry(id).or_insert_with(|| desk.random.random(0, 1) != 0);
            if desk.state.can_move(id) {
                let dir = if climbs { Dir::Top } else { Dir::EIGHT[desk.random.random(0, 7) as usize] };
                desk.command(id, dir)?;
            }
        }
        Ok(())
    }
}

impl Demo {
    /// Where a warrior goes; nowhere when it only says where it stands.
    #[expect(clippy::unused_self, reason = "a method, because its rules are the player's")]
    fn warrior(&self, desk: &mut Desk<'_>, id: usize) -> Option<Dir> {
        let state = desk.state;
        let unit = state.units()[id];
        if desk.random.random(0, 2) == 0 {
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
        if desk.random.random(0, 1) != 0 {
            let mut places = BTreeSet::new();
            while places.len() < 4 {
                // The column is drawn before the row: g++ evaluates arguments from the last.
                let col = desk.random.random(0, 59);
                let row = desk.random.random(0, 59);
                places.insert(Pos::new(row, col));
            }
            let pick = desk.random.random(0, 3) as usize;
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
            Some(Dir::EIGHT[2 * desk.random.random(0, 3) as usize])
        } else if unit.water > 10 {
            Some(Dir::Left)
        } else if state.owner_at(Pos::new(10, 20)) == Some(2) {
            Some(Dir::None)
        } else if state.num_cities()[3] == 1 {
            Some(Dir::LB)
        } else {
            let _ = writeln!(desk.cerr, "{}", unit.pos);
            None
        }
    }
}
