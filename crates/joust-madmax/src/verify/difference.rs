//! Where a file departs from what it should say, in words.

use crate::read_result::{place, quoted};
use crate::{LineColumn, Movement, ResultWriter, Settings, State};
use std::fmt;

/// The longest line that is shown whole.
const LONGEST: usize = 80;

/// A part of a file that does not follow from what it begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round that should have led to it; none for what stands before the first round.
    pub round: Option<i32>,
    /// The part of the game that is wrong.
    pub what: Subject,
    /// What the file should say.
    pub expected: String,
    /// What the file says.
    pub found: String,
    /// Where, in a file of text.
    pub place: Option<LineColumn>,
}

/// What a difference is about: a part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The lines before the first state.
    Header,
    /// A row of the map.
    Row(usize),
    /// A line of a state, by its first word.
    Line(&'static str),
    /// A level, place or owner of a unit.
    Unit {
        /// The number of the unit.
        id: usize,
        /// The level, or the place or the owner, by its name.
        field: &'static str,
    },
    /// A movement: which of the round, counted from 0.
    Movement(usize),
    /// An order of a player to a unit.
    Order {
        /// The number of the player.
        player: u8,
        /// The number of the unit.
        id: i32,
    },
    /// A state as a whole, known by its check.
    State,
    /// The whole result, known by its digest.
    Result,
    /// What follows the last state.
    End,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.round {
            Some(round) => write!(f, "round {round}, ")?,
            None => f.write_str("at the start, ")?,
        }
        match self.what {
            Subject::Header => f.write_str("header"),
            Subject::Row(row) => write!(f, "row {row} of the map"),
            Subject::Line(key) => f.write_str(key),
            Subject::Unit { id, field } => write!(f, "{field} of unit {id}"),
            Subject::Movement(number) => write!(f, "movement {number}"),
            Subject::Order { player, id } => write!(f, "order of player {player} to unit {id}"),
            Subject::State => f.write_str("state"),
            Subject::Result => f.write_str("result"),
            Subject::End => f.write_str("end of the file"),
        }?;
        write!(f, ": expected {}, found {}", self.expected, self.found)?;
        self.place.map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

impl std::error::Error for Difference {}

impl Difference {
    /// A state with another check than the record says.
    pub(super) fn of_check(round: Option<i32>, expected: Option<[u8; 2]>, found: [u8; 2]) -> Difference {
        let shown = |[a, b]: [u8; 2]| format!("check {a:02x}{b:02x}");
        let expected = expected.map_or_else(|| "no more states".to_owned(), shown);
        Difference { round, what: Subject::State, expected, found: shown(found), place: None }
    }

    /// A result with another digest than the record says.
    pub(super) fn of_digest() -> Difference {
        let (expected, found) = ("the recorded digest".to_owned(), "another one".to_owned());
        Difference { round: None, what: Subject::Result, expected, found, place: None }
    }

    /// The first order that a player would not give, or would and did not.
    pub(super) fn of_orders(
        round: i32,
        player: u8,
        expected: &[(i32, i32)],
        found: &[(i32, i32)],
    ) -> Option<Difference> {
        let at = (0..expected.len().max(found.len())).find(|at| expected.get(*at) != found.get(*at))?;
        let shown = |order: Option<&(i32, i32)>| {
            order.map_or_else(|| "none".to_owned(), |(id, dir)| format!("unit {id} in direction {dir}"))
        };
        let id = found.get(at).or(expected.get(at)).map_or(-1, |order| order.0);
        let (expected, found) = (shown(expected.get(at)), shown(found.get(at)));
        Some(Difference {
            round: Some(round),
            what: Subject::Order { player, id },
            expected,
            found,
            place: None,
        })
    }
}

/// A part of a result, to know what its lines mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Header,
    State { rows: usize, units: usize, state: i32 },
    Movements { round: i32 },
}

impl Part {
    pub(super) fn of_state(settings: &Settings, state: i32) -> Part {
        Part::State { rows: settings.rows as usize, units: settings.nb_units(), state }
    }

    fn round(self) -> Option<i32> {
        match self {
            Part::Header => None,
            Part::State { state, .. } => (state > 0).then_some(state - 1),
            Part::Movements { round } => Some(round),
        }
    }

    /// What a line is about, given what should stand on it before the place.
    fn what(self, line: usize, expected: &[u8], column: usize) -> Subject {
        const LINES: [&str; 5] = ["blank line", "round", "num_cities", "total_score", "status"];
        match self {
            Part::Header => Subject::Header,
            Part::Movements { .. } if line == 0 => Subject::Line("movements"),
            Part::Movements { .. } => Subject::Movement(line - 1),
            Part::State { rows, units, .. } => match line.checked_sub(2) {
                Some(row) if row < rows => Subject::Row(row),
                Some(line) if line - rows < LINES.len() => Subject::Line(LINES[line - rows]),
                Some(line) if line - rows - LINES.len() < units => {
                    let car = expected.first() == Some(&b'c');
                    let fields =
                        ["kind", "player", "row", "column", if car { "fuel" } else { "food" }, "water"];
                    let words = expected[..column.min(expected.len())].iter().filter(|byte| **byte == b' ');
                    let field = fields[words.count().min(fields.len() - 1)];
                    Subject::Unit { id: line - rows - LINES.len(), field }
                }
                _ => Subject::Line("blank line"),
            },
        }
    }
}

/// A text that is compared part by part with what it should be.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// Passes over a part that is as it should be.
    pub(super) fn expect(&mut self, expected: &[u8], part: Part) -> Result<(), Difference> {
        if let Some(difference) = self.difference(expected, part) {
            return Err(difference);
        }
        self.at += expected.len();
        Ok(())
    }

    pub(super) fn continues_with(&self, expected: &[u8]) -> bool {
        self.text[self.at..].starts_with(expected)
    }

    /// The first difference of the text that follows.
    pub(super) fn difference(&self, expected: &[u8], part: Part) -> Option<Difference> {
        if self.continues_with(expected) {
            return None;
        }
        let found = &self.text[self.at..];
        let same = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
        let line = place(expected, same).line - 1;
        let start = expected[..same].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let whole = |text: &'_ [u8]| text.split(|byte| *byte == b'\n').next().unwrap_or_default().to_owned();
        let (wanted, seen) = (whole(&expected[start..]), whole(&found[start..]));
        Some(Difference {
            round: part.round(),
            what: part.what(line, &wanted, same - start),
            expected: quoted(&wanted, LONGEST),
            found: if start == found.len() {
                "the end of the file".to_owned()
            } else {
                quoted(&seen, LONGEST)
            },
            place: Some(place(self.text, self.at + same)),
        })
    }

    /// How many lines of the text that follows are wrong.
    pub(super) fn wrong_lines(&self, expected: &[u8]) -> usize {
        let mut found = self.text[self.at..].split(|byte| *byte == b'\n');
        expected.split(|byte| *byte == b'\n').filter(|line| found.next() != Some(line)).count()
    }

    /// The beginning of the line that is `lines` lines further.
    pub(super) fn place_of_line(&self, lines: usize) -> LineColumn {
        let here = place(self.text, self.at);
        LineColumn { line: here.line + lines, column: 1 }
    }

    pub(super) fn expect_end(&self) -> Result<(), Difference> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(());
        }
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let (expected, found) = ("nothing".to_owned(), quoted(line, LONGEST));
        let place = Some(place(self.text, self.at));
        Err(Difference { round: None, what: Subject::End, expected, found, place })
    }
}

/// A state as a result shows it.
pub(super) fn state_text(state: &State) -> Vec<u8> {
    written(|out| out.state(state))
}

/// Movements as a result shows them.
pub(super) fn movements_text(movements: &[Movement]) -> Vec<u8> {
    written(|out| out.movements(movements))
}

fn written(write: impl FnOnce(&mut ResultWriter<Vec<u8>>) -> std::io::Result<()>) -> Vec<u8> {
    let mut out = ResultWriter::headless(Vec::new());
    // A vector takes all that is written.
    let _ = write(&mut out);
    out.finish().unwrap_or_default()
}

/// A movement that cannot be: what should stand there, and what does.
pub(super) fn unfit(round: i32, number: usize, why: &str, found: String, place: LineColumn) -> Difference {
    let what = Subject::Movement(number);
    Difference { round: Some(round), what, expected: why.to_owned(), found, place: Some(place) }
}
