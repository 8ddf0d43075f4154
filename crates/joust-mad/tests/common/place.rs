//! Positions from a few ships, for tests that go through many of them.

use joust_mad::{Board, Cell, Draft, Field, Position, Rules, Ship, Side, Square};

/// The position with just these ships on the board and a side to move, both positioning turns
/// behind it.
pub(crate) fn place(board: &'static Board, ships: &[(Side, Ship, Square)], side: Side) -> Position {
    let start = Position::start(board, Rules::CURRENT);
    let mut draft = Draft { side: Field::Is(side), ..Draft::default() };
    for row in Draft::from(&start).rows {
        let vacate = |cell| if cell == Cell::Missing { Cell::Missing } else { Cell::Vacant };
        draft.rows.push(row.into_iter().map(vacate).collect());
    }
    for (owner, ship, square) in ships {
        let at = board.coord(*square);
        draft.rows[board.rows() - 1 - at.row as usize][at.column as usize] = Cell::Ship(*owner, *ship);
    }
    Position::from_draft(&draft, Rules::CURRENT, Some(board)).unwrap_or_else(|why| panic!("{draft:?}: {why}"))
}
