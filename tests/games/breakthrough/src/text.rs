//! The text of a position. [BRK-4.2] [BRK-4.3]

use crate::{Board, Position, Square};
use joust_core::{Duel as _, Seat};
use std::fmt;

/// One reason why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// The rows are not those of a board.
    #[error("rows: {0} is not the size of a board [BRK-4.3]")]
    Board(String),
    /// A character that is not one of three.
    #[error("rows: `{0}` is none of . w b [BRK-4.2]")]
    Character(char),
    /// The side to move is missing, or not one of two.
    #[error("side: `{0}` is neither w nor b [BRK-4.2]")]
    Side(String),
    /// Words after the side to move.
    #[error("fields: `{0}` stands after the side [BRK-4.2]")]
    Surplus(String),
    /// A side has more pawns than at the start.
    #[error("pawns: {0} has more than at the start [BRK-4.3]")]
    Pawns(&'static str),
    /// The side to move has won already.
    #[error("side: {0} is to move and has won already [BRK-4.3]")]
    Won(&'static str),
}

/// All reasons why a text is not a position: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joust_core::joined(.0))]
pub struct BadPosition(pub Vec<PositionFault>);

impl Position {
    /// Reads a position text, or says everything that is wrong with it. [BRK-4.2]
    pub fn read(text: &str) -> Result<Position, BadPosition> {
        let (mut faults, mut words) = (Vec::new(), text.split_whitespace());
        let rows: Vec<Vec<char>> =
            words.next().unwrap_or("").split('/').rev().map(|row| row.chars().collect()).collect();
        let fits = |board: &Board| {
            rows.len() == usize::from(board.rows)
                && rows.iter().all(|row| row.len() == usize::from(board.columns))
        };
        let board = Board::ALL.into_iter().find(fits);
        if board.is_none() {
            let lengths: Vec<String> = rows.iter().rev().map(|row| row.len().to_string()).collect();
            faults.push(PositionFault::Board(lengths.join("+")));
        }
        let letters = rows.iter().flatten().copied();
        faults.extend(letters.filter(|c| !"wb.".contains(*c)).map(PositionFault::Character));
        let side = match words.next() {
            Some("w") => Seat::FIRST,
            Some("b") => Seat::SECOND,
            other => {
                faults.push(PositionFault::Side(other.unwrap_or("").to_owned()));
                Seat::FIRST
            }
        };
        faults.extend(words.map(|word| PositionFault::Surplus(word.to_owned())));
        let Some(board) = board else { return Err(BadPosition(faults)) };
        let mut pawns = [0; 2];
        for (row, letters) in (0..).zip(&rows) {
            for (column, letter) in (0..).zip(letters) {
                if let Some(seat) = ['w', 'b'].iter().position(|own| own == letter) {
                    pawns[seat] |= Square(8 * row + column).bit();
                }
            }
        }
        let position = Position { board, pawns, side };
        // [BRK-4.3]
        for (name, own) in Position::SIDES.into_iter().zip(pawns) {
            if own.count_ones() > 2 * u32::from(board.columns) {
                faults.push(PositionFault::Pawns(name));
            }
        }
        if position.won(side).is_some() {
            faults.push(PositionFault::Won(Position::SIDES[side.index() & 1]));
        }
        if faults.is_empty() { Ok(position) } else { Err(BadPosition(faults)) }
    }
}

/// The position text. [BRK-4.2]
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |bit: u64| match self.pawns.map(|own| own & bit != 0) {
            [true, _] => 'w',
            [_, true] => 'b',
            _ => '.',
        };
        for row in (0..self.board.rows).rev() {
            let squares = Square::all_in(self.board.row(row));
            let line: String = squares.map(|square| letter(square.bit())).collect();
            write!(f, "{line}{}", if row > 0 { "/" } else { "" })?;
        }
        write!(f, " {}", if self.side == Seat::FIRST { 'w' } else { 'b' })
    }
}
