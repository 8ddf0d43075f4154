//! Cars: they hunt warriors outside cities and keep away from other cars.

use super::{Hand, View};
use crate::{Dir, Kind, TooManyOrders};

/// Rounds that a way to a station may take longer than it is.
const SLACK: i32 = 15;
/// What it is worth to be where no other car can be in this round.
const PERIL: i32 = 6;

pub(super) fn play(hand: &mut Hand<'_>, view: &mut View<'_>) -> Result<(), TooManyOrders> {
    let cars: Vec<usize> =
        view.state.units_of(view.me, Kind::Car).filter(|id| view.state.can_move(*id)).collect();
    if cars.is_empty() {
        return Ok(());
    }
    let atlas = view.atlas;
    let prey = view.state.units().iter().filter(|unit| unit.kind == Kind::Warrior && unit.player != view.me);
    let prey = prey.map(|unit| view.cell(unit.pos)).filter(|cell| !view.is_city(*cell));
    let to_prey = atlas.wheels.rounds(&atlas.map, prey);
    for id in cars {
        let unit = view.state.units()[id];
        let here = view.cell(unit.pos);
        let goal = if unit.food <= atlas.to_fuel.at(here) + SLACK { &atlas.to_fuel } else { &to_prey };
        let cost = |cell: usize| goal.at(cell) + if view.peril[cell] == 1 { PERIL } else { 0 };
        let is_prey = |cell: usize| view.unit_on(cell).is_some_and(|unit| unit.kind == Kind::Warrior);
        let free = view.around(id).filter(|(_, cell)| {
            !view.taken[*cell] && view.unit_on(*cell).is_none_or(|unit| unit.kind == Kind::Warrior)
        });
        let steps = free.map(|(dir, cell)| (cost(cell) - 3 * i32::from(is_prey(cell)), dir, cell));
        let best: Option<(i32, Dir, usize)> = steps.min_by_key(|step| step.0);
        if let Some((least, dir, cell)) = best
            && least < cost(here)
        {
            view.taken[cell] = true;
            hand.command(id, dir)?;
        }
    }
    Ok(())
}
