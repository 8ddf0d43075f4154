//! A test player that attacks any neighbour, friend or foe: its games reach every collision.

use joust_core::{Answer, Asked, Fault, Player};
use joust_madmax::{Action, Dir, Generator, Kind, Orders, Skirmish};

#[derive(Default)]
pub(crate) struct Brawl(Option<Generator>);

impl Player<Skirmish> for Brawl {
    fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        let (state, me) = (asked.game.state(), asked.seat.index());
        let random = self.0.get_or_insert_with(|| Generator::for_player(asked.game.seed(), me));
        let mut orders = Vec::new();
        for (id, unit) in state.units().iter().enumerate() {
            if usize::from(unit.player) != me || !state.can_move(id) {
                continue;
            }
            let attack = Dir::EIGHT.into_iter().rfind(|dir| state.unit_at(unit.pos.step(*dir)).is_some());
            let dir = match (attack, unit.kind) {
                (Some(dir), _) => dir,
                (None, Kind::Car) => Dir::EIGHT[random.random(0, 7) as usize],
                (None, Kind::Warrior) => Dir::EIGHT[(2 * me as i32 + random.random(0, 3)) as usize % 8],
            };
            orders.push((id as i32, dir as i32));
        }
        Ok(give(orders))
    }
}

/// Orders as an answer.
pub(crate) fn give(orders: Vec<(i32, i32)>) -> Answer<Action> {
    Answer::new(Action::Orders(Orders::new(orders)))
}
