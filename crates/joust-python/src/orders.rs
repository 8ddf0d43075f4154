//! Orders of Mad Max as Python gives them.

use crate::arrays::{read, whole};
use crate::errors;
use joust_core::Seat;
use joust_madmax::{Action, Dir, Orders, State, TEAMS};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

/// The actions of the seats that Python plays.
pub(crate) type Actions = [Option<Action>; TEAMS];

/// Reads the orders of a round: nothing, orders by seat, or a direction for each unit. Seats that are not awaited
/// from Python may have none.
pub(crate) fn read_round(
    given: Option<&Bound<'_, PyAny>>,
    state: &State,
    awaited: [bool; TEAMS],
) -> PyResult<Actions> {
    let mut actions: Actions =
        awaited.map(|is_awaited| is_awaited.then(|| Action::Orders(Orders::default())));
    let Some(given) = given else { return Ok(actions) };
    if let Ok(by_seat) = given.cast::<PyMapping>() {
        for pair in by_seat.items()? {
            let (seat, orders): (usize, Bound<'_, PyAny>) = pair.extract()?;
            let Some(Some(action)) = actions.get_mut(seat) else {
                let why =
                    if seat < TEAMS { "is not played from Python, or is dead" } else { "does not exist" };
                return Err(PyValueError::new_err(format!("seat {seat} {why}")));
            };
            *action = read_orders(&orders, state, seat)?;
        }
        return Ok(actions);
    }
    let directions = directions(given, state)?;
    for (seat, action) in actions.iter_mut().enumerate().filter(|(_, action)| action.is_some()) {
        *action = Some(Action::Orders(Orders::new(of_seat(&directions, state, seat))));
    }
    Ok(actions)
}

/// The orders of these directions for the units of a seat. Those for units of others say nothing.
fn of_seat(directions: &[(i32, i32)], state: &State, seat: usize) -> Vec<(i32, i32)> {
    let owner = |id: i32| {
        let unit = usize::try_from(id).ok().and_then(|id| state.units().get(id))?;
        Some(usize::from(unit.player))
    };
    directions.iter().filter(|(id, _)| owner(*id) == Some(seat)).copied().collect()
}

/// The orders of a seat: pairs of a unit and a direction, a direction for each unit, or the text of records.
fn read_orders(given: &Bound<'_, PyAny>, state: &State, seat: usize) -> PyResult<Action> {
    if let Ok(text) = given.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(|why| errors::illegal(given.py(), why));
    }
    let orders = match given.extract::<Vec<(i32, i32)>>() {
        Ok(pairs) => pairs,
        Err(_) if given.hasattr("dtype")? => of_array(given, state, seat)?,
        Err(why) => {
            let more = format!(
                "orders are pairs of a unit and a direction, an array of directions, or a text: {why}"
            );
            return Err(PyTypeError::new_err(more));
        }
    };
    Ok(Action::Orders(Orders::new(orders)))
}

/// Pairs in two columns, or a direction for each unit.
fn of_array(given: &Bound<'_, PyAny>, state: &State, seat: usize) -> PyResult<Vec<(i32, i32)>> {
    let shape: Vec<usize> = given.getattr("shape")?.extract()?;
    match shape[..] {
        [_, 2] => {
            let pairs = whole::<i32>(given, "orders", &shape)?;
            Ok(read(&pairs)?.as_slice()?.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
        }
        _ => Ok(of_seat(&directions(given, state)?, state, seat)),
    }
}

/// A direction for each unit, of which -1 and 8 stand for none.
fn directions(given: &Bound<'_, PyAny>, state: &State) -> PyResult<Vec<(i32, i32)>> {
    let none = Dir::None as i32;
    let given = whole::<i8>(given, "directions", &[state.units().len()])?;
    let given = read(&given)?;
    let orders = (0..).zip(given.as_slice()?.iter().map(|dir| i32::from(*dir)));
    Ok(orders.filter(|(_, dir)| *dir != none && *dir != -1).collect())
}

/// The seats of a set, as numbers.
pub(crate) fn numbers(seats: joust_core::Seats) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}
