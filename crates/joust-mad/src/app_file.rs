//! The position file of the MAD app. [MAD-9.7]

use crate::draft::number;
use crate::{BadPosition, Board, Cell, Coord, Draft, Field, Position, Rules, Ship, Side};
use std::fmt::Write as _;

/// A position file that could be read.
///
/// ```
/// use joust_mad::{AppFile, Rules};
/// let text = "Version: 2\nTurn Number: 3\nGame Type: 6 by 4\n\nA6: Blue111\nD1: Red111\n";
/// let file = AppFile::read(text).unwrap();
/// let position = file.position(Rules::APP).unwrap();
/// assert_eq!(position.to_string(), "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 3 0 -");
/// assert!(AppFile::write(&position).unwrap().contains("D1: Red111\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppFile {
    /// The board that the file names.
    pub board: &'static Board,
    /// The position that the file describes, not yet validated.
    pub draft: Draft,
    /// Whether the file asks for positioning turns.
    pub positioning: bool,
    /// What the user should know, a sentence each.
    pub warnings: Vec<String>,
}

/// A fault and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LineFault {
    /// The line, counted from 1; the line after the last where something is missing.
    pub line: usize,
    /// The problem.
    pub problem: LineProblem,
}

/// What is wrong with a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineProblem {
    /// Not a key and a value.
    #[error("`{0}` should be `key: value` with exactly one colon")]
    Form(String),
    /// A key that stood before.
    #[error("`{0}` stands here a second time")]
    Repeated(String),
    /// A key that means nothing.
    #[error("`{key}` is neither a square such as C4 nor one of {known}")]
    Key {
        /// The key in the file.
        key: String,
        /// The keys that there are.
        known: String,
    },
    /// A value that is not a number.
    #[error("{key}: `{text}` is not a number")]
    Number {
        /// The key.
        key: &'static str,
        /// The value.
        text: String,
    },
    /// A file of a later version of the app.
    #[error("Version: {version} is newer than {newest}, the newest that is known")]
    Newer {
        /// The version of the file.
        version: u32,
        /// The newest that is known.
        newest: u32,
    },
    /// A line that this version must have.
    #[error("a file of version {version} needs a line `{key}: …`")]
    NeedsLine {
        /// The version of the file.
        version: u32,
        /// The key of the line.
        key: &'static str,
    },
    /// A line that every file must have.
    #[error("the line `{0}: …` is missing")]
    Missing(&'static str),
    /// A board that the app does not have.
    #[error("{key}: `{text}` is none of: {known}")]
    NoneOf {
        /// The key.
        key: &'static str,
        /// The value.
        text: String,
        /// The values that there are.
        known: String,
    },
    /// A value that is neither true nor false.
    #[error("{key}: `{text}` is neither true nor false")]
    Truth {
        /// The key.
        key: &'static str,
        /// The value.
        text: String,
    },
    /// A square without a ship behind its colon.
    #[error("`{0}` is not a ship such as Blue111 or Red212")]
    Ship(String),
    /// A square that is not on the board.
    #[error("the board {board} has no square {coord}")]
    NoSquare {
        /// The name of the board.
        board: String,
        /// The square.
        coord: Coord,
    },
    /// A square that has a ship.
    #[error("a second ship on {0}")]
    Occupied(Coord),
}

/// All faults of a file that cannot be read: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} [MAD-9.7]", joust_core::joined(.0))]
pub struct BadAppFile(pub Vec<LineFault>);

const VERSION: &str = "Version";
const TURN: &str = "Turn Number";
const GAME_TYPE: &str = "Game Type";
const SHAPE: &str = "Shape";
const COUNTER: &str = "Time since last expulsion";
const POSITIONING: &str = "With Initial Special Rule";
const KEYS: [&str; 6] = [VERSION, TURN, GAME_TYPE, SHAPE, COUNTER, POSITIONING];

/// The newest version: the one that is written.
const NEWEST: u32 = 2;

/// The lines of a file by key, with their numbers.
#[derive(Default)]
struct Lines<'a> {
    values: [Option<(usize, &'a str)>; KEYS.len()],
    ships: Vec<(usize, Coord, &'a str)>,
    faults: Vec<LineFault>,
    end: usize,
}

impl<'a> Lines<'a> {
    fn read(text: &'a str) -> Lines<'a> {
        let mut lines = Lines::default();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            lines.end = i + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                lines.take(i + 1, line);
            }
        }
        lines.end += 1;
        lines
    }

    fn take(&mut self, at: usize, line: &'a str) {
        let Some((key, value)) = line.split_once(':').filter(|(_, value)| !value.contains(':')) else {
            return self.fault(at, LineProblem::Form(line.to_owned()));
        };
        let (key, value) = (key.trim(), value.trim());
        if let Some(index) = KEYS.iter().position(|known| known.eq_ignore_ascii_case(key)) {
            if self.values[index].is_some() {
                self.fault(at, LineProblem::Repeated(key.to_owned()));
            } else {
                self.values[index] = Some((at, value));
            }
        } else if let Ok(coord) = key.parse() {
            self.ships.push((at, coord, value));
        } else {
            self.fault(at, LineProblem::Key { key: key.to_owned(), known: KEYS.join(", ") });
        }
    }

    fn fault(&mut self, line: usize, problem: LineProblem) {
        self.faults.push(LineFault { line, problem });
    }

    fn value(&self, key: &str) -> Option<(usize, &'a str)> {
        KEYS.iter().position(|known| *known == key).and_then(|index| self.values[index])
    }

    fn number(&mut self, key: &'static str) -> Option<u32> {
        let (at, text) = self.value(key)?;
        let value = number(text);
        if value.is_none() {
            self.fault(at, LineProblem::Number { key, text: text.to_owned() });
        }
        value
    }

    fn board(&mut self) -> Option<&'static Board> {
        let version = match self.number(VERSION) {
            Some(version) if version > NEWEST => {
                let at = self.value(VERSION).map_or(self.end, |(at, _)| at);
                self.fault(at, LineProblem::Newer { version, newest: NEWEST });
                return None;
            }
            version => version.unwrap_or(0),
        };
        let (key, names): (_, Vec<(&str, &str)>) = match version {
            0 => return Board::named("6x4"),
            1 => (SHAPE, vec![("6, 4", "6x4"), ("5, 5", "5x5")]),
            _ => {
                let types = Board::all().iter().filter_map(|board| Some((board.app_name()?, board.name())));
                (GAME_TYPE, types.collect())
            }
        };
        let Some((at, text)) = self.value(key) else {
            self.fault(self.end, LineProblem::NeedsLine { version, key });
            return None;
        };
        let tidy = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
        let found = names.iter().find(|(name, _)| tidy(name) == tidy(text));
        if found.is_none() {
            let known: Vec<_> = names.iter().map(|(name, _)| *name).collect();
            self.fault(at, LineProblem::NoneOf { key, text: text.to_owned(), known: known.join("; ") });
        }
        found.and_then(|(_, name)| Board::named(name))
    }
}

fn read_ship(text: &str) -> Option<(Side, Ship)> {
    let (side, digits) = if let Some(digits) = text.strip_prefix("Blue") {
        (Side::Blue, digits)
    } else {
        (Side::Red, text.strip_prefix("Red")?)
    };
    Some((side, digits.parse().ok()?))
}

impl AppFile {
    /// Whether a text is meant as a file of the app: the first line that says something is `key: value`.
    /// Records begin with a header, a comment in braces or an action, none of which has a colon.
    ///
    /// ```
    /// use joust_mad::AppFile;
    /// assert!(AppFile::is_meant("# mine\nTurn number: x"));
    /// assert!(!AppFile::is_meant("[Event \"1:0\"]\n\n1. pass pass"));
    /// ```
    pub fn is_meant(text: &str) -> bool {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        first.is_some_and(|line| line.contains(':') && !line.starts_with(['[', '{']))
    }

    /// Reads a file of any version, or says everything that is wrong with it.
    ///
    /// See [`AppFile`] for an example.
    pub fn read(text: &str) -> Result<AppFile, BadAppFile> {
        let mut lines = Lines::read(text);
        let board = lines.board();
        let turn = lines.number(TURN);
        if lines.value(TURN).is_none() {
            lines.fault(lines.end, LineProblem::Missing(TURN));
        }
        let counter = lines.number(COUNTER).unwrap_or(0);
        let positioning = match lines.value(POSITIONING) {
            None => true,
            Some((_, word)) if word.eq_ignore_ascii_case("true") => true,
            Some((_, word)) if word.eq_ignore_ascii_case("false") => false,
            Some((at, word)) => {
                lines.fault(at, LineProblem::Truth { key: POSITIONING, text: word.to_owned() });
                true
            }
        };
        let mut rows = board.map_or_else(Vec::new, empty_rows);
        for (at, coord, word) in std::mem::take(&mut lines.ships) {
            let Some((side, ship)) = read_ship(word) else {
                lines.fault(at, LineProblem::Ship(word.to_owned()));
                continue;
            };
            let Some(board) = board else { continue };
            if board.square(coord).is_none() {
                lines.fault(at, LineProblem::NoSquare { board: board.to_string(), coord });
                continue;
            }
            let cell = &mut rows[board.rows() - 1 - coord.row as usize][coord.column as usize];
            if *cell == Cell::Vacant {
                *cell = Cell::Ship(side, ship);
            } else {
                lines.fault(at, LineProblem::Occupied(coord));
            }
        }
        lines.faults.sort_by_key(|fault| fault.line);
        let (Some(board), Some(turn), []) = (board, turn, lines.faults.as_slice()) else {
            return Err(BadAppFile(lines.faults));
        };
        let mut warnings = Vec::new();
        if counter < turn.saturating_sub(1) {
            warnings.push(
                "the file does not say who expelled last: nobody is assumed, so the tie-break is blue's"
                    .to_owned(),
            );
        }
        let draft = Draft {
            rows,
            side: Field::Is(Side::of_turn(turn)),
            turn: Field::Is(turn),
            counter: Field::Is(counter),
            expeller: Field::Is(None),
            surplus: Vec::new(),
        };
        Ok(AppFile { board, draft, positioning, warnings })
    }

    /// The position in the file. The file itself settles whether there are positioning turns.
    ///
    /// See [`AppFile`] for an example.
    pub fn position(&self, rules: Rules) -> Result<Position, BadPosition> {
        let rules = Rules { positioning: self.positioning, ..rules };
        Position::from_draft(&self.draft, rules, Some(self.board))
    }

    /// Writes a position as a file of version 2; `None` on a board that the app does not have.
    /// The last expeller is lost, because the file has no place for it.
    ///
    /// See [`AppFile`] for an example.
    pub fn write(position: &Position) -> Option<String> {
        let board = position.board();
        let mut text = format!("{VERSION}: {NEWEST}\n{TURN}: {}\n", position.turn_number());
        let _ = writeln!(text, "{GAME_TYPE}: {}", board.app_name()?);
        let _ = writeln!(text, "{COUNTER}: {}", position.counter());
        let _ = writeln!(text, "{POSITIONING}: {}\n", position.rules().positioning);
        for square in board.squares() {
            if let Some((side, ship)) = position.at(square) {
                let coord = board.coord(square).to_string().to_uppercase();
                let side = if side == Side::Red { "Red" } else { "Blue" };
                let _ = writeln!(text, "{coord}: {side}{ship}");
            }
        }
        Some(text)
    }
}

fn empty_rows(board: &'static Board) -> Vec<Vec<Cell>> {
    let cell = |row: usize, column: usize| {
        let at = Coord { column: column as u8, row: row as u8 };
        if board.square(at).is_some() { Cell::Vacant } else { Cell::Missing }
    };
    let row = |row: usize| (0..board.columns()).map(|column| cell(row, column)).collect();
    (0..board.rows()).rev().map(row).collect()
}
