//! Drafts: any text that may be meant as a position. [MAD-9.3]
//!
//! Reading a draft never fails. What cannot be understood is kept as it stands, so that
//! [`Position::from_draft`](crate::Position::from_draft) can name every fault at once.

use crate::{Coord, Position, Ship, Side};
use std::fmt;

/// What stands on a place of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A square without a ship: nothing between two commas.
    Vacant,
    /// A place where the board has no square: `#`.
    Missing,
    /// A ship of a side.
    Ship(Side, Ship),
    /// A text that is none of these.
    Unknown(String),
}

impl Cell {
    /// Reads what stands between two commas.
    pub(crate) fn read(text: &str) -> Cell {
        let text = text.trim();
        match text {
            "" => return Cell::Vacant,
            "#" => return Cell::Missing,
            _ => {}
        }
        let mut chars = text.chars();
        let side = chars.next().and_then(Side::from_letter);
        match (side, chars.as_str().parse()) {
            (Some(side), Ok(ship)) => Cell::Ship(side, ship),
            _ => Cell::Unknown(text.to_owned()),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Vacant => Ok(()),
            Cell::Missing => f.write_str("#"),
            Cell::Ship(side, ship) => write!(f, "{}{ship}", side.letter()),
            Cell::Unknown(text) => f.write_str(text),
        }
    }
}

/// A field behind the rows of a position text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    /// The field is left out.
    #[default]
    Absent,
    /// The field is as it should be.
    Is(T),
    /// The field has a text that means nothing.
    Unreadable(String),
}

impl<T> Field<T> {
    fn read(word: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> Field<T> {
        match word {
            None => Field::Absent,
            Some(word) => parse(word).map_or_else(|| Field::Unreadable(word.to_owned()), Field::Is),
        }
    }
}

/// A draft of a position: what a text or an editor says, before it is validated.
///
/// ```
/// use joust_mad::{Draft, Position, Rules};
/// let draft = Draft::read("b111,,,/,,,/,,,/,,,/,,,/,,,r333 r");
/// assert_eq!(draft.ships().count(), 1, "333 is not a ship, and is kept as it stands");
/// let bad = Position::from_draft(&draft, Rules::default(), None).unwrap_err();
/// assert_eq!(bad.0[0].to_string(), "d1: `r333` is not a ship: r or b and three digits, each 1 or 2 [MAD-1.1]");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The rows from the top.
    pub rows: Vec<Vec<Cell>>,
    /// The side to move.
    pub side: Field<Side>,
    /// The number of the turn.
    pub turn: Field<u32>,
    /// Turns since the last expulsion.
    pub counter: Field<u32>,
    /// The side that expelled last.
    pub expeller: Field<Option<Side>>,
    /// Words after the last field.
    pub surplus: Vec<String>,
}

impl Draft {
    /// Reads a position text. It never fails: what cannot be understood stays in the draft.
    ///
    /// See [`Draft`] for an example.
    pub fn read(text: &str) -> Draft {
        let mut words = text.split_whitespace();
        let grid = words.next().unwrap_or("");
        let letter = |word: &str| match word.as_bytes() {
            [byte] => Side::from_letter(*byte as char),
            _ => None,
        };
        Draft {
            rows: grid.split('/').map(|row| row.split(',').map(Cell::read).collect()).collect(),
            side: Field::read(words.next(), letter),
            turn: Field::read(words.next(), number),
            counter: Field::read(words.next(), number),
            expeller: Field::read(words.next(), |word| match word {
                "-" => Some(None),
                word => letter(word).map(Some),
            }),
            surplus: words.map(str::to_owned).collect(),
        }
    }

    /// The name of a place in the grid; row 0 is the top.
    pub(crate) fn coord(&self, row_from_top: usize, column: usize) -> Coord {
        let row = (self.rows.len() - 1 - row_from_top).min(Coord::MAX_ROWS);
        Coord { column: column.min(Coord::MAX_COLUMNS) as u8, row: row as u8 }
    }

    /// All ships that could be read, with the names of their squares.
    pub fn ships(&self) -> impl Iterator<Item = (Coord, Side, Ship)> {
        self.rows.iter().enumerate().flat_map(move |(row, cells)| {
            cells.iter().enumerate().filter_map(move |(column, cell)| match cell {
                Cell::Ship(side, ship) => Some((self.coord(row, column), *side, *ship)),
                _ => None,
            })
        })
    }
}

/// Reads a number of digits alone, without a sign or blanks.
pub(crate) fn number(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}

impl From<&Position> for Draft {
    fn from(position: &Position) -> Draft {
        let board = position.board();
        let cell = |row: usize, column: usize| {
            let at = Coord { column: column as u8, row: row as u8 };
            match board.square(at).map(|square| position.at(square)) {
                None => Cell::Missing,
                Some(None) => Cell::Vacant,
                Some(Some((side, ship))) => Cell::Ship(side, ship),
            }
        };
        let rows = (0..board.rows()).rev();
        Draft {
            rows: rows.map(|row| (0..board.columns()).map(|column| cell(row, column)).collect()).collect(),
            side: Field::Is(position.side()),
            turn: Field::Is(position.turn_number()),
            counter: Field::Is(position.counter().into()),
            expeller: Field::Is(position.expeller()),
            surplus: Vec::new(),
        }
    }
}

/// The position text, with all fields. [MAD-9.3]
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in Draft::from(self).rows.iter().enumerate() {
            let slash = if i > 0 { "/" } else { "" };
            f.write_str(slash)?;
            for (j, cell) in row.iter().enumerate() {
                let comma = if j > 0 { "," } else { "" };
                write!(f, "{comma}{cell}")?;
            }
        }
        let expeller = self.expeller().map_or('-', Side::letter);
        write!(f, " {} {} {} {expeller}", self.side().letter(), self.turn_number(), self.counter())
    }
}
