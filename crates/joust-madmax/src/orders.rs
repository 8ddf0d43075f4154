//! Orders: what players ask for, and which of it is selected.

use crate::{Dir, Event, Refusal, State, TEAMS, Witness};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A selected movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Movement {
    /// Who ordered it.
    pub player: u8,
    /// The unit.
    pub id: u16,
    /// Where it goes.
    pub dir: Dir,
}

/// A player gave more orders than a round allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Too many commands.")]
pub struct TooManyOrders;

/// The orders of one player in one round, as it gave them.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    given: Vec<(i32, i32)>,
    units: BTreeSet<i32>,
    calls: u32,
}

impl Orders {
    /// The most calls in a round.
    pub const MOST: u32 = 1000;

    /// Forgets the orders of the last round.
    pub fn clear(&mut self) {
        self.given.clear();
        self.units.clear();
        self.calls = 0;
    }

    /// [MAX-3.2] Orders a unit to go somewhere. Only the first order for a unit counts; a further one is
    /// dropped with a warning on `cerr`, but counts as a call.
    pub fn command(&mut self, id: i32, dir: i32, cerr: &mut impl Write) -> Result<(), TooManyOrders> {
        self.calls += 1;
        if self.calls > Orders::MOST {
            let _ = writeln!(cerr, "ERROR: {TooManyOrders}");
            return Err(TooManyOrders);
        }
        if self.units.insert(id) {
            self.given.push((id, dir));
        } else {
            let _ = writeln!(cerr, "warning: action already requested for unit {id}");
        }
        Ok(())
    }

    /// Takes orders that a player has collected elsewhere, by the same rule and without a word.
    pub fn collect(&mut self, orders: impl IntoIterator<Item = (i32, i32)>) -> Result<(), TooManyOrders> {
        orders.into_iter().try_for_each(|(id, dir)| self.command(id, dir, &mut String::new()))
    }

    /// The first order for every unit, in the order given.
    pub fn given(&self) -> &[(i32, i32)] {
        &self.given
    }
}

/// The orders of all players in one round.
pub type RoundOrders = [Vec<(i32, i32)>; TEAMS];

impl State {
    /// [MAX-3.4] Selects the movements of a round from the orders of all players. What is dropped gives a
    /// warning, except the direction None.
    pub fn select(
        &self,
        orders: &[&[(i32, i32)]; TEAMS],
        warnings: &mut impl Write,
        witness: &mut impl Witness,
    ) -> Vec<Movement> {
        let mut selected = Vec::with_capacity(orders.iter().map(|orders| orders.len()).sum());
        for (player, orders) in orders.iter().enumerate() {
            let player = player as u8;
            for &(id, dir) in *orders {
                let mut refuse = |why| witness.saw(Event::Refused { player, id, dir, why });
                let Some(unit) = usize::try_from(id).ok().and_then(|id| self.units.get(id)) else {
                    let _ = writeln!(warnings, "warning: id out of range :{id}");
                    refuse(Refusal::NoSuchUnit);
                    continue;
                };
                if unit.player != player {
                    let _ = writeln!(warnings, "warning: not own unit: {id} {} {player}", unit.player);
                    refuse(Refusal::NotOwn(unit.player));
                    continue;
                }
                match Dir::from_number(dir) {
                    None => {
                        let _ = writeln!(warnings, "warning: direction not valid: {dir}");
                        refuse(Refusal::BadDirection);
                    }
                    Some(Dir::None) => {}
                    Some(_) if !self.can_move(id as usize) => {
                        let _ = writeln!(warnings, "warning: cannot move: {id} {player} {}", self.round);
                        refuse(Refusal::CannotMove);
                    }
                    Some(dir) => selected.push(Movement { player, id: id as u16, dir }),
                }
            }
        }
        selected
    }
}
