//! Boards: pictures of the starting position, and the tables made from them.

use crate::{Cell, Coord, Ship, Side, Square};
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A board as data: its squares, its set-up and its last rows all follow from a picture of the
/// starting position, in the form of position texts. [MAD-1.7] says how the last rows follow.
struct Definition {
    name: &'static str,
    app_name: &'static str,
    summary: &'static str,
    start: &'static str,
}

/// The boards that Joust knows. Another board is another entry here, or a file.
const DEFINITIONS: [Definition; 4] = [
    // [MAD-1.3]
    Definition {
        name: "6x4",
        app_name: "6 by 4",
        summary: "six rows of four squares, the first edition's board",
        start: "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212",
    },
    // [MAD-1.4]
    Definition {
        name: "5x5",
        app_name: "5 by 5",
        summary: "five rows of five squares",
        start: "b221,b111,b211,b222,b212/b121,,b122,,b112/,,,,/r121,,r122,,r112/r221,r111,r211,r222,r212",
    },
    // [MAD-1.5]
    Definition {
        name: "4x6",
        app_name: "4 by 6",
        summary: "28 squares: four rows of six, and a harbour of two on either side",
        start: "#,#,b111,b222,#,#/b221,b121,b122,b211,b212,b112/,,,,,/,,,,,/r221,r121,r122,r211,r212,r112/#,#,r111,r222,#,#",
    },
    // [MAD-1.6]
    Definition {
        name: "aztec",
        app_name: "Aztec Diamond",
        summary: "30 squares in the shape of a diamond",
        start: "#,#,b111,b222,#,#/#,b221,b122,b211,b212,#/,,b121,b112,,/,,,,,/,,r121,r112,,/#,r221,r122,r211,r212,#/#,#,r111,r222,#,#",
    },
];

static BUILT_IN: LazyLock<Vec<Board>> = LazyLock::new(|| {
    DEFINITIONS
        .iter()
        .map(|definition| {
            let mut board = Board::from_picture(definition.name, definition.start)
                .unwrap_or_else(|why| panic!("board {}: {why}", definition.name));
            board.app_name = Some(definition.app_name);
            definition.summary.clone_into(&mut board.summary);
            board
        })
        .collect()
});

/// What a two-square movement needs to know in one direction of the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way {
    /// The square midway; 0 where the board ends.
    pub(crate) midway: u32,
    /// Where a second step leads from there, the starting square left out. [MAD-3.2]
    pub(crate) beyond: u32,
}

/// A board ready for play.
///
/// ```
/// use joust_mad::{Board, Side};
/// let board = Board::named("6x4").unwrap();
/// assert_eq!((board.name(), board.summary()), ("6x4", "six rows of four squares, the first edition's board"));
/// assert_eq!((board.columns(), board.rows(), board.squares().count()), (4, 6, 24));
/// let (side, ship, square) = board.start()[0];
/// assert_eq!((side, ship.number(), board.coord(square).to_string().as_str()), (Side::Red, 221, "a1"));
/// let square = board.square("c2".parse().unwrap()).unwrap();
/// assert_eq!(board.coord(square).to_string(), "c2");
/// assert!(!board.is_last_row(Side::Red, square));
/// ```
#[derive(Debug)]
pub struct Board {
    name: String,
    summary: String,
    app_name: Option<&'static str>,
    columns: u8,
    rows: u8,
    coords: Vec<Coord>,
    start: Vec<(Side, Ship, Square)>,
    pub(crate) all: u32,
    pub(crate) near: [u32; Square::MAX],
    /// The squares at a distance of two steps.
    two_away: [u32; Square::MAX],
    pub(crate) ways: [[Way; 4]; Square::MAX],
    /// The last row of each side.
    pub(crate) last_row: [u32; 2],
    /// The squares from which one step can reach the last row of each side.
    pub(crate) before_last_row: [u32; 2],
    mirror: Option<Vec<Square>>,
    turned: Option<Vec<Square>>,
}

/// Why a picture is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// Rows of different lengths.
    #[error("row {row} has {found} squares where the top row has {expected} (a missing square is written #)")]
    Ragged {
        /// The row by its number on the board.
        row: usize,
        /// The length of the row.
        found: usize,
        /// The length of the top row.
        expected: usize,
    },
    /// Too large or empty.
    #[error("{0} squares: a board has from 2 to {max} squares, at most 26 columns and 99 rows", max = Square::MAX)]
    Size(usize),
    /// A square that cannot be read.
    #[error("`{text}` on {at} is neither a ship such as r211, nor nothing, nor #")]
    Unknown {
        /// The square.
        at: Coord,
        /// The text that stands there.
        text: String,
    },
    /// A side has two ships of one number.
    #[error("{0} has two ships {1}")]
    Twice(Side, Ship),
    /// A side has no corvette, so it could not lose.
    #[error("{0} has no corvette 111")]
    NoCorvette(Side),
}

impl Board {
    /// The boards that Joust knows by name, the default first.
    ///
    /// ```
    /// use joust_mad::Board;
    /// let names: Vec<_> = Board::all().iter().map(Board::name).collect();
    /// assert_eq!(names, ["6x4", "5x5", "4x6", "aztec"]);
    /// assert_eq!(Board::named("Aztec"), Some(&Board::all()[3]));
    /// ```
    pub fn all() -> &'static [Board] {
        &BUILT_IN
    }

    /// The board with this name, in any case of letters.
    ///
    /// See [`Board::all`] for an example.
    pub fn named(name: &str) -> Option<&'static Board> {
        Board::all().iter().find(|board| board.name.eq_ignore_ascii_case(name))
    }

    /// Makes a board from a picture of its starting position: the rows of a position text, from
    /// the top, separated by `/` or line ends.
    ///
    /// ```
    /// use joust_mad::{Board, Position, Rules};
    /// let board = Board::from_picture("tiny", "b111,#,b222\n,,\nr111,#,r222").unwrap();
    /// assert_eq!((board.squares().count(), board.picture().as_str()), (7, "b111,#,b222/,,/r111,#,r222"));
    /// let start = Position::start(board.leak(), Rules::APP);
    /// assert_eq!(start.to_string(), "b111,#,b222/,,/r111,#,r222 r 1 0 -");
    /// ```
    pub fn from_picture(name: &str, picture: &str) -> Result<Board, BadBoard> {
        let grid: Vec<Vec<Cell>> =
            picture.trim().split(['/', '\n']).map(|row| row.split(',').map(Cell::read).collect()).collect();
        Board::from_grid(name, &grid)
    }

    /// Keeps the board until the program ends, so that positions can point to it. Equal boards of one name
    /// are kept once, however often they are read.
    ///
    /// See [`Board::from_picture`] for an example.
    pub fn leak(self) -> &'static Board {
        static KEPT: Mutex<Vec<&'static Board>> = Mutex::new(Vec::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = kept.iter().find(|board| board.name == self.name && ***board == self) {
            return board;
        }
        let board = Box::leak(Box::new(self));
        kept.push(board);
        board
    }

    fn from_grid(name: &str, grid: &[Vec<Cell>]) -> Result<Board, BadBoard> {
        let rows = grid.len();
        let columns = grid.first().map_or(0, Vec::len);
        let mut coords = Vec::new();
        let mut start: Vec<(Side, Ship, Square)> = Vec::new();
        for (row, line) in grid.iter().rev().enumerate() {
            if line.len() != columns {
                return Err(BadBoard::Ragged { row: row + 1, found: line.len(), expected: columns });
            }
            if columns > Coord::MAX_COLUMNS || rows > Coord::MAX_ROWS {
                return Err(BadBoard::Size(rows * columns));
            }
            for (column, cell) in line.iter().enumerate() {
                let at = Coord { column: column as u8, row: row as u8 };
                let square = Square(coords.len() as u8);
                match cell {
                    Cell::Missing => continue,
                    Cell::Vacant => {}
                    Cell::Ship(side, ship) => {
                        if start.iter().any(|(s, k, _)| (s, k) == (side, ship)) {
                            return Err(BadBoard::Twice(*side, *ship));
                        }
                        start.push((*side, *ship, square));
                    }
                    Cell::Unknown(text) => return Err(BadBoard::Unknown { at, text: text.clone() }),
                }
                coords.push(at);
            }
        }
        if !(2..=Square::MAX).contains(&coords.len()) {
            return Err(BadBoard::Size(coords.len()));
        }
        for side in Side::BOTH {
            if !start.iter().any(|(s, k, _)| (*s, *k) == (side, Ship::CORVETTE)) {
                return Err(BadBoard::NoCorvette(side));
            }
        }
        let mut board = Board {
            name: name.to_owned(),
            summary: format!("{} squares", coords.len()),
            app_name: None,
            columns: columns as u8,
            rows: rows as u8,
            all: u32::MAX >> (Square::MAX - coords.len()),
            coords,
            start,
            near: [0; Square::MAX],
            two_away: [0; Square::MAX],
            ways: [[Way::default(); 4]; Square::MAX],
            last_row: [0; 2],
            before_last_row: [0; 2],
            mirror: None,
            turned: None,
        };
        board.make_tables();
        Ok(board)
    }

    fn make_tables(&mut self) {
        let steps = |at: Coord| {
            [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(right, up): (i8, i8)| Coord {
                column: at.column.wrapping_add_signed(right),
                row: at.row.wrapping_add_signed(up),
            })
        };
        for square in self.squares() {
            let next = steps(self.coord(square)).map(|at| self.square(at));
            self.near[square.index()] = next.iter().flatten().fold(0, |bits, near| bits | near.bit());
        }
        for square in self.squares() {
            let near = self.near[square.index()];
            let further = Square::all_in(near).fold(0, |bits, next| bits | self.near[next.index()]);
            self.two_away[square.index()] = further & !near & !square.bit();
        }
        for square in self.squares() {
            for (way, at) in steps(self.coord(square)).into_iter().enumerate() {
                if let Some(midway) = self.square(at) {
                    let beyond = self.near[midway.index()] & !square.bit();
                    self.ways[square.index()][way] = Way { midway: midway.bit(), beyond };
                }
            }
        }
        // [MAD-1.7] The squares with nothing behind them in their column: on a full board the whole
        // home row of the opponent, with missing squares only those on which the opponent starts.
        let full = self.coords.len() == self.columns() * self.rows();
        for side in Side::BOTH {
            let behind = |at: Coord, other: Coord| match side {
                Side::Red => other.row > at.row,
                Side::Blue => other.row < at.row,
            };
            let edge =
                |at: Coord| !self.coords.iter().any(|other| other.column == at.column && behind(at, *other));
            let home = |square: Square| {
                full || self.start.iter().any(|(owner, _, home)| (*owner, *home) == (side.other(), square))
            };
            self.last_row[side as usize] = self
                .squares()
                .filter(|square| edge(self.coord(*square)) && home(*square))
                .fold(0, |bits, square| bits | square.bit());
            self.before_last_row[side as usize] = Square::all_in(self.last_row[side as usize])
                .fold(0, |bits, square| bits | self.near[square.index()]);
        }
        let map = |image: &dyn Fn(Coord) -> Coord| -> Option<Vec<Square>> {
            self.coords.iter().map(|at| self.square(image(*at))).collect()
        };
        let keeps_last_rows = |map: &Vec<Square>, exchanged: bool| {
            Side::BOTH.iter().all(|side| {
                let image = Square::all_in(self.last_row[*side as usize])
                    .fold(0, |bits, square| bits | map[square.index()].bit());
                let target = if exchanged { side.other() } else { *side };
                image == self.last_row[target as usize]
            })
        };
        let (columns, rows) = (self.columns, self.rows);
        let mirror = map(&|at| Coord { column: columns - 1 - at.column, ..at });
        let turned = map(&|at| Coord { row: rows - 1 - at.row, ..at });
        self.mirror = mirror.filter(|map| keeps_last_rows(map, false));
        self.turned = turned.filter(|map| keeps_last_rows(map, true));
    }

    /// The name of the board on the command line and in records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A few words about the board.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The game type of the MAD app, if the app has the board. [MAD-9.7]
    pub(crate) fn app_name(&self) -> Option<&'static str> {
        self.app_name
    }

    /// Columns of the smallest rectangle around the board.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Rows of the smallest rectangle around the board.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// All squares, row by row from Red's left.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.coords.len() as u8).map(Square)
    }

    /// The name of a square.
    ///
    /// # Panics
    /// When the square belongs to a larger board.
    pub fn coord(&self, square: Square) -> Coord {
        self.coords[square.index()]
    }

    /// The square of that name, unless it is missing or off the board.
    pub fn square(&self, at: Coord) -> Option<Square> {
        // In order of rows and columns, so that the list can be searched by halves.
        let order = |other: &Coord| (other.row, other.column).cmp(&(at.row, at.column));
        self.coords.binary_search_by(order).ok().map(|index| Square(index as u8))
    }

    /// The ships at the start, with their sides and squares.
    pub fn start(&self) -> &[(Side, Ship, Square)] {
        &self.start
    }

    /// The starting position as [`Board::from_picture`] reads it; see there for an example.
    pub fn picture(&self) -> String {
        let place = |row: u8, column: u8| match self.square(Coord { column, row }) {
            None => Cell::Missing,
            Some(square) => self
                .start
                .iter()
                .find(|(_, _, home)| *home == square)
                .map_or(Cell::Vacant, |(side, ship, _)| Cell::Ship(*side, *ship)),
        };
        let line = |row| {
            (0..self.columns).map(|column| place(row, column).to_string()).collect::<Vec<_>>().join(",")
        };
        (0..self.rows).rev().map(line).collect::<Vec<_>>().join("/")
    }

    /// The squares at a distance of one step from a square, as a bitboard.
    ///
    /// ```
    /// use joust_mad::Board;
    /// let board = Board::named("6x4").unwrap();
    /// let b2 = board.square("b2".parse().unwrap()).unwrap();
    /// assert_eq!((board.near(b2).count_ones(), board.two_away(b2).count_ones()), (4, 6));
    /// ```
    #[inline]
    pub const fn near(&self, square: Square) -> u32 {
        self.near[square.index()]
    }

    /// The squares at a distance of two steps from a square, as a bitboard.
    ///
    /// See [`Board::near`] for an example.
    #[inline]
    pub const fn two_away(&self, square: Square) -> u32 {
        self.two_away[square.index()]
    }

    /// The squares from which one step can reach the last row of a side, as a bitboard.
    ///
    /// See [`Board::last_row`] for an example.
    #[inline]
    pub const fn before_last_row(&self, side: Side) -> u32 {
        self.before_last_row[side as usize]
    }

    /// The last row of a side, as a bitboard. [MAD-1.7]
    ///
    /// ```
    /// use joust_mad::{Board, Side};
    /// let board = Board::named("6x4").unwrap();
    /// let [last, before] = [board.last_row(Side::Red), board.before_last_row(Side::Red)];
    /// assert_eq!((last.count_ones(), before.count_ones()), (4, 8));
    /// assert_eq!(before & last, last, "a ship can also step along the last row");
    /// ```
    #[inline]
    pub const fn last_row(&self, side: Side) -> u32 {
        self.last_row[side as usize]
    }

    /// Whether a square lies on a side's last row.
    pub fn is_last_row(&self, side: Side, square: Square) -> bool {
        self.last_row[side as usize] & square.bit() != 0
    }

    /// Each square's image with left and right exchanged, if that is a symmetry. [MAD-10.1]
    ///
    /// ```
    /// use joust_mad::Board;
    /// let board = Board::named("6x4").unwrap();
    /// let a1 = board.square("a1".parse().unwrap()).unwrap();
    /// assert_eq!(board.coord(board.mirror().unwrap()[a1.index()]).to_string(), "d1");
    /// assert_eq!(board.coord(board.turned().unwrap()[a1.index()]).to_string(), "a6");
    /// ```
    pub fn mirror(&self) -> Option<&[Square]> {
        self.mirror.as_deref()
    }

    /// Each square's image with top and bottom exchanged, if that is a symmetry. [MAD-10.2]
    ///
    /// See [`Board::mirror`] for an example.
    pub fn turned(&self) -> Option<&[Square]> {
        self.turned.as_deref()
    }

    /// Whether a grid of cells has exactly the squares of this board.
    pub(crate) fn has_shape(&self, grid: &[Vec<Cell>]) -> bool {
        grid.len() == self.rows()
            && grid.iter().rev().enumerate().all(|(row, line)| {
                line.len() == self.columns()
                    && line.iter().enumerate().all(|(column, cell)| {
                        let at = Coord { column: column as u8, row: row as u8 };
                        self.square(at).is_none() == (*cell == Cell::Missing)
                    })
            })
    }
}

/// Boards are equal when their squares and their starting positions are equal; names do not count.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self, other) || (self.coords == other.coords && self.start == other.start)
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
