//! Positions from a few ships, for tests that go through many of them.

use joust_mad::{Board, Cell, Field, Position, Rules, Setup, Ship, Side, Square};

/// The position with just these ships on the board and a side to move, both positioning turns
/// behind it.
pub(crate) fn place(board: &'static Board, ships: &[(Side, Ship, Square)], side: Side) -> Position {
    let start = Position::start(board, Rules::CURRENT);
    let mut setup = Setup { side: Field::Is(side), ..Setup::default() };
    for row in Setup::from(&start).rows {
        let vacate = |cell| if cell == Cell::Missing { Cell::Missing } else { Cell::Vacant };
        setup.rows.push(row.into_iter().map(vacate).collect());
    }
    for (owner, ship, square) in ships {
        let at = board.coord(*square);
        setup.rows[board.rows() - 1 - at.row as usize][at.column as usize] = Cell::Ship(*owner, *ship);
    }
    Position::from_setup(&setup, Rules::CURRENT, Some(board)).unwrap_or_else(|why| panic!("{setup:?}: {why}"))
}
