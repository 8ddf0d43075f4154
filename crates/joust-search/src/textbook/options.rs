//! The conventions by which correct programs differ.

use std::fmt;
use std::str::FromStr;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            const WORDS: &[(&str, $name)] = &[$(($word, $name::$variant)),*];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),* })
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                let found = $name::WORDS.iter().find(|(word, _)| *word == text);
                found.map(|(_, value)| *value).ok_or_else(|| {
                    let words: Vec<_> = $name::WORDS.iter().map(|(word, _)| *word).collect();
                    words.join(", ")
                })
            }
        }
    };
}

words! {
    /// Which of equally good moves is chosen, in the order of the search.
    Ties {
        /// The first of them.
        #[default]
        First = "first",
        /// The last of them.
        Last = "last",
        /// One of them, drawn from the seed.
        Random = "random",
    }
}

words! {
    /// In which order moves are searched.
    Order {
        /// The order of the game: row by row in the War Game.
        #[default]
        Row = "row",
        /// By the evaluation after the move, the best first.
        Gain = "gain",
    }
}

words! {
    /// Whether the root counts as a node.
    Count {
        /// The root counts.
        #[default]
        Root = "root",
        /// The root does not count.
        NoRoot = "noroot",
    }
}

/// The options of an agent. The evaluation is an option too, but belongs to the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which of equally good moves is chosen.
    pub ties: Ties,
    /// The order of the search.
    pub order: Order,
    /// Whether the root counts as a node.
    pub count: Count,
}

/// An option that does not exist, or a value that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    /// The option does not exist.
    #[error("there is no option `{0}`: the options are eval, ties, order and count")]
    Unknown(String),
    /// The option does not have this value.
    #[error("{key}={value}: {key} is one of {known}")]
    Value {
        /// The option.
        key: String,
        /// The value that was asked for.
        value: String,
        /// The values that the option has.
        known: String,
    },
}

impl Options {
    /// Sets an option by name.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), BadOption> {
        let bad = |known| BadOption::Value { key: key.to_owned(), value: value.to_owned(), known };
        match key {
            "ties" => self.ties = value.parse().map_err(bad)?,
            "order" => self.order = value.parse().map_err(bad)?,
            "count" => self.count = value.parse().map_err(bad)?,
            _ => return Err(BadOption::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ties={},order={},count={}", self.ties, self.order, self.count)
    }
}
