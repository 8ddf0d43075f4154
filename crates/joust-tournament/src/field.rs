//! What is wrong with a field of a file, whatever the field is for: a kind for each problem.

use crate::format::NAMES;
use joust_games::games;
use std::fmt;

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldProblem {
    /// The text is not TOML, in the words of its reader.
    #[error("{0}")]
    Syntax(String),
    /// A number that is not above 0.
    #[error("{0} is not a number above 0")]
    NotPositive(String),
    /// An unknown field, whose name is nearly that of a known one.
    #[error("there is no such field; did you mean `{0}`?")]
    Near(&'static str),
    /// An unknown field, with the known ones.
    #[error("there is no such field: the fields are {}", .0.join(", "))]
    NoField(Vec<&'static str>),
    /// A value of another kind.
    #[error("this is {found}: write {wanted}")]
    Other {
        /// What was found.
        found: Found,
        /// What to write.
        wanted: Wanted,
    },
    /// The field `game` is missing.
    #[error("the file does not say which game is played: write one of {}", game_names())]
    NoGame,
    /// There is no such game.
    #[error("there is no game `{0}`: write one of {known}", known = game_names())]
    Game(String),
    /// A format without its kind.
    #[error("this has no `kind`: write one of {}", NAMES.join(", "))]
    NoFormat,
    /// There is no such format.
    #[error("there is no format `{0}`: write one of {known}", known = NAMES.join(", "))]
    Format(String),
    /// Two fields of a format that say the same.
    #[error("`games` and `blocks` say the same: write one of them")]
    GamesAndBlocks,
    /// How many leave is neither a number nor a share.
    #[error("write a number of participants, or a share such as \"25%\"")]
    Leave,
}

/// For files whose problems are sentences.
impl From<FieldProblem> for String {
    fn from(problem: FieldProblem) -> String {
        problem.to_string()
    }
}

impl FieldProblem {
    /// The names of the formats, for those who tell a problem in another language.
    pub const FORMATS: [&'static str; 7] = NAMES;
}

/// The names of all games, with commas between.
fn game_names() -> String {
    games().iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}

/// A value that was found where another one is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A text.
    Text(String),
    /// A number as it was written.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// A date as it was written.
    Date(String),
    /// A list.
    List,
    /// A table.
    Table,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Text(text) => write!(f, "the text \"{text}\""),
            Found::Number(number) => write!(f, "the number {number}"),
            Found::Flag(value) => write!(f, "`{value}`"),
            Found::Date(date) => write!(f, "the date {date}"),
            Found::List => f.write_str("a list"),
            Found::Table => f.write_str("a table"),
        }
    }
}

/// What a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A whole number of at least this.
    AtLeast(u64),
    /// A whole number from one to another.
    Between(u64, u64),
    /// A date with a time and an offset.
    Moment,
    /// A list.
    List,
    /// A table.
    Table,
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Text => f.write_str("a text in quotation marks"),
            Wanted::Flag => f.write_str("true or false"),
            Wanted::Number => f.write_str("a number"),
            Wanted::AtLeast(least) => write!(f, "a whole number of {least} or more"),
            Wanted::Between(least, most) => write!(f, "a whole number from {least} to {most}"),
            Wanted::Moment => {
                f.write_str("a date with a time and an offset, such as 2026-11-30T23:59:00+01:00")
            }
            Wanted::List => f.write_str("a list in brackets: […]"),
            Wanted::Table => f.write_str("a table: { … }"),
        }
    }
}
