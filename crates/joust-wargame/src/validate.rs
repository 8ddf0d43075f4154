//! Reading positions. [WAR-6.2] [WAR-6.4]

use crate::{Board, Position, Rules, Side};

/// One reason why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// More or fewer rows than the board has.
    #[error("rows: {found} instead of {expected} on the board {board} [WAR-6.4]")]
    Rows {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        expected: usize,
        /// The name of the board.
        board: String,
    },
    /// A row that is longer or shorter than the board's.
    #[error("row {row}: {found} long instead of {expected} [WAR-6.4]")]
    RowLength {
        /// Counted from 1 at the top.
        row: usize,
        /// Squares of the row.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// A character that means nothing.
    #[error("row {row}, column {column}: `{found}` is none of . b g [WAR-6.2]")]
    Character {
        /// Counted from 1 at the top.
        row: usize,
        /// Counted from 1 at the left.
        column: usize,
        /// The character that stands there.
        found: char,
    },
    /// The side to move is missing.
    #[error("side: the side to move is missing: add b or g [WAR-6.2]")]
    NoSide,
    /// The second field is not a side.
    #[error("side: `{0}` is neither b nor g [WAR-6.2]")]
    UnknownSide(String),
    /// More words than there are fields.
    #[error("fields: `{0}` stands after the side to move [WAR-6.2]")]
    Surplus(String),
}

/// All reasons why a text is not a position: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joust_core::joined(.0))]
pub struct BadPosition(pub Vec<PositionFault>);

impl Position {
    /// Reads a position text, or says everything that is wrong with it.
    ///
    /// ```
    /// use joust_wargame::{Board, Position, Rules};
    /// let board = Board::read("mine", "66 76 28/31 39 50").unwrap();
    /// let position = Position::read("b../.g. b", board, Rules::default()).unwrap();
    /// assert_eq!(position.to_string(), "b../.g. b");
    /// let bad = Position::read("b../.x", board, Rules::default()).unwrap_err();
    /// assert_eq!(bad.0.len(), 3, "{bad}");
    /// ```
    pub fn read(text: &str, board: &'static Board, rules: Rules) -> Result<Position, BadPosition> {
        let mut faults = Vec::new();
        let mut words = text.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or("").split('/').collect();
        if rows.len() != board.rows() {
            let (found, expected) = (rows.len(), board.rows());
            faults.push(PositionFault::Rows { found, expected, board: board.to_string() });
        }
        let mut owned = [0_u64; 2];
        for (i, line) in rows.iter().enumerate() {
            let (found, expected) = (line.chars().count(), board.columns());
            if found != expected {
                faults.push(PositionFault::RowLength { row: i + 1, found, expected });
            }
            for (j, letter) in line.chars().enumerate() {
                let bit = 1_u64.checked_shl((i * board.columns() + j) as u32).unwrap_or(0);
                match Side::from_letter(letter) {
                    Some(side) => owned[side as usize] |= bit,
                    None if letter == '.' => {}
                    None => {
                        faults.push(PositionFault::Character { row: i + 1, column: j + 1, found: letter });
                    }
                }
            }
        }
        let side = match words.next() {
            Some("b") => Side::Blue,
            Some("g") => Side::Green,
            other => {
                faults.push(
                    other.map_or(PositionFault::NoSide, |word| PositionFault::UnknownSide(word.to_owned())),
                );
                Side::Blue
            }
        };
        faults.extend(words.map(|word| PositionFault::Surplus(word.to_owned())));
        if faults.is_empty() {
            Ok(Position::new(board, rules, owned, side))
        } else {
            Err(BadPosition(faults))
        }
    }
}
