//! Result files, `.res`: reading them.
//!
//! A result is read block by block, so that its size does not matter. Like the original's viewer
//! the reader takes any blanks between words; that a text is laid out as the original writes it is
//! seen by writing it again.

use crate::{
    Block, Dir, Header, Kind, LineColumn, Movement, Origin, Pos, Settings, Snapshot, TEAMS, Terrain, Unit,
};

/// What is missing when a text ends within a row.
const REST_OF_ROW: &str = "the rest of a row of the map";
/// The longest word that is shown whole.
const LONGEST: usize = 40;

/// Why a text is not a result, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct BadResult {
    /// Where the fault is.
    pub place: LineColumn,
    /// What the fault is.
    pub fault: ResultFault,
}

/// What can be wrong with a result by itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultFault {
    /// Something else stands here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What should stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// A setting that no game has.
    #[error("{key}: {help}")]
    Setting {
        /// The name of the setting.
        key: &'static str,
        /// What it must be.
        help: String,
    },
    /// A row of the map with a wrong length.
    #[error("row {row} of the map has {found} characters instead of {expected}")]
    Row {
        /// The number of the row.
        row: usize,
        /// The length of the row.
        found: usize,
        /// The width of the map.
        expected: usize,
    },
    /// The text ends too early.
    #[error("the result ends here, in the middle: {missing} is missing")]
    Ends {
        /// What should follow.
        missing: String,
    },
    /// The text goes on after the last state.
    #[error("the last state was read, but {found} follows")]
    GoesOn {
        /// The word that follows.
        found: String,
    },
}

/// Reads a result block by block: a state, then movements and a state for every round. The result of a game
/// that was stopped ends after one of its states.
///
/// ```
/// use joust_madmax::{Block, CompactRecord, Config, Origin, ResultReader, Settings, Source};
/// let settings = Settings { nb_rounds: 2, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let text = CompactRecord::play(config, Origin::Game, 30, ["Null"; 4]).unwrap().result().unwrap();
/// let mut reader = ResultReader::new(&text).unwrap();
/// assert_eq!((reader.header().seed, reader.header().settings), (30, settings));
/// let mut states = 0;
/// while let Some(block) = reader.next_block().unwrap() {
///     states += u32::from(matches!(block, Block::State(_)));
/// }
/// assert_eq!(states, 3);
/// ```
#[derive(Clone, Debug)]
pub struct ResultReader<'a> {
    text: &'a [u8],
    at: usize,
    header: Header,
    /// Blocks read so far: the even ones are states.
    blocks: u64,
    /// The owners of the units in the last state, for the movements that follow.
    owners: Vec<u8>,
    broken: bool,
}

impl<'a> ResultReader<'a> {
    /// A reader of this text, after its header.
    ///
    /// See [`ResultReader`] for an example.
    pub fn new(text: &'a [u8]) -> Result<Self, BadResult> {
        let settings = Settings::default();
        let header = Header { origin: Origin::Game, seed: 0, settings, names: Default::default() };
        let mut reader = ResultReader { text, at: 0, header, blocks: 0, owners: Vec::new(), broken: false };
        let origin = reader.word("`Game` or `SecGame`")?;
        reader.header.origin = match origin {
            b"Game" => Origin::Game,
            b"SecGame" => Origin::SecGame,
            other => return Err(reader.unexpected(other, "`Game` or `SecGame`")),
        };
        reader.key("Seed")?;
        reader.header.seed = reader.number("the seed", 0, i32::MAX.into())? as i32;
        Settings::VERSION.iter().try_for_each(|word| reader.key(word))?;
        let mut values = [0; Settings::KEYS.len()];
        let mut ends = [0; Settings::KEYS.len()];
        for (i, key) in Settings::KEYS.iter().enumerate() {
            reader.key(key)?;
            values[i] = reader.number("a whole number", i32::MIN.into(), i32::MAX.into())? as i32;
            ends[i] = reader.at - 1;
        }
        let settings = Settings::from_values(values);
        let fault = match values[0] {
            4 => settings.faults().into_iter().next(),
            other => Some(("nb_players", format!("{other} players, but the game is for 4"))),
        };
        if let Some((key, help)) = fault {
            let index = Settings::KEYS.iter().position(|known| *known == key).unwrap_or(0);
            return Err(reader.fault(ends[index], ResultFault::Setting { key, help }));
        }
        reader.header.settings = settings;
        reader.key("names")?;
        for seat in 0..TEAMS {
            let word = reader.word("the name of a player")?;
            let name = str::from_utf8(word).map_err(|_| reader.unexpected(word, "a name in UTF-8"))?;
            name.clone_into(&mut reader.header.names[seat]);
        }
        Ok(reader)
    }

    /// What stands before the first state.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads the next block; `None` after the last state, when only blanks may follow. That is the state after
    /// the last round, or the one after which the text of a stopped game ends.
    ///
    /// See [`ResultReader`] for an example.
    pub fn next_block(&mut self) -> Result<Option<Block>, BadResult> {
        let rounds = self.header.settings.nb_rounds as u64;
        if self.blocks > 2 * rounds {
            self.skip_blanks();
            if self.at == self.text.len() {
                return Ok(None);
            }
            let (at, found) = (self.at, self.word("the end")?);
            return Err(self.fault(at, ResultFault::GoesOn { found: quoted(found, LONGEST) }));
        }
        let block = if self.blocks.is_multiple_of(2) {
            Block::State(self.state()?)
        } else {
            self.skip_blanks();
            if self.at == self.text.len() {
                return Ok(None);
            }
            Block::Movements(self.movements()?)
        };
        self.blocks += 1;
        Ok(Some(block))
    }

    fn state(&mut self) -> Result<Snapshot, BadResult> {
        let Settings { rows, cols, nb_rounds, .. } = self.header.settings;
        let (rows, cols) = (rows as usize, cols as usize);
        // Nothing is reserved that the text cannot fill.
        let left = self.text.len() - self.at;
        let mut shot =
            Snapshot { grid: Vec::with_capacity(left.min(rows * cols)), cols, ..Snapshot::default() };
        for row in 0..rows {
            let line = self.word("a row of the map")?;
            let start = self.at - line.len();
            if line.len() < cols && self.at == self.text.len() {
                return Err(self.fault(self.at, ResultFault::Ends { missing: REST_OF_ROW.to_owned() }));
            }
            if line.len() != cols {
                let fault = ResultFault::Row { row, found: line.len(), expected: cols };
                return Err(self.fault(start, fault));
            }
            if let Some(col) = line.iter().position(|letter| Terrain::from_letter(*letter).is_none()) {
                let found = format!("`{}`", line[col].escape_ascii());
                let expected = "one of . R W S X 0 1 2 3".to_owned();
                return Err(self.fault(start + col, ResultFault::Unexpected { expected, found }));
            }
            shot.grid.extend_from_slice(line);
        }
        self.key("round")?;
        shot.round = self.number("a round", 0, nb_rounds.into())? as i32;
        self.key("num_cities")?;
        for cities in &mut shot.num_cities {
            *cities = self.number("a number of cities", 0, i32::MAX.into())? as i32;
        }
        self.key("total_score")?;
        for score in &mut shot.total_score {
            *score = self.number("a score", 0, i64::MAX)?;
        }
        self.key("status")?;
        for status in &mut shot.status {
            *status = self.status()?;
        }
        let units = self.header.settings.nb_units();
        shot.units.reserve(units.min(self.text.len() - self.at));
        for _ in 0..units {
            shot.units.push(self.unit(rows, cols)?);
        }
        self.owners.clear();
        self.owners.extend(shot.units.iter().map(|unit| unit.player));
        Ok(shot)
    }

    fn status(&mut self) -> Result<f64, BadResult> {
        let expected = "a share of time from 0 to 1, or -1";
        let word = self.word(expected)?;
        if word == b"0" {
            return Ok(0.0);
        }
        let value = str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
        let value = value.filter(|value| (0.0..=1.0).contains(value) || (*value + 1.0).abs() < f64::EPSILON);
        value.ok_or_else(|| self.unexpected(word, expected))
    }

    fn unit(&mut self, rows: usize, cols: usize) -> Result<Unit, BadResult> {
        let kind = match self.word("a unit")? {
            b"w" => Kind::Warrior,
            b"c" => Kind::Car,
            other => return Err(self.unexpected(other, "a unit, w or c")),
        };
        let player = self.number("a player from 0 to 3", 0, 3)? as u8;
        let row = self.number("a row", 0, rows as i64 - 1)? as i32;
        let col = self.number("a column", 0, cols as i64 - 1)? as i32;
        let most = Settings::LARGEST_LEVEL.into();
        let food = self.number("food or fuel", 0, most)? as i32;
        let water = self.number("water", 0, most)? as i32;
        Ok(Unit { kind, player, pos: Pos::new(row, col), food, water })
    }

    fn movements(&mut self) -> Result<Vec<Movement>, BadResult> {
        self.key("movements")?;
        let mut movements = Vec::new();
        loop {
            let word = self.word("a movement or -1")?;
            if word == b"-1" {
                return Ok(movements);
            }
            let id = number(word).and_then(|id| usize::try_from(id).ok());
            let Some((id, player)) = id.and_then(|id| Some((id, *self.owners.get(id)?))) else {
                let expected = format!("a unit from 0 to {} or -1", self.owners.len() - 1);
                return Err(self.unexpected(word, &expected));
            };
            let letter = self.word("a direction")?;
            let dir = if let [letter] = letter { Dir::from_letter(*letter) } else { None };
            let Some(dir) = dir.filter(|dir| *dir != Dir::None) else {
                return Err(self.unexpected(letter, "a direction, one of b w r x t y l z"));
            };
            movements.push(Movement { player, id: id as u16, dir });
        }
    }

    fn skip_blanks(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn word(&mut self, what: &str) -> Result<&'a [u8], BadResult> {
        self.skip_blanks();
        let begin = self.at;
        while self.text.get(self.at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        if begin == self.at {
            return Err(self.fault(begin, ResultFault::Ends { missing: what.to_owned() }));
        }
        Ok(&self.text[begin..self.at])
    }

    fn key(&mut self, key: &str) -> Result<(), BadResult> {
        match self.word(key)? {
            word if word == key.as_bytes() => Ok(()),
            other => Err(self.unexpected(other, &format!("`{key}`"))),
        }
    }

    fn number(&mut self, what: &str, least: i64, most: i64) -> Result<i64, BadResult> {
        let word = self.word(what)?;
        number(word)
            .filter(|value| (least..=most).contains(value))
            .ok_or_else(|| self.unexpected(word, &format!("{what}, at least {least} and at most {most}")))
    }

    /// The word just read is not what should stand there.
    fn unexpected(&self, word: &[u8], expected: &str) -> BadResult {
        let fault = ResultFault::Unexpected { expected: expected.to_owned(), found: quoted(word, LONGEST) };
        self.fault(self.at - word.len(), fault)
    }

    fn fault(&self, at: usize, fault: ResultFault) -> BadResult {
        BadResult { place: place(self.text, at), fault }
    }
}

impl Iterator for ResultReader<'_> {
    type Item = Result<Block, BadResult>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let block = self.next_block();
        self.broken = block.is_err();
        block.transpose()
    }
}

/// The line and column of a byte.
pub(crate) fn place(text: &[u8], at: usize) -> LineColumn {
    let before = &text[..at.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.split(|byte| *byte == b'\n').count();
    LineColumn { line, column: before.len() - line_start + 1 }
}

/// A text for a message, shortened where it is long.
pub(crate) fn quoted(text: &[u8], longest: usize) -> String {
    match text.get(..longest) {
        Some(start) => format!("`{}…`", start.escape_ascii()),
        None => format!("`{}`", text.escape_ascii()),
    }
}

#[inline]
fn number(word: &[u8]) -> Option<i64> {
    let (digits, negative) = match word {
        [b'-', digits @ ..] => (digits, true),
        digits => (digits, false),
    };
    if digits.is_empty() || digits.len() > 18 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0'));
    Some(if negative { -value } else { value })
}
