//! Boards: the values of the squares, and the tables made from them.

use crate::{Square, atlas};
use joust_core::{Seed, below};
use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex};

/// A board ready for play. It lives as long as the program, so that positions can point to it.
///
/// ```
/// use joust_wargame::Board;
/// let board = Board::named("Smolensk").unwrap();
/// assert_eq!((board.name(), board.columns(), board.rows(), board.total()), ("Smolensk", 6, 6, 1653));
/// let square = board.square_named("B1").unwrap();
/// assert_eq!((board.square_name(square).as_str(), board.value(square)), ("B1", 76));
/// assert_eq!(board.near(square).count_ones(), 3);
/// ```
#[derive(Debug)]
pub struct Board {
    name: String,
    columns: u8,
    rows: u8,
    pub(crate) values: [u8; Square::MAX],
    /// The squares of the board.
    pub(crate) all: u64,
    /// The squares that touch each square. [WAR-1.3]
    pub(crate) near: [u64; Square::MAX],
    /// The squares of the first column.
    first_column: u64,
    /// The symmetries of the values but the identity: each square's image. [WAR-7.1]
    symmetries: Vec<Vec<Square>>,
}

/// One reason why a text is not a board. [WAR-6.4]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardFault {
    /// The text has no rows.
    #[error("there are no values [WAR-6.4]")]
    Empty,
    /// Rows of different lengths.
    #[error("row {row} is {found} long where the first row is {expected} [WAR-6.4]")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// The length of the row.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// Larger than the game allows.
    #[error("the board is {columns}x{rows}: it may have at most 64 squares, and 16 along a side [WAR-1.1]")]
    TooLarge {
        /// Values in a row.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Something that is not a value.
    #[error("row {row}, column {column}: `{text}` is not a whole number from 0 to 99 [WAR-1.1]")]
    NotAValue {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// The text that stands there.
        text: String,
    },
}

/// Why a name that has the form of a corner or of a random board is not the name of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misnamed {
    /// A random board without its seed.
    #[error("a random board needs a seed: {0}:1")]
    NoSeed(String),
    /// A random board that is larger than the game allows.
    #[error("a board has at most 64 squares, and 16 along a side [WAR-1.1]")]
    TooLarge,
    /// A corner that is larger than the board.
    #[error("{name} is only {columns}x{rows}")]
    Beyond {
        /// The board.
        name: String,
        /// Its columns.
        columns: usize,
        /// Its rows.
        rows: usize,
    },
}

/// All reasons why a text is not a board: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board {name}: {}", joust_core::joined(faults))]
pub struct BadBoard {
    /// The name that the board was to have.
    pub name: String,
    /// What is wrong with it.
    pub faults: Vec<BoardFault>,
}

/// The most faults that are named: a file of something else has thousands.
const MAX_FAULTS: usize = 12;

/// What tells boards apart: the name, the number of columns and the values.
type Identity = (String, usize, Vec<u8>);

/// Boards live as long as the program, so that positions can point to them; each exists once.
static KNOWN: LazyLock<Mutex<HashMap<Identity, &'static Board>>> = LazyLock::new(Mutex::default);

impl Board {
    /// The longest side. [WAR-1.1]
    pub const MAX_SIDE: usize = 16;
    /// The highest value. [WAR-1.1]
    pub const MAX_VALUE: u8 = 99;

    /// The five boards of the search course, by name.
    ///
    /// ```
    /// use joust_wargame::Board;
    ///
    /// assert!(Board::OFFICIAL.iter().all(|name| Board::named(name).is_some()));
    /// ```
    pub const OFFICIAL: [&str; 5] = ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"];

    /// The boards that Joust knows by name, the default first.
    ///
    /// ```
    /// use joust_wargame::Board;
    /// assert_eq!((Board::all().count(), Board::all().next().unwrap().name()), (17, "Smolensk"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Board> {
        atlas::BOARDS.iter().filter_map(|entry| Board::named(entry.name))
    }

    /// The board that a name means: one of the atlas or an alias, a corner of one such as
    /// `Smolensk:5x5`, or a random one such as `random:6x6:42`. [WAR-6.3]
    ///
    /// ```
    /// use joust_wargame::Board;
    /// assert_eq!(Board::named("Smolensk:3x2").unwrap().text(), "66 76 28/31 39 50");
    /// assert_eq!(Board::named("random:6x6:42").unwrap().squares().count(), 36);
    /// assert!(Board::named("Paris").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Board> {
        if let Some(entry) = atlas::find(name) {
            return Board::read(entry.name, entry.values).ok();
        }
        let (base, columns, rows, seed) = shape(name)?;
        let is_side = |length: usize| (1..=Board::MAX_SIDE).contains(&length);
        if !is_side(columns) || !is_side(rows) || columns * rows > Square::MAX {
            return None;
        }
        if let (true, Some(seed)) = (base.eq_ignore_ascii_case("random"), seed) {
            let seed: Seed = seed.parse().ok()?;
            return Some(Board::random(columns, rows, seed));
        }
        let whole = Board::read(atlas::find(base)?.name, atlas::find(base)?.values).ok()?;
        if seed.is_some() || columns > whole.columns() || rows > whole.rows() {
            return None;
        }
        Some(Board::corner(whole, columns, rows))
    }

    /// What is wrong with a name such as `Smolensk:9x9` or `random:5x5`; `None` for the name of a board, and for
    /// a name of another form.
    ///
    /// ```
    /// let why = joust_wargame::Board::misnamed("Smolensk:9x9").unwrap();
    /// assert_eq!(why.to_string(), "Smolensk is only 6x6");
    /// ```
    pub fn misnamed(name: &str) -> Option<Misnamed> {
        let (base, columns, rows, seed) = shape(name)?;
        if base.eq_ignore_ascii_case("random") {
            let is_large = columns.max(rows) > Board::MAX_SIDE || columns * rows > Square::MAX;
            return match seed {
                None => Some(Misnamed::NoSeed(name.to_owned())),
                Some(_) => is_large.then_some(Misnamed::TooLarge),
            };
        }
        let whole = Board::named(base)?;
        let is_beyond = columns > whole.columns() || rows > whole.rows();
        let (name, columns, rows) = (whole.name().to_owned(), whole.columns(), whole.rows());
        is_beyond.then_some(Misnamed::Beyond { name, columns, rows })
    }

    /// The top left corner of a board.
    fn corner(whole: &Board, columns: usize, rows: usize) -> &'static Board {
        let line = |row| (0..columns).map(move |column| whole.value_at(column, row));
        let values: Vec<Vec<u8>> = (0..rows).map(|row| line(row).collect()).collect();
        Board::intern(format!("{}:{columns}x{rows}", whole.name), &values)
    }

    /// A board with values from 1 to 99 drawn from a seed.
    fn random(columns: usize, rows: usize, seed: Seed) -> &'static Board {
        let mut rng = seed.rng();
        let mut line = || (0..columns).map(|_| 1 + below(&mut rng, Board::MAX_VALUE.into()) as u8).collect();
        let values: Vec<Vec<u8>> = (0..rows).map(|_| line()).collect();
        Board::intern(format!("random:{columns}x{rows}:{seed}"), &values)
    }

    /// Reads the values of a board, or says everything that is wrong with them. [WAR-6.3] [WAR-6.4]
    ///
    /// ```
    /// use joust_wargame::Board;
    /// let board = Board::read("mine", "66 76 28\n31 39 50").unwrap();
    /// assert_eq!((board.columns(), board.rows()), (3, 2));
    /// assert_eq!(Board::read("ragged", "1 2\n3").unwrap_err().faults.len(), 1);
    /// ```
    pub fn read(name: &str, text: &str) -> Result<&'static Board, BadBoard> {
        let mut faults = Vec::new();
        let mut values: Vec<Vec<u8>> = Vec::new();
        let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().starts_with('#'));
        for line in lines.flat_map(|line| line.split('/')).filter(|line| !line.trim().is_empty()) {
            let row = values.len() + 1;
            let mut read = Vec::new();
            for (column, word) in line.split_whitespace().enumerate() {
                let plain = word.bytes().all(|byte| byte.is_ascii_digit());
                let value = word.parse().ok().filter(|value| plain && *value <= Board::MAX_VALUE);
                if value.is_none() {
                    faults.push(BoardFault::NotAValue { row, column: column + 1, text: word.to_owned() });
                }
                read.push(value.unwrap_or(0));
            }
            values.push(read);
        }
        let (columns, rows) = (values.first().map_or(0, Vec::len), values.len());
        for (i, row) in values.iter().enumerate().filter(|(_, row)| row.len() != columns) {
            faults.push(BoardFault::Ragged { row: i + 1, found: row.len(), expected: columns });
        }
        if rows == 0 {
            faults.push(BoardFault::Empty);
        }
        let longest = values.iter().map(Vec::len).max().unwrap_or(0);
        if longest.max(rows) > Board::MAX_SIDE || longest * rows > Square::MAX {
            faults.insert(0, BoardFault::TooLarge { columns: longest, rows });
        }
        if faults.is_empty() {
            // Records write the name into a header, which is one line.
            return Ok(Board::intern(name.replace(['\n', '\r'], " "), &values));
        }
        faults.truncate(MAX_FAULTS);
        Err(BadBoard { name: name.to_owned(), faults })
    }

    /// The one board with this name and these values, which must be in order.
    fn intern(name: String, values: &[Vec<u8>]) -> &'static Board {
        let (columns, rows) = (values[0].len(), values.len());
        let identity = (name, columns, values.concat());
        let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(board) = known.get(&identity) {
            return board;
        }
        let mut flat = [0; Square::MAX];
        flat[..identity.2.len()].copy_from_slice(&identity.2);
        let board = Board::make(identity.0.clone(), columns as u8, rows as u8, flat);
        known.entry(identity).or_insert(Box::leak(Box::new(board)))
    }

    fn make(name: String, columns: u8, rows: u8, values: [u8; Square::MAX]) -> Board {
        let count = columns as usize * rows as usize;
        let all = u64::MAX >> (Square::MAX - count);
        let mut near = [0; Square::MAX];
        for (index, near) in near.iter_mut().enumerate().take(count) {
            let (column, bit) = (index % columns as usize, 1_u64 << index);
            let left = if column > 0 { bit >> 1 } else { 0 };
            let right = if column + 1 < columns as usize { bit << 1 } else { 0 };
            *near = (left | right | bit >> columns | bit.checked_shl(columns.into()).unwrap_or(0)) & all;
        }
        let first_column = (0..rows).fold(0, |bits, row| bits | 1_u64 << (row * columns));
        let mut board =
            Board { name, columns, rows, values, all, near, first_column, symmetries: Vec::new() };
        board.symmetries = board.find_symmetries();
        board
    }

    /// Turns and mirror images that leave every value where an equal one was. [WAR-7.1]
    fn find_symmetries(&self) -> Vec<Vec<Square>> {
        let (columns, rows) = (self.columns(), self.rows());
        let mut found = Vec::new();
        for (mirror, turn, swap) in (1..8).map(|code| (code & 1 != 0, code & 2 != 0, code & 4 != 0)) {
            if swap && columns != rows {
                continue;
            }
            let image = |square: Square| {
                let (mut column, mut row) = (square.index() % columns, square.index() / columns);
                if mirror {
                    column = columns - 1 - column;
                }
                if turn {
                    row = rows - 1 - row;
                }
                if swap {
                    (column, row) = (row, column);
                }
                Square((row * columns + column) as u8)
            };
            let map: Vec<Square> = self.squares().map(image).collect();
            let same = self.squares().all(|square| self.value(square) == self.value(map[square.index()]));
            // On a board of one row or column several of them are one, or none at all.
            if same && !self.squares().eq(map.iter().copied()) && !found.contains(&map) {
                found.push(map);
            }
        }
        found
    }

    /// The name of the board.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// All squares, row by row from the top left.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.all.count_ones() as u8).map(Square)
    }

    /// All squares, as a bitboard.
    ///
    /// ```
    /// use joust_wargame::Board;
    /// let board = Board::named("Keren").unwrap();
    /// assert_eq!(board.mask(), board.squares().fold(0, |bits, square| bits | square.bit()));
    /// ```
    pub fn mask(&self) -> u64 {
        self.all
    }

    /// The squares that touch a square, as a bitboard. [WAR-1.3]
    pub fn near(&self, square: Square) -> u64 {
        self.near[square.index()]
    }

    /// The squares that touch any of these squares, as bitboards. [WAR-1.3]
    ///
    /// ```
    /// use joust_wargame::Board;
    /// let board = Board::named("Smolensk").unwrap();
    /// let [b2, c4] = ["B2", "C4"].map(|name| board.square_named(name).unwrap());
    /// assert_eq!(board.around(b2.bit() | c4.bit()), board.near(b2) | board.near(c4));
    /// ```
    #[inline]
    pub fn around(&self, squares: u64) -> u64 {
        let right = squares << 1 & !self.first_column;
        let left = (squares & !self.first_column) >> 1;
        (right | left | squares << self.columns | squares >> self.columns) & self.all
    }

    /// The value of a square.
    pub fn value(&self, square: Square) -> u8 {
        self.values[square.index()]
    }

    /// The sum of the values of all squares.
    pub fn total(&self) -> u32 {
        self.squares().map(|square| u32::from(self.value(square))).sum()
    }

    fn value_at(&self, column: usize, row: usize) -> u8 {
        self.values[row * self.columns() + column]
    }

    /// The name of a square, such as C3. [WAR-1.2]
    pub fn square_name(&self, square: Square) -> String {
        let (column, row) = (square.index() % self.columns(), square.index() / self.columns());
        format!("{}{}", (b'A' + column as u8) as char, row + 1)
    }

    /// The square with this name, in any case of letters; `None` where the board has no such square.
    pub fn square_named(&self, name: &str) -> Option<Square> {
        let letter = name.bytes().next()?.to_ascii_uppercase();
        let digits = name.get(1..)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let row: usize = digits.parse().ok().filter(|_| plain)?;
        let column = usize::from(letter.checked_sub(b'A')?);
        let fits = column < self.columns() && row <= self.rows();
        fits.then(|| Square(((row - 1) * self.columns() + column) as u8))
    }

    /// The symmetries of the values except the identity. Each is a list: the image of every square.
    ///
    /// ```
    /// use joust_wargame::Board;
    /// let board = Board::read("mirror", "1 2 1/3 4 3").unwrap();
    /// let [a1, c1] = ["A1", "C1"].map(|name| board.square_named(name).unwrap());
    /// assert_eq!(board.symmetries().len(), 1, "left and right can be exchanged");
    /// assert_eq!(board.symmetries()[0][a1.index()], c1);
    /// ```
    pub fn symmetries(&self) -> &[Vec<Square>] {
        &self.symmetries
    }

    /// The values as [`Board::read`] reads them, rows separated by `/`.
    ///
    /// See [`Board::named`] for an example.
    pub fn text(&self) -> String {
        let line = |row| {
            let values = (0..self.columns()).map(|column| self.value_at(column, row).to_string());
            values.collect::<Vec<_>>().join(" ")
        };
        (0..self.rows()).map(line).collect::<Vec<_>>().join("/")
    }
}

/// Each board exists once, so boards are equal when they are one object.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Board {}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The parts of a name such as `Smolensk:5x4` or `random:6x6:42`: its first word, columns, rows and seed.
fn shape(name: &str) -> Option<(&str, usize, usize, Option<&str>)> {
    let (base, rest) = name.split_once(':')?;
    let (size, seed) = rest.split_once(':').map_or((rest, None), |(size, seed)| (size, Some(seed)));
    let (columns, rows) = size.split_once(['x', 'X'])?;
    Some((base, columns.parse().ok()?, rows.parse().ok()?, seed))
}
