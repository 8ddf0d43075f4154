//! A test player that attacks any neighbour, friend or foe: its games reach every collision.

use joust_madmax::player::{Death, Desk, Player};
use joust_madmax::{Dir, Kind};

pub(crate) struct Brawl;

impl Player for Brawl {
    fn play(&mut self, desk: &mut Desk<'_>) -> Result<(), Death> {
        for id in 0..desk.state.units().len() {
            let unit = desk.state.units()[id];
            if unit.player != desk.me || !desk.state.can_move(id) {
                continue;
            }
            let attack =
                Dir::EIGHT.into_iter().rfind(|dir| desk.state.unit_at(unit.pos.step(*dir)).is_some());
            let dir = match (attack, unit.kind) {
                (Some(dir), _) => dir,
                (None, Kind::Car) => Dir::EIGHT[desk.random.random(0, 7) as usize],
                (None, Kind::Warrior) => {
                    Dir::EIGHT[(2 * i32::from(desk.me) + desk.random.random(0, 3)) as usize % 8]
                }
            };
            desk.command(id, dir)?;
        }
        Ok(())
    }
}
