//! Configuration files, `.cnf`. [MAX-6.1]

use crate::generate::{self, SIZE};
use crate::read_result::place;
use crate::{Generator, Map, MapFault, Settings, State, Terrain};
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// A configuration: settings, and where the map comes from.
///
/// ```
/// use joust_madmax::{Config, Settings, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let text = config.to_string();
/// assert!(text.starts_with("Mad_Max 1.6\n") && text.ends_with("\nGENERATOR\n"));
/// assert_eq!(Config::read(&text), Ok(config));
/// let bad = Config::read(&text.replace("nb_rounds         500", "nb_rounds many")).unwrap_err();
/// assert_eq!(bad.0[0].to_string(), "line 3, column 11: nb_rounds: `many` is not a whole number");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The settings of the game.
    pub settings: Settings,
    /// Where the map comes from.
    pub source: Source,
}

/// Where a map comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Drawn from the seed.
    Generator,
    /// Written down: one line a row, in the letters of the files.
    Fixed(Vec<String>),
}

/// A place in a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The number of the line.
    pub line: usize,
    /// The number of the column, in bytes.
    pub column: usize,
}

impl LineColumn {
    /// The beginning of an earlier line.
    pub(crate) fn lines_before(self, lines: usize) -> LineColumn {
        LineColumn { line: self.line.saturating_sub(lines).max(1), column: 1 }
    }
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a configuration, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    /// Where in the file, if it was read from one.
    pub place: Option<LineColumn>,
    /// The sentence of the original program, which has none for most faults.
    pub original: Option<String>,
    /// What is wrong and what to do.
    pub help: String,
}

impl fmt::Display for ConfigFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.help),
            None => f.write_str(&self.help),
        }
    }
}

/// All faults of a configuration: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joust_core::joined(.0))]
pub struct BadConfig(pub Vec<ConfigFault>);

/// Whether C++ streams skip this letter as white space.
fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

/// The most faults that are named.
const MAX_FAULTS: usize = 12;

/// Takes words from a text, and keeps what is wrong with them.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    faults: Vec<ConfigFault>,
}

impl<'a> Reader<'a> {
    /// The next word and where it begins.
    fn next_word(&mut self) -> (usize, Option<&'a str>) {
        let word = self.text[self.at..].trim_start_matches(is_blank);
        let begin = self.text.len() - word.len();
        let word = word.split(is_blank).next().filter(|word| !word.is_empty());
        self.at = begin + word.map_or(0, str::len);
        (begin, word)
    }

    fn fault(&mut self, at: usize, original: Option<&str>, help: String) {
        if self.faults.len() < MAX_FAULTS {
            let place = Some(place(self.text.as_bytes(), at));
            self.faults.push(ConfigFault { place, original: original.map(str::to_owned), help });
        }
    }

    fn expect(&mut self, word: &str) -> bool {
        let (at, found) = self.next_word();
        if found != Some(word) {
            let found = found.unwrap_or("the end of the file");
            self.fault(at, None, format!("expected `{word}`, found `{found}`"));
        }
        found == Some(word)
    }

    fn number(&mut self, key: &str) -> Option<(usize, i32)> {
        let (at, word) = self.next_word();
        let value = word.and_then(|word| word.parse().ok());
        if value.is_none() {
            let found = word.unwrap_or("the end of the file");
            self.fault(at, None, format!("{key}: `{found}` is not a whole number"));
        }
        value.map(|value| (at, value))
    }

    fn settings(&mut self) -> Option<Settings> {
        if !Settings::VERSION.iter().all(|word| self.expect(word)) {
            return None;
        }
        let mut values = [0; Settings::KEYS.len()];
        let mut places = [0; Settings::KEYS.len()];
        for (i, key) in Settings::KEYS.iter().enumerate() {
            if !self.expect(key) {
                return None;
            }
            (places[i], values[i]) = self.number(key)?;
        }
        let settings = Settings::from_values(values);
        if values[0] != settings.values()[0] {
            self.fault(places[0], None, format!("nb_players: {} players, but the game is for 4", values[0]));
        }
        for (key, help) in settings.faults() {
            let index = Settings::KEYS.iter().position(|known| *known == key).unwrap_or(0);
            self.fault(places[index], None, format!("{key}: {help}"));
        }
        self.faults.is_empty().then_some(settings)
    }

    fn source(&mut self, settings: &Settings) -> Option<Source> {
        let (at, word) = self.next_word();
        match word {
            Some("GENERATOR") => {
                let (behind, next) = self.next_word();
                if next.is_some_and(starts_with_number) {
                    let help = "GENERATOR stands alone: remove the number after it".to_owned();
                    self.fault(behind, Some("GENERATOR requires no parameters."), help);
                }
                if (settings.rows, settings.cols) != (SIZE as i32, SIZE as i32) {
                    let help = format!(
                        "the generator makes maps of 60 rows and 60 cols, not {} and {}",
                        settings.rows, settings.cols
                    );
                    self.fault(at, Some("GENERATOR with unexpected sizes."), help);
                }
                if settings.nb_cities as usize != generate::CITIES {
                    let help =
                        format!("the generator makes 8 cities, and nb_cities is {}", settings.nb_cities);
                    self.fault(at, None, help);
                }
                self.faults.is_empty().then_some(Source::Generator)
            }
            Some("FIXED") => self.fixed(settings),
            other => {
                let found = other.unwrap_or("the end of the file");
                let help = format!("expected GENERATOR or FIXED, found `{found}`");
                self.fault(at, Some("Unknow grid generator."), help);
                None
            }
        }
    }

    fn fixed(&mut self, settings: &Settings) -> Option<Source> {
        let mut lines = Vec::new();
        for row in 0..settings.rows {
            let (at, word) = self.next_word();
            let Some(line) = word.filter(|line| line.len() == settings.cols as usize) else {
                let found =
                    word.map_or("is missing".to_owned(), |line| format!("has {} characters", line.len()));
                let help = format!("row {row} of the map {found} instead of {}", settings.cols);
                self.fault(at, Some("The read map has a line with incorrect length."), help);
                return None;
            };
            for (col, letter) in line.char_indices() {
                if !letter.is_ascii() || Terrain::from_letter(letter as u8).is_none() {
                    let help = format!("`{letter}` on ({row}, {col}): the letters are . R W S X and 0 to 3");
                    self.fault(at + col, Some(&format!("{letter} in grid definition.")), help);
                }
            }
            lines.push(line.to_owned());
        }
        self.faults.is_empty().then_some(Source::Fixed(lines))
    }
}

/// Whether a C++ stream would read a number here.
fn starts_with_number(word: &str) -> bool {
    word.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
}

impl Config {
    /// Reads a configuration, or says everything that is wrong with it.
    ///
    /// See [`Config`] for an example.
    pub fn read(text: &str) -> Result<Config, BadConfig> {
        let mut reader = Reader { text, at: 0, faults: Vec::new() };
        let read = reader.settings().and_then(|settings| {
            let source = reader.source(&settings)?;
            Some(Config { settings, source })
        });
        read.ok_or(BadConfig(reader.faults))
    }

    /// Checks a configuration that was not read from a file. Gives the configuration, or everything that is
    /// wrong with it.
    ///
    /// ```
    /// use joust_madmax::{Config, Settings, Source};
    /// let settings = Settings { nb_rounds: 0, ..Settings::default() };
    /// let bad = Config { settings, source: Source::Generator }.checked().unwrap_err();
    /// assert_eq!(bad.to_string(), "nb_rounds: 0 is too small: at least 1");
    /// ```
    pub fn checked(self) -> Result<Config, BadConfig> {
        Config::read(&self.to_string()).map_err(|BadConfig(faults)| {
            BadConfig(faults.into_iter().map(|fault| ConfigFault { place: None, ..fault }).collect())
        })
    }

    /// Whether the generator makes maps of these settings.
    pub(crate) fn can_generate(settings: &Settings) -> bool {
        (settings.rows, settings.cols, settings.nb_cities)
            == (SIZE as i32, SIZE as i32, generate::CITIES as i32)
    }

    /// Draws or reads the map and places the units: the state before round 0.
    ///
    /// ```
    /// use joust_madmax::{Config, Generator, Settings, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let state = config.start(&mut Generator::new(30)).unwrap();
    /// assert_eq!((state.round(), state.map().cities().len(), state.units().len()), (0, 8, 92));
    /// ```
    pub fn start(&self, random: &mut Generator) -> Result<State, BadConfig> {
        let bad = |help: String| ConfigFault { place: None, original: None, help };
        let (terrain, owners) = match &self.source {
            Source::Generator => {
                generate::generate(random).map_err(|why| BadConfig(vec![bad(why.to_string())]))?
            }
            Source::Fixed(lines) => {
                let cells = lines.iter().flat_map(|line| line.bytes()).filter_map(Terrain::from_letter);
                cells.map(|(terrain, owner)| (terrain, owner.unwrap_or(0))).unzip()
            }
        };
        let map = Map::new(self.settings, terrain, &owners).map_err(|faults: Vec<MapFault>| {
            BadConfig(faults.iter().take(MAX_FAULTS).map(|fault| bad(fault.to_string())).collect())
        })?;
        State::start(Arc::new(map), random).map_err(|why| BadConfig(vec![bad(why.to_string())]))
    }
}

/// The configuration as a file.
impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Settings::VERSION.join(" ");
        text.push('\n');
        for (key, value) in Settings::KEYS.iter().zip(self.settings.values()) {
            let _ = writeln!(text, "{key:<15} {value:>5}");
        }
        f.write_str(&text)?;
        match &self.source {
            Source::Generator => writeln!(f, "\nGENERATOR"),
            Source::Fixed(lines) => {
                writeln!(f, "\nFIXED\n")?;
                lines.iter().try_for_each(|line| writeln!(f, "{line}"))
            }
        }
    }
}
