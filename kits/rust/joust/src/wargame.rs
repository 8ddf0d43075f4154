//! Positions of the War Game: who owns which square, which moves are legal, and what a move does.

use crate::Json;
use std::rc::Rc;

/// The letters of the sides in texts; a seat is an index of this list.
const SIDES: [char; 2] = ['b', 'g'];

/// What never changes in a game: the city and the rules.
#[derive(Clone, Debug)]
pub struct WarBoard {
    /// Columns of the city.
    pub columns: usize,
    /// Rows of the city.
    pub rows: usize,
    /// The value of each square.
    pub values: Vec<i64>,
    /// Whether one may drop where a blitz would conquer.
    pub optional: bool,
    /// The squares that touch each square.
    pub beside: Vec<Vec<usize>>,
}

impl WarBoard {
    /// The board of `hello.start`.
    pub fn new(start: &Json) -> WarBoard {
        let (columns, rows) = (start["columns"].size(), start["rows"].size());
        let touching = |square: usize| {
            let column = square % columns;
            let near = [
                square.checked_sub(columns),
                (column > 0).then(|| square - 1),
                (column + 1 < columns).then_some(square + 1),
                (square + columns < columns * rows).then_some(square + columns),
            ];
            near.into_iter().flatten().collect()
        };
        WarBoard {
            columns,
            rows,
            values: start["values"].integers(),
            optional: start["rules"].text() == "optional-blitz",
            beside: (0..columns * rows).map(touching).collect(),
        }
    }

    /// The number of a square: A1 is 0, B1 is 1, and so on, row by row from the top.
    pub fn square(&self, name: &str) -> usize {
        let row: usize = name[1..].parse().expect("a square is a letter and a number");
        (row - 1) * self.columns + usize::from(name.as_bytes()[0] - b'A')
    }

    /// The name of a square.
    pub fn name(&self, square: usize) -> String {
        let letter = char::from(b'A' + (square % self.columns) as u8);
        format!("{letter}{}", square / self.columns + 1)
    }
}

/// A position. It never changes: `play` gives another one.
#[derive(Clone, Debug)]
pub struct WarPosition {
    /// The board on which it is.
    pub board: Rc<WarBoard>,
    /// The seat that owns each square; `None` if it is vacant.
    pub owners: Vec<Option<usize>>,
    /// The seat to move: 0 is Blue, 1 is Green.
    pub side: usize,
}

impl WarPosition {
    /// Reads the text of a position.
    pub fn read(board: &Rc<WarBoard>, text: &str) -> WarPosition {
        let (rows, side) = text.split_once(' ').expect("a position has a side to move");
        let seat = |letter: char| SIDES.iter().position(|side| *side == letter);
        WarPosition {
            board: board.clone(),
            owners: rows.chars().filter(|letter| *letter != '/').map(seat).collect(),
            side: side.chars().next().and_then(seat).expect("the side to move is b or g"),
        }
    }

    /// The position as text.
    pub fn text(&self) -> String {
        let letter = |owner: &Option<usize>| owner.map_or('.', |seat| SIDES[seat]);
        let row = |owners: &[Option<usize>]| -> String { owners.iter().map(letter).collect() };
        let rows: Vec<String> = self.owners.chunks(self.board.columns).map(row).collect();
        format!("{} {}", rows.join("/"), SIDES[self.side])
    }

    /// The sum of the values of the squares that a seat owns.
    pub fn score(&self, seat: usize) -> i64 {
        let owned = self.owners.iter().zip(&self.board.values).filter(|(owner, _)| **owner == Some(seat));
        owned.map(|(_, value)| value).sum()
    }

    /// Whether all squares are taken.
    pub fn over(&self) -> bool {
        !self.owners.contains(&None)
    }

    /// The squares that a blitz on this square conquers.
    pub fn conquests(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let enemy = Some(1 - self.side);
        self.board.beside[square].iter().copied().filter(move |near| self.owners[*near] == enemy)
    }

    /// All legal moves, in the order of the referee's list.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for square in (0..self.owners.len()).filter(|square| self.owners[*square].is_none()) {
            let name = self.board.name(square);
            let blitz = self.board.beside[square].iter().any(|near| self.owners[*near] == Some(self.side));
            moves.push(if blitz { format!("blitz-{name}") } else { format!("drop-{name}") });
            if blitz && self.board.optional && self.conquests(square).next().is_some() {
                moves.push(format!("drop-{name}"));
            }
        }
        moves
    }

    /// The position after a legal move.
    pub fn play(&self, text: &str) -> WarPosition {
        let (word, name) = text.split_once('-').expect("a move is a word and a square");
        self.take(self.board.square(name), word == "blitz")
    }

    /// The position after a move, without its text: for a search that wants to be fast.
    pub fn take(&self, square: usize, blitz: bool) -> WarPosition {
        let mut after = self.clone();
        after.side = 1 - self.side;
        after.owners[square] = Some(self.side);
        if blitz {
            self.conquests(square).for_each(|near| after.owners[near] = Some(self.side));
        }
        after
    }
}
